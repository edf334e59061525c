// Printed labels: how they stand on sheets, how their parts stand on them, what their beads look like.
#include "server/api/labels/arrows.hpp"
#include "server/api/labels/beads.hpp"
#include "server/api/labels/code.hpp"
#include "server/api/labels/cover.hpp"
#include "server/api/labels/document.hpp"
#include "server/api/labels/places.hpp"
#include "server/api/labels/sheet.hpp"
#include "server/museum/museum.hpp"

#include "tests/unit/catch.hpp"

#include <cmath>
#include <map>
#include <set>

namespace api_labels_tests {

using namespace menagerie;
using namespace menagerie::api::labels;

namespace {

constexpr double kHair = 1e-6;

bool inside(const Rect& inner, const Rect& outer) {
  return inner.width >= 0 && inner.height >= 0 && inner.x >= outer.x - kHair && inner.y >= outer.y - kHair &&
         inner.right() <= outer.right() + kHair && inner.bottom() <= outer.bottom() + kHair;
}

bool overlap(const Rect& a, const Rect& b) {
  return a.x < b.right() - kHair && b.x < a.right() - kHair && a.y < b.bottom() - kHair &&
         b.y < a.bottom() - kHair;
}

Size mm(std::string_view text) {
  std::string why;
  const auto read = parse_size(text, why);
  INFO(text << ": " << why);
  REQUIRE(read);
  return *read;
}

/// An exhibit's labels with its starting beads.
struct Exhibit {
  std::shared_ptr<const core::Machine> machine;
  LabelOrder order;

  explicit Exhibit(std::string_view name, std::string_view label = "front") {
    machine = core::Machine::make(*museum::find_exhibit(name), core::Machine::Listing::whole);
    order.machine = machine.get();
    order.box_count = machine->boxes.boxes().size();
    order.paper = find_paper("a4");
    order.size = mm(label);
    order.numbers = {1, order.box_count};
    fill_with_start(order);
  }
};

}  // namespace

TEST_CASE("labels stand edge to edge within the paper's margins, as many as fit") {
  const std::string paper = GENERATE("a4", "letter");
  const std::string label =
      GENERATE("35x15", "15x35", "53x36", "36x53", "30x12", "62.5x41.3", "190x100", "100x250");
  INFO(label << " on " << paper);
  const auto sheet = Sheet::plan(*find_paper(paper), mm(label));
  REQUIRE(sheet);
  const Size page = sheet->paper().size;
  const Rect printable = Rect{0, 0, page.width, page.height}.inset(5);
  std::set<std::pair<long, long>> corners;
  for (std::size_t i = 0; i < sheet->labels(); ++i) {
    const Rect place = sheet->place(i);
    CHECK(inside(place, printable));
    CHECK_FALSE(overlap(place, sheet->footer()));
    CHECK(place.width == sheet->label().width);
    CHECK(place.height == sheet->label().height);
    corners.emplace(std::lround(place.x * 1000), std::lround(place.y * 1000));
    if (i % sheet->columns() > 0) CHECK(place.x == Approx(sheet->place(i - 1).right()));
    if (i >= sheet->columns()) CHECK(place.y == Approx(sheet->place(i - sheet->columns()).bottom()));
  }
  CHECK(corners.size() == sheet->labels());
  const Rect last = sheet->place(sheet->labels() - 1);
  CHECK(last.right() + sheet->label().width > page.width - 18);  // one more would not have fitted
  CHECK(last.bottom() + sheet->label().height > page.height - 24);
  CHECK(sheet->sheets_for(1) == 1);
  CHECK(sheet->sheets_for(sheet->labels()) == 1);
  CHECK(sheet->sheets_for(sheet->labels() + 1) == 2);
}

TEST_CASE("so many labels are on a sheet") {
  const auto count = [](const char* paper, const char* label) {
    return Sheet::plan(*find_paper(paper), mm(label))->labels();
  };
  CHECK(count("a4", "front") == 90);
  CHECK(count("a4", "tray") == 21);
  CHECK(count("letter", "front") == 85);
  CHECK(count("letter", "tray") == 21);
  CHECK_FALSE(Sheet::plan(*find_paper("a4"), mm("200x30")));
  CHECK_FALSE(Sheet::plan(*find_paper("letter"), mm("199x30")));
  CHECK(find_paper("LETTER")->title == "Letter");
  CHECK(find_paper("a3") == nullptr);
}

TEST_CASE("every label's corner has its cut marks, and no mark runs through a label") {
  const auto sheet = Sheet::plan(*find_paper("a4"), mm("front"));
  for (const std::size_t labels : {1U, 4U, 5U, 6U, 24U, 90U}) {
    INFO(labels << " labels");
    const auto marks = sheet->cut_marks(labels);
    const auto meets = [&](Point corner, bool upright) {
      return std::any_of(marks.begin(), marks.end(), [&](const CutMark& mark) {
        const bool is_upright = std::abs(mark.from.x - mark.to.x) < kHair;
        const Point middle{(mark.from.x + mark.to.x) / 2, (mark.from.y + mark.to.y) / 2};
        return is_upright == upright && std::hypot(middle.x - corner.x, middle.y - corner.y) < kHair;
      });
    };
    for (std::size_t i = 0; i < labels; ++i) {
      const Rect place = sheet->place(i);
      for (const double x : {place.x, place.right()}) {
        for (const double y : {place.y, place.bottom()}) {
          CHECK(meets({x, y}, true));
          CHECK(meets({x, y}, false));
        }
      }
      for (const CutMark& mark : marks) {
        const Rect line{std::min(mark.from.x, mark.to.x), std::min(mark.from.y, mark.to.y),
                        std::abs(mark.from.x - mark.to.x), std::abs(mark.from.y - mark.to.y)};
        CHECK_FALSE(overlap(line, place.inset(0.01)));
      }
    }
    for (const CutMark& mark : marks) {
      const Size page = sheet->paper().size;
      CHECK(std::min({mark.from.x, mark.from.y, mark.to.x, mark.to.y}) > 4);
      CHECK(std::max(mark.from.x, mark.to.x) < page.width - 4);
      CHECK(std::max(mark.from.y, mark.to.y) < page.height - 4);
    }
  }
}

TEST_CASE("sizes and numbers are read, and refused with what would be right") {
  CHECK(mm("35x15") == Size{35, 15});
  CHECK(mm("Front") == Size{35, 15});
  CHECK(mm("tray") == Size{53, 36});
  CHECK(mm("62.5X41") == Size{62.5, 41});
  CHECK(to_text(mm("62.5x41")) == "62.5 x 41 mm");
  for (const char* bad : {"", "35", "35x", "x15", "35x15mm", "ax15", "nanx15", "35xinf", "11x35", "29x20",
                          "256x20", "-35x15"}) {
    std::string why;
    INFO(bad);
    CHECK_FALSE(parse_size(bad, why));
    CHECK_FALSE(why.empty());
  }
  CHECK(parse_numbers("1-304", 304) == Numbers{1, 304});
  CHECK(parse_numbers("12", 304) == Numbers{12, 12});
  CHECK(parse_numbers("300-", 304) == Numbers{300, 304});
  CHECK(Numbers{300, 304}.count() == 5);
  for (const char* bad : {"", "0", "-", "-5", "0-3", "5-4", "1-305", "305", "1-2-3", "a", "1 - 2"}) {
    INFO(bad);
    CHECK_FALSE(parse_numbers(bad, 304));
  }
}

TEST_CASE("the parts of a label of any size are on it, and none lies on another") {
  const std::string label = GENERATE("35x15", "35x12", "60x15", "15x35", "12x30", "53x36", "36x53", "40x40",
                                     "30x30", "120x20", "190x100", "100x250");
  Parts parts;
  parts.board_aspect = GENERATE(0.81, 1.0, 1.32, 1.45, 2.64);
  parts.moves_named = GENERATE(true, false);
  parts.code = GENERATE(true, false);
  for (std::size_t beads = 1; beads <= 16; ++beads) {
    parts.beads = beads;
    INFO(label << ", aspect " << parts.board_aspect << ", " << beads << " beads"
               << (parts.code ? ", code" : ""));
    const Size whole = mm(label);
    const Places at = places(whole, parts);
    std::vector<Rect> rects = {at.band, at.turn, at.board, at.list};
    if (!at.number_in_band) rects.push_back(at.number);
    if (parts.code) rects.push_back(at.code);
    if (at.caption.width > 0) rects.push_back(at.caption);
    for (std::size_t i = 0; i < rects.size(); ++i) {
      INFO("part " << i);
      CHECK(inside(rects[i], Rect{0, 0, whole.width, whole.height}.inset(at.margin)));
      CHECK(rects[i].width > 0);
      CHECK(rects[i].height > 0);
      for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(overlap(rects[i], rects[j]));
    }
    if (at.number_in_band) CHECK(inside(at.number, at.band));
    CHECK(at.board.width / at.board.height == Approx(parts.board_aspect));
    CHECK(at.columns * at.rows >= beads);
    for (std::size_t i = 0; i < beads; ++i) CHECK(inside(at.row(i), at.list));
    CHECK(parts.code == (at.code.width > 0));
  }
}

TEST_CASE("beads look as they do on the pages") {
  const auto look = [](std::string_view game, std::size_t index, std::string_view move) {
    const BeadLook it = look_of(find_game(game)->board(), index, move);
    return std::string(it.name) + " " + it.letter;
  };
  CHECK(look("noughts-and-crosses", 5, "a3") == "white W");
  CHECK(look("noughts-and-crosses", 0, "a1") == "amber A");
  CHECK(look("noughts-and-crosses", 2, "b2") == "gold G");
  CHECK(look("go-3x3", 0, "a3") == "brown N");
  CHECK(look("go-3x3", 0, "a2") == "turquoise T");
  CHECK(look("go-3x3", 9, "pass") == "blue B");
  CHECK(look("go-2x2", 3, "b1") == "turquoise T");
  CHECK(look("hexapawn", 0, "a3-a2") == "red R");
  CHECK(look("nim-3x3", 4, "a:2") == "lilac L");
  CHECK(look("checkers-5x5", 11, "a1xc3xe5") == "brown N");
  CHECK(look("checkers-5x5", 12, "a1-b2") == "red 13");
  CHECK(parse_colour("#b9352b") == rgb(0xb9352b));
}

TEST_CASE("moves are read and shortened") {
  const Board& board = find_game("checkers-5x5")->board();
  const ParsedMove jump = parse_move(board, "a1xc3xe5");
  CHECK(jump.kind == ParsedMove::Kind::go);
  CHECK(jump.cells == std::vector<Cell>{{0, 4}, {2, 2}, {4, 0}});
  CHECK(short_text(board, "a1xc3xe5") == "a1\u00d7c3\u00d7e5");
  CHECK(short_text(board, "a1-b2") == "a1\u2013b2");
  const Board& piles = find_game("nim-3x3")->board();
  CHECK(parse_move(piles, "c:12").amount == 12);
  CHECK(parse_move(piles, "c:2").cells == std::vector<Cell>{{2, 0}});
  CHECK(short_text(piles, "c:2") == "2 from C");
  CHECK(parse_move(board, "pass").kind == ParsedMove::Kind::pass);
  CHECK(pieces_of(find_game("hexapawn")->board(), "bbb/.w./w.w b") == "bbb.w.w.w");
}

TEST_CASE("no bead on an arrow hides another") {
  const std::string name =
      GENERATE("her", "him", "octapawn", "extendapawn", "minicheckers", "minicheckers-gardner");
  const Exhibit exhibit(name);
  const Board& board = exhibit.order.board();
  const Rect all{0, 0, board.columns * kCell, board.rows * kCell};
  double nearest = 1e9;
  for (std::size_t number = 1; number <= exhibit.order.box_count; ++number) {
    INFO(name << " " << number << ": " << exhibit.order.box(number).text);
    const std::vector<Mark> marks = exhibit.order.marks(number);
    const auto arrows = arrows_on(board, pieces_of(board, exhibit.order.box(number).text), marks);
    std::size_t moves = 0;
    for (const Mark& mark : marks) moves += mark.moves.size();
    REQUIRE(arrows.size() == moves);
    for (std::size_t i = 0; i < arrows.size(); ++i) {
      REQUIRE(inside({arrows[i].dot.x, arrows[i].dot.y, 0, 0}, all));
      for (std::size_t j = 0; j < i; ++j)
        nearest = std::min(nearest,
                           std::hypot(arrows[i].dot.x - arrows[j].dot.x, arrows[i].dot.y - arrows[j].dot.y));
    }
  }
  CHECK(nearest > 2 * kArrowBead);
}

TEST_CASE("a code is as small as its text allows, and as safe as its size allows") {
  const auto kind = CodeKind::for_text("https://menagerie.example/machine/menace#box-304");
  REQUIRE(kind);
  CHECK(kind->version == 3);
  CHECK(CodeKind::for_text("short")->version == 1);
  CHECK(CodeKind::for_text("short")->level == 3);
  CHECK_FALSE(CodeKind::for_text(std::string(3000, 'x')));
  const QrCode code = encode("https://menagerie.example/machine/menace#box-1", *kind);
  CHECK(code.side == 29);
  REQUIRE(code.dark.size() == 29 * 29);
  const auto dark = [&](std::size_t x, std::size_t y) { return code.dark[y * 29 + x] != 0; };
  for (const auto& [x, y] : std::vector<std::pair<std::size_t, std::size_t>>{{0, 0}, {22, 0}, {0, 22}}) {
    for (std::size_t i = 0; i < 7; ++i) {  // the eyes
      CHECK(dark(x + i, y));
      CHECK(dark(x, y + i));
      CHECK(dark(x + 3, y + 3));
      CHECK(dark(x + 1, y + 1) == false);
    }
  }
}

TEST_CASE("what is to be bought is what lies in the boxes") {
  const std::string name = GENERATE("menace", "menace-two", "her", "nimble", "minicheckers", "ellis");
  Exhibit exhibit(name);
  const auto sum = [&] {
    std::int64_t beads = 0;
    for (const Purchase& it : purchases(exhibit.order)) beads += it.count;
    return beads;
  };
  std::int64_t all = 0;
  for (const std::int64_t count : exhibit.order.counts) all += count;
  CHECK(sum() == all);
  exhibit.order.numbers = {2, 3};
  CHECK(sum() == exhibit.order.beads_in(2) + exhibit.order.beads_in(3));
  std::set<std::string> letters;
  for (const Purchase& it : purchases(exhibit.order)) letters.insert(it.look.letter);
  CHECK(letters.size() == purchases(exhibit.order).size());
}

TEST_CASE("MENACE's first box and its colours, over all boxes") {
  const Exhibit exhibit("menace");
  const std::vector<Mark> marks = exhibit.order.marks(1);
  REQUIRE(marks.size() == 3);
  CHECK(marks[0].look.letter == "A");
  CHECK(marks[0].moves == std::vector<std::string>{"a1", "c1", "a3", "c3"});
  CHECK(marks[0].count == 4);
  std::map<std::string, std::int64_t> counts;
  for (const Purchase& it : purchases(exhibit.order)) counts[std::string(it.look.name)] = it.count;
  CHECK(counts.size() == 9);
  // Recounted from the boxes by hand of another program: each bead by its first cell.
  std::map<std::string, std::int64_t> recount;
  const std::map<std::string, std::string> colours = {{"a3", "white"}, {"b3", "lilac"}, {"c3", "silver"},
                                                      {"a2", "black"}, {"b2", "gold"},  {"c2", "green"},
                                                      {"a1", "amber"}, {"b1", "red"},   {"c1", "pink"}};
  for (const Box& box : exhibit.machine->boxes.boxes()) {
    for (const Bead& bead : box.beads) recount[colours.at(bead.move)] += 5 - box.turn;
  }
  CHECK(counts == recount);
}

TEST_CASE("the same labels are the same bytes, and other labels are others") {
  Exhibit exhibit("her");
  exhibit.order.public_url = "https://menagerie.example/";
  CHECK(exhibit.order.address(12) == "https://menagerie.example/machine/her#box-12");
  for (const Format format : {Format::pdf, Format::svg}) {
    const std::string bytes = draw(exhibit.order, format);
    CHECK(draw(exhibit.order, format) == bytes);
    LabelOrder other = exhibit.order;
    ++other.counts[0];
    CHECK(draw(other, format) != bytes);
  }
  CHECK(draw(exhibit.order, Format::pdf).starts_with("%PDF-"));
  CHECK(draw(exhibit.order, Format::svg).starts_with("<?xml"));
}

TEST_CASE("what cannot be printed is refused with what would be right") {
  Exhibit exhibit("octapawn");
  CHECK_FALSE(fault_of(exhibit.order, Format::pdf));
  CHECK_THAT(fault_of(exhibit.order, Format::svg).value_or(""), ContainsSubstring("numbers 1-600"));
  exhibit.order.numbers = {601, 1200};
  CHECK_FALSE(fault_of(exhibit.order, Format::svg));
  exhibit.order.public_url = "https://menagerie.example";
  CHECK_FALSE(fault_of(exhibit.order, Format::pdf));
  exhibit.order.public_url = "https://menagerie.example/" + std::string(100, 'x');
  CHECK_THAT(fault_of(exhibit.order, Format::pdf).value_or(""), ContainsSubstring("larger labels"));
  exhibit.order.size = mm("100x100");
  CHECK_FALSE(fault_of(exhibit.order, Format::pdf));
  exhibit.order.size = mm("250x30");
  CHECK_THAT(fault_of(exhibit.order, Format::pdf).value_or(""), ContainsSubstring("does not fit on A4"));
}

TEST_CASE("a title in another alphabet is drawn too") {
  Exhibit exhibit("her");
  store::MachineRow row = exhibit.machine->row;
  row.title = "\u0428\u0430\u0448\u043a\u0438 \u2603 <&>";
  const auto machine = core::Machine::make(row, core::Machine::Listing::whole);
  exhibit.order.machine = machine.get();
  CHECK(draw(exhibit.order, Format::pdf).size() > 10'000);
  CHECK(draw(exhibit.order, Format::svg).ends_with("</svg>\n"));
}

}  // namespace api_labels_tests
