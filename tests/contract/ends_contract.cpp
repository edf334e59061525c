// Why play ended, and the cells shown for it: at every end of every small game, and at those that random
// play comes to in the larger ones.
#include "../unit/engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <functional>
#include <set>

namespace ends_contract_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

using Check = std::function<void(const Position& before, const Move& last, const Position& end)>;

void each_end(const GameGraph& graph, const Check& check) {
  for (Node node = 0; node < graph.node_count(); ++node) {
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      const Node target = graph.target(edge);
      if (graph.outcome(target)) check(graph.position(node), graph.move(edge), graph.position(target));
    }
  }
}

/// Ends that random play comes to; superko is left out of account.
void some_ends(const Game& game, int episodes, const Check& check) {
  Random random(17);
  for (int episode = 0; episode < episodes; ++episode) {
    Position position = game.start();
    for (int ply = 0; ply < game.length_max() && !game.outcome(position); ++ply) {
      const std::vector<Move> moves = game.moves(position);
      const Move move = moves[random.below(moves.size())];
      const Position before = position;
      position = game.after(position, move);
      if (game.outcome(position)) check(before, move, position);
    }
  }
}

void each_end_of(const Game& game, const Check& check) {
  if (const GameGraph* graph = small_graph_of(game)) {
    each_end(*graph, check);
  } else {
    some_ends(game, 300, check);
  }
}

std::set<std::uint8_t> cells_of(const GameEnd& end) { return {end.cells.begin(), end.cells.end()}; }

/// The letter of what stands on a cell.
char piece_at(const Game& game, const Position& position, std::uint8_t cell) {
  return game.board().pieces[position.cells[cell]];
}

bool is_draw_alone(EndReason reason) {
  return reason == EndReason::board_full || reason == EndReason::two_kings;
}
bool is_decided(EndReason reason) {
  return reason == EndReason::line || reason == EndReason::far_row || reason == EndReason::all_captured ||
         reason == EndReason::blocked || reason == EndReason::last_counter;
}

/// Whether the cells are what the reason says, told from the letters on the board alone.
bool fits(const Game& game, const GameEnd& end, const Move& last, const Position& before,
          const Position& at) {
  std::set<char> letters;
  for (const std::uint8_t cell : end.cells) letters.insert(piece_at(game, at, cell));
  const int columns = game.board().columns;
  const int rows = game.board().rows;
  switch (end.reason) {
    case EndReason::line:
      return letters.size() == 1 && !letters.contains('.') && end.cells.size() >= 3;
    case EndReason::board_full:
      return end.cells.empty() &&
             std::count(at.cells.begin(), at.cells.begin() + game.board().cell_count(), 0) == 0;
    case EndReason::far_row:
      return end.cells.size() == 1 &&
             (letters.contains('w') ? end.cells[0] / columns == rows - 1
                                    : letters.contains('b') && end.cells[0] / columns == 0);
    case EndReason::all_captured:
      return last.kind == Move::Kind::capture && end.cells == std::vector{last.cells[last.length - 1u]};
    case EndReason::blocked:
      return !end.cells.empty() && !letters.contains('.') &&
             std::all_of(end.cells.begin(), end.cells.end(),
                         [&](auto cell) { return before.cells[cell] == at.cells[cell]; });
    case EndReason::two_kings:
      return letters == std::set<char>{'W', 'B'};
    case EndReason::last_counter:
      return end.cells == std::vector{last.cells[0]} && before.cells[end.cells[0]] == last.amount;
    case EndReason::score:
      return end.cells.empty() == (game.points(at) == 0) && last.kind == Move::Kind::pass;
    case EndReason::length:
    case EndReason::resign:
      return false;  // no board's
  }
  return false;
}

}  // namespace

TEST_CASE("every end has a reason that fits its outcome, and cells that fit the reason", "[contract]") {
  for (const Game* game : all_games()) {
    INFO(game->name());
    std::size_t ends = 0;
    each_end_of(*game, [&](const Position& before, const Move& last, const Position& at) {
      const GameEnd end = game->end(at, &last);
      const bool drawn = game->outcome(at) == Outcome::draw;
      CAPTURE(game->text(before), game->text(last), to_text(end.reason));
      REQUIRE((!is_draw_alone(end.reason) || drawn));
      REQUIRE((!is_decided(end.reason) || !drawn));
      REQUIRE(std::adjacent_find(end.cells.begin(), end.cells.end(), std::greater_equal<>{}) ==
              end.cells.end());
      REQUIRE(std::all_of(end.cells.begin(), end.cells.end(),
                          [&](auto cell) { return cell < game->board().cell_count(); }));
      REQUIRE(fits(*game, end, last, before, at));
      // Whoever does not know the last move is told the same reason.
      REQUIRE(game->end(at, nullptr).reason == end.reason);
      ++ends;
    });
    REQUIRE(ends > 0);
  }
}

TEST_CASE("the cells of an end turn with the board", "[contract]") {
  for (const Game* game : all_games()) {
    INFO(game->name());
    for (const Symmetry& symmetry : game->symmetries()) {
      some_ends(*game, 40, [&](const Position&, const Move& last, const Position& at) {
        const GameEnd end = game->end(at, &last);
        const Move turned_last = symmetry(last);
        const GameEnd turned = game->end(symmetry(at), &turned_last);
        std::set<std::uint8_t> cells;
        for (const std::uint8_t cell : end.cells) cells.insert(symmetry.to[cell]);
        REQUIRE(turned.reason == end.reason);
        REQUIRE(cells_of(turned) == cells);
      });
    }
  }
}

TEST_CASE("the reasons by name, and cells as moves name them") {
  const auto end_after = [](const Game& game, std::initializer_list<const char*> moves) {
    Position position = game.start();
    Move last;
    for (const char* text : moves) {
      last = game.parse_move(position, text).value();
      position = game.after(position, last);
    }
    REQUIRE(game.outcome(position));
    const GameEnd end = game.end(position, &last);
    std::string text(to_text(end.reason));
    for (const std::uint8_t cell : end.cells) text += ' ' + game.cell_text(cell);
    return text;
  };
  const Game& noughts = *find_game("noughts-and-crosses");
  CHECK(end_after(noughts, {"a1", "a2", "b1", "b2", "c1"}) == "line a1 b1 c1");
  CHECK(end_after(noughts, {"a1", "b1", "c3", "b3", "a3", "a2", "c1", "c2", "b2"}) == "line a1 c1 b2 a3 c3");
  CHECK(end_after(noughts, {"b2", "a1", "a2", "c2", "b1", "b3", "c1", "a3", "c3"}) == "board-full");
  const Game& hexapawn = *find_game("hexapawn");
  CHECK(end_after(hexapawn, {"a1-a2", "b3-b2", "c1-c2"}) == "blocked b2 a3 c3");
  CHECK(end_after(hexapawn, {"a1-a2", "b3xa2", "b1-b2", "a3xb2", "c1xb2", "c3xb2"}) == "all-captured b2");
  CHECK(end_after(hexapawn, {"a1-a2", "b3xa2", "b1-b2", "a2-a1"}) == "far-row a1");
  const Game& nim = *find_game("nim-3x3");
  CHECK(end_after(nim, {"a:3", "c:3", "b:3"}) == "last-counter b");
  const Game& go = *find_game("go-2x2");
  CHECK(end_after(go, {"a1", "pass", "pass"}) == "score a1 b1 a2 b2");
  CHECK(end_after(go, {"pass", "pass"}) == "score");
}

}  // namespace ends_contract_tests
