// Go on 2 x 2 and 3 x 3 points: the published counts, and scores against a search without any memory.
#include "engine/go_solver.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <set>

namespace engine_solver_go_tests {

using namespace menagerie;

namespace {

/// Lends the solver its board and texts.
class GoTexts final : public Game {
 public:
  explicit GoTexts(int side) : board_{Board::Kind::points, side, side, ".bw", "bw"} {}
  std::string_view name() const override { return "go"; }
  GameStory story() const override { return {}; }
  const Board& board() const override { return board_; }
  Position start() const override { return {}; }
  std::vector<Move> moves(const Position&) const override { return {}; }
  Position after(const Position& position, const Move&) const override { return position; }
  std::optional<Outcome> outcome(const Position&) const override { return std::nullopt; }
  GameEnd end(const Position&, const Move*) const override { return {EndReason::score, {}}; }
  std::vector<Symmetry> symmetries() const override { return {}; }
  int length_max() const override { return 1; }
  bool boxes_for_single_moves() const override { return true; }

 private:
  Board board_;
};

/// The score by plain alpha-beta over every line of play: nothing is remembered but the line itself.
int search(const GoBoards& boards, std::set<GoBoard>& been, GoBoard board, Player to_move, bool passed,
           int alpha, int beta) {
  const int sign = to_move == Player::first ? 1 : -1;
  int best =
      passed ? sign * boards.score(board) : -search(boards, been, board, other(to_move), true, -beta, -alpha);
  for (int point = 0; point < boards.points() && best < beta; ++point) {
    const GoBoard next = boards.after(board, to_move, point);
    if (next == GoBoards::kNoBoard || !been.insert(next).second) continue;
    best = std::max(best, -search(boards, been, next, other(to_move), false, -beta, -std::max(alpha, best)));
    been.erase(next);
  }
  return best;
}

const MoveAnalysis& move_of(const std::vector<MoveAnalysis>& moves, std::string_view name) {
  const auto found =
      std::find_if(moves.begin(), moves.end(), [&](const auto& move) { return move.move == name; });
  REQUIRE(found != moves.end());
  return *found;
}

/// One solver a board, made once: its tables take a while in a debug build.
GoSolver& solver_of(int side) {
  static const GoTexts small_texts(2);
  static const GoTexts texts(3);
  static GoSolver small(small_texts);
  static GoSolver solver(texts);
  return side == 2 ? small : solver;
}

std::vector<GoBoard> boards_after(const GoBoards& boards, const std::vector<int>& points) {
  std::vector<GoBoard> history{0};
  Player player = Player::first;
  for (const int point : points) {
    history.push_back(boards.after(history.back(), player, point));
    player = other(player);
  }
  return history;
}

}  // namespace

TEST_CASE("Go: 57 legal positions on 2 x 2 points, 12,675 on 3 x 3", "[facts]") {
  for (const auto& [side, count] : {std::pair{2, 57}, std::pair{3, 12'675}}) {
    const GoBoards& boards = solver_of(side).boards();
    int legal = 0;
    for (std::size_t board = 0; board < boards.count(); ++board) {
      legal += boards.legal(static_cast<GoBoard>(board)) ? 1 : 0;
    }
    REQUIRE(legal == count);
  }
}

TEST_CASE("Go: captures, suicide, areas") {
  const GoBoards boards(2);
  // First a1, second b1, first b2: the stone on b1 has no liberty left.
  const std::vector<GoBoard> line = boards_after(boards, {0, 1, 3});
  REQUIRE(line.back() == 1 + 27);
  REQUIRE(boards.score(line.back()) == 4);
  REQUIRE(boards.after(line.back(), Player::second, 1) == GoBoards::kNoBoard);
  REQUIRE(boards.after(line.back(), Player::second, 0) == GoBoards::kNoBoard);
  REQUIRE(boards.score(0) == 0);
  REQUIRE(boards.score(1 + 2 * 27) == 0);
}

TEST_CASE("Go 2 x 2: every move and reply scores what a search without memory finds") {
  GoSolver& solver = solver_of(2);
  const Analysis analysis = solver.analyse({});
  std::set<GoBoard> been{0};
  REQUIRE(analysis.points == search(solver.boards(), been, 0, Player::first, false, -5, 5));
  REQUIRE(analysis.points == 1);
  REQUIRE(analysis.value == 1);
  REQUIRE(!analysis.plies);
  REQUIRE(analysis.moves.size() == 5);
  for (int point = 0; point < 4; ++point) {
    const MoveAnalysis& move = analysis.moves[static_cast<std::size_t>(point)];
    const GoBoard board = solver.boards().after(0, Player::first, point);
    std::set<GoBoard> line{0, board};
    REQUIRE(move.points == -search(solver.boards(), line, board, Player::second, false, -5, 5));
    REQUIRE(move.replies.size() == 4);
    std::size_t reply = 0;
    for (int answer = 0; answer < 4; ++answer) {
      const GoBoard next = solver.boards().after(board, Player::second, answer);
      if (next == GoBoards::kNoBoard) continue;
      line.insert(next);
      REQUIRE(move.replies[reply++].points ==
              search(solver.boards(), line, next, Player::first, false, -5, 5));
      line.erase(next);
    }
    REQUIRE(move.replies.back().move == "pass");
    REQUIRE(move.replies.back().points == search(solver.boards(), line, board, Player::first, true, -5, 5));
  }
  const MoveAnalysis& pass = move_of(analysis.moves, "pass");
  REQUIRE(pass.points == -1);
  REQUIRE(move_of(pass.replies, "pass").points == 0);
  REQUIRE(move_of(pass.replies, "pass").replies.empty());
}

TEST_CASE("Go 3 x 3: the centre wins by 9, a side by 3, and a corner loses by 9", "[facts]") {
  GoSolver& solver = solver_of(3);
  const auto opening = [&](int point) {
    return solver.points(boards_after(solver.boards(), {point}), Player::second, false);
  };
  REQUIRE(opening(4) == 9);
  for (const int side : {1, 3}) REQUIRE(opening(side) == 3);  // not told to be alike, and yet they are
  for (const int corner : {0, 8}) REQUIRE(opening(corner) == -9);
  const std::vector<GoBoard> start{0};
  REQUIRE(solver.points(start, Player::second, true) == -9);
}

}  // namespace engine_solver_go_tests
