// Go on 2 x 2 and 3 x 3 points: area scoring, positional superko, passing always allowed, no suicide, no
// komi.
#include "engine/check.hpp"
#include "engine/game.hpp"
#include "engine/games/symmetries.hpp"

#include <bit>

namespace menagerie {
namespace {

constexpr std::uint8_t kBlack = 1;
constexpr std::uint8_t kWhite = 2;
/// Beyond the board and not in the text: how many passes were made one after the other. Two end play.
constexpr std::size_t kPasses = kCellsMax - 1;

constexpr std::string_view kRules =
    "Black moves first. In your turn you put a stone on an empty point, or pass. Stones that touch along the "
    "lines stand and fall together: what has no empty point beside it is taken off, the other side's first; "
    "you may not take your own last one away, nor bring back a board that was there before. After two passes "
    "you score your stones and the empty points that only your stones touch; more points win.";

constexpr GameStory kTwo{
    "Go on 2 x 2 points", kRules,
    "Go on four points, with 57 legal boards, here to show why its ban on repeated boards matters: of all "
    "the stones that can be placed on them 30 % take something, and without the ban play would go round for "
    "ever.",
    "Tromp and Farneback 2007, Combinatorics of Go, Computers and Games, for the count of legal boards; the "
    "board is this museum's own, after Eliasberg's of 3 x 3 points in Gardner 1969, A Matchbox Game-Learning "
    "Machine."};

constexpr GameStory kThree{
    "Go on 3 x 3 points", kRules,
    "With 12,675 legal boards it is about the largest Go for a matchbox machine, which makes a box when it "
    "first meets a board. Black wins with the centre and keeps all nine points.",
    "Jay Eliasberg, in Gardner 1969, A Matchbox Game-Learning Machine, for who wins; Tromp and Farneback "
    "2007, Combinatorics of Go, Computers and Games, for the count of legal boards."};

/// Points as bits, so that a group's neighbours are found all at once.
using Points = std::uint32_t;

struct Stones {
  Points own = 0;
  Points theirs = 0;
};

class Go final : public Game {
 public:
  Go(std::string_view name, int side, int length_max, GameStory story)
      : name_(name),
        story_(story),
        board_{Board::Kind::points, side, side, ".bw", "bw"},
        length_max_(length_max),
        all_((Points{1} << (side * side)) - 1) {
    for (int rank = 0; rank < side; ++rank) left_ |= Points{1} << (rank * side);
    MENAGERIE_CHECK(board_.cell_count() < static_cast<int>(kPasses));
  }

  std::string_view name() const override { return name_; }
  GameStory story() const override { return story_; }
  const Board& board() const override { return board_; }
  Position start() const override { return {}; }

  std::vector<Move> moves(const Position& position) const override {
    std::vector<Move> moves;
    if (position.cells[kPasses] == 2) return moves;
    const Stones stones = stones_of(position);
    for (std::uint8_t cell = 0; cell < board_.cell_count(); ++cell) {
      if (position.cells[cell] == 0 && placed(stones, cell)) {
        moves.push_back({Move::Kind::place, 1, 0, {cell}});
      }
    }
    moves.push_back({Move::Kind::pass, 0, 0, {}});
    return moves;
  }

  Position after(const Position& position, const Move& move) const override {
    Position next = position;
    next.to_move = other(position.to_move);
    if (move.kind == Move::Kind::pass) {
      ++next.cells[kPasses];
      return next;
    }
    next.cells[kPasses] = 0;
    const auto stones = placed(stones_of(position), move.cells[0]);
    MENAGERIE_CHECK(stones.has_value());
    const bool black_moved = position.to_move == Player::first;
    for (int cell = 0; cell < board_.cell_count(); ++cell) {
      const Points point = Points{1} << cell;
      const Points black = black_moved ? stones->own : stones->theirs;
      const Points white = black_moved ? stones->theirs : stones->own;
      next.cells[static_cast<std::size_t>(cell)] = (black & point) != 0   ? kBlack
                                                   : (white & point) != 0 ? kWhite
                                                                          : std::uint8_t{0};
    }
    return next;
  }

  std::optional<Outcome> outcome(const Position& position) const override {
    const auto score = points(position);
    if (!score) return std::nullopt;
    return *score > 0 ? Outcome::first_wins : *score < 0 ? Outcome::second_wins : Outcome::draw;
  }

  std::optional<int> points(const Position& position) const override {
    if (position.cells[kPasses] < 2) return std::nullopt;
    const Stones areas = areas_of(position);
    return std::popcount(areas.own) - std::popcount(areas.theirs);
  }

  GameEnd end(const Position& position, const Move* /*last*/) const override {
    const Stones areas = areas_of(position);
    const int score = std::popcount(areas.own) - std::popcount(areas.theirs);
    const Points winners = score > 0 ? areas.own : score < 0 ? areas.theirs : 0;
    GameEnd end{EndReason::score, {}};
    for (std::uint8_t cell = 0; cell < board_.cell_count(); ++cell) {
      if ((winners >> cell & 1) != 0) end.cells.push_back(cell);
    }
    return end;
  }

  std::vector<Symmetry> symmetries() const override { return square_symmetries(board_.columns); }
  int length_max() const override { return length_max_; }
  bool boxes_for_single_moves() const override { return true; }
  bool repetition_forbidden() const override { return true; }
  bool listed() const override { return false; }

 private:
  Points points_with(const Position& position, std::uint8_t piece) const {
    Points points = 0;
    for (int cell = 0; cell < board_.cell_count(); ++cell) {
      if (position.cells[static_cast<std::size_t>(cell)] == piece) points |= Points{1} << cell;
    }
    return points;
  }

  Stones stones_of(const Position& position) const {
    const bool black = position.to_move == Player::first;
    return {points_with(position, black ? kBlack : kWhite), points_with(position, black ? kWhite : kBlack)};
  }

  /// What counts for Black (own) and White: stones, and the empty regions that touch stones of one colour
  /// only.
  Stones areas_of(const Position& position) const {
    const Points black = points_with(position, kBlack);
    const Points white = points_with(position, kWhite);
    Stones areas{black, white};
    for (Points left = all_ & ~black & ~white; left != 0;) {
      const Points region = group(left & (~left + 1), left);
      const Points around = beside(region);
      const bool is_black = (around & black) != 0;
      const bool is_white = (around & white) != 0;
      if (is_black != is_white) (is_black ? areas.own : areas.theirs) |= region;
      left &= ~region;
    }
    return areas;
  }

  /// The points next to these along the lines (some of these may be among them).
  Points beside(Points points) const {
    const Points right = left_ << (board_.columns - 1);
    return all_ & (((points & ~right) << 1) | ((points & ~left_) >> 1) | (points << board_.columns) |
                   (points >> board_.columns));
  }

  /// All of `within` that hangs together with `seed`.
  Points group(Points seed, Points within) const {
    for (Points grown = seed;; seed = grown) {
      grown = seed | (beside(seed) & within);
      if (grown == seed) return seed;
    }
  }

  /// The stones once the mover has played there; nothing where that would be suicide.
  std::optional<Stones> placed(Stones stones, std::uint8_t cell) const {
    const Points point = Points{1} << cell;
    stones.own |= point;
    for (Points left = beside(point) & stones.theirs; left != 0;) {
      const Points chain = group(left & (~left + 1), stones.theirs);
      left &= ~chain;
      if ((beside(chain) & ~stones.own & ~stones.theirs) == 0) stones.theirs &= ~chain;
    }
    const Points liberties = beside(group(point, stones.own)) & ~stones.own & ~stones.theirs;
    if (liberties == 0) return std::nullopt;
    return stones;
  }

  std::string_view name_;
  GameStory story_;
  Board board_;
  int length_max_;
  Points all_;       // every point of the board
  Points left_ = 0;  // those of its left column
};

}  // namespace

// Passing ends play long before the limit: of 20,000 random episodes none went beyond 33 plies on 2 x 2
// and 87 on 3 x 3. Players who pass only when they must have been seen to go on for 51 and some 450; the
// limit stays below the 440 moves that a ticket can carry.
const Game& go_2x2() {
  static const Go game("go-2x2", 2, 100, kTwo);
  return game;
}

const Game& go_3x3() {
  static const Go game("go-3x3", 3, 400, kThree);
  return game;
}

}  // namespace menagerie
