// Hexapawn and its kin: published and computed numbers, but for HER's own boxes.
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace engine_facts_hexapawn_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

bool published_first_wins(int columns) { return std::set<int>{1, 4, 5, 7, 8}.count(columns % 10) == 1; }

int value_of(const Game& game) { return solve(GameGraph::compile(game).value()).value[0]; }

/// Whether the side to move wins, by a search that stops at the first winning move and so sees a small
/// part of the game.
bool mover_wins(const Game& game, const Position& position, std::map<Position, bool>& known) {
  const auto found = known.find(position);
  if (found != known.end()) return found->second;
  bool wins = false;
  if (const auto outcome = game.outcome(position)) {
    wins = (*outcome == Outcome::first_wins) == (position.to_move == Player::first);
  } else {
    for (const Move& move : game.moves(position)) {
      if ((wins = !mover_wins(game, game.after(position, move), known))) break;
    }
  }
  return known[position] = wins;
}

}  // namespace

TEST_CASE("hexapawn: the second player wins", "[facts]") {
  const Solution solution = solve(hexapawn());
  REQUIRE(solution.value[0] == -1);
  REQUIRE(lines_by_ply(hexapawn()) == std::vector<std::int64_t>{1, 3, 10, 28, 56, 70, 64, 20});
}

TEST_CASE("hexapawn: 19 boxes for the second player, 17 of them with a choice", "[facts]") {
  const BoxSet boxes = boxes_of(hexapawn(), Seat::second);
  REQUIRE(boxes.boxes().size() == 19);
  REQUIRE(boxes.by_turn() == std::vector<int>{2, 10, 7});
  REQUIRE(std::count_if(boxes.boxes().begin(), boxes.boxes().end(),
                        [&](const Box& box) { return hexapawn().degree(box.node) > 1; }) == 17);
}

TEST_CASE("octapawn: the first player wins, with a corner opening only", "[facts]") {
  const GameGraph& graph = graph_of(*find_game("octapawn"));
  const Solution solution = solve(graph);
  REQUIRE(solution.value[0] == 1);
  std::set<std::string> winning;
  for (Edge edge = graph.first_edge(0); edge < graph.last_edge(0); ++edge) {
    if (solution.keeps_value(graph, 0, edge)) winning.insert(graph.move_text(edge));
  }
  REQUIRE(winning == std::set<std::string>{"a1-a2", "d1-d2"});
}

TEST_CASE("3 x n: the first player wins when n ends in 1, 4, 5, 7 or 8", "[facts]") {
  for (const int columns : {1, 2}) {
    REQUIRE(value_of(Pawns("pawns", 3, columns)) == (published_first_wins(columns) ? 1 : -1));
  }
  for (const int columns : {3, 4, 5, 6}) {
    const Game* game = find_game("extendapawn-" + std::to_string(columns));
    REQUIRE(solve(graph_of(*game)).value[0] == (published_first_wins(columns) ? 1 : -1));
  }
}

TEST_CASE("3 x 7 and 3 x 8: the first player wins, as a search over the rules says", "[facts]") {
  for (const int columns : {3, 4, 5, 6, 7, 8}) {
    const Game& game = *find_game("extendapawn-" + std::to_string(columns));
    std::map<Position, bool> known;
    REQUIRE(mover_wins(game, game.start(), known) == published_first_wins(columns));
  }
}

TEST_CASE("extendapawn: boxes of each seat", "[facts]") {
  const auto count = [](std::string_view game, Seat seat) {
    return boxes_of(graph_of(*find_game(game)), seat).boxes().size();
  };
  REQUIRE(count("extendapawn-3", Seat::second) == 19);
  REQUIRE(count("extendapawn-4", Seat::second) == 114);
  REQUIRE(count("extendapawn-5", Seat::second) == 730);
  REQUIRE(count("extendapawn-6", Seat::second) == 4582);
  REQUIRE(count("extendapawn-3", Seat::first) == 18);
  REQUIRE(count("extendapawn-4", Seat::first) == 133);
  REQUIRE(count("extendapawn-5", Seat::first) == 858);
  REQUIRE(count("extendapawn-6", Seat::first) == 5429);
  const std::string_view told = find_game("extendapawn-5")->story().origin;
  REQUIRE(told.find("2.4 to 2.8 times MENACE's boxes: 730") != std::string_view::npos);
  REQUIRE(730 / 304.0 == Approx(2.4).margin(0.05));
  REQUIRE(858 / 304.0 == Approx(2.8).margin(0.05));
  REQUIRE(count("octapawn", Seat::second) == 2791);
  REQUIRE(count("octapawn", Seat::first) == 2943);
}

TEST_CASE("extendapawn-3 is hexapawn", "[facts]") {
  const GameGraph& graph = graph_of(*find_game("extendapawn-3"));
  REQUIRE(graph.node_count() == hexapawn().node_count());
  REQUIRE(graph.edge_count() == hexapawn().edge_count());
  for (Node node = 0; node < graph.node_count(); ++node) {
    REQUIRE(graph.position(node) == hexapawn().position(node));
  }
}

}  // namespace engine_facts_hexapawn_tests
