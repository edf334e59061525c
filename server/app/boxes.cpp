// menagerie boxes: the matchboxes and starting beads of a machine.
#include "engine/boxes.hpp"
#include "engine/rules.hpp"
#include "server/app/command.hpp"
#include "server/museum/house.hpp"

#include <nlohmann/json.hpp>

#include <iostream>
#include <numeric>
#include <stdexcept>

namespace menagerie::app {
namespace {

struct Usage : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Wanted {
  std::string name, seat, rule, convention;  ///< empty = not given
  std::string format = "text";
};

/// The machine that was asked for: an exhibit's parts, or a game's with those of its first exhibit
/// where nothing else is said.
std::shared_ptr<const museum::Machine> machine_of(const Wanted& wanted) {
  store::MachineRow row;
  if (const store::MachineRow* exhibit = museum::find_exhibit(wanted.name)) {
    row = *exhibit;
  } else if (find_game(wanted.name) != nullptr) {
    row.name = row.game = wanted.name;
    row.seat = "first";
    row.rule = "michie-1961";
    row.convention = "canonical";
    for (const store::MachineRow& it : museum::exhibits()) {
      if (it.game != wanted.name) continue;
      row.seat = it.seat;
      row.rule = it.rule;
      break;
    }
  } else {
    std::string known;
    for (const store::MachineRow& it : museum::exhibits()) known += " " + it.name;
    for (const Game* game : all_games()) known += " " + std::string(game->name());
    throw Usage("there is no exhibit or game \"" + wanted.name + "\"; there are:" + known);
  }
  if (!wanted.seat.empty()) row.seat = wanted.seat;
  if (!wanted.rule.empty()) row.rule = wanted.rule;
  if (!wanted.convention.empty()) row.convention = wanted.convention;
  try {
    return museum::Machine::make(row, museum::Machine::Listing::whole);
  } catch (const std::invalid_argument& error) {
    throw Usage(error.what());
  }
}

nlohmann::ordered_json to_json(const museum::Machine& machine, std::int64_t beads) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Box& box : machine.boxes.boxes()) {
    nlohmann::ordered_json moves = nlohmann::ordered_json::array();
    for (const Bead& bead : box.beads) {
      moves.push_back(
          {{"move", bead.move}, {"orbit", bead.orbit}, {"beads", machine.rule.start_at(box.turn)}});
    }
    list.push_back({{"box", box.text}, {"turn", box.turn}, {"moves", std::move(moves)}});
  }
  return {{"game", machine.row.game}, {"seat", machine.row.seat},
          {"rule", machine.row.rule}, {"count", machine.boxes.boxes().size()},
          {"beads", beads},           {"by_turn", machine.boxes.by_turn()},
          {"boxes", std::move(list)}};
}

void print_text(const museum::Machine& machine, std::int64_t beads) {
  std::cout << machine.row.game << ", seat " << machine.row.seat << ", rule " << machine.row.rule << ", "
            << machine.row.convention << " boxes\n"
            << machine.boxes.boxes().size() << " boxes, " << beads << " beads; by turn:";
  for (const int count : machine.boxes.by_turn()) std::cout << ' ' << count;
  std::cout << "\n\n";
  int number = 0;
  for (const Box& box : machine.boxes.boxes()) {
    std::cout << "No " << ++number << "  turn " << box.turn << "  " << box.text << ' ';
    for (const Bead& bead : box.beads)
      std::cout << "  " << bead.move << ':' << machine.rule.start_at(box.turn);
    std::cout << '\n';
  }
}

void print_csv(const museum::Machine& machine) {
  std::cout << "number,turn,box,move,orbit,beads\n";
  int number = 0;
  for (const Box& box : machine.boxes.boxes()) {
    ++number;
    for (const Bead& bead : box.beads) {
      std::cout << number << ',' << box.turn << ',' << box.text << ',' << bead.move << ',';
      for (std::size_t i = 0; i < bead.orbit.size(); ++i) std::cout << (i == 0 ? "" : " ") << bead.orbit[i];
      std::cout << ',' << machine.rule.start_at(box.turn) << '\n';
    }
  }
}

}  // namespace

int boxes(int argc, const char* const* argv) {
  CLI::App command{"Lists the matchboxes of a machine and the beads that each starts with.",
                   "menagerie boxes"};
  Wanted wanted;
  std::string rules;
  for (const Rule& rule : all_rules()) rules += (rules.empty() ? "" : ", ") + rule.name;
  command.add_option("name", wanted.name, "an exhibit (menace, her, ...) or a game")->required();
  command.add_option("--seat", wanted.seat, "first, second or either");
  command.add_option("--rule", wanted.rule, "learning rule: " + rules);
  command.add_option("--boxes", wanted.convention, "canonical, raw, gardner-24 or tretyakov-24");
  command.add_option("--format", wanted.format, "text, json or csv")
      ->check(CLI::IsMember({"text", "json", "csv"}))
      ->capture_default_str();
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;
  try {
    const auto machine = machine_of(wanted);
    const std::vector<std::int64_t> start = start_beads(machine->rule, machine->boxes);
    const std::int64_t beads = std::accumulate(start.begin(), start.end(), std::int64_t{0});
    if (wanted.format == "json") {
      std::cout << to_json(*machine, beads).dump() << '\n';
    } else if (wanted.format == "csv") {
      print_csv(*machine);
    } else {
      print_text(*machine, beads);
    }
    return 0;
  } catch (const Usage& error) {
    std::cerr << "menagerie boxes: " << error.what() << '\n';
    return kBadUsage;
  }
}

}  // namespace menagerie::app
