// menagerie evaluate: how good a machine is, exactly, from its beads alone.
#include "engine/evaluate.hpp"
#include "engine/analysis.hpp"
#include "engine/text.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/progress.hpp"
#include "server/app/store_location.hpp"
#include "server/museum/museum.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <iostream>

namespace menagerie::app {
namespace {

struct Question {
  MachineChoice choice;
  std::string data, machine;  ///< if either is given: the museum's machine with its current beads
  std::string against = "random";
  std::string format = "text";

  bool in_museum() const { return !data.empty() || !machine.empty(); }
};

/// The description of a machine that is built later.
struct Entrant {
  store::MachineRow row;
  std::optional<std::vector<std::int64_t>> beads;  ///< nothing: untaught

  MachineWithBeads enter() const {
    if (!beads) return untaught(row);
    return {make_machine(row), *beads};
  }
};

/// Exhibits, or the machines of a museum, which is only read.
class Collection {
 public:
  Collection() = default;
  explicit Collection(const std::string& word) : place_(place_of(word)), museum_(place_.open()) {}

  Entrant find(const MachineChoice& choice) const {
    if (!museum_) return {row_of(choice), std::nullopt};
    core::Loaded loaded = place_.load(*museum_, choice.name);
    return {loaded.machine->row, std::move(loaded.state.beads)};
  }

 private:
  StoreLocation place_;
  std::unique_ptr<store::Store> museum_;
};

/// Takes --machine for the name, and refuses what does not go together.
void settle(Question& question) {
  MachineChoice& choice = question.choice;
  if (choice.name.empty()) choice.name = question.machine;
  if (choice.name.empty()) throw Usage("which machine? An exhibit or game, or --data DIR --machine NAME");
  if (!question.machine.empty() && lower_case(choice.name) != lower_case(question.machine)) {
    throw Usage(
        fmt::format("two machines are named, {} and --machine {}; one is evaluated, the other goes "
                    "after --against",
                    choice.name, question.machine));
  }
  if (question.in_museum() && !(choice.rule.empty() && choice.convention.empty()))
    throw Usage("--rule and --boxes are for machines outside a museum; this one has its own");
}

/// The side that is evaluated. A machine of one seat outside a museum is made for the seat that is asked.
Player choose_side(store::MachineRow& row, const std::string& asked, bool in_museum) {
  if (asked.empty() && row.seat == "either")
    throw Usage(row.name + " plays either side; say which one: --seat first or --seat second");
  const std::string seat = asked.empty() ? row.seat : asked;
  if (seat != "first" && seat != "second")
    throw Usage("--seat " + seat + " is no side to play; it is first or second");
  if (row.seat != "either" && row.seat != seat) {
    if (in_museum) throw Usage(row.name + " plays " + row.seat + " only, not " + seat);
    row.seat = seat;
  }
  return seat == "first" ? Player::first : Player::second;
}

/// The machine to play against, on the other side of the same game.
Entrant find_opponent(const Collection& collection, const std::string& name, const store::MachineRow& row,
                      Player side) {
  Entrant opponent;
  try {
    opponent = collection.find({name, "", "", ""});
  } catch (const Usage& error) {
    throw Usage("--against takes random, optimal, fastest-win, longest-delay, best-response or a machine: " +
                std::string(error.what()));
  }
  if (opponent.row.game != row.game) {
    throw Usage(fmt::format("{} plays {} and {} plays {}: they cannot meet", row.name, row.game,
                            opponent.row.name, opponent.row.game));
  }
  if (!plays(parse_seat(opponent.row.seat).value(), other(side))) {
    throw Usage(fmt::format("{} and {} both play {}: they cannot meet", row.name, opponent.row.name,
                            opponent.row.seat));
  }
  return opponent;
}

struct Answer {
  Chances chances;
  Guarantees guarantees;
  MarkedBeads beads;
};

Answer answer(const SolvedGame& game, const MachineWithBeads& entered, Player side, std::string_view against,
              const std::optional<MachineWithBeads>& opponent) {
  const Progress progress("evaluating " + entered.machine->row.name);
  std::string why;
  const BoxSet* opponent_boxes = opponent ? &opponent->machine->boxes : nullptr;
  const auto evaluator =
      Evaluator::compile(entered.machine->boxes, side, game.solution, opponent_boxes, &why);
  if (!evaluator) throw Usage(entered.machine->row.game + " is not evaluated: " + why);
  const Filling filling = entered.filling();
  Answer answer;
  if (opponent) {
    answer.chances = evaluator->against_machine(filling, opponent->filling());
  } else if (const auto strategy = parse_strategy(against)) {
    answer.chances = evaluator->against(*strategy, filling);
  } else {
    answer.chances = evaluator->best_response(filling).chances;
  }
  answer.guarantees = evaluator->judge(filling);
  answer.beads = count_marks(mark_beads(entered.machine->boxes, game.solution), entered.beads);
  return answer;
}

void print(const Question& question, const store::MachineRow& row, Player side, const Answer& answer) {
  const auto& [chances, guarantees, beads] = answer;
  const std::string seat = side == Player::first ? "first" : "second";
  if (question.format == "json") {
    const nlohmann::ordered_json json{{"win", chances.win},
                                      {"draw", chances.draw},
                                      {"loss", chances.loss},
                                      {"machine", row.name},
                                      {"game", row.game},
                                      {"seat", seat},
                                      {"against", question.against},
                                      {"unbeatable", guarantees.unbeatable},
                                      {"optimal", guarantees.optimal},
                                      {"beads", beads.all()},
                                      {"losing_beads", beads.losing},
                                      {"losing_share", beads.losing_share()}};
    std::cout << json.dump() << '\n';
  } else if (question.format == "csv") {
    std::cout << "machine,seat,against,win,draw,loss,unbeatable,optimal,beads,losing_beads,losing_share\n"
              << fmt::format("{},{},{},{:.17g},{:.17g},{:.17g},{},{},{},{},{:.17g}\n", row.name, seat,
                             question.against, chances.win, chances.draw, chances.loss, guarantees.unbeatable,
                             guarantees.optimal, beads.all(), beads.losing, beads.losing_share());
  } else {
    std::cout << fmt::format("{}, {}, playing {} against {}\n", description(row),
                             question.in_museum() ? "as it is now" : "untaught", seat, question.against)
              << fmt::format("win  {:.12f}\ndraw {:.12f}\nloss {:.12f}\n", chances.win, chances.draw,
                             chances.loss)
              << fmt::format("unbeatable: {}; optimal: {}; losing beads: {} of {} ({:.2f} %)\n",
                             guarantees.unbeatable ? "yes" : "no", guarantees.optimal ? "yes" : "no",
                             beads.losing, beads.all(), 100 * beads.losing_share());
  }
}

}  // namespace

int evaluate(int argc, const char* const* argv) {
  CLI::App command{
      "Tells the exact probabilities of win, draw and loss, from the machine's view: of an exhibit or any "
      "other machine as it is before its first game, or, with --data and --machine, of a museum's machine "
      "as it is now. The museum is only read; its server may be running.",
      "menagerie evaluate"};
  Question question;
  command.add_option("name", question.choice.name, "an exhibit (menace, her, ...) or a game");
  command.add_option("--data", question.data,
                     "folder of a museum, or postgresql://... (with --machine alone: MENAGERIE_STORE, "
                     "MENAGERIE_DATA, or data)");
  command.add_option("--machine", question.machine, "one of the museum's machines");
  command
      .add_option(
          "--against", question.against,
          "random, optimal, fastest-win, longest-delay, best-response, or a machine of the other seat "
          "(of the same museum, where one is given)")
      ->capture_default_str();
  add_machine_options(command, question.choice);
  add_format(command, question.format);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  settle(question);
  const bool in_museum = question.in_museum();
  const Collection collection =
      in_museum ? Collection(question.data.empty() ? usual_place() : question.data) : Collection();
  MachineChoice choice = question.choice;
  choice.seat.clear();  // it is the side to evaluate
  Entrant entrant = collection.find(choice);
  const Player side = choose_side(entrant.row, question.choice.seat, in_museum);
  const Game& game = *find_game(entrant.row.game);
  if (!game.listed()) {
    throw Usage(std::string(game.name()) +
                " is not evaluated: its machines make each box when they first meet it");
  }
  std::optional<Entrant> opponent;
  if (!parse_strategy(question.against) && question.against != to_text(Teacher::best_response))
    opponent = find_opponent(collection, question.against, entrant.row, side);

  const SolvedGame solved = SolvedGame::of(game);
  const MachineWithBeads entered = entrant.enter();
  const std::optional<MachineWithBeads> met = opponent ? std::optional(opponent->enter()) : std::nullopt;
  print(question, entrant.row, side, answer(solved, entered, side, question.against, met));
  return 0;
}

}  // namespace menagerie::app
