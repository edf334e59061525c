// Where the parts of a label stand, for a label of any size: the arithmetic alone, in millimetres from the
// label's own corner. Pure functions; any thread.
#pragma once

#include "server/api/labels/geometry.hpp"

#include <cstddef>

namespace menagerie::api::labels {

/// What a label must find room for.
struct Parts {
  double board_aspect = 1;   ///< width to height of its board's picture
  std::size_t beads = 1;     ///< kinds of beads
  bool moves_named = false;  ///< beside each bead, where the board does not say it by a cell
  bool code = false;         ///< whether there is a QR code
};

/// No two of these overlap, and all are inside the label.
struct Places {
  double unit = 1;       ///< lines are so many of these wide: 1 on a label of 35 x 15
  double margin = 0;     ///< what the printed frame takes
  Rect band;             ///< coloured, with the machine's title
  bool upright = false;  ///< the band's words run upwards
  Rect number;           ///< "No 12"
  Rect turn;             ///< "its 2nd move"
  bool number_in_band = false;
  bool turn_at_right = false;  ///< the turn's words end at its right edge
  int turn_lines = 1;          ///< 2: how many beads, below the turn
  Rect board;
  Rect list;  ///< the beads, each with its count
  std::size_t columns = 1, rows = 1;
  bool colours_named = false;  ///< there is room for the colours' names
  Rect code;                   ///< with some of the light that it needs around it; no width: none
  Rect caption;                ///< words beside the code; no width: none

  double row_width(std::size_t of_columns) const;
  double row_height() const { return list.height / static_cast<double>(rows); }
  /// The place of the index-th bead, from 0, down the first column, then down the next.
  Rect row(std::size_t index) const;
};

Places places(Size label, const Parts& parts);

}  // namespace menagerie::api::labels
