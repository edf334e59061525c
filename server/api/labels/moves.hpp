// Reads the names of moves and the texts of positions as boards are drawn from them: cells in rows from the
// top, and no game's rules. Pure functions; any thread.
#pragma once

#include "engine/game.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api::labels {

struct Cell {
  int column = 0, row = 0;  ///< row 0 is the top one
  bool operator==(const Cell&) const = default;
};

/// What a move does on the board.
struct ParsedMove {
  enum class Kind { place, go, take, pass };
  Kind kind = Kind::pass;
  std::vector<Cell> cells;  ///< one for place and take, more for go; none for pass
  int amount = 0;           ///< take: so many
};
/// Reads `b2`, `a1-a2`, `a3xb2`, `a1xc3xe5`, `a:2` or `pass`.
ParsedMove parse_move(const Board& board, std::string_view move);

/// The move in as few letters as a label has room for: `a3–a2`, `a3×b2`, `2 from A`, `pass`.
std::string short_text(const Board& board, std::string_view move);

/// What stands on each cell, row by row from the top; a pile's letter is its size.
std::string pieces_of(const Board& board, std::string_view position);

/// How many counters lie on a pile.
int pile_size(const Board& board, char piece);
/// The largest that a pile can be.
int pile_size_max(const Board& board);

/// Whether it is the board of noughts and crosses, which crossing lines divide.
bool is_noughts(const Board& board);

/// Whether pieces can stand on that cell of a board of dark squares: a1 is dark.
bool is_dark(const Board& board, Cell cell);

/// Whether the piece is drawn light.
bool is_white(const Board& board, char piece);

/// What the player of that seat plays with: `white`, `black`, `crosses`, `noughts`; nothing for piles.
std::string_view side_name(const Board& board, Player player);

}  // namespace menagerie::api::labels
