// Arrows on a board, each with the bead that it stands for lying on it, so that no bead hides another. In
// units of a picture.
#pragma once

#include "server/api/labels/moves.hpp"
#include "server/api/labels/pen.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace menagerie::api::labels {

inline constexpr double kCell = 32;        ///< width of a cell in a picture
inline constexpr double kArrowBead = 7.4;  ///< radius of a bead on an arrow

inline Point middle_of(Cell cell) { return {(cell.column + 0.5) * kCell, (cell.row + 0.5) * kCell}; }

struct Arrow {
  std::size_t mark = 0;  ///< whose it is
  std::vector<Point> points;
  bool onto_piece = false;  ///< a piece stands where it ends
  Point dot{};              ///< where its bead lies
};

/// An arrow for every move of the marks that goes from cell to cell. `pieces` as pieces_of() gives them.
/// Their dots are clear of each other, and of pieces where they can be.
std::vector<Arrow> arrows_on(const Board& board, std::string_view pieces, std::span<const Mark> marks);

/// The arrow without its bead.
void draw_arrow(Pen& pen, const Arrow& arrow, Colour colour);

}  // namespace menagerie::api::labels
