// Exact evaluation against sums over all lines of play that share nothing with it but the players'
// rules, and against play itself.
#include "engine/evaluate.hpp"
#include "engine/strategies.hpp"
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <cmath>
#include <functional>
#include <tuple>

namespace engine_evaluate_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

using Figures = std::array<long double, 3>;  // win, draw, loss

/// A machine as these tests see it.
struct Machine {
  const BoxSet& boxes;
  std::vector<std::int64_t> beads;
};

Machine new_machine(const BoxSet& boxes, std::string_view rule) {
  return {boxes, start_beads(*find_rule(rule), boxes)};
}

/// Every count at random between 0 and `most`, so that boxes are uneven and some are empty.
Machine uneven_machine(const BoxSet& boxes, std::uint64_t seed, std::uint64_t most = 4) {
  Machine machine{boxes, std::vector<std::int64_t>(boxes.bead_count())};
  Random random(seed);
  for (std::int64_t& count : machine.beads) count = static_cast<std::int64_t>(random.below(most + 1));
  return machine;
}

Filling filling(const Machine& machine) { return {*find_rule("michie-1961"), machine.beads}; }

/// Every line of play, move by move on the raw board: no classes, no order of states.
class Sum {
 public:
  using OpponentMoves = std::function<std::vector<std::pair<Edge, long double>>(Node, std::uint8_t)>;

  Sum(const Machine& machine, Player side, OpponentMoves opponent_moves, const BoxSet* other_boxes = nullptr)
      : machine_(machine), side_(side), opponent_moves_(std::move(opponent_moves)), other_(other_boxes) {}

  Figures operator()(Node node = 0, std::uint8_t orientation = 0, std::uint8_t other_orientation = 0) {
    const auto key = std::make_tuple(node, orientation, other_orientation);
    const auto found = known_.find(key);
    return found != known_.end() ? found->second : known_[key] = sum(node, orientation, other_orientation);
  }

 private:
  Figures sum(Node node, std::uint8_t orientation, std::uint8_t other_orientation) {
    const GameGraph& graph = machine_.boxes.graph();
    if (const auto outcome = graph.outcome(node)) {
      if (*outcome == Outcome::draw) return {0, 1, 0};
      const bool won = (*outcome == Outcome::first_wins) == (side_ == Player::first);
      return won ? Figures{1, 0, 0} : Figures{0, 0, 1};
    }
    const bool own = graph.to_move(node) == side_;
    const auto moves = own ? moves_of(machine_, node, orientation) : opponent_moves_(node, other_orientation);
    if (moves.empty()) return own ? Figures{0, 0, 1} : Figures{1, 0, 0};
    Figures figures{};
    for (const auto& [edge, probability] : moves) {
      const Node target = graph.target(edge);
      const Figures next =
          (*this)(target, machine_.boxes.next_orientation(target, orientation),
                  other_ == nullptr ? std::uint8_t{0} : other_->next_orientation(target, other_orientation));
      for (std::size_t i = 0; i < 3; ++i) figures[i] += probability * next[i];
    }
    return figures;
  }

 public:
  /// What a machine may play here, and with which probability; nothing where its box is empty.
  static std::vector<std::pair<Edge, long double>> moves_of(const Machine& machine, Node node,
                                                            std::uint8_t orientation) {
    const BoxSet& boxes = machine.boxes;
    const GameGraph& graph = boxes.graph();
    std::vector<std::pair<Edge, long double>> moves;
    const std::uint32_t number = boxes.box_at(node, orientation);
    long double beads = 0;
    std::map<std::uint32_t, int> orbit;
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      if (number == kNone) moves.push_back({edge, 1.0L / static_cast<long double>(graph.degree(node))});
      if (number != kNone && boxes.bead_at(edge, orientation) != kNone)
        ++orbit[boxes.bead_at(edge, orientation)];
    }
    if (number == kNone) return moves;
    const std::size_t first = boxes.boxes()[number].first_bead;
    for (const auto& [bead, count] : orbit) beads += static_cast<long double>(machine.beads[first + bead]);
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node) && beads > 0; ++edge) {
      const std::uint32_t bead = boxes.bead_at(edge, orientation);
      if (bead == kNone) continue;
      moves.push_back({edge, static_cast<long double>(machine.beads[first + bead]) / beads / orbit[bead]});
    }
    return moves;
  }

 private:
  const Machine& machine_;
  Player side_;
  OpponentMoves opponent_moves_;
  const BoxSet* other_;
  std::map<std::tuple<Node, std::uint8_t, std::uint8_t>, Figures> known_;
};

Sum::OpponentMoves moves_of(Strategy strategy, const BoxSet& boxes, const Solution& solution) {
  return [=, &boxes, &solution](Node node, std::uint8_t) {
    std::vector<std::pair<Edge, long double>> moves;
    for (Edge edge = boxes.graph().first_edge(node); edge < boxes.graph().last_edge(node); ++edge) {
      if (!boxes.in_play(edge) || !may_take(strategy, boxes.graph(), solution, node, edge)) continue;
      moves.push_back({edge, 0});
    }
    for (auto& move : moves) move.second = 1.0L / static_cast<long double>(moves.size());
    return moves;
  };
}

void require_equal(const Chances& chances, const Figures& figures) {
  REQUIRE(std::abs(chances.win - figures[0]) < 1e-12L);
  REQUIRE(std::abs(chances.draw - figures[1]) < 1e-12L);
  REQUIRE(std::abs(chances.loss - figures[2]) < 1e-12L);
}

/// The machines on which everything is tried: new and uneven, all seats and conventions.
template <typename Try>
void for_machines(Try attempt) {
  for (const GameGraph* graph : {&hexapawn(), &noughts(), &graph_of(*find_game("nim-3x3"))}) {
    const Solution solution = solve(*graph);
    for (const Seat seat : kSeats) {
      for (const BoxConvention convention : kConventions) {
        if (graph == &noughts() && (convention != BoxConvention::canonical || seat == Seat::either)) continue;
        const auto boxes = BoxSet::make(*graph, seat, convention);
        if (!boxes) continue;
        for (const Player side : {Player::first, Player::second}) {
          if (!plays(seat, side)) continue;
          attempt(new_machine(*boxes, "michie-1961"), side, solution);
          attempt(uneven_machine(*boxes, 17), side, solution);
        }
      }
    }
  }
}

/// The greatest loss less win that an opponent can reach, over all its lines on the raw board.
long double greatest_advantage(const Machine& machine, Player side, Node node, std::uint8_t orientation,
                               std::map<std::pair<Node, std::uint8_t>, long double>& known) {
  const GameGraph& graph = machine.boxes.graph();
  if (const auto outcome = graph.outcome(node)) {
    if (*outcome == Outcome::draw) return 0;
    return (*outcome == Outcome::first_wins) == (side == Player::first) ? -1 : 1;
  }
  const auto found = known.find({node, orientation});
  if (found != known.end()) return found->second;
  const auto next = [&](Edge edge) {
    const Node target = graph.target(edge);
    return greatest_advantage(machine, side, target, machine.boxes.next_orientation(target, orientation),
                              known);
  };
  long double value = 0;
  if (graph.to_move(node) == side) {
    const auto moves = Sum::moves_of(machine, node, orientation);
    if (moves.empty()) value = 1;
    for (const auto& [edge, probability] : moves) value += probability * next(edge);
  } else {
    value = -2;
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      if (machine.boxes.in_play(edge)) value = std::max(value, next(edge));
    }
  }
  return known[{node, orientation}] = value;
}

}  // namespace

TEST_CASE("evaluation agrees with the sum over all lines of play, against every strategy") {
  for_machines([](const Machine& machine, Player side, const Solution& solution) {
    const Evaluator evaluator = Evaluator::compile(machine.boxes, side, solution).value();
    for (std::size_t i = 0; i < kStrategies; ++i) {
      const auto strategy = static_cast<Strategy>(i);
      Sum sum(machine, side, moves_of(strategy, machine.boxes, solution));
      require_equal(evaluator.against(strategy, filling(machine)), sum());
    }
  });
}

TEST_CASE("the best response is the best over all lines, and its replies are played") {
  for_machines([](const Machine& machine, Player side, const Solution& solution) {
    const GameGraph& graph = machine.boxes.graph();
    const Evaluator evaluator = Evaluator::compile(machine.boxes, side, solution).value();
    const BestResponse best = evaluator.best_response(filling(machine));
    std::map<std::pair<Node, std::uint8_t>, long double> known;
    const long double advantage = greatest_advantage(machine, side, 0, 0, known);
    REQUIRE(std::abs(best.chances.loss - best.chances.win - advantage) < 1e-12L);
    REQUIRE(best.chances.win + best.chances.draw + best.chances.loss == Approx(1).epsilon(1e-13));
    if (machine.boxes.convention() == BoxConvention::gardner_24)
      return;  // orientations: tried by play, below
    Random random(3);
    Sum sum(machine, side, [&](Node node, std::uint8_t) {
      const Edge edge = evaluator.reply(best, node, 0, random);
      REQUIRE(graph.to_move(node) != side);
      return std::vector<std::pair<Edge, long double>>{{edge, 1.0L}};
    });
    require_equal(best.chances, sum());
  });
}

TEST_CASE("two machines against each other, in whatever boxes they keep") {
  const Solution solution = solve(hexapawn());
  const BoxSet her = her_boxes();
  for (const BoxConvention convention : {BoxConvention::canonical, BoxConvention::raw}) {
    for (const Seat seat : {Seat::first, Seat::either}) {
      const BoxSet him = boxes_of(hexapawn(), seat, convention);
      const BoxSet canonical = boxes_of(hexapawn(), Seat::second);
      for (const BoxSet* second_boxes : {&her, &canonical}) {
        const Machine first = uneven_machine(him, 5);
        const Machine second = uneven_machine(*second_boxes, 6, 2);
        const Evaluator of_second = Evaluator::compile(*second_boxes, Player::second, solution, &him).value();
        Sum sum(
            second, Player::second,
            [&](Node node, std::uint8_t orientation) { return Sum::moves_of(first, node, orientation); },
            &him);
        const Chances chances = of_second.against_machine(filling(second), filling(first));
        require_equal(chances, sum());
        const Evaluator of_first = Evaluator::compile(him, Player::first, solution, second_boxes).value();
        const Chances turned = of_first.against_machine(filling(first), filling(second));
        REQUIRE(turned.win == Approx(chances.loss).epsilon(1e-13));
        REQUIRE(turned.loss == Approx(chances.win).epsilon(1e-13));
      }
    }
  }
}

TEST_CASE("evaluation agrees with play, within 4 standard errors") {
  const int games = 20'000;
  const BoxSet her = her_boxes();
  const BoxSet menace = boxes_of(noughts(), Seat::first);
  for (const BoxSet* boxes : {&her, &menace}) {
    const Player side = machine_player(boxes->seat(), 0);
    const Machine machine = uneven_machine(*boxes, 8);
    const Solution solution = solve(boxes->graph());
    const Evaluator evaluator = Evaluator::compile(*boxes, side, solution).value();
    const BestResponse best = evaluator.best_response(filling(machine));
    const Opponent at_random = [&](Node node, Random& r) {
      return strategy_move(Strategy::random, *boxes, &solution, node, r);
    };
    const Opponent strongest = [&](Node node, Random& r) { return evaluator.reply(best, node, 0, r); };
    for (const bool random_opponent : {true, false}) {
      const Chances chances =
          random_opponent ? evaluator.against(Strategy::random, filling(machine)) : best.chances;
      Random random(9);
      PlayedEpisode episode;
      std::array<int, 3> counts{};
      for (int game = 0; game < games; ++game) {
        play_episode(*find_rule("michie-1961"), *boxes, machine.beads, side,
                     random_opponent ? at_random : strongest, random, episode);
        const bool first_won = episode.outcome == Outcome::first_wins;
        const bool draw = episode.outcome == Outcome::draw;
        ++counts[draw ? 1 : first_won == (side == Player::first) ? 0 : 2];
      }
      const std::array<double, 3> expected{chances.win, chances.draw, chances.loss};
      for (std::size_t i = 0; i < 3; ++i) {
        const double error = std::sqrt(expected[i] * (1 - expected[i]) / games);
        REQUIRE(std::abs(counts[i] / double{games} - expected[i]) <= 4 * error + 1e-12);
      }
    }
  }
}

TEST_CASE("verdicts: HER untaught, HER without a losing bead, a machine that may run dry") {
  const BoxSet boxes = her_boxes();
  const Solution solution = solve(hexapawn());
  const Evaluator evaluator = Evaluator::compile(boxes, Player::second, solution).value();
  Machine machine = new_machine(boxes, "gardner-her");
  REQUIRE(!evaluator.judge(filling(machine)).unbeatable);
  REQUIRE(!evaluator.judge(filling(machine)).optimal);
  REQUIRE(!evaluator.unbeatable(filling(machine)));
  std::size_t kept = kNone;
  for (const Box& box : boxes.boxes()) {
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      const Edge edge = hexapawn().find_edge(box.node, box.beads[bead].move);
      if (solution.value[hexapawn().target(edge)] == 1) machine.beads[box.first_bead + bead] = 0;
    }
  }
  REQUIRE(evaluator.judge(filling(machine)).unbeatable);
  REQUIRE(evaluator.judge(filling(machine)).optimal);
  REQUIRE(evaluator.unbeatable(filling(machine)));
  REQUIRE(evaluator.best_response(filling(machine)).chances.win == 1);
  for (const Box& box : boxes.boxes()) {
    if (box.turn != 1) continue;
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      if (machine.beads[box.first_bead + bead] > 0) kept = box.first_bead;
      machine.beads[box.first_bead + bead] = 0;
    }
    break;
  }
  REQUIRE(kept != kNone);
  REQUIRE(!evaluator.judge(filling(machine)).unbeatable);
  REQUIRE(!evaluator.judge(filling(machine)).optimal);
  REQUIRE(evaluator.best_response(filling(machine)).chances.loss == 1);
}

TEST_CASE("an unbeatable machine need not be optimal: it may let a won game slip into a draw") {
  const BoxSet boxes = boxes_of(noughts(), Seat::second);
  const Solution solution = solve(noughts());
  const Evaluator evaluator = Evaluator::compile(boxes, Player::second, solution).value();
  Machine machine = new_machine(boxes, "michie-1961");
  for (const Box& box : boxes.boxes()) {
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      const Edge edge = noughts().find_edge(box.node, box.beads[bead].move);
      const bool loses = solution.value[noughts().target(edge)] == 1;
      if (loses && solution.value[box.node] != 1) machine.beads[box.first_bead + bead] = 0;
    }
  }
  const Guarantees guarantees = evaluator.judge(filling(machine));
  REQUIRE(guarantees.unbeatable);
  REQUIRE(!guarantees.optimal);
  REQUIRE(evaluator.best_response(filling(machine)).chances.loss == 0);
}

// Golden: the untaught machines. The sums above have confirmed each figure independently.
TEST_CASE("untaught machines: their chances to the last digit") {
  struct Row {
    const GameGraph& graph;
    Seat seat;
    BoxConvention convention;
    std::string_view rule;
    Chances random, optimal, best;
  };
  const std::vector<Row> rows{{noughts(),
                               Seat::first,
                               BoxConvention::canonical,
                               "michie-1961",
                               {0.60682818700396812, 0.1263055279982363, 0.2668662849977953},
                               {0, 0.23585207231040567, 0.76414792768959439},
                               {5.0 / 252, 0.082275132275132265, 0.89788359788359773}},
                              {noughts(),
                               Seat::second,
                               BoxConvention::canonical,
                               "scroggs-2015",
                               {0.29705467372134042, 0.13460317460317461, 0.56834215167548496},
                               {0, 0.041463661081716639, 0.95853633891828316},
                               {0, 1.0 / 120, 119.0 / 120}},
                              {hexapawn(),
                               Seat::second,
                               BoxConvention::gardner_24,
                               "gardner-her",
                               {115.0 / 288, 0, 173.0 / 288},
                               {0.30410879629629628, 0, 0.69589120370370372},
                               {1.0 / 8, 0, 7.0 / 8}}};
  const auto require = [](const Chances& chances, const Chances& expected) {
    REQUIRE(std::abs(chances.win - expected.win) < 1e-12);
    REQUIRE(std::abs(chances.draw - expected.draw) < 1e-12);
    REQUIRE(std::abs(chances.loss - expected.loss) < 1e-12);
  };
  for (const Row& row : rows) {
    const BoxSet boxes = boxes_of(row.graph, row.seat, row.convention);
    const Evaluator evaluator =
        Evaluator::compile(boxes, machine_player(row.seat, 0), solve(row.graph)).value();
    const Machine machine = new_machine(boxes, row.rule);
    const Filling beads{*find_rule(row.rule), machine.beads};
    require(evaluator.against(Strategy::random, beads), row.random);
    require(evaluator.against(Strategy::optimal, beads), row.optimal);
    require(evaluator.best_response(beads).chances, row.best);
  }
}

}  // namespace engine_evaluate_tests
