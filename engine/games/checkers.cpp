#include "engine/games/checkers.hpp"

#include "engine/check.hpp"
#include "engine/games/symmetries.hpp"

#include <algorithm>

namespace menagerie {
namespace {

constexpr std::string_view kPieces = ".wWbB";
constexpr std::uint8_t kWhiteMan = 1;
constexpr std::uint8_t kWhiteKing = 2;
constexpr std::uint8_t kBlackMan = 3;
constexpr std::uint8_t kBlackKing = 4;
constexpr int kNowhere = -1;

bool is_king(std::uint8_t piece) { return piece == kWhiteKing || piece == kBlackKing; }
bool belongs(std::uint8_t piece, bool white) { return piece != 0 && (piece < kBlackMan) == white; }

std::uint8_t piece_at(const Position& position, int cell) {
  return position.cells[static_cast<std::size_t>(cell)];
}
void put(Position& position, int cell, std::uint8_t piece) {
  position.cells[static_cast<std::size_t>(cell)] = piece;
}
bool has(const Position& position, std::uint8_t piece) {
  return std::find(position.cells.begin(), position.cells.end(), piece) != position.cells.end();
}

Move longer(Move path, int to) {
  path.cells[path.length++] = static_cast<std::uint8_t>(to);
  return path;
}

}  // namespace

/// A capture as far as it has come.
struct Checkers::Jump {
  const Position& position;  ///< as it was before, but for the capturing piece, which is lifted off it
  bool white;                ///< whose capture it is
  bool king;                 ///< whether a king captures, by now
  Move path;
  std::uint32_t taken = 0;  ///< a bit a cell: they stand on the board until the capture is over

  bool has_taken(int cell) const { return (taken >> cell & 1) != 0; }
};

/// One leap over one piece.
struct Checkers::Leap {
  int taken;
  int to;
};

Checkers::Checkers(const CheckersPlan& plan)
    : plan_(plan),
      board_{Board::Kind::dark_squares, plan.side, plan.side, kPieces, plan.rules.white_first ? "wb" : "bw"} {
  MENAGERIE_CHECK(plan.side >= 3 && board_.cell_count() <= static_cast<int>(kCellsMax));
}

Position Checkers::start() const {
  Position position;
  for (int cell = 0; cell < static_cast<int>(kCellsMax); ++cell) {
    if (!is_dark(cell)) continue;
    if (on_far_rank(cell, false)) put(position, cell, kWhiteMan);
    if (on_far_rank(cell, true)) put(position, cell, kBlackMan);
  }
  return position;
}

/// The cell diagonally next to this one, or kNowhere.
int Checkers::next(int cell, Direction direction) const {
  const int rank = cell / plan_.side + direction.rank;
  const int file = cell % plan_.side + direction.file;
  const bool on_board = rank >= 0 && rank < plan_.side && file >= 0 && file < plan_.side;
  return on_board ? rank * plan_.side + file : kNowhere;
}

/// The last of the free cells that follow `cell` in that direction, or `cell` itself if there are none.
int Checkers::furthest_free(const Position& position, int cell, Direction direction) const {
  int ahead = next(cell, direction);
  while (ahead != kNowhere && piece_at(position, ahead) == 0) {
    cell = ahead;
    ahead = next(cell, direction);
  }
  return cell;
}

std::vector<Move> Checkers::moves(const Position& position) const {
  std::vector<Move> moves;
  if (is_drawn(position)) return moves;
  for (const auto add : {&Checkers::add_captures, &Checkers::add_steps}) {
    for (int cell = 0; cell < board_.cell_count(); ++cell) {
      if (belongs(piece_at(position, cell), is_white(position.to_move))) (this->*add)(position, cell, moves);
    }
    if (!moves.empty()) break;  // capturing is compulsory
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

void Checkers::add_steps(const Position& position, int from, std::vector<Move>& moves) const {
  const bool king = is_king(piece_at(position, from));
  const int forward = is_white(position.to_move) ? 1 : -1;
  const Move path{Move::Kind::step, 1, 0, {static_cast<std::uint8_t>(from)}};
  for (const Direction direction : kDirections) {
    if (!king && direction.rank != forward) continue;
    int to = next(from, direction);
    if (to == kNowhere || piece_at(position, to) != 0) continue;
    if (king && plan_.rules.long_kings) to = furthest_free(position, to, direction);
    moves.push_back(longer(path, to));
  }
}

void Checkers::add_captures(const Position& position, int from, std::vector<Move>& moves) const {
  Position lifted = position;
  put(lifted, from, 0);
  const Move path{Move::Kind::capture, 1, 0, {static_cast<std::uint8_t>(from)}};
  go_on({lifted, is_white(position.to_move), is_king(piece_at(position, from)), path}, moves);
}

/// Adds every way in which the capture can be completed; a capture that can go on must.
void Checkers::go_on(const Jump& jump, std::vector<Move>& moves) const {
  bool complete = jump.path.length > 1;
  for (const Direction direction : kDirections) {
    const auto leap = find_leap(jump, direction);
    if (!leap) continue;
    complete = false;
    Jump further = jump;
    further.path = longer(jump.path, leap->to);
    further.taken |= 1u << leap->taken;
    const bool promotes = !jump.king && on_far_rank(leap->to, jump.white);
    if (promotes && !plan_.rules.promotion_goes_on) {
      moves.push_back(further.path);
      continue;
    }
    further.king = jump.king || promotes;
    go_on(further, moves);
  }
  if (complete) moves.push_back(jump.path);
}

/// The leap in that direction, if there is one. A piece already taken is in the way: it may not be
/// jumped twice.
std::optional<Checkers::Leap> Checkers::find_leap(const Jump& jump, Direction direction) const {
  const bool backwards = direction.rank != (jump.white ? 1 : -1);
  if (backwards && !jump.king && !plan_.rules.men_capture_backwards) return std::nullopt;
  const bool far = jump.king && plan_.rules.long_kings;
  int before = jump.path.cells[static_cast<std::size_t>(jump.path.length) - 1];
  if (far) before = furthest_free(jump.position, before, direction);
  const int taken = next(before, direction);
  if (taken == kNowhere || !belongs(piece_at(jump.position, taken), !jump.white)) return std::nullopt;
  const int behind = next(taken, direction);
  if (jump.has_taken(taken) || behind == kNowhere || piece_at(jump.position, behind) != 0)
    return std::nullopt;
  return Leap{taken, far ? furthest_free(jump.position, behind, direction) : behind};
}

Position Checkers::after(const Position& position, const Move& move) const {
  const bool white = is_white(position.to_move);
  Position next = position;
  std::uint8_t piece = piece_at(position, move.cells[0]);
  put(next, move.cells[0], 0);
  for (std::size_t leg = 1; leg < move.length; ++leg) {
    const int from = move.cells[leg - 1];
    const int to = move.cells[leg];
    const Direction direction{to / plan_.side > from / plan_.side ? 1 : -1,
                              to % plan_.side > from % plan_.side ? 1 : -1};
    for (int cell = this->next(from, direction); cell != to; cell = this->next(cell, direction)) {
      put(next, cell, 0);
    }
    if (on_far_rank(to, white)) piece = white ? kWhiteKing : kBlackKing;
  }
  put(next, move.cells[move.length - 1u], piece);
  next.to_move = other(position.to_move);
  return next;
}

bool Checkers::is_drawn(const Position& position) const {
  return plan_.rules.two_kings_are_drawn && has(position, kWhiteKing) && has(position, kBlackKing);
}

std::optional<Outcome> Checkers::outcome(const Position& position) const {
  if (is_drawn(position)) return Outcome::draw;
  if (!moves(position).empty()) return std::nullopt;
  return win_of(other(position.to_move));
}

GameEnd Checkers::end(const Position& position, const Move* last) const {
  const bool drawn = is_drawn(position);
  GameEnd end{drawn ? EndReason::two_kings : EndReason::blocked, {}};
  for (std::uint8_t cell = 0; cell < board_.cell_count(); ++cell) {
    const std::uint8_t piece = position.cells[cell];
    if (drawn ? is_king(piece) : belongs(piece, is_white(position.to_move))) end.cells.push_back(cell);
  }
  if (!end.cells.empty()) return end;
  end.reason = EndReason::all_captured;
  if (last != nullptr) end.cells = {last->cells[last->length - 1u]};
  return end;
}

/// The dark squares' mirror images are dark where there is a middle file.
std::vector<Symmetry> Checkers::symmetries() const {
  std::vector<Symmetry> symmetries = mirror_symmetries(plan_.side, plan_.side);
  if (plan_.side % 2 == 0) symmetries.pop_back();
  return symmetries;
}

/// Refuses pieces on light squares.
std::optional<Position> Checkers::parse(std::string_view text) const {
  const auto position = Game::parse(text);
  for (int cell = 0; position && cell < board_.cell_count(); ++cell) {
    if (!is_dark(cell) && piece_at(*position, cell) != 0) return std::nullopt;
  }
  return position;
}

}  // namespace menagerie
