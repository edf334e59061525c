// The solver against a plain search that shares nothing with it, and on a game that can go round.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>

namespace engine_solver_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// Value and plies by search to the end. The game must not come back to a position.
struct Search {
  const GameGraph& graph;
  std::map<Node, std::pair<int, int>> known;

  std::pair<int, int> operator()(Node node) {
    const auto found = known.find(node);
    if (found != known.end()) return found->second;
    return known[node] = search(node);
  }

  std::pair<int, int> search(Node node) {
    if (const auto outcome = graph.outcome(node)) {
      if (*outcome == Outcome::draw) return {0, -1};
      return {*outcome == Outcome::first_wins ? 1 : -1, 0};
    }
    const int sign = graph.to_move(node) == Player::first ? 1 : -1;
    std::pair<int, int> best{-2, 0};  // value for the mover; plies
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      const auto [value, plies] = (*this)(graph.target(edge));
      const std::pair<int, int> here{sign * value, value == 0 ? -1 : plies + 1};
      const bool faster = here.first == 1 ? here.second < best.second : here.second > best.second;
      if (here.first > best.first || (here.first == best.first && faster)) best = here;
    }
    return {sign * best.first, best.second};
  }
};

/// One piece and three squares: both players move it to and fro between a1 and b1 for ever. Only the
/// second player may take it on to c1, and loses by that: so best play never ends.
class RoundAndRound final : public Game {
 public:
  std::string_view name() const override { return "round-and-round"; }
  GameStory story() const override { return {}; }
  const Board& board() const override { return board_; }
  Position start() const override { return {{1, 0, 0}, Player::first}; }
  std::vector<Move> moves(const Position& position) const override {
    if (outcome(position)) return {};
    std::vector<Move> moves;
    const auto from = static_cast<std::uint8_t>(position.cells[1]);  // 1 where the piece is on b1
    moves.push_back({Move::Kind::step, 2, 0, {from, static_cast<std::uint8_t>(1 - from)}});
    if (from == 1 && position.to_move == Player::second) moves.push_back({Move::Kind::step, 2, 0, {1, 2}});
    return moves;
  }
  Position after(const Position& position, const Move& move) const override {
    Position next;
    next.cells[move.cells[1]] = 1;
    next.to_move = other(position.to_move);
    return next;
  }
  std::optional<Outcome> outcome(const Position& position) const override {
    if (position.cells[2] == 1) return Outcome::first_wins;
    return std::nullopt;
  }
  GameEnd end(const Position&, const Move*) const override { return {EndReason::score, {}}; }
  std::vector<Symmetry> symmetries() const override {
    Symmetry identity{"identity", {}};
    for (std::size_t cell = 0; cell < kCellsMax; ++cell) identity.to[cell] = static_cast<std::uint8_t>(cell);
    return {identity};
  }
  int length_max() const override { return 50; }
  bool boxes_for_single_moves() const override { return true; }

 private:
  Board board_{Board::Kind::squares, 3, 1, ".w", "wb"};
};

}  // namespace

TEST_CASE("the solver agrees with a plain search at every position") {
  const Pawns octapawn("octapawn", 4, 4);
  const Pawns extendapawn("extendapawn-4", 3, 4);
  for (const Game* game : {&noughts().game(), &hexapawn().game(), static_cast<const Game*>(&octapawn),
                           static_cast<const Game*>(&extendapawn)}) {
    const GameGraph graph = GameGraph::compile(*game).value();
    const Solution solution = solve(graph);
    Search search{graph, {}};
    for (Node node = 0; node < graph.node_count(); ++node) {
      REQUIRE(search(node) == std::make_pair(int{solution.value[node]}, int{solution.plies[node]}));
    }
  }
}

TEST_CASE("play that goes round for ever is a draw, and stops at length_max") {
  const RoundAndRound game;
  const GameGraph graph = GameGraph::compile(game).value();
  REQUIRE(graph.node_count() == 3);
  const Solution solution = solve(graph);
  REQUIRE(solution.value[0] == 0);
  REQUIRE(solution.plies[0] == -1);
  const BoxSet boxes = boxes_of(graph, Seat::first);
  const std::vector<std::int64_t> beads = start_beads(*find_rule("gardner-her"), boxes);
  Random random(1);
  const Opponent optimal = [&](Node node, Random& r) { return optimal_move(graph, solution, node, r); };
  const PlayedEpisode episode =
      play_episode(*find_rule("gardner-her"), boxes, beads, Player::first, optimal, random);
  REQUIRE(episode.moves.size() == 50);
  REQUIRE(episode.outcome == Outcome::draw);
}

// A proof for games with and without cycles: plies fall along every winning line, so a win is reached
// and not only promised; and whoever has a draw has a move that keeps it, and none that wins.
TEST_CASE("every value and its plies follow from those of the moves, in every game") {
  for (const Game* game : all_games()) {
    const auto graph = GameGraph::compile(*game, 20'000);
    if (!graph) continue;
    const Solution solution = solve(*graph);
    for (Node node = 0; node < graph->node_count(); ++node) {
      if (const auto outcome = graph->outcome(node)) {
        REQUIRE(solution.value[node] == 1 - static_cast<int>(*outcome));
        REQUIRE(solution.plies[node] == (*outcome == Outcome::draw ? -1 : 0));
        continue;
      }
      const int sign = graph->to_move(node) == Player::first ? 1 : -1;
      int best = -1;
      int quickest = -1;
      int longest = -1;
      for (Edge edge = graph->first_edge(node); edge < graph->last_edge(node); ++edge) {
        const Node target = graph->target(edge);
        const int plies = solution.plies[target];
        best = std::max(best, sign * solution.value[target]);
        longest = std::max(longest, plies);
        if (sign * solution.value[target] == 1 && (quickest < 0 || plies < quickest)) quickest = plies;
      }
      REQUIRE(sign * solution.value[node] == best);
      REQUIRE(solution.plies[node] == (best == 0 ? -1 : best > 0 ? quickest + 1 : longest + 1));
    }
  }
}

}  // namespace engine_solver_tests
