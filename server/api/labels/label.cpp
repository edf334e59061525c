#include "server/api/labels/label.hpp"

#include "engine/text.hpp"
#include "server/api/labels/cover_text.hpp"
#include "server/api/labels/inks.hpp"
#include "server/api/labels/moves.hpp"
#include "server/api/labels/places.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <numbers>

namespace menagerie::api::labels {
namespace {

constexpr double kQuiet = 3;  // modules of light inside a code's place; the margins around it add the fourth

std::string ordinal(int number) {
  const int last = number % 10, teens = number / 10 % 10;
  const char* ending = teens == 1 ? "th" : last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th";
  return std::to_string(number) + ending;
}

Parts parts_of(const LabelOrder& order, const std::vector<Mark>& marks, bool code) {
  Parts parts;
  bool passes = false;
  for (const Mark& mark : marks) {
    const ParsedMove parsed = parse_move(order.board(), mark.moves.front());
    passes = passes || parsed.kind == ParsedMove::Kind::pass;
    parts.moves_named =
        parts.moves_named || parsed.kind == ParsedMove::Kind::go || parsed.kind == ParsedMove::Kind::take;
  }
  parts.board_aspect = picture_aspect(order.board(), passes);
  parts.beads = std::max<std::size_t>(marks.size(), 1);
  parts.code = code;
  return parts;
}

/// One label in the making.
struct LabelDrawing {
  Pen& pen;
  const LabelOrder& order;
  std::size_t number;
  std::vector<Mark> marks;
  Places at;
  Colour colour;

  std::string title() const { return upper(order.machine->row.title); }

  void frame() const {
    const double u = at.unit, outer = at.margin * 0.42;
    const Rect all{0, 0, order.size.width, order.size.height};
    pen.frame(all.inset(outer), 0.9 * u, colour, 0.26 * u);
    pen.frame(all.inset(at.margin - 0.33 * u), 0.45 * u, colour, 0.09 * u);
  }

  void band() const {
    pen.box(at.band, colour);
    if (!at.upright) {
      const double cap = at.band.height * 0.54, y = at.band.middle().y + cap / 2;
      if (at.number_in_band) {
        pen.text(title(), {at.band.x + 1.3 * at.unit, y},
                 {Face::display, cap, kWhitePaper, Align::left, at.number.x - at.band.x - 2 * at.unit});
      } else {
        pen.text(title(), {at.band.middle().x, y},
                 {Face::display, cap, kWhitePaper, Align::middle, at.band.width - at.unit});
      }
      return;
    }
    const double cap = at.band.width * 0.56;
    const Pen::Frame turned(pen, at.band.middle(), 1, -std::numbers::pi / 2);
    pen.text(title(), {0, cap / 2},
             {Face::display, cap, kWhitePaper, Align::middle, at.band.height - at.unit});
  }

  void words() const {
    const std::string no = fmt::format("No {}", number);
    if (at.number_in_band) {
      const double cap = at.number.height * 0.58;
      pen.text(no, {at.number.right(), at.number.middle().y + cap / 2},
               {Face::display, cap, kWhitePaper, Align::right, at.number.width});
    } else {
      pen.text(no, {at.number.x, at.number.bottom()},
               {Face::display, at.number.height, colour, Align::left, at.number.width});
    }
    turn();
  }

  void turn() const {
    const std::string which = fmt::format("its {} move", ordinal(order.box(number).turn));
    const std::string beads = counted(order.beads_in(number), "bead", "beads");
    const double x = at.turn_at_right ? at.turn.right() : at.turn.x;
    Type type{Face::display, at.turn.height, kInk, at.turn_at_right ? Align::right : Align::left, 0};
    if (at.turn_lines == 2) {
      type.cap = at.turn.height * 0.38;
      type.width_max = at.turn.width;
      pen.text(which, {x, at.turn.y + type.cap}, type);
      pen.text(beads, {x, at.turn.bottom()}, type);
      return;
    }
    const std::string both = which + " \u00b7 " + beads;
    const bool room = pen.width_of(both, type) <= at.turn.width;
    type.width_max = at.turn.width;
    pen.text(room ? both : which, {x, at.turn.bottom()}, type);
  }

  /// `3`; `1+1` where the beads lie in two compartments.
  std::string count_of(const Mark& mark) const {
    const auto compartments = compartments_of(order.machine->rule, mark.count);
    if (!compartments) return figures(mark.count);
    return figures(compartments->a) + "+" + figures(compartments->b);
  }

  /// `3 (E) a3×b2`: so many beads of that colour, for that move; or, where the board says the move by a
  /// cell, with the colour's name.
  void list() const {
    const Rect first = at.row(0);
    const double height = first.height * 0.46;
    const Type count_type{Face::display, height * 1.3, kInk, Align::right, first.width * 0.4};
    double count_width = 0;
    for (const Mark& mark : marks)
      count_width = std::max(count_width, pen.width_of(count_of(mark), count_type));
    const double radius = std::min(height, (first.width - count_width) / 2.5), cap = radius * 1.3;
    const double left = count_width + radius * 2.8, room = first.width - left - radius * 0.3;
    const std::vector<std::string> names = names_of(room, cap);
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const Rect rect = at.row(i);
      const double y = rect.middle().y;
      const bool none = marks[i].count == 0;
      Type type = count_type;
      type.cap = cap;
      type.colour = none ? kSoftInk : kInk;
      type.width_max = count_width;
      pen.text(count_of(marks[i]), {rect.x + count_width, y + cap / 2}, type);
      draw_bead(pen, {rect.x + count_width + radius * 1.35, y}, radius, marks[i].look, none);
      if (names[i].empty()) continue;
      pen.text(names[i], {rect.x + left, y + cap * 0.47},
               {Face::display, cap * 0.94, type.colour, Align::left, room});
    }
  }

  /// What stands beside each bead: all its moves where there is room, the first of them where there is not
  /// (the board shows the rest); for cells the colours, on labels that have room for them.
  std::vector<std::string> names_of(double room, double cap) const {
    const Type type{Face::display, cap * 0.94, kInk, Align::left, 0};
    const auto fits = [&](std::string_view words) { return pen.width_of(words, type) <= room; };
    std::vector<std::string> names;
    for (const Mark& mark : marks) {
      const ParsedMove::Kind kind = parse_move(order.board(), mark.moves.front()).kind;
      if (kind == ParsedMove::Kind::place || (kind == ParsedMove::Kind::pass && !fits("pass"))) {
        names.emplace_back(at.colours_named ? mark.look.name : "");
        continue;
      }
      const std::string all =
          joined(mark.moves, ", ", [&](const std::string& move) { return short_text(order.board(), move); });
      names.push_back(fits(all) ? all : short_text(order.board(), mark.moves.front()));
    }
    return names;
  }

  void code(CodeKind kind) const {
    const QrCode squares = encode(order.address(number), kind);
    const double module = at.code.width / (squares.side + 2 * kQuiet);
    pen.code(at.code.inset(kQuiet * module), squares.side, squares.dark);
    if (at.caption.width < 5 * at.unit * 0.7) return;
    const double cap = 0.78 * at.unit, leading = cap * 1.75;
    const Type type{Face::small, cap, kSoftInk, Align::left, at.caption.width};
    static constexpr std::array kLines = {"This box", "as it is", "today"};
    double y = at.code.bottom() - kQuiet * module - leading * (kLines.size() - 1);
    for (const char* line : kLines) {
      pen.text(line, {at.caption.x, y}, type);
      y += leading;
    }
  }
};

}  // namespace

std::string figures(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3 && digits[at - 4] != '-';) digits.insert(at -= 3, ",");
  return digits;
}

std::string counted(std::int64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", figures(number), number == 1 ? one : many);
}

void draw_label(Pen& pen, Point corner, const LabelOrder& order, std::size_t number,
                const std::optional<CodeKind>& code, double scale) {
  const Pen::Frame frame(pen, corner, scale);
  std::vector<Mark> marks = order.marks(number);
  const Places at = places(order.size, parts_of(order, marks, code.has_value()));
  LabelDrawing it{pen, order, number, std::move(marks), at, parse_colour(order.machine->row.colour)};
  it.frame();
  it.band();
  it.words();
  draw_picture(pen, at.board, order.board(), order.box(number).text, it.marks);
  it.list();
  if (code) it.code(*code);
}

double module_of(const LabelOrder& order, CodeKind kind) {
  double least = 1e9;
  for (const std::size_t beads : {1U, 12U}) {
    Parts parts;
    parts.beads = beads;
    parts.code = true;
    least = std::min(least, places(order.size, parts).code.width / (kind.side() + 2 * kQuiet));
  }
  return least;
}

}  // namespace menagerie::api::labels
