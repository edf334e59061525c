// Exact evaluation where play can come round again: against closed forms, and against counting what has
// happened after very many plies.
#include "engine/evaluate.hpp"
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <cmath>

namespace engine_evaluate_cycles_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// A counter on a row of squares. Each player moves it one square to either side; the first player wins
/// when it gets to the right end, the second at the left end. The square before the right end also lets
/// the second player stop, which is a draw: the counter is taken off.
class TugOfWar final : public Game {
 public:
  TugOfWar(int squares, std::uint8_t start)
      : start_(start), board_{Board::Kind::squares, squares, 1, ".w", "wb"} {}

  std::string_view name() const override { return "tug-of-war"; }
  GameStory story() const override { return {}; }
  const Board& board() const override { return board_; }
  Position start() const override { return at(start_, Player::first); }
  std::vector<Move> moves(const Position& position) const override {
    if (outcome(position)) return {};
    const auto from = where(position);
    std::vector<Move> moves;
    for (const int to : {from - 1, from + 1}) {
      moves.push_back(
          {Move::Kind::step, 2, 0, {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}});
    }
    if (from == board_.columns - 2 && position.to_move == Player::second) {
      moves.insert(moves.begin(), {Move::Kind::place, 1, 0, {static_cast<std::uint8_t>(from)}});
    }
    return moves;
  }
  Position after(const Position& position, const Move& move) const override {
    if (move.kind == Move::Kind::place) return {{}, other(position.to_move)};
    return at(move.cells[1], other(position.to_move));
  }
  std::optional<Outcome> outcome(const Position& position) const override {
    const int cell = where(position);
    if (cell == board_.columns) return Outcome::draw;
    if (cell == 0) return Outcome::second_wins;
    if (cell == board_.columns - 1) return Outcome::first_wins;
    return std::nullopt;
  }
  GameEnd end(const Position&, const Move*) const override { return {EndReason::score, {}}; }
  std::vector<Symmetry> symmetries() const override {
    Symmetry identity{"identity", {}};
    for (std::size_t cell = 0; cell < kCellsMax; ++cell) identity.to[cell] = static_cast<std::uint8_t>(cell);
    return {identity};
  }
  int length_max() const override { return 60'000; }
  bool boxes_for_single_moves() const override { return true; }

 private:
  static Position at(std::uint8_t cell, Player player) {
    Position position;
    position.cells[cell] = 1;
    position.to_move = player;
    return position;
  }
  int where(const Position& position) const {
    int cell = 0;
    while (cell < board_.columns && position.cells[static_cast<std::size_t>(cell)] == 0) ++cell;
    return cell;
  }

  std::uint8_t start_;
  Board board_;
};

Filling filling(const std::vector<std::int64_t>& beads) { return {*find_rule("michie-1961"), beads}; }

/// The number of beads for that move of the machine at that node.
std::int64_t& bead(const BoxSet& boxes, std::vector<std::int64_t>& beads, Edge edge, Node node) {
  return beads[boxes.boxes()[boxes.box_at(node, 0)].first_bead + boxes.bead_at(edge, 0)];
}

/// What has happened after so many plies: the whole distribution, moved on ply by ply. The machine is the
/// first player.
Chances after_plies(const BoxSet& boxes, std::vector<std::int64_t> beads, int plies,
                    const std::vector<Node>* replies = nullptr) {
  const GameGraph& graph = boxes.graph();
  std::vector<long double> now(graph.node_count(), 0);
  now[0] = 1;
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<long double> next(graph.node_count(), 0);
    for (Node node = 0; node < graph.node_count(); ++node) {
      if (graph.outcome(node)) next[node] += now[node];
      long double sum = 0;
      const bool own = graph.to_move(node) == Player::first;
      const auto weight = [&](Edge edge) {
        if (own) return static_cast<long double>(bead(boxes, beads, edge, node));
        return replies == nullptr || (*replies)[node] == graph.target(edge) ? 1.0L : 0.0L;
      };
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) sum += weight(edge);
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        if (now[node] > 0) next[graph.target(edge)] += now[node] * weight(edge) / sum;
      }
    }
    now = next;
  }
  Chances chances;
  for (Node node = 0; node < graph.node_count(); ++node) {
    const auto outcome = graph.outcome(node);
    double& sum = !outcome || *outcome == Outcome::draw ? chances.draw
                  : *outcome == Outcome::first_wins     ? chances.win
                                                        : chances.loss;
    sum += static_cast<double>(now[node]);
  }
  return chances;
}

/// The greatest loss less win within so many plies, by going back from a draw at the end of them.
long double advantage_within(const BoxSet& boxes, std::vector<std::int64_t> beads, int plies) {
  const GameGraph& graph = boxes.graph();
  std::vector<long double> value(graph.node_count(), 0);
  for (int ply = 0; ply < plies; ++ply) {
    std::vector<long double> next(graph.node_count(), 0);
    for (Node node = 0; node < graph.node_count(); ++node) {
      if (const auto outcome = graph.outcome(node)) {
        next[node] = static_cast<long double>(*outcome) - 1;
        continue;
      }
      long double sum = 0;
      long double best = -2;
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        best = std::max(best, value[graph.target(edge)]);
        if (graph.to_move(node) == Player::first)
          sum += static_cast<long double>(bead(boxes, beads, edge, node));
      }
      for (Edge edge = graph.first_edge(node); sum > 0 && edge < graph.last_edge(node); ++edge) {
        const auto count = static_cast<long double>(bead(boxes, beads, edge, node));
        next[node] += count / sum * value[graph.target(edge)];
      }
      if (graph.to_move(node) == Player::second) next[node] = best;
    }
    value = next;
  }
  return value[0];
}

}  // namespace

TEST_CASE("cycles: the gambler's ruin, in closed form") {
  const TugOfWar game(8, 2);
  const GameGraph graph = GameGraph::compile(game).value();
  const BoxSet boxes = boxes_of(graph, Seat::first);
  const Evaluator evaluator = Evaluator::compile(boxes, Player::first, solve(graph)).value();
  // From an even square the first player moves, so the second never stands where it could stop.
  const Chances even =
      evaluator.against(Strategy::random, filling(start_beads(*find_rule("gardner-her"), boxes)));
  REQUIRE(std::abs(even.win - 2.0 / 7) < 1e-12);
  REQUIRE(std::abs(even.loss - 5.0 / 7) < 1e-12);
  REQUIRE(even.draw < 1e-12);
}

TEST_CASE("cycles: uneven beads, against what has happened after very many plies") {
  for (const std::uint8_t start : {std::uint8_t{2}, std::uint8_t{3}, std::uint8_t{4}}) {
    const TugOfWar game(8, start);
    const GameGraph graph = GameGraph::compile(game).value();
    const BoxSet boxes = boxes_of(graph, Seat::first);
    const Evaluator evaluator = Evaluator::compile(boxes, Player::first, solve(graph)).value();
    Random random(start);
    for (int attempt = 0; attempt < 5; ++attempt) {
      std::vector<std::int64_t> beads(boxes.bead_count());
      for (std::int64_t& count : beads) count = 1 + static_cast<std::int64_t>(random.below(20));
      const Chances exact = evaluator.against(Strategy::random, filling(beads));
      const Chances counted = after_plies(boxes, beads, 4000);
      REQUIRE(std::abs(exact.win - counted.win) < 1e-12);
      REQUIRE(std::abs(exact.draw - counted.draw) < 1e-12);
      REQUIRE(std::abs(exact.loss - counted.loss) < 1e-12);
      const BestResponse best = evaluator.best_response(filling(beads));
      const double advantage = static_cast<double>(advantage_within(boxes, beads, 4000));
      REQUIRE(std::abs(best.chances.loss - best.chances.win - advantage) < 1e-12);
      REQUIRE(std::abs(best.chances.win + best.chances.draw + best.chances.loss - 1) < 1e-12);
    }
  }
}

TEST_CASE("cycles: play that never ends is a draw, and a won reply is not put off for ever") {
  const TugOfWar game(8, 3);
  const GameGraph graph = GameGraph::compile(game).value();
  const BoxSet boxes = boxes_of(graph, Seat::first);
  const Evaluator evaluator = Evaluator::compile(boxes, Player::first, solve(graph)).value();
  // Always to the right: the strongest opponent can only hold that up, by going back each time.
  std::vector<std::int64_t> beads(boxes.bead_count(), 0);
  for (const Box& box : boxes.boxes()) beads[box.first_bead + 1] = 1;
  const Chances right = evaluator.best_response(filling(beads)).chances;
  REQUIRE(right.win == 0);
  REQUIRE(right.draw == 1);
  REQUIRE(evaluator.judge(filling(beads)).unbeatable);
  // Once in a hundred to the left: then it is taken there, however long that lasts.
  for (const Box& box : boxes.boxes()) {
    beads[box.first_bead] = 1;
    beads[box.first_bead + 1] = 99;
  }
  const Chances wavering = evaluator.best_response(filling(beads)).chances;
  REQUIRE(std::abs(wavering.loss - 1) < 1e-12);
}

}  // namespace engine_evaluate_cycles_tests
