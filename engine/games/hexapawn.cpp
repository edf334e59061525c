#include "engine/games/hexapawn.hpp"

#include "engine/check.hpp"
#include "engine/games/symmetries.hpp"

#include <algorithm>
#include <utility>

namespace menagerie {
namespace {

constexpr std::uint8_t kWhite = 1;
constexpr std::uint8_t kBlack = 2;
constexpr std::string_view kRules =
    "White moves first, and up the board; Black moves down. A pawn steps straight forward to an empty "
    "square, or captures diagonally forward; nobody has to capture. You win by bringing a pawn to the far "
    "row, by capturing every pawn of the other side, or when the other side cannot move.";

constexpr GameStory kHexapawn{
    "Hexapawn", "",
    "Martin Gardner made this game for a machine that a reader can build: HER, the Hexapawn "
    "Educable Robot, needs just 24 matchboxes. With best play on both sides the second player wins.",
    "Gardner 1962, Mathematical Games, Scientific American, March; reprinted as A Matchbox Game-Learning "
    "Machine."};

constexpr std::uint8_t pawn_of(Player player) { return player == Player::first ? kWhite : kBlack; }

Move make_move(Move::Kind kind, int from, int to) {
  return {kind, 2, 0, {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)}};
}

}  // namespace

Pawns::Pawns(std::string name, int rows, int columns, GameStory story)
    : name_(std::move(name)), story_(story), board_{Board::Kind::squares, columns, rows, ".wb", "wb"} {
  MENAGERIE_CHECK(rows >= 3 && columns >= 1 && rows * columns <= static_cast<int>(kCellsMax));
  if (story_.title.empty()) story_.title = name_;
  if (story_.rules.empty()) story_.rules = kRules;
}

Position Pawns::start() const {
  Position position;
  const auto columns = static_cast<std::size_t>(board_.columns);
  const auto top = static_cast<std::size_t>(board_.cell_count()) - columns;
  std::fill_n(position.cells.begin(), columns, kWhite);
  std::fill_n(position.cells.begin() + static_cast<std::ptrdiff_t>(top), columns, kBlack);
  return position;
}

/// Calls `visit` with every move that the pawns have, until it returns true.
template <typename Visit>
void Pawns::visit_moves(const Position& position, Visit visit) const {
  const std::uint8_t own = pawn_of(position.to_move);
  const std::uint8_t theirs = pawn_of(other(position.to_move));
  const int columns = board_.columns;
  const int forward = position.to_move == Player::first ? columns : -columns;
  const auto stands = [&](int cell) { return position.cells[static_cast<std::size_t>(cell)]; };
  for (int from = 0; from < board_.cell_count(); ++from) {
    const int ahead = from + forward;
    if (stands(from) != own || ahead < 0 || ahead >= board_.cell_count()) continue;
    const int file = from % columns;
    if (stands(ahead) == 0 && visit(make_move(Move::Kind::step, from, ahead))) return;
    for (const int side : {-1, 1}) {
      if (file + side < 0 || file + side >= columns || stands(ahead + side) != theirs) continue;
      if (visit(make_move(Move::Kind::capture, from, ahead + side))) return;
    }
  }
}

std::vector<Move> Pawns::moves(const Position& position) const {
  std::vector<Move> moves;
  if (outcome(position)) return moves;
  visit_moves(position, [&](const Move& move) {
    moves.push_back(move);
    return false;
  });
  std::sort(moves.begin(), moves.end());
  return moves;
}

Position Pawns::after(const Position& position, const Move& move) const {
  Position next = position;
  next.cells[move.cells[0]] = 0;
  next.cells[move.cells[1]] = pawn_of(position.to_move);
  next.to_move = other(position.to_move);
  return next;
}

std::optional<Outcome> Pawns::outcome(const Position& position) const {
  const auto begin = position.cells.begin();
  const auto end = begin + board_.cell_count();
  if (std::find(end - board_.columns, end, kWhite) != end) return Outcome::first_wins;
  if (std::find(begin, begin + board_.columns, kBlack) != begin + board_.columns) {
    return Outcome::second_wins;
  }
  if (std::find(begin, end, kBlack) == end) return Outcome::first_wins;
  if (std::find(begin, end, kWhite) == end) return Outcome::second_wins;
  bool can_move = false;
  visit_moves(position, [&](const Move&) { return can_move = true; });
  if (can_move) return std::nullopt;
  return win_of(other(position.to_move));
}

GameEnd Pawns::end(const Position& position, const Move* last) const {
  const auto cells_where = [&](auto shown) {
    std::vector<std::uint8_t> cells;
    for (std::uint8_t cell = 0; cell < board_.cell_count(); ++cell) {
      if (shown(cell, position.cells[cell])) cells.push_back(cell);
    }
    return cells;
  };
  const int top = board_.cell_count() - board_.columns;
  std::vector<std::uint8_t> arrived = cells_where([&](int cell, std::uint8_t pawn) {
    return (pawn == kWhite && cell >= top) || (pawn == kBlack && cell < board_.columns);
  });
  if (!arrived.empty()) return {EndReason::far_row, std::move(arrived)};
  std::vector<std::uint8_t> stuck =
      cells_where([&](int, std::uint8_t pawn) { return pawn == pawn_of(position.to_move); });
  if (!stuck.empty()) return {EndReason::blocked, std::move(stuck)};
  if (last == nullptr) return {EndReason::all_captured, {}};
  return {EndReason::all_captured, {last->cells[1]}};
}

std::vector<Symmetry> Pawns::symmetries() const { return mirror_symmetries(board_.columns, board_.rows); }

/// Every move takes a pawn one row on; each may do so rows - 2 times before one more ends the play.
int Pawns::length_max() const { return 2 * board_.columns * (board_.rows - 2) + 1; }

const Game& hexapawn() {
  static const Pawns game("hexapawn", 3, 3, kHexapawn);
  return game;
}

}  // namespace menagerie
