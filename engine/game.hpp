// What a game is: stateless rules over small value positions.
//
// A Game object is immutable after construction, so any thread may read it. `tests/contract` holds
// every promise below against every game in engine/games/table.cpp. To add a game: one file in
// engine/games and one line in that table.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

enum class Player : std::uint8_t { first, second };

constexpr Player other(Player player) { return player == Player::first ? Player::second : Player::first; }

/// How an episode ended, seen from the board (not from a machine).
enum class Outcome : std::uint8_t { first_wins, draw, second_wins };

/// The same as one side sees it: the machine's; of a game against itself, the first player's.
enum class Result : std::uint8_t { win, draw, loss };
std::string_view to_text(Result result);

constexpr Outcome win_of(Player player) {
  return player == Player::first ? Outcome::first_wins : Outcome::second_wins;
}
constexpr Result result_of(Outcome outcome, Player side) {
  if (outcome == Outcome::draw) return Result::draw;
  return outcome == win_of(side) ? Result::win : Result::loss;
}

/// Why an episode ended.
enum class EndReason : std::uint8_t {
  line,          ///< cells in a row, of one player
  board_full,    ///< without a line: a draw
  far_row,       ///< a pawn has come to it
  all_captured,  ///< the last piece of a side was taken
  blocked,       ///< the side to move cannot
  two_kings,     ///< both sides have one: a draw
  last_counter,  ///< it was taken
  score,         ///< play is over, and points are counted
  length,        ///< no board's: the greatest number of plies, a draw
  resign         ///< no board's: the machine found its box empty
};
/// `line`, `board-full`, `far-row`, ...
std::string_view to_text(EndReason reason);

/// Why play ended, and the cells to be shown for it, ascending and without repetition:
/// line: those of every line · far_row: where the pawn stands · all_captured: where the capture ended ·
/// blocked: the pieces that cannot move · two_kings: the kings · last_counter: the pile · score: those that
/// count for the winner · none for the others, a drawn score among them. Of all_captured and last_counter
/// only the last move tells the cells.
struct GameEnd {
  EndReason reason = EndReason::line;
  std::vector<std::uint8_t> cells;
};

/// Room for the largest board there is: 5 x 6 cells.
inline constexpr std::size_t kCellsMax = 30;

/// The most moves that a position of any game may have.
inline constexpr std::size_t kMovesMax = 64;

/// What stands on each cell, and who is to move. Cell index = (rank - 1) * columns + file, both
/// counted from the bottom left of the board as it is drawn. 0 is an empty cell; other numbers are the
/// game's own pieces (index into Board::pieces), or a pile's size.
struct Position {
  std::array<std::uint8_t, kCellsMax> cells{};
  Player to_move = Player::first;

  auto operator<=>(const Position&) const = default;
};

/// A move, as the cells that it names in order, so that a symmetry of the board maps moves too.
struct Move {
  enum class Kind : std::uint8_t {
    place,    ///< `b2`: a piece is put on cells[0]
    step,     ///< `a1-a2`
    capture,  ///< `a3xb2`, `a1xc3xe5`
    take,     ///< `a:2`: `amount` counters from pile cells[0]
    pass      ///< `pass`
  };
  static constexpr std::size_t kPathMax = 8;

  Kind kind = Kind::place;
  std::uint8_t length = 0;  ///< how many of `cells` count
  std::uint8_t amount = 0;  ///< only for Kind::take
  std::array<std::uint8_t, kPathMax> cells{};

  auto operator<=>(const Move&) const = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 errs
};

/// The board as a page draws it, without any rules.
struct Board {
  enum class Kind : std::uint8_t { squares, dark_squares, points, piles };
  Kind kind = Kind::squares;
  int columns = 0;
  int rows = 0;
  /// The letter of each piece number; pieces[0] is the empty cell, '.' (an empty pile, '0').
  std::string_view pieces;
  /// Two letters for "first to move" and "second to move", appended to a position's text after a
  /// space; empty where the pieces alone tell it.
  std::string_view movers;

  int cell_count() const { return columns * rows; }
};

/// A symmetry of the board: what stands on cell c goes to cell to[c]; the side to move stays.
struct Symmetry {
  std::string_view name;  ///< `identity`, `rotate-90` (clockwise), `mirror` (left and right), ...
  std::array<std::uint8_t, kCellsMax> to{};

  Position operator()(const Position& position) const;
  Move operator()(const Move& move) const;
};

/// Words for people, shown on the game's page.
struct GameStory {
  std::string_view title;    ///< "Noughts and crosses"
  std::string_view rules;    ///< how it is played, a few sentences
  std::string_view origin;   ///< who made it and why it is here
  std::string_view sources;  ///< where that can be read
};

class Game {
 public:
  virtual ~Game() = default;

  /// The name in commands, routes and tables: lower case letters, digits and '-'.
  virtual std::string_view name() const = 0;
  virtual GameStory story() const = 0;
  virtual const Board& board() const = 0;
  virtual Position start() const = 0;

  /// The legal moves, up to kMovesMax, strictly ascending by operator<=>; empty exactly when `outcome` has a
  /// value.
  virtual std::vector<Move> moves(const Position& position) const = 0;

  /// The position after a legal move; the other player is to move there. Precondition: `move` is in
  /// moves(position).
  virtual Position after(const Position& position, const Move& move) const = 0;

  /// How play ended here, or nothing while it goes on.
  virtual std::optional<Outcome> outcome(const Position& position) const = 0;

  /// Why play ended here. `last`: the move that led here; null where it is not known. Precondition:
  /// outcome(position) has a value.
  virtual GameEnd end(const Position& position, const Move* last) const = 0;

  /// A group of symmetries that leave the rules as they are. The first one is the identity.
  virtual std::vector<Symmetry> symmetries() const = 0;

  /// Play is drawn after so many plies (every game must end).
  virtual int length_max() const = 0;

  /// Whether a position with a single legal move has a box of its own.
  virtual bool boxes_for_single_moves() const = 0;

  /// Whether a move, other than a pass, may not bring back a board (what stands on its cells, whoever
  /// is to move) that was there before in the episode: positional superko. moves() cannot know what was
  /// there before and lists such moves too; may_play() in engine/graph.hpp tells them. Such a game can
  /// always pass.
  virtual bool repetition_forbidden() const { return false; }

  /// The score for the first player at a finished position, in games that count one.
  virtual std::optional<int> points(const Position&) const { return std::nullopt; }

  /// False: a machine of this game makes its boxes when it first meets them, instead of beginning with
  /// all of them listed.
  virtual bool listed() const { return true; }

  /// A position as text: rows from the top, '/' between them, then ' ' and the mover's letter where
  /// Board::movers is not empty. A text need not say all: positions with the same text have the same
  /// moves by name, and share a box (Nim: the same piles, whoever is to move; Go: with and without a
  /// pass just made). Nothing that it leaves out changes under a symmetry.
  virtual std::string text(const Position& position) const;

  /// A position of that text, the plainest where there are several (Nim: the first player is to move;
  /// Go: no pass was just made); nothing where the text is no position of this game's board (it need
  /// not be reachable).
  virtual std::optional<Position> parse(std::string_view text) const;

  /// `b2`, `a1-a2`, `a3xb2`, `a1xc3xe5`, `a:2`, `pass`.
  std::string text(const Move& move) const;

  /// A cell as moves name it: `b2`; a pile, `b`.
  std::string cell_text(int cell) const;

  /// The last move of a line of play from the start, as the game's literature writes it ("C5"); empty
  /// where the museum's own way of writing is the only one. Precondition: every move of `line` is legal
  /// after those before it, and there is at least one.
  virtual std::string published_name(std::span<const Move> /*line*/) const { return {}; }

  /// The legal move of that name in that position, if there is one.
  std::optional<Move> parse_move(const Position& position, std::string_view text) const;

 protected:
  /// For boards whose text does not name the mover: finds it from the pieces (or takes the first
  /// player, where they do not tell); false = impossible.
  virtual bool infer_mover(Position&) const { return false; }
};

/// Every game of the museum, in the order in which it is listed.
std::span<const Game* const> all_games();

/// The game of that name, or null.
const Game* find_game(std::string_view name);

}  // namespace menagerie
