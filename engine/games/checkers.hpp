// Checkers on a small board: men and kings on the dark squares, American rules or Tretyakov's Russian ones.
#pragma once

#include "engine/game.hpp"

namespace menagerie {

/// In what the kinds of checkers differ. Common to all: men step one square diagonally forward,
/// capturing is compulsory and a capture goes on while it can, a man that comes to the far row is a
/// king, and whoever cannot move has lost.
struct CheckersRules {
  bool white_first = false;
  bool men_capture_backwards = false;  ///< forwards only, or backwards too
  /// Kings go one square at a time, or as far as they can: to the furthest free square in a direction;
  /// capturing, over any distance, to the furthest free square behind the first piece in the way.
  bool long_kings = false;
  bool promotion_goes_on = false;    ///< whether a man crowned in a capture goes on capturing, as a king
  bool two_kings_are_drawn = false;  ///< whether play is drawn as soon as both sides have a king
};

inline constexpr CheckersRules kAmericanCheckers{};
/// Tretyakov's, who plays the Russian rules but for his kings, which choose a direction and no square.
/// Inferred: that pieces taken leave the board when the capture is over, as the Russian rules have it.
/// Nothing published hangs on it, nor on promotion_goes_on: no play on 4 x 4 comes to a multiple jump.
inline constexpr CheckersRules kTretyakovsCheckers{true, true, true, true, true};

/// What one of these games is.
struct CheckersPlan {
  std::string_view name;
  GameStory story;
  CheckersRules rules;
  int side;        ///< rows and columns; a1 is dark
  int length_max;  ///< plies
  bool listed = true;
};

/// White's men start on the dark squares of rank 1 and go up, Black's on those of the last rank and go
/// down. Men are `w` and `b`, kings `W` and `B`; light squares are empty cells.
class Checkers : public Game {
 public:
  /// Preconditions: plan.side >= 3, and the board has at most kCellsMax cells.
  explicit Checkers(const CheckersPlan& plan);

  std::string_view name() const override { return plan_.name; }
  GameStory story() const override { return plan_.story; }
  const Board& board() const override { return board_; }
  Position start() const override;
  std::vector<Move> moves(const Position& position) const override;
  Position after(const Position& position, const Move& move) const override;
  std::optional<Outcome> outcome(const Position& position) const override;
  GameEnd end(const Position& position, const Move* last) const override;
  std::vector<Symmetry> symmetries() const override;
  int length_max() const override { return plan_.length_max; }
  bool boxes_for_single_moves() const override { return false; }
  bool listed() const override { return plan_.listed; }
  std::optional<Position> parse(std::string_view text) const override;
  using Game::text;

 private:
  struct Direction {
    int rank;
    int file;
  };
  static constexpr Direction kDirections[] = {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
  struct Jump;
  struct Leap;

  bool is_white(Player player) const { return (player == Player::first) == plan_.rules.white_first; }
  bool is_drawn(const Position& position) const;
  bool is_dark(int cell) const { return (cell / plan_.side + cell % plan_.side) % 2 == 0; }
  /// Whether it is on the rank where that side's men are crowned, which is where the other's start.
  bool on_far_rank(int cell, bool white) const { return cell / plan_.side == (white ? plan_.side - 1 : 0); }
  int next(int cell, Direction direction) const;
  int furthest_free(const Position& position, int cell, Direction direction) const;
  void add_steps(const Position& position, int from, std::vector<Move>& moves) const;
  void add_captures(const Position& position, int from, std::vector<Move>& moves) const;
  void go_on(const Jump& jump, std::vector<Move>& moves) const;
  std::optional<Leap> find_leap(const Jump& jump, Direction direction) const;

  CheckersPlan plan_;
  Board board_;
};

}  // namespace menagerie
