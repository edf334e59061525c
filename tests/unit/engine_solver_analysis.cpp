// What is said of positions and beads, and the players that follow the solver.
#include "engine/analysis.hpp"
#include "engine/strategies.hpp"
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace engine_solver_analysis_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const MoveAnalysis& find_move(const std::vector<MoveAnalysis>& moves, std::string_view move) {
  const auto found = std::find_if(moves.begin(), moves.end(), [&](const auto& m) { return m.move == move; });
  REQUIRE(found != moves.end());
  return *found;
}

/// Plays one strategy for each side from the start; the outcome and the number of plies.
std::pair<Outcome, int> duel(const BoxSet& boxes, const Solution& solution, Strategy first, Strategy second,
                             Random& random) {
  const GameGraph& graph = boxes.graph();
  Node node = 0;
  int plies = 0;
  for (; !graph.outcome(node); ++plies) {
    const Strategy strategy = graph.to_move(node) == Player::first ? first : second;
    node = graph.target(strategy_move(strategy, boxes, &solution, node, random));
  }
  return {*graph.outcome(node), plies};
}

}  // namespace

TEST_CASE("analysis: value and plies of the position, its moves and their replies") {
  const Solution solution = solve(hexapawn());
  const Analysis analysis = analyse(hexapawn(), solution, 0);
  REQUIRE(analysis.position == "bbb/.../www w");
  REQUIRE(analysis.value == -1);
  REQUIRE(analysis.plies == solution.plies[0]);
  REQUIRE(analysis.moves.size() == 3);
  int longest = 0;
  for (const MoveAnalysis& move : analysis.moves) {
    REQUIRE(move.value == -1);
    REQUIRE(move.plies);
    longest = std::max(longest, *move.plies);
    REQUIRE(!move.points);
    int quickest = 99;
    for (const MoveAnalysis& reply : move.replies) {
      if (reply.value == -1) quickest = std::min(quickest, *reply.plies);
      REQUIRE(reply.replies.empty());
    }
    REQUIRE(*move.plies == quickest + 1);  // Black's best reply, and White's move before it
  }
  REQUIRE(analysis.plies == longest);
}

TEST_CASE("analysis: a draw has no plies, and no move is listed where play has ended") {
  const Solution solution = solve(noughts());
  const Analysis start = analyse(noughts(), solution, 0);
  REQUIRE(start.value == 0);
  REQUIRE(!start.plies);
  REQUIRE(start.moves.size() == 9);
  const Analysis side = analyse(noughts(), solution, node_after(noughts(), {"b2", "b1"}));
  REQUIRE(side.value == 1);  // a side answer to the centre loses
  REQUIRE(side.plies == 5);
  REQUIRE(find_move(side.moves, "a1").plies == 5);
  const Analysis won = analyse(noughts(), solution, node_after(noughts(), {"a1", "a3", "b1", "b3", "c1"}));
  REQUIRE(won.value == 1);
  REQUIRE(won.plies == 0);
  REQUIRE(won.moves.empty());
}

TEST_CASE("marks: 19 of HER's 55 beads lose, and none draws", "[facts]") {
  const BoxSet boxes = her_boxes();
  const std::vector<BeadMark> marks = mark_beads(boxes, solve(hexapawn()));
  const std::vector<std::int64_t> beads = start_beads(*find_rule("gardner-her"), boxes);
  const MarkedBeads counts = count_marks(marks, beads);
  REQUIRE(counts == MarkedBeads{36, 0, 19});
  REQUIRE(counts.all() == 55);
  REQUIRE(counts.losing_share() == Approx(19.0 / 55));
  REQUIRE(count_marks(marks, std::vector<std::int64_t>(55, 0)).losing_share() == 0);
}

TEST_CASE("marks are the drawer's view, whichever side that is") {
  const BoxSet boxes = boxes_of(noughts(), Seat::either);
  const Solution solution = solve(noughts());
  const std::vector<BeadMark> marks = mark_beads(boxes, solution);
  const auto mark_of = [&](const std::vector<std::string>& moves, std::string_view move) {
    const Node node = node_after(noughts(), moves);
    const Box& box = boxes.boxes()[boxes.box_at(node, 0)];
    return marks[box.first_bead + boxes.bead_at(noughts().find_edge(node, move), 0)];
  };
  REQUIRE(mark_of({}, "b2") == BeadMark::drawing);
  REQUIRE(mark_of({"b2"}, "a1") == BeadMark::drawing);
  REQUIRE(mark_of({"b2"}, "b3") == BeadMark::losing);
  REQUIRE(mark_of({"a1", "b1", "a2"}, "b2") == BeadMark::losing);
  REQUIRE(mark_of({"a1", "b1", "a2", "b2", "c1"}, "b3") == BeadMark::winning);
}

TEST_CASE("fastest-win and longest-delay together play as many plies as the solver says") {
  const Pawns octapawn("octapawn", 4, 4);
  for (const Game* game : {&hexapawn().game(), static_cast<const Game*>(&octapawn)}) {
    const GameGraph graph = GameGraph::compile(*game).value();
    const BoxSet boxes = boxes_of(graph, Seat::either);
    const Solution solution = solve(graph);
    const bool first_wins = solution.value[0] == 1;
    const Strategy first = first_wins ? Strategy::fastest_win : Strategy::longest_delay;
    const Strategy second = first_wins ? Strategy::longest_delay : Strategy::fastest_win;
    Random random(11);
    std::set<int> casual;
    for (int i = 0; i < 200; ++i) {
      REQUIRE(duel(boxes, solution, first, second, random).second == solution.plies[0]);
      casual.insert(duel(boxes, solution, Strategy::optimal, Strategy::optimal, random).second);
    }
    REQUIRE(casual.size() > 1);  // the optimal player neither hurries nor delays
  }
}

TEST_CASE("strategies keep to HER's openings and have names") {
  const BoxSet boxes = her_boxes();
  const Solution solution = solve(hexapawn());
  Random random(12);
  for (std::size_t i = 0; i < kStrategies; ++i) {
    const auto strategy = static_cast<Strategy>(i);
    REQUIRE(parse_strategy(to_text(strategy)) == strategy);
    for (int game = 0; game < 100; ++game) {
      REQUIRE(hexapawn().move_text(strategy_move(strategy, boxes, &solution, 0, random)) != "c1-c2");
    }
  }
  REQUIRE(!parse_strategy("best"));
}

}  // namespace engine_solver_analysis_tests
