#include "server/api/labels/beads.hpp"

#include "engine/parse_number.hpp"
#include "server/api/labels/moves.hpp"

#include <array>
#include <span>

namespace menagerie::api::labels {
namespace {

struct Row {
  std::string_view name;
  std::string_view letter;
  std::uint32_t fill;
  bool pale_letter = false;
};

constexpr Row kWhite{"white", "W", 0xf7f5ef};
constexpr Row kLilac{"lilac", "L", 0xb79ad6};
constexpr Row kSilver{"silver", "S", 0xaeb6bd};
constexpr Row kBlack{"black", "K", 0x2c2a2b, true};
constexpr Row kGold{"gold", "G", 0xd4a534};
constexpr Row kGreen{"green", "E", 0x3f8f4f, true};
constexpr Row kAmber{"amber", "A", 0xe07b1f};
constexpr Row kRed{"red", "R", 0xc6312c, true};
constexpr Row kPink{"pink", "P", 0xef9bb2};
constexpr Row kBlue{"blue", "B", 0x3566ad, true};
constexpr Row kTurquoise{"turquoise", "T", 0x34a79f};
constexpr Row kBrown{"brown", "N", 0x7a4f2c, true};

/// Michie's own nine, cell by cell, row by row from the top.
constexpr std::array kMichie = {kWhite, kLilac, kSilver, kBlack, kGold, kGreen, kAmber, kRed, kPink};
/// The same on a board of stones, where no bead may look like one.
constexpr std::array kNoStones = {kBrown, kLilac, kSilver, kTurquoise, kGold, kGreen, kAmber, kRed, kPink};
/// For games whose moves are no cells: one a bead's place in its box.
constexpr std::array kByIndex = {kRed,   kGreen, kBlue,      kAmber, kLilac,  kWhite,
                                 kBlack, kPink,  kTurquoise, kGold,  kSilver, kBrown};

BeadLook look(const Row& row) { return {row.name, std::string(row.letter), rgb(row.fill), row.pale_letter}; }

}  // namespace

Colour Colour::mixed(Colour other, double part) const {
  const auto mix = [part](double a, double b) { return a + (b - a) * part; };
  return {mix(red, other.red), mix(green, other.green), mix(blue, other.blue)};
}

Colour parse_colour(std::string_view text) {
  const bool is_colour = text.size() == 7 && text[0] == '#';
  return rgb(is_colour ? parse_hexadecimal<std::uint32_t>(text.substr(1)).value_or(0) : 0);
}

BeadLook look_of(const Board& board, std::size_t index, std::string_view move) {
  const ParsedMove parsed = parse_move(board, move);
  if (parsed.kind == ParsedMove::Kind::pass) return look(kBlue);
  if (parsed.kind == ParsedMove::Kind::place) {
    const Cell cell = parsed.cells.front();
    const auto at = static_cast<std::size_t>(cell.row * board.columns + cell.column);
    const std::span<const Row> nine = board.kind == Board::Kind::points ? kNoStones : kMichie;
    if (at < nine.size()) return look(nine[at]);
  }
  BeadLook plain = look(kByIndex[index % kByIndex.size()]);
  if (index >= kByIndex.size()) plain.letter = std::to_string(index + 1);
  return plain;
}

}  // namespace menagerie::api::labels
