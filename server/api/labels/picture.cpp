#include "server/api/labels/picture.hpp"

#include "server/api/labels/arrows.hpp"
#include "server/api/labels/inks.hpp"
#include "server/api/labels/moves.hpp"

#include <algorithm>
#include <array>
#include <numbers>

namespace menagerie::api::labels {
namespace {

// In units of a picture, as on the pages.
constexpr double kHalf = kCell / 2;
constexpr double kEdge = 2;         // around the whole picture
constexpr double kPassHeight = 25;  // the line below the board
constexpr double kPlacedBead = 11, kPassBead = 9.5, kTakenBead = 9;
// A pile: counters one below the other, the beads that take them beside them, its letter at the foot.
constexpr double kPileWidth = 47, kPileStep = 27, kPileFoot = 17, kCounter = 12;

Size size_of(const Board& board, bool passes) {
  if (board.kind == Board::Kind::piles)
    return {board.columns * kPileWidth - 3, pile_size_max(board) * kPileStep + kPileFoot};
  return {board.columns * kCell, board.rows * kCell + (passes ? kPassHeight : 0)};
}

/// The n-th counter from the top of a pile, from 1.
Point counter_at(const Board& board, std::string_view pieces, int pile, int n) {
  const int height = pile_size_max(board);
  const int size = pile_size(board, pieces[static_cast<std::size_t>(pile)]);
  return {pile * kPileWidth + kCounter + 1, (height - size + n - 1) * kPileStep + kCounter + 1};
}

// ---- the ground

void draw_points(Pen& pen, const Board& board) {
  for (int x = 0; x < board.columns; ++x)
    pen.line(middle_of({x, 0}), middle_of({x, board.rows - 1}), kLine, 1.4, true);
  for (int y = 0; y < board.rows; ++y)
    pen.line(middle_of({0, y}), middle_of({board.columns - 1, y}), kLine, 1.4, true);
}

void draw_crossing_lines(Pen& pen, const Board& board) {
  const double width = board.columns * kCell, height = board.rows * kCell;
  for (int x = 1; x < board.columns; ++x) pen.line({x * kCell, 1}, {x * kCell, height - 1}, kLine, 1.7, true);
  for (int y = 1; y < board.rows; ++y) pen.line({1, y * kCell}, {width - 1, y * kCell}, kLine, 1.7, true);
}

void draw_squares(Pen& pen, const Board& board) {
  const Rect all{0, 0, board.columns * kCell, board.rows * kCell};
  std::vector<unsigned char> dark;
  for (int y = 0; y < board.rows; ++y) {
    for (int x = 0; x < board.columns; ++x) dark.push_back(is_dark(board, {x, y}));
  }
  pen.squares(all, board.columns, dark, kDark);
  pen.frame(all, 0.8, kLine, 1.5);
}

void draw_ground(Pen& pen, const Board& board) {
  if (board.kind == Board::Kind::points) return draw_points(pen, board);
  if (is_noughts(board)) return draw_crossing_lines(pen, board);
  if (board.kind != Board::Kind::piles) draw_squares(pen, board);
}

// ---- the pieces, each drawn around the middle of its cell

struct Paint {
  Colour inside, outline;
};
Paint paint_of(bool white) {
  return white ? Paint{rgb(0xffffff), kLine} : Paint{rgb(0x33282a), rgb(0x120d0c)};
}

void outline_pawn(Pen& pen) {
  constexpr double kNeck = 0.953;  // where the head ends, in radians from the right
  const double pi = std::numbers::pi;
  pen.move_to({0, -6.7 - 4.7});
  pen.arc({0, -6.7}, 4.7, -pi / 2, kNeck);
  for (const Point to : {Point{4.8, -2.9}, Point{4.8, -0.9}, Point{2.6, -0.9}}) pen.line_to(to);
  pen.curve_to({2.9, 2.7}, {4.2, 5}, {6.7, 6.6});
  for (const Point to : {Point{6.7, 8}, Point{8, 8}, Point{8, 11}, Point{-8, 11}, Point{-8, 8},
                         Point{-6.7, 8}, Point{-6.7, 6.6}})
    pen.line_to(to);
  pen.curve_to({-4.2, 5}, {-2.9, 2.7}, {-2.6, -0.9});
  for (const Point to : {Point{-4.8, -0.9}, Point{-4.8, -2.9}}) pen.line_to(to);
  pen.arc({0, -6.7}, 4.7, pi - kNeck, 1.5 * pi);
  pen.close_path();
}

void draw_man(Pen& pen, Paint paint, bool king) {
  if (!king) {
    pen.circle({0, 0}, 11, paint.inside, paint.outline, 1.3);
    pen.ring({0, 0}, 7.4, paint.inside.mixed(paint.outline.mixed(kWhitePaper, 0.5), 0.7), 1);
    return;
  }
  pen.circle({0, 2.5}, 11, paint.inside, paint.outline, 1.3);
  pen.circle({0, -1.5}, 11, paint.inside, paint.outline, 1.3);
  pen.move_to({-7.2, 3.5});
  for (const Point to : {Point{-7.2, -6.3}, Point{-3.2, -2.5}, Point{0, -9.3}, Point{3.2, -2.5},
                         Point{7.2, -6.3}, Point{7.2, 3.5}})
    pen.line_to(to);
  pen.close_path();
  pen.fill_and_stroke(rgb(0xd4a534), kLine, 0.9);
}

void draw_piece(Pen& pen, const Board& board, char piece) {
  if (is_noughts(board)) {
    // Who begins is written X and drawn as a nought: MENACE, which always began, played them.
    if (piece == 'X') return pen.ring({0, 0}, 8.8, kNought, 4.6);
    pen.line({-7.7, -7.7}, {7.7, 7.7}, kCross, 5, true);
    return pen.line({7.7, -7.7}, {-7.7, 7.7}, kCross, 5, true);
  }
  const Paint paint = paint_of(is_white(board, piece));
  if (board.kind == Board::Kind::points) return pen.circle({0, 0}, 13, paint.inside, paint.outline, 1.4);
  if (board.kind == Board::Kind::dark_squares) return draw_man(pen, paint, piece == 'W' || piece == 'B');
  outline_pawn(pen);  // those of a colour are drawn together
}

void draw_pieces(Pen& pen, const Board& board, std::string_view pieces) {
  const bool pawns = !is_noughts(board) && board.kind == Board::Kind::squares;
  for (const bool white : {true, false}) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (pieces[i] == board.pieces[0] || is_white(board, pieces[i]) != white) continue;
      const auto columns = static_cast<std::size_t>(board.columns);
      const Cell cell{static_cast<int>(i % columns), static_cast<int>(i / columns)};
      const Pen::Frame frame(pen, middle_of(cell));
      draw_piece(pen, board, pieces[i]);
    }
    const Paint paint = paint_of(white);
    if (pawns) pen.fill_and_stroke(paint.inside, paint.outline, 1.3);
  }
}

void draw_piles(Pen& pen, const Board& board, std::string_view pieces) {
  static constexpr std::array kDashes = {3.4, 1.9};
  for (int pile = 0; pile < board.columns; ++pile) {
    const int size = pile_size(board, pieces[static_cast<std::size_t>(pile)]);
    for (int n = 1; n <= size; ++n) {
      const Point at = counter_at(board, pieces, pile, n);
      pen.circle(at, kCounter - 0.8, rgb(0xffffff), kCounterInk, 2.2);
      pen.ring(at, 7.2, kCounterInk, 1.3, kDashes);
    }
    const double foot = pile_size_max(board) * kPileStep + kPileFoot - 1.5;
    const char letter[] = {static_cast<char>('A' + pile), 0};
    pen.text(letter, {pile * kPileWidth + kCounter + 1, foot}, {Face::display, 12, kLine, Align::middle});
  }
}

// ---- the beads

/// Dots on cells, beside counters, and for a pass below the board; arrows are drawn apart.
void draw_placed(Pen& pen, const Board& board, std::string_view pieces, const Mark& mark) {
  const bool hollow = mark.count == 0;
  for (const std::string& move : mark.moves) {
    const ParsedMove parsed = parse_move(board, move);
    if (parsed.kind == ParsedMove::Kind::pass) {
      const Point at{board.columns * kHalf - 15, board.rows * kCell + kPassHeight - kPassBead - 1};
      draw_bead(pen, at, kPassBead, mark.look, hollow);
      pen.text("pass", {at.x + kPassBead + 3.5, at.y + 4.2}, {Face::small, 8.4, kInk});
    } else if (parsed.kind == ParsedMove::Kind::take) {
      const Point at = counter_at(board, pieces, parsed.cells.front().column, parsed.amount);
      draw_bead(pen, {at.x + kCounter + kTakenBead, at.y}, kTakenBead, mark.look, hollow);
    } else if (parsed.kind == ParsedMove::Kind::place) {
      draw_bead(pen, middle_of(parsed.cells.front()), kPlacedBead, mark.look, hollow);
    }
  }
}

void draw_arrows(Pen& pen, const Board& board, std::string_view pieces, std::span<const Mark> marks) {
  const std::vector<Arrow> arrows = arrows_on(board, pieces, marks);
  for (const Arrow& arrow : arrows) {
    const Mark& mark = marks[arrow.mark];
    draw_arrow(pen, arrow, mark.count == 0 ? mark.look.fill.mixed(kWhitePaper, 0.6) : mark.look.fill);
  }
  for (const Arrow& arrow : arrows)
    draw_bead(pen, arrow.dot, kArrowBead, marks[arrow.mark].look, marks[arrow.mark].count == 0);
}

}  // namespace

void draw_bead(Pen& pen, Point middle, double radius, const BeadLook& look, bool hollow) {
  const Colour edge = look.fill.mixed(rgb(0x28190c), 0.62);
  Colour letter = look.pale_letter ? rgb(0xffffff) : rgb(0x1d140d);
  if (hollow) {
    pen.circle(middle, radius * 0.94, kWhitePaper, look.fill.mixed(edge, 0.5), radius * 0.12);
    letter = kSoftInk;
  } else {
    pen.circle(middle, radius * 0.95, look.fill, edge, radius * 0.1);
    // Glass: a little light at the upper left.
    pen.arc(middle, radius * 0.7, 1.06 * std::numbers::pi, 1.44 * std::numbers::pi);
    pen.stroke(look.fill.mixed(kWhitePaper, look.pale_letter ? 0.5 : 0.75), radius * 0.15, true);
  }
  const double cap = radius * 0.98;
  pen.text(look.letter, {middle.x, middle.y + cap / 2},
           {Face::small, cap, letter, Align::middle, radius * 1.45});
}

double picture_aspect(const Board& board, bool passes) {
  const Size size = size_of(board, passes);
  return (size.width + 2 * kEdge) / (size.height + 2 * kEdge);
}

void draw_picture(Pen& pen, const Rect& rect, const Board& board, std::string_view position,
                  std::span<const Mark> marks) {
  const bool passes = std::any_of(marks.begin(), marks.end(), [](const Mark& mark) {
    return std::find(mark.moves.begin(), mark.moves.end(), "pass") != mark.moves.end();
  });
  const double scale = rect.width / (size_of(board, passes).width + 2 * kEdge);
  const Pen::Frame frame(pen, {rect.x + kEdge * scale, rect.y + kEdge * scale}, scale);
  const std::string pieces = pieces_of(board, position);
  draw_ground(pen, board);
  if (board.kind == Board::Kind::piles) {
    draw_piles(pen, board, pieces);
  } else {
    draw_pieces(pen, board, pieces);
  }
  for (const Mark& mark : marks) draw_placed(pen, board, pieces, mark);
  draw_arrows(pen, board, pieces, marks);
}

}  // namespace menagerie::api::labels
