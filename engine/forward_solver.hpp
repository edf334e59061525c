// Exact values in games that are too large to be kept as a graph: depth first, each position once, in a table
// of eight bytes a position.
//
// The games: every move goes forward, so that no position comes back; the player to move where play has
// ended has lost; there is no draw. Hexapawn's kin are such games. Extendapawn on eight columns takes a
// fraction of a second, and up to 64 megabytes for as long as the solver lives.
#pragma once

#include "engine/game.hpp"

#include <cstdint>
#include <vector>

namespace menagerie {

class ForwardSolver {
 public:
  /// Boards up to so many cells, with two kinds of pieces, have room in a key.
  static constexpr int kBoardMax = 27;

  /// `game` must be as told above, with at most kBoardMax cells, and must outlive the solver. The solver
  /// remembers what it has found: one thread at a time.
  explicit ForwardSolver(const Game& game);

  /// The winner from there under best play, and after how many plies: fastest win, longest defence.
  struct Verdict {
    Player winner = Player::first;
    int plies = 0;
  };
  Verdict of(const Position& position);

 private:
  int plies_from(const Position& position);
  std::uint64_t key_of(const Position& position) const;
  std::uint64_t& slot_of(std::uint64_t key);
  void note(std::uint64_t key, int plies);

  const Game& game_;
  std::vector<Symmetry> symmetries_;
  std::vector<std::uint64_t> slots_;  ///< key and plies; 0: free; a power of two of them, at most half full
  std::size_t count_ = 0;
};

}  // namespace menagerie
