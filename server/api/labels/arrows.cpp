#include "server/api/labels/arrows.hpp"

#include "server/api/labels/inks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace menagerie::api::labels {
namespace {

constexpr double kTail = 5;     // an arrow begins so far from its first cell's middle
constexpr double kTip = 2;      // and ends so far before its last one's, if a piece stands there,
constexpr double kBeyond = 5;   // and otherwise so far behind it
constexpr double kHead = 9;     // the length of its head
constexpr double kStep = 1.5;   // between the places that are tried for a dot
constexpr double kPiece = 8.5;  // radius of a piece, more or less
constexpr int kRounds = 4;

double distance(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// So far from a to b.
Point along(Point a, Point b, double by) {
  const double length = std::max(distance(a, b), 1e-9);
  return {a.x + (b.x - a.x) / length * by, a.y + (b.y - a.y) / length * by};
}

double distance_to_segment(Point it, Point a, Point b) {
  const double length = distance(a, b);
  if (length < 1e-9) return distance(it, a);
  const double at = ((it.x - a.x) * (b.x - a.x) + (it.y - a.y) * (b.y - a.y)) / length;
  return distance(it, along(a, b, std::clamp(at, 0.0, length)));
}

double distance_to(const Arrow& arrow, Point it) {
  double nearest = 1e9;
  for (std::size_t i = 1; i < arrow.points.size(); ++i)
    nearest = std::min(nearest, distance_to_segment(it, arrow.points[i - 1], arrow.points[i]));
  return nearest;
}

/// How far the tip is from the middle of the last cell but one.
double reach_of(const Arrow& arrow) {
  const std::size_t count = arrow.points.size();
  return distance(arrow.points[count - 2], arrow.points[count - 1]) + (arrow.onto_piece ? -kTip : kBeyond);
}

/// Every place that a dot may have, from tail to head.
std::vector<Point> places_on(const Arrow& arrow) {
  std::vector<Point> places;
  for (std::size_t i = 1; i < arrow.points.size(); ++i) {
    const Point from = arrow.points[i - 1], to = arrow.points[i];
    const bool last = i + 1 == arrow.points.size();
    const double end = last ? reach_of(arrow) - kHead - 1 : distance(from, to);
    for (double at = i == 1 ? kTail + 3 : 0; at <= end; at += kStep) places.push_back(along(from, to, at));
  }
  return places;
}

/// How bad a dot of `arrows[own]` would be there: what it would cover.
double badness(const std::vector<Arrow>& arrows, std::size_t own, Point at, std::span<const Point> pieces) {
  const auto overlap = [](double near, double wanted) { return std::max(0.0, wanted - near); };
  double bad = 0;
  for (std::size_t i = 0; i < arrows.size(); ++i) {
    if (i == own) continue;
    bad += 6 * overlap(distance(at, arrows[i].dot), 2 * kArrowBead + 0.6);
    bad += overlap(distance_to(arrows[i], at), kArrowBead + 1.5);
    bad += 3 * overlap(distance(at, arrows[i].points.back()), kArrowBead + 3);
  }
  const Point home = arrows[own].points.front();
  for (const Point piece : pieces)
    bad += (distance(piece, home) < 1 ? 0.6 : 1.1) * overlap(distance(at, piece), kArrowBead + kPiece);
  // Of equals, the one in the middle of the last leg.
  const std::size_t count = arrows[own].points.size();
  const Point from = arrows[own].points[count - 2], to = arrows[own].points[count - 1];
  return bad + 0.02 * distance(at, along(from, to, distance(from, to) / 2));
}

/// Moves jumps on and on a little aside, so that those over the same squares can be told apart.
void part_arrows(std::vector<Arrow>& arrows) {
  double aside = -5;
  for (Arrow& arrow : arrows) {
    if (arrow.points.size() < 3) continue;
    aside += 3;
    for (Point& point : arrow.points) point.y += aside;
  }
}

/// Finds each arrow's dot: on the arrow, clear of the other dots, and clear of pieces where it can be.
void place_dots(std::vector<Arrow>& arrows, std::span<const Point> pieces) {
  for (Arrow& arrow : arrows) {
    const std::vector<Point> places = places_on(arrow);
    arrow.dot = places[places.size() / 2];
  }
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t own = 0; own < arrows.size(); ++own) {
      double least = 1e9;
      for (const Point place : places_on(arrows[own])) {
        const double bad = badness(arrows, own, place, pieces);
        if (bad >= least) continue;
        least = bad;
        arrows[own].dot = place;
      }
    }
  }
}

}  // namespace

std::vector<Arrow> arrows_on(const Board& board, std::string_view pieces, std::span<const Mark> marks) {
  const auto columns = static_cast<std::size_t>(board.columns);
  const auto is_taken = [&](std::size_t cell) { return pieces[cell] != board.pieces[0]; };
  std::vector<Arrow> arrows;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    for (const std::string& move : marks[i].moves) {
      const ParsedMove parsed = parse_move(board, move);
      if (parsed.kind != ParsedMove::Kind::go) continue;
      const Cell end = parsed.cells.back();
      Arrow arrow{
          i,
          {},
          is_taken(static_cast<std::size_t>(end.row) * columns + static_cast<std::size_t>(end.column)),
          {}};
      for (const Cell cell : parsed.cells) arrow.points.push_back(middle_of(cell));
      arrows.push_back(std::move(arrow));
    }
  }
  std::vector<Point> taken;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (is_taken(i))
      taken.push_back(middle_of({static_cast<int>(i % columns), static_cast<int>(i / columns)}));
  }
  part_arrows(arrows);
  place_dots(arrows, taken);
  return arrows;
}

void draw_arrow(Pen& pen, const Arrow& arrow, Colour colour) {
  const std::size_t count = arrow.points.size();
  const Point from = arrow.points[count - 2], to = arrow.points[count - 1];
  const double length = distance(from, to);
  const double reach = reach_of(arrow);
  const Point tip = along(from, to, reach), neck = along(from, to, reach - kHead);
  const Point side{-(to.y - from.y) / length * 5.2, (to.x - from.x) / length * 5.2};
  const Colour edge = colour.mixed(rgb(0x28190c), 0.68);
  const auto shaft = [&](Colour ink, double width) {
    pen.move_to(along(arrow.points[0], arrow.points[1], kTail));
    for (std::size_t i = 1; i + 1 < count; ++i) pen.line_to(arrow.points[i]);
    pen.line_to(neck);
    pen.stroke(ink, width);
  };
  shaft(edge, 4.6);
  pen.move_to(tip);
  pen.line_to({neck.x + side.x, neck.y + side.y});
  pen.line_to({neck.x - side.x, neck.y - side.y});
  pen.close_path();
  pen.fill_and_stroke(colour, edge, 1);
  shaft(colour, 2.8);
}

}  // namespace menagerie::api::labels
