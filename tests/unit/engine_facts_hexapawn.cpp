// Hexapawn and its kin: published and computed numbers, but for HER's own boxes.
#include "engine_fixtures.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace menagerie;
using namespace menagerie::tests;

namespace {

int value_of(int rows, int columns) {
  const Pawns game("pawns", rows, columns);
  return solve(GameGraph::compile(game, 20'000'000).value()).value[0];
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
  const Pawns game("octapawn", 4, 4);
  const GameGraph graph = GameGraph::compile(game).value();
  const Solution solution = solve(graph);
  REQUIRE(solution.value[0] == 1);
  std::set<std::string> winning;
  for (Edge edge = graph.first_edge(0); edge < graph.last_edge(0); ++edge) {
    if (solution.keeps_value(graph, 0, edge)) winning.insert(graph.move_text(edge));
  }
  REQUIRE(winning == std::set<std::string>{"a1-a2", "d1-d2"});
}

TEST_CASE("3 x n: the first player wins when n ends in 1, 4, 5, 7 or 8", "[facts]") {
  for (int columns = 1; columns <= 7; ++columns) {
    INFO("columns " << columns);
    const bool first_wins = std::set<int>{1, 4, 5, 7, 8}.count(columns % 10) == 1;
    REQUIRE(value_of(3, columns) == (first_wins ? 1 : -1));
  }
}
