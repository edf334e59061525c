#include "engine/experiments.hpp"

#include "engine/check.hpp"
#include "engine/strategies.hpp"

#include <algorithm>
#include <utility>

namespace menagerie {
namespace {

constexpr std::array<std::string_view, 7> kTeachers{
    "random", "optimal", "fastest-win", "longest-delay", "best-response", "machine", "itself"};

constexpr std::size_t index_of(Player player) { return player == Player::first ? 0 : 1; }

bool teaches(const ExperimentSetup& setup, Teacher teacher) {
  return setup.teacher == teacher ||
         std::ranges::any_of(setup.phases, [&](const Phase& phase) { return phase.teacher == teacher; });
}

/// What is wrong with a setup; empty where nothing is.
std::string misfit(const ExperimentSetup& setup) {
  const Seat seat = setup.machine.boxes->seat();
  const bool follows_solution = teaches(setup, Teacher::optimal) || teaches(setup, Teacher::fastest_win) ||
                                teaches(setup, Teacher::longest_delay);
  if (follows_solution && setup.solution == nullptr)
    return "the best moves are not known for every position of the game, as boards may not come back";
  if (teaches(setup, Teacher::itself)) {
    if (seat != Seat::either) return "a machine can play against itself only if its seat is either";
    if (!setup.phases.empty()) return "a machine that plays against itself does so in every game";
  }
  std::size_t before = 1;
  for (const Phase& phase : setup.phases) {
    if (phase.from <= before) return "teachers follow one another by ascending games, the second from game 2";
    before = phase.from;
  }
  if (!teaches(setup, Teacher::machine)) return "";
  if (!setup.other) return "the other machine is missing";
  if (&setup.other->boxes->graph() != &setup.machine.boxes->graph())
    return "the machines play different games";
  for (const Player player : {Player::first, Player::second}) {
    if (plays(seat, player) && !plays(setup.other->boxes->seat(), other(player))) {
      return "the other machine does not play the other seat";
    }
  }
  return "";
}

/// A machine while it is being taught.
struct Pupil {
  const BoxSet& boxes;
  const Rule& rule;
  std::vector<std::int64_t> beads;
  std::vector<Draw> trace;
  std::vector<BeadChange> changes;

  explicit Pupil(const Contestant& contestant)
      : boxes(*contestant.boxes), rule(*contestant.rule), beads(contestant.beads) {}

  /// The move that it draws; kNone where it resigns.
  Edge move(Node node, std::uint8_t orientation, int ply, Random& random, std::span<const Edge> moves) {
    const MachineMove move = machine_move(rule, boxes, beads, node, orientation, ply, random, moves);
    if (move.draw) trace.push_back(*move.draw);
    return move.edge;
  }

  void learn_from(Outcome outcome) {
    changes.clear();
    learn(rule, boxes, beads, trace, outcome, changes);
  }
};

/// One game between two machines, which may be the same one, played on from `start`. `movers` are by side.
void play_machines(const std::array<Pupil*, 2>& movers, Random& random, PlayedEpisode& game, Node start = 0) {
  const GameGraph& graph = movers[0]->boxes.graph();
  for (Pupil* mover : movers) mover->trace.clear();
  std::uint8_t seconds = 0;  // how the second one's boxes read the board
  const auto choose = [&](Node node, std::uint8_t firsts, int ply) {
    if (ply > graph.ply(start)) seconds = movers[1]->boxes.next_orientation(node, seconds);
    return graph.to_move(node) == Player::first ? movers[0]->move(node, firsts, ply, random, game.moves)
                                                : movers[1]->move(node, seconds, ply, random, game.moves);
  };
  play(movers[0]->boxes, game, choose, start);
}

/// One game of the machine against a player without beads. `reply(node, orientation, moves)` is that player.
template <typename Reply>
void play_against(Pupil& machine, Player side, Random& random, PlayedEpisode& game, Reply reply) {
  machine.trace.clear();
  // Players take turns in every game, and a ply is nearer at hand than a position.
  const int machine_parity = machine.boxes.graph().to_move(0) == side ? 0 : 1;
  play(machine.boxes, game, [&](Node node, std::uint8_t orientation, int ply) {
    return ply % 2 == machine_parity ? machine.move(node, orientation, ply, random, game.moves)
                                     : reply(node, orientation, std::span<const Edge>(game.moves));
  });
}

Strategy strategy_of(Teacher teacher) { return static_cast<Strategy>(teacher); }
static_assert(static_cast<int>(Teacher::longest_delay) == static_cast<int>(Strategy::longest_delay));

Player side_in_game(Seat seat, std::size_t game) {
  if (seat == Seat::either) return game % 2 == 0 ? Player::first : Player::second;
  return seat == Seat::first ? Player::first : Player::second;
}

/// Whether one of these changes has emptied a box of the first turn.
bool has_dried_first_box(const Pupil& machine) {
  return std::any_of(machine.changes.begin(), machine.changes.end(), [&](const BeadChange& change) {
    if (change.after != 0) return false;
    const Box& box = machine.boxes.boxes()[change.box];
    if (box.turn != 1) return false;
    const auto counts = std::span(machine.beads).subspan(box.first_bead, box.beads.size());
    return std::all_of(counts.begin(), counts.end(), [](std::int64_t count) { return count == 0; });
  });
}

}  // namespace

std::string_view to_text(Teacher teacher) { return kTeachers[static_cast<std::size_t>(teacher)]; }

std::optional<Teacher> parse_teacher(std::string_view text) {
  for (std::size_t i = 0; i < kTeachers.size(); ++i) {
    if (kTeachers[i] == text) return static_cast<Teacher>(i);
  }
  return std::nullopt;
}

ResultCounts RunResult::tally(std::size_t from, std::size_t to) const {
  MENAGERIE_CHECK(1 <= from && from <= to && to <= results.size());
  ResultCounts tally;
  for (std::size_t game = from - 1; game < to; ++game) {
    tally.win += results[game] == Result::win ? 1u : 0u;
    tally.draw += results[game] == Result::draw ? 1u : 0u;
    tally.loss += results[game] == Result::loss ? 1u : 0u;
  }
  return tally;
}

Random random_of_run(std::uint64_t seed, std::uint64_t run) {
  const std::uint64_t key = Random(seed).next();
  return Random(Random(key + run).next());  // mixed twice, so that neighbours' streams are no shifts
}

std::optional<Experiment> Experiment::make(ExperimentSetup setup, std::string* why) {
  MENAGERIE_CHECK(setup.machine.boxes != nullptr && setup.machine.rule != nullptr);
  std::string reason = misfit(setup);
  Experiment experiment(std::move(setup));
  const BoxSet& boxes = *experiment.setup_.machine.boxes;
  MENAGERIE_CHECK(experiment.setup_.machine.beads.size() == boxes.bead_count());
  experiment.evaluated_ = experiment.setup_.solution != nullptr && boxes.graph().game().listed();
  for (const Player side : {Player::first, Player::second}) {
    if (!reason.empty() || !experiment.evaluated_ || !plays(boxes.seat(), side)) continue;
    auto& evaluator = experiment.evaluators_[index_of(side)];
    evaluator = Evaluator::compile(boxes, side, *experiment.setup_.solution);
    experiment.evaluated_ = evaluator.has_value();
  }
  if (teaches(experiment.setup_, Teacher::best_response) && !experiment.evaluated_)
    reason = "there is no best response in a game that is not evaluated";
  if (experiment.setup_.until_perfect && !experiment.evaluated_)
    reason = "whether it can be beaten is not told in a game that is not evaluated";
  if (reason.empty()) return experiment;
  if (why != nullptr) *why = reason;
  return std::nullopt;
}

class Run::Training {
 public:
  Training(const Experiment& experiment, Random random)
      : experiment_(experiment), setup_(experiment.setup_), random_(random), machine_(setup_.machine) {
    if (setup_.other) other_.emplace(*setup_.other);
    result_.results.reserve(setup_.games);
  }

  bool play() {
    if (has_ended()) return false;
    const std::size_t game = result_.results.size() + 1;
    const Player side = play(game);
    learn_from(game, game_.outcome);
    const Result played = result_of(game_.outcome, side);
    note(game, played);
    std::optional<Player> resigned;
    if (game_.resigned) resigned = game_.outcome == Outcome::first_wins ? Player::second : Player::first;
    record_ = {game,           side, played, resigned, game_.moves, machine_.trace, machine_.changes,
               machine_.beads, {},   {}};
    if (experiment_.teacher_of(game) == Teacher::machine) {
      record_.other_draws = other_->trace;
      if (setup_.other_learns) record_.other_changes = other_->changes;
    }
    return true;
  }

  const GameRecord& record() const { return record_; }
  const RunResult& result() const { return result_; }
  RunResult take_result() {
    result_.beads = std::move(machine_.beads);
    return std::move(result_);
  }

 private:
  /// Whether no further game is played; notes when it became perfect.
  bool has_ended() {
    if (!result_.episodes_until_perfect && is_perfect()) {
      result_.episodes_until_perfect = result_.results.size();
      if (setup_.teacher != Teacher::itself) result_.defeats_until_perfect = defeats_;
    }
    return result_.results.size() == setup_.games || (setup_.until_dry && result_.first_box_dry) ||
           (setup_.until_perfect && result_.episodes_until_perfect) ||
           (setup_.until_defeats_in_row > 0 && in_row_ == setup_.until_defeats_in_row);
  }

  void note(std::size_t game, Result played) {
    if (!result_.first_box_dry && has_dried_first_box(machine_)) result_.first_box_dry = game;
    result_.results.push_back(played);
    defeats_ += played == Result::loss ? 1u : 0u;
    in_row_ = played == Result::loss ? in_row_ + 1 : 0;
  }

  /// Plays one; the machine's side in it.
  Player play(std::size_t game) {
    const Teacher teacher = experiment_.teacher_of(game);
    const Player side =
        teacher == Teacher::itself ? Player::first : side_in_game(machine_.boxes.seat(), game - 1);
    switch (teacher) {
      case Teacher::itself:
        play_machines({&machine_, &machine_}, random_, game_);
        break;
      case Teacher::machine:
        play_machines(
            side == Player::first ? std::array{&machine_, &*other_} : std::array{&*other_, &machine_},
            random_, game_);
        break;
      case Teacher::best_response:
        play_best_response(side);
        break;
      default:
        play_against(machine_, side, random_, game_,
                     [&](Node node, std::uint8_t, std::span<const Edge> moves) {
                       return strategy_move(strategy_of(teacher), machine_.boxes, setup_.solution, node,
                                            random_, moves);
                     });
    }
    return side;
  }

  void play_best_response(Player side) {
    const Evaluator& evaluator = *experiment_.evaluators_[index_of(side)];
    std::optional<BestResponse>& response = best_[index_of(side)];
    if (!response) response = evaluator.best_response({machine_.rule, machine_.beads});
    play_against(machine_, side, random_, game_,
                 [&](Node node, std::uint8_t orientation, std::span<const Edge>) {
                   return evaluator.reply(*response, node, orientation, random_);
                 });
  }

  void learn_from(std::size_t game, Outcome outcome) {
    machine_.learn_from(outcome);
    const bool other_played = experiment_.teacher_of(game) == Teacher::machine;
    if (other_played && setup_.other_learns) other_->learn_from(outcome);
    if (!machine_.changes.empty()) best_ = {};
  }

  /// Whether a change can end the line of play that beats the machine. Where beads weigh just their counts,
  /// that line goes on as long as no colour of its boxes comes to have beads, or to have none.
  bool may_end_weakness(const BeadChange& change) const {
    if (draws_by_count(machine_.rule) && change.before != 0 && change.after != 0) return false;
    return std::find(weak_.begin(), weak_.end(), change.box) != weak_.end();
  }

  /// Looks for a line that beats the machine only when the last one found may be gone.
  bool is_perfect() {
    if (!experiment_.evaluated_) return false;
    const bool still_there = std::ranges::none_of(
        machine_.changes, [&](const BeadChange& change) { return may_end_weakness(change); });
    if (weak_found_ && still_there) return false;
    for (const auto& evaluator : experiment_.evaluators_) {
      auto line = evaluator ? evaluator->line_that_beats({machine_.rule, machine_.beads}) : std::nullopt;
      weak_found_ = line.has_value();
      if (!line) continue;
      weak_ = std::move(*line);
      return false;
    }
    return true;
  }

  const Experiment& experiment_;
  const ExperimentSetup& setup_;
  Random random_;
  Pupil machine_;
  std::optional<Pupil> other_;
  PlayedEpisode game_;
  GameRecord record_;
  RunResult result_;
  std::size_t defeats_ = 0, in_row_ = 0;
  bool weak_found_ = false;
  std::vector<std::uint32_t> weak_;                  ///< the boxes on a line that beats the machine
  std::array<std::optional<BestResponse>, 2> best_;  ///< by the machine's side; kept until beads change
};

Run::Run(const Experiment& experiment, std::uint64_t seed, std::uint64_t run)
    : training_(std::make_unique<Training>(experiment, random_of_run(seed, run))) {}
Run::~Run() = default;

bool Run::play() { return training_->play(); }
const GameRecord& Run::game() const { return training_->record(); }
const RunResult& Run::result() const { return training_->result(); }

RunResult Experiment::run(std::uint64_t seed, std::uint64_t run) const {
  Run life(*this, seed, run);
  while (life.play()) {
  }
  return life.training_->take_result();
}

const Evaluator* Experiment::evaluator(Player side) const {
  const auto& evaluator = evaluators_[index_of(side)];
  return evaluated_ && evaluator ? &*evaluator : nullptr;
}

Teacher Experiment::teacher_of(std::size_t game) const {
  Teacher teacher = setup_.teacher;
  for (const Phase& phase : setup_.phases) {
    if (phase.from <= game) teacher = phase.teacher;
  }
  return teacher;
}

std::vector<TournamentGame> play_tournament(std::array<Contestant, 2>& machines, std::size_t games,
                                            Random& random) {
  std::array<Pupil, 2> pupils{Pupil(machines[0]), Pupil(machines[1])};
  MENAGERIE_CHECK(&pupils[0].boxes.graph() == &pupils[1].boxes.graph());
  MENAGERIE_CHECK(pupils[0].boxes.seat() == Seat::either && pupils[1].boxes.seat() == Seat::either);
  std::vector<TournamentGame> played;
  PlayedEpisode now;
  for (std::size_t game = 0; game < games; ++game) {
    const std::size_t starter = game % 2;
    play_machines({&pupils[starter], &pupils[1 - starter]}, random, now);
    for (Pupil& pupil : pupils) pupil.learn_from(now.outcome);
    TournamentGame row{static_cast<int>(starter), std::nullopt, now.resigned,
                       static_cast<int>(now.moves.size())};
    if (now.outcome != Outcome::draw) {
      row.winner = static_cast<int>(now.outcome == Outcome::first_wins ? starter : 1 - starter);
    }
    played.push_back(row);
  }
  for (std::size_t i = 0; i < 2; ++i) machines[i].beads = std::move(pupils[i].beads);
  return played;
}

void teach_itself(Contestant& machine, Node from, std::size_t games, Random& random) {
  Pupil pupil(machine);
  MENAGERIE_CHECK(pupil.boxes.seat() == Seat::either && !pupil.boxes.graph().outcome(from));
  PlayedEpisode now;
  for (std::size_t game = 0; game < games; ++game) {
    play_machines({&pupil, &pupil}, random, now, from);
    pupil.learn_from(now.outcome);
  }
  machine.beads = std::move(pupil.beads);
}

}  // namespace menagerie
