#include "server/api/labels/places.hpp"

#include <algorithm>

namespace menagerie::api::labels {
namespace {

constexpr double kColumnGap = 0.7;  // units, between the list's columns

/// The largest picture of that aspect within the room, at its top left.
Rect picture_in(Rect room, double aspect) {
  const double width = std::min(room.width, room.height * aspect);
  return {room.x, room.y, width, width / aspect};
}

/// Splits the list's room into rows no higher than `row_max`, in one column or two, so that they are as high
/// as can be.
void split_list(Places& places, const Parts& parts, double row_max) {
  // How many times as wide as high a row must be to be read.
  const bool words = parts.moves_named || places.list.width > 9 * places.unit;
  const double aspect = words ? 3.1 : 1.4;
  double best = 0;
  for (const std::size_t columns : {1U, 2U}) {
    const std::size_t rows = (parts.beads + columns - 1) / columns;
    const double height = std::min(
        {row_max, places.list.height / static_cast<double>(rows), places.row_width(columns) / aspect});
    if (height <= best * 1.25) continue;  // two columns must be worth it
    best = height;
    places.columns = columns;
    places.rows = rows;
  }
  places.list.height = best * static_cast<double>(places.rows);
}

/// A strip, as on the front of a drawer: title on its spine, board, number and beads, code.
Places strip(Size label, const Parts& parts) {
  Places it;
  const double u = it.unit = std::min(label.height / 15, label.width / 35);
  it.margin = 1.35 * u;
  const Rect inner = Rect{0, 0, label.width, label.height}.inset(it.margin);
  it.band = {inner.x, inner.y, 2.1 * u, inner.height};
  it.upright = true;
  double left = it.band.right() + 0.7 * u, right = inner.right();
  if (parts.code) {
    const double side = std::min(inner.height, 0.355 * inner.width);
    it.code = {inner.right() - side, inner.y + (inner.height - side) / 2, side, side};
    right = it.code.x - 0.35 * u;
  }
  const double list_min = (parts.code ? 5.6 : 12) * u;
  it.board = picture_in({left, inner.y, right - left - list_min - 0.9 * u, inner.height}, parts.board_aspect);
  it.board.y += (inner.height - it.board.height) / 2;
  left = it.board.right() + 0.9 * u;
  const double width = right - left;
  const bool wide = width >= 10 * u;
  it.turn_at_right = wide;
  it.turn_lines = wide ? 2 : 1;
  it.colours_named = wide;
  // A long list takes some height from the words above it.
  const bool pairs = wide || !parts.moves_named;
  const auto rows = static_cast<double>(pairs ? (parts.beads + 1) / 2 : parts.beads);
  const double squeeze = std::clamp((inner.height - rows * 1.5 * u) / (5.6 * u), 0.72, 1.0);
  it.number = {left, inner.y + 0.35 * u, wide ? width * 0.45 : width, 2.8 * u * squeeze};
  it.turn = wide ? Rect{it.number.right(), it.number.y, width * 0.55, it.number.height}
                 : Rect{left, it.number.bottom() + 0.75 * u * squeeze, width, 1.25 * u * squeeze};
  const double top = it.turn.bottom() + 0.95 * u * squeeze;
  it.list = {left, top, width, inner.bottom() - top};
  split_list(it, parts, (wide ? 2.5 : 2.1) * u);
  return it;
}

/// A card, as on a tray: title and number on a band above, board on the left, beads and code on the right.
Places card(Size label, const Parts& parts) {
  Places it;
  const double scale = std::min(label.width / 53, label.height / 36);
  const double u = scale;
  it.unit = 1.4 * scale;
  it.margin = 1.9 * u;
  const Rect inner = Rect{0, 0, label.width, label.height}.inset(it.margin);
  it.band = {inner.x, inner.y, inner.width, 5.2 * u};
  it.number_in_band = true;
  it.colours_named = true;
  it.number = {it.band.x + it.band.width * 0.62, it.band.y, it.band.width * 0.38 - 1.4 * u, it.band.height};
  const double top = it.band.bottom() + 1.3 * u;
  const double height = inner.bottom() - top;
  it.board = picture_in({inner.x + 0.3 * u, top, inner.width * 0.54, height}, parts.board_aspect);
  it.board.y += (height - it.board.height) / 2;
  const double left = it.board.right() + 1.7 * u, width = inner.right() - 0.3 * u - left;
  it.turn = {left, top, width, 1.6 * u};
  double bottom = inner.bottom();
  if (parts.code) {
    const double side = std::min(12.6 * u, 0.62 * width);
    it.code = {inner.right() - side, inner.bottom() - side, side, side};
    it.caption = {left, it.code.y, it.code.x - left - 0.4 * u, side};
    bottom = it.code.y - 0.2 * u;
  }
  const double list_top = it.turn.bottom() + 1.3 * u;
  it.list = {left, list_top, width, bottom - list_top};
  split_list(it, parts, 3.6 * u);
  return it;
}

/// A strip on end: title, number, board, beads and code one below the other.
Places column(Size label, const Parts& parts) {
  Places it;
  const double u = it.unit = std::min(label.width / 15, label.height / 35);
  it.margin = 1.2 * u;
  const Rect inner = Rect{0, 0, label.width, label.height}.inset(it.margin);
  it.band = {inner.x, inner.y, inner.width, 2.3 * u};
  it.turn_at_right = true;
  it.number = {inner.x + 0.2 * u, it.band.bottom() + 0.65 * u, inner.width * 0.44, 1.9 * u};
  it.turn = {it.number.right(), it.number.bottom() - 1.1 * u, inner.right() - 0.2 * u - it.number.right(),
             1.1 * u};
  double bottom = inner.bottom();
  if (parts.code) {
    const double side = std::min(0.74 * inner.width, 0.275 * inner.height);
    it.code = {inner.x + (inner.width - side) / 2, inner.bottom() - side, side, side};
    bottom = it.code.y - 0.2 * u;
  }
  const double top = it.number.bottom() + 0.75 * u;
  const double board_height = (bottom - top) * (parts.code ? 0.68 : 0.62);
  it.board = picture_in({inner.x + 0.15 * u, top, inner.width - 0.3 * u, board_height}, parts.board_aspect);
  it.board.x = inner.x + (inner.width - it.board.width) / 2;
  const double list_top = it.board.bottom() + 0.8 * u;
  it.list = {inner.x + 0.2 * u, list_top, inner.width - 0.4 * u, bottom - list_top};
  split_list(it, parts, 2.3 * u);
  return it;
}

}  // namespace

double Places::row_width(std::size_t of_columns) const {
  const auto count = static_cast<double>(of_columns);
  return (list.width - kColumnGap * unit * (count - 1)) / count;
}

Rect Places::row(std::size_t index) const {
  const double width = row_width(columns);
  return {list.x + (width + kColumnGap * unit) * static_cast<double>(index / rows),
          list.y + row_height() * static_cast<double>(index % rows), width, row_height()};
}

Places places(Size label, const Parts& parts) {
  const double aspect = label.width / label.height;
  if (aspect >= 1.8) return strip(label, parts);
  return aspect >= 0.95 ? card(label, parts) : column(label, parts);
}

}  // namespace menagerie::api::labels
