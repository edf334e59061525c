#include "server/api/labels/card.hpp"

#include "server/api/labels/cairo_pointers.hpp"
#include "server/api/labels/code.hpp"
#include "server/api/labels/cover_text.hpp"
#include "server/api/labels/inks.hpp"
#include "server/api/labels/picture.hpp"
#include "server/api/labels/png.hpp"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <stdexcept>

namespace menagerie::api::labels {
namespace {

constexpr Size kCard{120, 63};  // mm; the shape that links are shown in
constexpr double kCardDots = 10;
constexpr Size kPostcard{148, 105};
constexpr double kRollDots = 8;  // a millimetre
constexpr Colour kPaper = rgb(0xfaf5ea);
constexpr Colour kGiven = rgb(0x2f7a3d), kTaken = rgb(0xb9352b);
constexpr std::size_t kBoxesShown = 4, kLinesShown = 8;

/// The largest picture of the board in the middle of a rectangle.
void draw_board(Pen& pen, const Rect& in, const Board& board, std::string_view position,
                std::span<const Mark> marks) {
  const double aspect = picture_aspect(board, false);
  const double width = std::min(in.width, in.height * aspect), height = width / aspect;
  draw_picture(pen, {in.middle().x - width / 2, in.middle().y - height / 2, width, height}, board, position,
               marks);
}

/// `+3`, `-1`
std::string signed_count(std::int64_t by) { return fmt::format("{:+}", by); }

/// The code for the address, as large as the square.
void draw_code(Pen& pen, const Rect& square, const std::string& address) {
  const std::optional<CodeKind> kind = CodeKind::for_text(address);
  if (!kind) return;
  const QrCode squares = encode(address, *kind);
  pen.code(square, squares.side, squares.dark);
}

/// The address without what everybody knows.
std::string_view shown(std::string_view address) {
  const std::size_t scheme = address.find("://");
  return scheme == std::string_view::npos ? address : address.substr(scheme + 3);
}

void draw_boxes(Pen& pen, const Card& card) {
  constexpr double kLeft = 52, kTop = 37, kWidth = 14.6, kStep = 16.4, kHeight = 13.6;
  for (std::size_t i = 0; i < std::min(card.boxes.size(), kBoxesShown); ++i) {
    const CardBox& box = card.boxes[i];
    const double x = kLeft + kStep * static_cast<double>(i), foot = kTop + kHeight + 3.4;
    draw_board(pen, {x, kTop, kWidth, kHeight}, *card.board, box.position, box.marks);
    pen.text(fmt::format("No {}", box.number), {x, foot},
             {Face::display, 2, kSoftInk, Align::left, kWidth * 0.55});
    if (box.by == 0) continue;
    const std::string by = box.by < 0 ? fmt::format("\u2212{}", -box.by) : signed_count(box.by);
    pen.text(by, {x + kWidth, foot},
             {Face::display, 2.8, box.by > 0 ? kGiven : kTaken, Align::right, kWidth * 0.42});
  }
}

void draw_card(Pen& pen, const Card& card) {
  pen.box({0, 0, kCard.width, kCard.height}, kPaper);
  pen.box({0, 0, kCard.width, 10.5}, card.colour);
  pen.text(upper(card.title), {5, 7.9}, {Face::display, 5.2, kWhitePaper, Align::left, 82});
  pen.text("MENAGERIE", {115, 6.6}, {Face::display, 2.6, kWhitePaper, Align::right, 24});
  draw_board(pen, {5, 14, 41, 40.5}, *card.board, card.position, {});
  pen.text(card.headline, {52, 21.4}, {Face::display, 6.4, kInk, Align::left, 63});
  pen.text(card.line, {52, 28}, {Face::display, 3.5, card.colour, Align::left, 63});
  pen.text(card.small, {52, 33}, {Face::small, 1.9, kSoftInk, Align::left, 63});
  draw_boxes(pen, card);
  pen.text(card.code, {5, 60.4}, {Face::display, 3.6, card.colour, Align::left, 24});
  pen.text(shown(card.address), {115, 60.2}, {Face::small, 1.9, kInk, Align::right, 84});
}

struct Line {
  std::string box, move, counts;
};
std::vector<Line> lines_of(const Card& card) {
  std::vector<Line> lines;
  for (const CardBox& box : card.boxes) {
    if (lines.size() == kLinesShown) break;
    const Mark& mark = box.marks.front();
    lines.push_back({fmt::format("No {}", box.number), mark.moves.front(),
                     fmt::format("{} ({})", signed_count(box.by), mark.look.letter)});
  }
  return lines;
}

double width_of(Roll roll) { return roll == Roll::mm58 ? 48 : 72; }

/// Draws it and returns its height; without a pen it is only measured.
double receipt(Pen& pen, const Card& card, double width) {
  const Point middle{width / 2, 0};
  double y = 0;
  const auto words = [&](std::string_view text, double cap, Face face) {
    if (text.empty()) return;
    y += cap * 1.75;
    pen.text(text, {middle.x, y}, {face, cap, Colour{}, Align::middle, width - 2});
  };
  words(upper(card.title), 5.4, Face::display);
  words(card.headline, 4.2, Face::display);
  words(card.line, 3.2, Face::display);
  const double board = width * 0.56;
  draw_board(pen, {(width - board) / 2, y + 3, board, board}, *card.board, card.position, {});
  y += board + 6;
  words(card.small, 1.9, Face::small);
  for (const Line& line : lines_of(card)) {
    y += 4.4;
    const Type type{Face::small, 2, Colour{}, Align::left, width * 0.32};
    pen.text(line.box, {2, y}, type);
    pen.text(line.move, {width * 0.36, y}, type);
    Type right = type;
    right.align = Align::right;
    pen.text(line.counts, {width - 2, y}, right);
  }
  if (!card.address.empty()) {
    const double side = width * 0.46;
    draw_code(pen, {(width - side) / 2, y + 4, side, side}, card.address);
    y += side + 6;
  }
  words(card.code, 5.4, Face::display);
  words(shown(card.address), 1.7, Face::small);
  return y + 6;
}

/// An image of that size in millimetres, which `draw` fills.
template <typename Draw>
std::string png(Size size, double dots, const Draw& draw) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(std::lround(size.width * dots)),
                                                   static_cast<int>(std::lround(size.height * dots))));
  const CairoContext context(cairo_create(surface.get()));
  cairo_scale(context.get(), dots, dots);
  Pen pen(context.get());
  draw(pen);
  if (cairo_status(context.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(
        fmt::format("the card could not be drawn: {}", cairo_status_to_string(cairo_status(context.get()))));
  return png_of(surface.get());
}

cairo_status_t append_bytes(void* bytes, const unsigned char* more, unsigned length) try {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(more), length);
  return CAIRO_STATUS_SUCCESS;
} catch (const std::bad_alloc&) {
  return CAIRO_STATUS_NO_MEMORY;
}

}  // namespace

std::string card_png(const Card& card) {
  return png(kCard, kCardDots, [&](Pen& pen) { draw_card(pen, card); });
}

std::string card_pdf(const Card& card) {
  std::string bytes;
  const Surface surface(cairo_pdf_surface_create_for_stream(
      append_bytes, &bytes, kPostcard.width * kPointsPerMm, kPostcard.height * kPointsPerMm));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, card.headline.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE,
                                 "");  // the same bytes on any day
  {
    const CairoContext context(cairo_create(surface.get()));
    cairo_scale(context.get(), kPointsPerMm, kPointsPerMm);
    Pen pen(context.get());
    const double scale = kPostcard.width / kCard.width, top = kCard.height * scale;
    {
      const Pen::Frame frame(pen, {0, 0}, scale);
      draw_card(pen, card);
    }
    if (!card.address.empty()) {
      draw_code(pen, {8, top + 4, 19, 19}, card.address);
      pen.text(card.invitation, {33, top + 12}, {Face::text, 2.2, kInk, Align::left, 107});
      pen.text(shown(card.address), {33, top + 18}, {Face::display, 3.4, kInk, Align::left, 107});
    }
  }
  cairo_surface_finish(surface.get());
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error("the postcard could not be drawn");
  return bytes;
}

std::string receipt_png(const Card& card, Roll roll) {
  const double width = width_of(roll);
  double height = 1;
  const Surface nowhere(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
  const CairoContext measuring(cairo_create(nowhere.get()));
  Pen measure(measuring.get());
  height = receipt(measure, card, width);
  return png({width, height}, kRollDots, [&](Pen& pen) {
    pen.box({0, 0, width, height}, kWhitePaper);
    receipt(pen, card, width);
  });
}

std::string receipt_text(const Card& card, Roll roll) {
  const std::size_t columns = roll == Roll::mm58 ? 32 : 48;
  std::string text;
  const auto middle = [&](std::string_view line) {
    if (line.empty()) return;
    text.append(line.size() < columns ? (columns - line.size()) / 2 : 0, ' ').append(line).append("\n");
  };
  middle(upper(card.title));
  middle(card.headline);
  middle(card.line);
  text += "\n";
  for (const Line& line : lines_of(card))
    text += fmt::format("{:<8}{:<12}{}\n", line.box, line.move, line.counts);
  if (!card.boxes.empty()) text += "\n";
  middle(card.code);
  middle(card.address);
  return text;
}

}  // namespace menagerie::api::labels
