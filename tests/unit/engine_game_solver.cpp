// What a solver says after a line of play: depth first against retrograde analysis, Go with
// the boards that have been, and the published answers.
#include "engine/game_solver.hpp"

#include "engine_fixtures.hpp"
#include "tests/unit/catch.hpp"

#include <algorithm>

namespace engine_game_solver_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

Line line_of(const Game& game, const std::vector<std::string>& moves) {
  std::string fault;
  auto line = parse_line(game, moves, fault);
  INFO(fault);
  REQUIRE(line);
  return *std::move(line);
}

const MoveAnalysis& move_of(const Analysis& analysis, std::string_view name) {
  const auto found = std::ranges::find(analysis.moves, name, &MoveAnalysis::move);
  REQUIRE(found != analysis.moves.end());
  return *found;
}

/// The best move is worth as much as the position, and so soon.
void require_sound(const Analysis& it) {
  const int sign = it.to_move == Player::first ? 1 : -1;
  std::vector<int> plies;
  int best = -1;
  for (const MoveAnalysis& move : it.moves) best = std::max(best, sign * move.value);
  REQUIRE(sign * it.value == best);
  for (const MoveAnalysis& move : it.moves) {
    if (sign * move.value == best && move.plies) plies.push_back(*move.plies);
  }
  if (it.plies) REQUIRE(*it.plies == (best > 0 ? std::ranges::min(plies) : std::ranges::max(plies)));
}

}  // namespace

TEST_CASE("depth first the values are those of retrograde analysis, at every position") {
  for (const char* name : {"hexapawn", "extendapawn-4", "octapawn"}) {
    const GameGraph& graph = graph_of(*find_game(name));
    const Solution solution = solve(graph);
    ForwardSolver solver(graph.game());
    for (const Node node : some_nodes(graph)) {
      const ForwardSolver::Verdict verdict = solver.of(graph.position(node));
      REQUIRE(solution.value[node] == (verdict.winner == Player::first ? 1 : -1));
      REQUIRE(solution.plies[node] == verdict.plies);
    }
  }
}

TEST_CASE("every game but one is answered from its start, and the best move is as good as the position") {
  for (const Game* game : all_games()) {
    if (!GameSolver::possible(*game)) {
      REQUIRE(game->name() == "checkers-5x5");
      continue;
    }
    if (game->name() == "extendapawn-7" || game->name() == "extendapawn-8") continue;  // below
    GameSolver solver(*game);
    const Analysis start = solver.analyse(line_of(*game, {}));
    REQUIRE(start.moves.size() == game->moves(game->start()).size());
    REQUIRE(std::ranges::all_of(start.moves, [](const MoveAnalysis& move) { return move.replies.empty(); }));
    require_sound(start);
  }
}

TEST_CASE("Brown's rule for seven and eight columns, depth first", "[.release]") {
  for (const char* name : {"extendapawn-7", "extendapawn-8"}) {
    const Game& game = *find_game(name);
    GameSolver solver(game);
    const Analysis start = solver.analyse(line_of(game, {}));
    REQUIRE(start.value == 1);
    require_sound(start);
  }
}

TEST_CASE("octapawn: a corner wins; the centre loses in twelve", "[facts]") {
  const Game& game = *find_game("octapawn");
  GameSolver solver(game);
  REQUIRE(solver.analyse(line_of(game, {"a1-a2"})).value == 1);
  const Analysis centre = solver.analyse(line_of(game, {"b1-b2"}));
  REQUIRE(centre.value == -1);
  REQUIRE(centre.to_move == Player::second);
  REQUIRE(*move_of(solver.analyse(line_of(game, {})), "b1-b2").plies == *centre.plies + 1);
  REQUIRE(*centre.plies + 1 == 12);
}

TEST_CASE("Go after a line: what was there may not come back, and two passes end it") {
  const Game& game = *find_game("go-2x2");
  GameSolver solver(game);
  Random random(7);
  int forbidden = 0;
  for (int i = 0; i < 60; ++i) {
    std::vector<std::string> names;
    for (Analysis now = solver.analyse(line_of(game, {})); !now.moves.empty();
         now = solver.analyse(line_of(game, names))) {
      require_sound(now);
      const Line line = line_of(game, names);
      for (const Move& move : game.moves(line.positions.back())) {
        const bool listed = std::ranges::count(now.moves, game.text(move), &MoveAnalysis::move) == 1;
        names.push_back(game.text(move));
        std::string fault;
        REQUIRE(listed == parse_line(game, names, fault).has_value());
        forbidden += listed ? 0 : 1;
        names.pop_back();
      }
      names.push_back(now.moves[random.below(now.moves.size())].move);
    }
  }
  REQUIRE(forbidden > 0);
  const Analysis over = solver.analyse(line_of(game, {"a1", "pass", "pass"}));
  REQUIRE(over.moves.empty());
  REQUIRE(*over.points == 4);
  REQUIRE(over.value == 1);
}

// White's corner needs proofs that a failure on another line of play had hidden for ever.
TEST_CASE("Go on 3 x 3 is answered after two opposite corners, and a move or two later") {
  const Game& game = *find_game("go-3x3");
  GameSolver solver(game);
  for (const std::vector<std::string>& moves :
       {std::vector<std::string>{"a3", "c1"}, {"a1", "c3"}, {"a3", "c1", "pass"}, {"a3", "c1", "c3"}}) {
    const Analysis it = solver.analyse(line_of(game, moves));
    const int sign = it.to_move == Player::first ? 1 : -1;
    int best = -9;
    for (const MoveAnalysis& move : it.moves) best = std::max(best, sign * *move.points);
    REQUIRE(*it.points == sign * best);
  }
}

TEST_CASE("a move that may not be played is named") {
  std::string fault;
  REQUIRE_FALSE(parse_line(*find_game("hexapawn"), std::vector<std::string>{"b1-b2", "b3-b2"}, fault));
  REQUIRE(fault == "move 2 may not be played at \"bbb/.w./w.w b\"");
}

}  // namespace engine_game_solver_tests
