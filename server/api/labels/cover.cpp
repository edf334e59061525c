#include "server/api/labels/cover.hpp"

#include "server/api/labels/cover_text.hpp"
#include "server/api/labels/inks.hpp"
#include "server/api/labels/label.hpp"
#include "server/api/labels/moves.hpp"
#include "server/museum/museum.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <utility>

namespace menagerie::api::labels {
namespace {

constexpr double kCoverMargin = 16;
constexpr double kPlate = 88;       // height of the label at the top
constexpr double kGutter = 12;      // between the two columns below it
constexpr double kLegend = 58;      // width of the right one
constexpr double kColourRow = 8.6;  // of a colour to buy
constexpr Size kFence{64, 12};      // fits the drawer of a common matchbox, 53 x 36 mm, folded to a V
constexpr double kFenceFlap = 4;    // of its height, to be glued down

/// Names of all cells, row by row from the top.
std::vector<std::string> cells_of(const Board& board) {
  std::vector<std::string> names;
  for (int row = 0; row < board.rows; ++row) {
    for (int column = 0; column < board.columns; ++column)
      names.push_back(static_cast<char>('a' + column) + std::to_string(board.rows - row));
  }
  return names;
}

/// The looks that beads of this board can have, in the order in which people expect them.
std::vector<BeadLook> catalogue(const Board& board, bool places, std::size_t beads_max) {
  std::vector<BeadLook> looks;
  if (places) {
    for (const std::string& cell : cells_of(board)) looks.push_back(look_of(board, 0, cell));
  } else {
    const std::string_view any = board.kind == Board::Kind::piles ? "a:1" : "a1-a2";
    for (std::size_t i = 0; i < beads_max; ++i) looks.push_back(look_of(board, i, any));
  }
  looks.push_back(look_of(board, 0, "pass"));
  return looks;
}

/// The sheet in the making.
class Cover {
 public:
  Cover(Pen& pen, const LabelOrder& order, const Sheet& sheet, const std::optional<CodeKind>& code)
      : pen_(pen),
        order_(order),
        sheet_(sheet),
        code_(code),
        row_(museum::as_shown(order.machine->row)),
        colour_(parse_colour(row_.colour)),
        width_(sheet.paper().size.width - 2 * kCoverMargin) {}

  void draw() {
    plate();
    const double top = kCoverMargin + kPlate + 15;
    heading("Beads to buy", {kCoverMargin, top});
    const double left = kCoverMargin + width_ - kLegend;
    const double below = std::max(beads(top + 5), legend({left, top}));
    sentences(below + 10);
    if (draws_by_fence(order_)) fence({kCoverMargin, ruler_line() - 5.5 - kFence.height});
    ruler();
  }

 private:
  void plate() const {
    const Rect rect{kCoverMargin, kCoverMargin, width_, kPlate};
    pen_.box({rect.x, rect.bottom() - 3, rect.width, 5.4}, kLine);  // the striking strip
    pen_.box({rect.x, rect.y, rect.width, rect.height}, kWhitePaper);
    pen_.hatch(rect.inset(3), 5, colour_.mixed(kWhitePaper, 0.9), 1.7);
    pen_.frame(rect.inset(0.6), 2.4, colour_, 1.2);
    pen_.frame(rect.inset(2.8), 1.2, colour_, 0.5);
    const double x = rect.x + 10, room = rect.width - 20;
    pen_.text(row_.maker, {x, rect.y + 13}, {Face::small, 2.3, kSoftInk, Align::left, room});
    pen_.text(upper(row_.title), {x, rect.y + 37}, {Face::display, 20, colour_, Align::left, room});
    const double y = pen_.paragraph(row_.story, {x, rect.y + 45.5}, room, 5.8, {Face::text, 2.8, kInk});
    pen_.text(machine_line(order_), {x, y + 6.2}, {Face::small, 2, kSoftInk, Align::left, room});
    const std::array<Figure, 4> shown = figures_shown();
    for (std::size_t i = 0; i < shown.size(); ++i) {
      const Point at{x + room / shown.size() * static_cast<double>(i), rect.bottom() - 13};
      const double column = room / shown.size() - 3;
      pen_.text(shown[i].number, at, {Face::display, 8, kInk, Align::left, column});
      pen_.text(shown[i].what, {at.x, at.y + 5}, {Face::small, 1.9, kSoftInk, Align::left, column});
    }
  }

  struct Figure {
    std::string number, what;
  };

  std::array<Figure, 4> figures_shown() const {
    std::int64_t beads = 0;
    for (const Purchase& it : purchases(order_)) beads += it.count;
    const auto boxes = static_cast<std::int64_t>(order_.numbers.count());
    const auto sheets = static_cast<std::int64_t>(sheet_.sheets_for(order_.numbers.count()));
    std::string which = boxes == 1 ? "box" : "boxes";
    if (order_.numbers.count() < order_.box_count) {
      which += fmt::format(", No {} to {} of {}", order_.numbers.first, order_.numbers.last,
                           figures(static_cast<std::int64_t>(order_.box_count)));
    }
    const std::string size = fmt::format("{:g} \u00d7 {:g}", order_.size.width, order_.size.height);
    return {
        {{figures(boxes), which},
         {figures(beads), order_.seq ? "beads now" : "beads to start with"},
         {figures(sheets), fmt::format("{} of {}", sheets == 1 ? "sheet" : "sheets", sheet_.paper().title)},
         {size, "mm a label"}}};
  }

  double heading(std::string_view words, Point at) const {
    pen_.text(upper(words), at, {Face::display, 4.6, colour_});
    return at.y;
  }

  /// The colours in two columns; returns where they end.
  double beads(double top) const {
    const std::vector<Purchase> list = purchases(order_);
    const std::size_t rows = (list.size() + 1) / 2;
    const double column = (width_ - kLegend - kGutter) / 2;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const double x = kCoverMargin + column * static_cast<double>(i / rows);
      const double y = top + kColourRow * (static_cast<double>(i % rows) + 0.5);
      draw_bead(pen_, {x + 3.3, y}, 3.2, list[i].look, list[i].count == 0);
      const double figure = pen_.text(figures(list[i].count), {x + 9, y + 1.9}, {Face::display, 3.8, kInk});
      pen_.text(list[i].look.name, {x + 10.6 + figure, y + 1.9}, {Face::text, 2.5, kInk});
    }
    const double y = top + kColourRow * static_cast<double>(rows) + 4.5;
    const std::string more = beads_text(order_);
    if (!more.empty()) pen_.text(more, {kCoverMargin, y}, {Face::text, 2.05, kInk});
    return y;
  }

  /// Which bead means which move; returns where it ends.
  double legend(Point at) const {
    const bool points = order_.board().kind == Board::Kind::points;
    heading(!has_places(order_) ? "A label, enlarged" : points ? "Bead and point" : "Bead and square", at);
    double y = at.y + 6;
    if (has_places(order_)) {
      std::vector<Mark> marks;
      for (const std::string& cell : cells_of(order_.board()))
        marks.push_back({look_of(order_.board(), 0, cell), {cell}, 1});
      const double side = 37;
      draw_picture(pen_, {at.x, y, side, side / picture_aspect(order_.board(), false)}, order_.board(), "",
                   marks);
      y += side;
    } else {
      const double scale = std::min(kLegend / order_.size.width, 42 / order_.size.height);
      draw_label(pen_, {at.x, y}, order_, fullest_box(order_), code_, scale);
      y += order_.size.height * scale;
    }
    return pen_.paragraph(legend_text(order_), {at.x, y + 5.5}, kLegend, 4.3, {Face::text, 2.05, kInk});
  }

  void sentences(double y) const {
    const std::array<std::pair<std::string, std::string>, 3> told = {{
        {"Build it", build_text(order_)},
        {"Play it", play_text(order_)},
        {"Teach it", teach_text(order_)},
    }};
    for (const auto& [title, words] : told) {
      if (words.empty()) continue;
      heading(title, {kCoverMargin, y});
      y = pen_.paragraph(words, {kCoverMargin + 32, y - 1.2}, width_ - 32, 5.2, {Face::text, 2.45, kInk}) +
          8.5;
    }
  }

  /// Michie's V of cardboard, to be cut out: one fold in the middle, and flaps that are glued down.
  void fence(Point at) const {
    const double middle = at.x + kFence.width / 2, right = at.x + kFence.width;
    const double fold = at.y + kFence.height - kFenceFlap, bottom = at.y + kFence.height;
    pen_.move_to(at);
    for (const Point corner :
         {Point{right, at.y}, Point{right, fold}, Point{right - 2, bottom}, Point{middle + 2, bottom},
          Point{middle, fold}, Point{middle - 2, bottom}, Point{at.x + 2, bottom}, Point{at.x, fold}})
      pen_.line_to(corner);
    pen_.close_path();
    pen_.fill_and_stroke(kWhitePaper, kInk, 0.2);
    for (double x = at.x + 1; x < right; x += 3) pen_.line({x, fold}, {x + 1.5, fold}, kCut, 0.2);
    for (double y = at.y + 1; y < fold; y += 3) pen_.line({middle, y}, {middle, y + 1.5}, kCut, 0.2);
    for (const double flap : {(at.x + middle) / 2, (middle + right) / 2})
      pen_.text("glue", {flap, bottom - 1.2}, {Face::small, 1.6, kSoftInk, Align::middle});
    pen_.paragraph(fence_text(), {right + 5, at.y + 2.2}, width_ - kFence.width - 5, 4.1,
                   {Face::text, 2.05, kInk});
  }

  double ruler_line() const { return sheet_.paper().size.height - 11; }

  void ruler() const {
    const double y = ruler_line();
    pen_.line({kCoverMargin, y}, {kCoverMargin + 50, y}, kInk, 0.25);
    for (int mm = 0; mm <= 50; mm += 5) {
      const double x = kCoverMargin + mm;
      pen_.line({x, y}, {x, y - (mm % 10 == 0 ? 2.4 : 1.4)}, kInk, 0.2);
    }
    pen_.text("This line is 50 mm long. If yours is not, print again at 100 %, not fitted to the page.",
              {kCoverMargin + 54, y}, {Face::small, 1.8, kSoftInk, Align::left, width_ - 54});
  }

  Pen& pen_;
  const LabelOrder& order_;
  const Sheet& sheet_;
  const std::optional<CodeKind>& code_;
  store::MachineRow row_;
  Colour colour_;
  double width_;
};

}  // namespace

std::vector<Purchase> purchases(const LabelOrder& order) {
  std::size_t beads_max = 0;
  for (std::size_t i = order.numbers.first; i <= order.numbers.last; ++i)
    beads_max = std::max(beads_max, order.box(i).beads.size());
  std::vector<Purchase> all;
  for (BeadLook& look : catalogue(order.board(), has_places(order), beads_max))
    all.push_back({std::move(look), 0});
  std::vector<bool> known(all.size());
  for (std::size_t i = order.numbers.first; i <= order.numbers.last; ++i) {
    for (const Mark& mark : order.marks(i)) {
      const auto it =
          std::find_if(all.begin(), all.end(), [&](const Purchase& one) { return one.look == mark.look; });
      known[static_cast<std::size_t>(it - all.begin())] = true;
      it->count += mark.count;
    }
  }
  std::vector<Purchase> list;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (known[i]) list.push_back(std::move(all[i]));
  }
  return list;
}

void draw_cover(Pen& pen, const LabelOrder& order, const Sheet& sheet, const std::optional<CodeKind>& code) {
  Cover(pen, order, sheet, code).draw();
}

}  // namespace menagerie::api::labels
