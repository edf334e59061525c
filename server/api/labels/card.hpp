// A card of one lesson, or of a machine: as a picture for links, as a postcard, and as a receipt for a till
// printer. Pure functions; any thread.
#pragma once

#include "server/api/labels/pen.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace menagerie::api::labels {

struct CardBox {
  std::size_t number = 0;
  std::string position;
  std::vector<Mark> marks;
  std::int64_t by = 0;  ///< so many beads came, or went where it is negative; 0: nothing is said of it
};

/// What stands on it. Words may be empty.
struct Card {
  const Board* board = nullptr;
  std::string position;
  Colour colour;  ///< the machine's
  std::string title, headline, line, small;
  std::vector<CardBox> boxes;  ///< the first few are shown
  std::string code, address;   ///< the address with its scheme, for a QR code and as text
  std::string invitation;      ///< beside a QR code
};

/// The picture for links: 1200 x 630 pixels.
std::string card_png(const Card& card);
/// A postcard, A6 across.
std::string card_pdf(const Card& card);

/// Rolls of a till printer, of 203 dots an inch.
enum class Roll { mm58, mm80 };
/// Black on white, as wide as the roll prints: 384 or 576 dots.
std::string receipt_png(const Card& card, Roll roll);
/// Lines of 32 or 48 characters, each ended by a line feed.
std::string receipt_text(const Card& card, Roll roll);

}  // namespace menagerie::api::labels
