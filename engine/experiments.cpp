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

/// What is wrong with a setup; empty where nothing is.
std::string misfit(const ExperimentSetup& setup) {
  const Seat seat = setup.machine.boxes->seat();
  const bool follows_solution = setup.teacher == Teacher::optimal || setup.teacher == Teacher::fastest_win ||
                                setup.teacher == Teacher::longest_delay;
  if (follows_solution && setup.solution == nullptr)
    return "the best moves are not known for every position of the game, as boards may not come back";
  if (setup.teacher == Teacher::itself && seat != Seat::either) {
    return "a machine can play against itself only if its seat is either";
  }
  if (setup.teacher != Teacher::machine) return "";
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

struct PlayedGame {
  Outcome outcome = Outcome::draw;
  bool resigned = false;
  int plies = 0;
};

/// The moves of a game so far, kept where they tell what may be played.
class Past {
 public:
  explicit Past(const GameGraph& graph) : graph_(graph) {}
  void add(Edge edge) {
    if (!graph_.repetition_forbidden()) return;
    MENAGERIE_CHECK(may_play(graph_, moves_, edge));
    moves_.push_back(edge);
  }
  std::span<const Edge> moves() const { return moves_; }

 private:
  const GameGraph& graph_;
  std::vector<Edge> moves_;
};

/// One game between two machines, which may be the same one, played on from `node`. `movers` are by side.
PlayedGame play_machines(std::array<Pupil*, 2> movers, Random& random, Node node = 0) {
  const GameGraph& graph = movers[0]->boxes.graph();
  Past past(graph);
  for (Pupil* mover : movers) mover->trace.clear();
  PlayedGame game;
  std::array<std::uint8_t, 2> orientations{};
  const int before = graph.ply(node);
  for (; before + game.plies < graph.game().length_max() && !graph.outcome(node); ++game.plies) {
    const std::size_t side = index_of(graph.to_move(node));
    const Edge edge = movers[side]->move(node, orientations[side], before + game.plies, random, past.moves());
    if (edge == kNone) {
      game.resigned = true;
      game.outcome = win_of(other(graph.to_move(node)));
      return game;
    }
    past.add(edge);
    node = graph.target(edge);
    for (std::size_t i = 0; i < 2; ++i)
      orientations[i] = movers[i]->boxes.next_orientation(node, orientations[i]);
  }
  game.outcome = graph.outcome(node).value_or(Outcome::draw);
  return game;
}

/// One game of the machine against a player without beads. `reply(node, orientation, moves)` is that player.
template <typename Reply>
Outcome play_against(Pupil& machine, Player side, Random& random, Reply reply) {
  const GameGraph& graph = machine.boxes.graph();
  Past past(graph);
  machine.trace.clear();
  std::uint8_t orientation = 0;
  Node node = 0;
  for (int ply = 0; ply < graph.game().length_max() && !graph.outcome(node); ++ply) {
    const bool own = graph.to_move(node) == side;
    const Edge edge = own ? machine.move(node, orientation, ply, random, past.moves())
                          : reply(node, orientation, past.moves());
    if (edge == kNone) return win_of(other(side));
    past.add(edge);
    node = graph.target(edge);
    orientation = machine.boxes.next_orientation(node, orientation);
  }
  return graph.outcome(node).value_or(Outcome::draw);
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
    const Box& box = machine.boxes.boxes()[change.box];
    if (box.turn != 1 || change.after != 0) return false;
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
  if (experiment.setup_.teacher == Teacher::best_response && !experiment.evaluated_) {
    reason = "there is no best response in a game that is not evaluated";
  }
  if (reason.empty()) return experiment;
  if (why != nullptr) *why = reason;
  return std::nullopt;
}

/// One run while it goes on.
class Experiment::Training {
 public:
  Training(const Experiment& experiment, Random random)
      : experiment_(experiment), setup_(experiment.setup_), random_(random), machine_(setup_.machine) {
    if (setup_.other) other_.emplace(*setup_.other);
  }

  RunResult live() {
    RunResult result;
    result.results.reserve(setup_.games);
    std::size_t defeats = 0;
    for (std::size_t game = 0;; ++game) {
      if (!result.episodes_until_perfect && is_perfect()) {
        result.episodes_until_perfect = game;
        if (setup_.teacher != Teacher::itself) result.defeats_until_perfect = defeats;
      }
      if (game == setup_.games) break;
      const Player side =
          setup_.teacher == Teacher::itself ? Player::first : side_in_game(machine_.boxes.seat(), game);
      const Outcome outcome = play(side);
      learn_from(outcome);
      if (!result.first_box_dry && has_dried_first_box(machine_)) result.first_box_dry = game + 1;
      result.results.push_back(result_of(outcome, side));
      defeats += result.results.back() == Result::loss ? 1u : 0u;
    }
    result.beads = std::move(machine_.beads);
    return result;
  }

 private:
  Outcome play(Player side) {
    switch (setup_.teacher) {
      case Teacher::itself:
        return play_machines({&machine_, &machine_}, random_).outcome;
      case Teacher::machine:
        return side == Player::first ? play_machines({&machine_, &*other_}, random_).outcome
                                     : play_machines({&*other_, &machine_}, random_).outcome;
      case Teacher::best_response:
        return play_best_response(side);
      default:
        return play_against(machine_, side, random_,
                            [&](Node node, std::uint8_t, std::span<const Edge> moves) {
                              return strategy_move(strategy_of(setup_.teacher), machine_.boxes,
                                                   setup_.solution, node, random_, moves);
                            });
    }
  }

  Outcome play_best_response(Player side) {
    const Evaluator& evaluator = *experiment_.evaluators_[index_of(side)];
    std::optional<BestResponse>& response = best_[index_of(side)];
    if (!response) response = evaluator.best_response({machine_.rule, machine_.beads});
    return play_against(machine_, side, random_,
                        [&](Node node, std::uint8_t orientation, std::span<const Edge>) {
                          return evaluator.reply(*response, node, orientation, random_);
                        });
  }

  void learn_from(Outcome outcome) {
    machine_.learn_from(outcome);
    if (other_ && setup_.other_learns) other_->learn_from(outcome);
    if (!machine_.changes.empty()) best_ = {};
  }

  /// Looks for a line that beats the machine only when the last one found may be gone: when the last
  /// game has changed a box on it.
  bool is_perfect() {
    if (!experiment_.evaluated_) return false;
    const auto& changes = machine_.changes;
    const bool still_there = std::none_of(changes.begin(), changes.end(), [&](const BeadChange& change) {
      return std::find(weak_.begin(), weak_.end(), change.box) != weak_.end();
    });
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
  bool weak_found_ = false;
  std::vector<std::uint32_t> weak_;                  ///< the boxes on a line that beats the machine
  std::array<std::optional<BestResponse>, 2> best_;  ///< by the machine's side; kept until beads change
};

RunResult Experiment::run(std::uint64_t seed, std::uint64_t run) const {
  return Training(*this, random_of_run(seed, run)).live();
}

std::vector<TournamentGame> play_tournament(std::array<Contestant, 2>& machines, std::size_t games,
                                            Random& random) {
  std::array<Pupil, 2> pupils{Pupil(machines[0]), Pupil(machines[1])};
  MENAGERIE_CHECK(&pupils[0].boxes.graph() == &pupils[1].boxes.graph());
  MENAGERIE_CHECK(pupils[0].boxes.seat() == Seat::either && pupils[1].boxes.seat() == Seat::either);
  std::vector<TournamentGame> played;
  for (std::size_t game = 0; game < games; ++game) {
    const std::size_t starter = game % 2;
    const PlayedGame now = play_machines({&pupils[starter], &pupils[1 - starter]}, random);
    for (Pupil& pupil : pupils) pupil.learn_from(now.outcome);
    TournamentGame row{static_cast<int>(starter), std::nullopt, now.resigned, now.plies};
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
  for (std::size_t game = 0; game < games; ++game) {
    pupil.learn_from(play_machines({&pupil, &pupil}, random, from).outcome);
  }
  machine.beads = std::move(pupil.beads);
}

}  // namespace menagerie
