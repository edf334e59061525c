// Go on a board of 2 x 2 or 3 x 3 points, as tables: every board has a number, and what a stone on a
// point makes of it, and its score, are looked up. Immutable once made.
#pragma once

#include "engine/game.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace menagerie {

/// A board's number: its points as digits to base 3 (0 empty, 1 the first player's stone, 2 the
/// second's), point 0 the lowest.
using GoBoard = std::uint16_t;

class GoBoards {
 public:
  static constexpr int kPointsMax = 9;
  static constexpr GoBoard kNoBoard = 0xffff;

  /// Precondition: side is 2 or 3.
  explicit GoBoards(int side);

  int side() const { return side_; }
  int points() const { return side_ * side_; }
  std::size_t count() const { return legal_.size(); }

  GoBoard number(const Position& position) const;
  /// Whether every stone on it has a liberty.
  bool legal(GoBoard board) const { return legal_[board]; }
  /// The board after a stone on that point, what it captures being taken off; kNoBoard where the point
  /// is not empty or the stone would have no liberty (suicide). Knows nothing of superko.
  GoBoard after(GoBoard board, Player player, int point) const {
    return after_[board][static_cast<std::size_t>(player)][static_cast<std::size_t>(point)];
  }
  /// Area score: the first player's stones and surrounded empty points, less the second player's.
  int score(GoBoard board) const { return score_[board]; }

 private:
  using Cells = std::array<int, kPointsMax>;
  /// A chain of equal points: its members, and what lies next to them.
  struct Chain {
    std::vector<int> members;
    std::array<bool, 3> touches{};  ///< by what stands there: 0 empty, 1, 2
  };

  Cells cells_of(GoBoard board) const;
  GoBoard number(const Cells& cells) const;
  Chain chain(const Cells& cells, int point) const;
  bool all_breathe(const Cells& cells) const;
  int area_score(const Cells& cells) const;
  GoBoard place(Cells cells, Player player, int point) const;

  int side_;
  std::array<std::vector<int>, kPointsMax> neighbours_;
  std::vector<bool> legal_;
  std::vector<std::int8_t> score_;
  std::vector<std::array<std::array<GoBoard, kPointsMax>, 2>> after_;
};

}  // namespace menagerie
