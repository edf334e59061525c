#include "server/api/labels/ticket.hpp"

#include "server/api/labels/cover_text.hpp"
#include "server/api/labels/inks.hpp"
#include "server/api/labels/label.hpp"

#include <spdlog/fmt/fmt.h>

namespace menagerie::api::labels {
namespace {

constexpr double kWidth = 90, kHeight = 62;  // mm; two columns of four on A4 and on Letter
constexpr int kColumns = 2, kRows = 4;
constexpr double kPrizeRow = 3.1;  // of a prize in the list

void draw_list(Pen& pen, Point at, const PrizeOffer& offer, Colour colour) {
  for (std::size_t i = 0; i < prizes().size(); ++i) {
    const Prize& prize = prizes()[i];
    const bool now = i == offer.prize;
    const double y = at.y + kPrizeRow * static_cast<double>(i);
    const Type type{now ? Face::display : Face::small, now ? 1.9 : 1.6, now ? colour : kSoftInk, Align::left,
                    40};
    pen.text(prize.name, {at.x, y}, type);
    Type right = type;
    right.align = Align::right;
    pen.text(prize.from_one_in == 1 ? "to begin with" : fmt::format("from 1 in {}", prize.from_one_in),
             {at.x + kWidth - 14, y}, right);
  }
}

void draw_ticket(Pen& pen, Point corner, const LabelOrder& order) {
  const Pen::Frame moved(pen, corner);
  const store::MachineRow& row = order.machine->row;
  const PrizeOffer& offer = *order.prize;
  const Colour colour = parse_colour(row.colour);
  const Rect all{0, 0, kWidth, kHeight};
  pen.frame(all.inset(1.6), 2, colour, 0.9);
  pen.frame(all.inset(3), 1.2, colour, 0.25);
  const double x = 7, room = kWidth - 14;
  pen.text(upper(row.title), {x, 13}, {Face::display, 6, colour, Align::left, room});
  pen.text("Beat it today, and win", {x, 18.4}, {Face::small, 1.8, kSoftInk, Align::left, room});
  pen.text(upper(prizes()[offer.prize].name), {x, 25}, {Face::display, 4.4, kInk, Align::left, room});
  draw_list(pen, {x, 31.4}, offer, colour);
  std::string words = odds_text(offer);
  if (order.seq) words += fmt::format(" Row {} of its log.", figures(static_cast<std::int64_t>(*order.seq)));
  pen.text(words, {x, kHeight - 5}, {Face::small, 1.5, kSoftInk, Align::left, room});
}

}  // namespace

std::string odds_text(const PrizeOffer& offer) {
  const double of_hundred = offer.chance * 100;
  return fmt::format("Of 100 players who move at random, {} beat it.",
                     of_hundred >= 1 ? fmt::format("{:.0f}", of_hundred) : fmt::format("{:.2g}", of_hundred));
}

void draw_tickets(Pen& pen, const LabelOrder& order) {
  const Size page = order.paper->size;
  const double left = (page.width - kColumns * kWidth) / 2, top = (page.height - kRows * kHeight) / 2;
  for (int column = 0; column <= kColumns; ++column) {
    const double x = left + column * kWidth;
    pen.line({x, top}, {x, top + kRows * kHeight}, kCut, 0.1);
  }
  for (int row = 0; row <= kRows; ++row) {
    const double y = top + row * kHeight;
    pen.line({left, y}, {left + kColumns * kWidth, y}, kCut, 0.1);
  }
  for (int i = 0; i < kColumns * kRows; ++i)
    draw_ticket(pen, {left + i % kColumns * kWidth, top + i / kColumns * kHeight}, order);
}

}  // namespace menagerie::api::labels
