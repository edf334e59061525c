#include "engine/games/noughts_and_crosses.hpp"

#include "engine/games/symmetries.hpp"

#include <algorithm>

namespace menagerie {
namespace {

constexpr std::size_t kCells = 9;
constexpr std::uint8_t kCross = 1;
constexpr std::uint8_t kNought = 2;
constexpr Board kBoard{Board::Kind::squares, 3, 3, ".XO", ""};

constexpr std::array<std::array<std::uint8_t, 3>, 8> kLines{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

using Line = std::array<std::uint8_t, 3>;

bool is_line_of(const Position& position, const Line& line, std::uint8_t piece) {
  return std::all_of(line.begin(), line.end(),
                     [&](std::uint8_t cell) { return position.cells[cell] == piece; });
}

bool has_line(const Position& position, std::uint8_t piece) {
  return std::any_of(kLines.begin(), kLines.end(),
                     [&](const Line& line) { return is_line_of(position, line, piece); });
}

std::ptrdiff_t count(const Position& position, std::uint8_t piece) {
  return std::count(position.cells.begin(), position.cells.begin() + kCells, piece);
}

}  // namespace

GameStory NoughtsAndCrosses::story() const {
  return {"Noughts and crosses",
          "Two players take turns to put their mark on an empty square of a three by three board, crosses "
          "first. Three of your marks in a row, a column or a diagonal win. A full board without such a line "
          "is a draw.",
          "Donald Michie built MENACE, the Machine Educable Noughts And Crosses Engine, out of some three "
          "hundred matchboxes in 1961, when he could not get at a computer, to show that a machine can learn "
          "from what becomes of its own moves.",
          "Michie 1961, Trial and Error, Penguin Science Survey 2; Michie 1963, Computer Journal 6:232; "
          "Gardner 1962, Mathematical Games, Scientific American, March; Scroggs 2015, on MENACE."};
}

const Board& NoughtsAndCrosses::board() const { return kBoard; }

std::vector<Move> NoughtsAndCrosses::moves(const Position& position) const {
  std::vector<Move> moves;
  if (outcome(position)) return moves;
  moves.reserve(kCells);
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (position.cells[cell] == 0) moves.push_back({Move::Kind::place, 1, 0, {cell}});
  }
  return moves;
}

Position NoughtsAndCrosses::after(const Position& position, const Move& move) const {
  Position next = position;
  next.cells[move.cells[0]] = position.to_move == Player::first ? kCross : kNought;
  next.to_move = other(position.to_move);
  return next;
}

std::optional<Outcome> NoughtsAndCrosses::outcome(const Position& position) const {
  if (has_line(position, kCross)) return Outcome::first_wins;
  if (has_line(position, kNought)) return Outcome::second_wins;
  if (count(position, 0) == 0) return Outcome::draw;
  return std::nullopt;
}

GameEnd NoughtsAndCrosses::end(const Position& position, const Move* /*last*/) const {
  std::array<bool, kCells> shown{};
  for (const Line& line : kLines) {  // the last mark may complete two
    const std::uint8_t piece = position.cells[line.front()];
    if (piece == 0 || !is_line_of(position, line, piece)) continue;
    for (const std::uint8_t cell : line) shown[cell] = true;
  }
  GameEnd end{EndReason::board_full, {}};
  end.cells.reserve(kCells);
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (shown[cell]) end.cells.push_back(cell);
  }
  if (!end.cells.empty()) end.reason = EndReason::line;
  return end;
}

std::vector<Symmetry> NoughtsAndCrosses::symmetries() const { return square_symmetries(3); }

bool NoughtsAndCrosses::infer_mover(Position& position) const {
  const auto ahead = count(position, kCross) - count(position, kNought);
  position.to_move = ahead == 0 ? Player::first : Player::second;
  return ahead == 0 || ahead == 1;
}

const Game& noughts_and_crosses() {
  static const NoughtsAndCrosses game;
  return game;
}

}  // namespace menagerie
