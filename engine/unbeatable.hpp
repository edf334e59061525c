// Whether a machine can still be beaten: a walk over its game, without a solver and without chances.
//
// Like Evaluator::unbeatable(), and for the same positions; but it needs nothing compiled, and it keeps the
// line of play that it found last, so that following a machine game by game costs a few look-ups until that
// line is gone.
#pragma once

#include "engine/boxes.hpp"
#include "engine/rules.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace menagerie {

/// Looks for a line of play that beats a machine: the other side plays any legal move, the machine any move
/// that its draw can come to, on each side that it plays. A box that is empty where play can come to it is a
/// loss too, unless the rule draws from empty boxes. Game::length_max() is left out of account.
///
/// Belongs to one thread. Must not outlive the boxes and the rule.
class LossSearch {
 public:
  /// Games with more positions are not searched.
  static constexpr std::size_t kPositionsMax = 500'000;

  /// Whether a machine with these boxes can be searched: its game is listed, not too large, and what may be
  /// played does not depend on earlier boards.
  static bool possible(const BoxSet& boxes);

  /// Precondition: possible(boxes).
  LossSearch(const BoxSet& boxes, const Rule& rule);

  /// Whether some opponent can beat a machine with these counts. Precondition: one count for each bead of
  /// the boxes.
  bool can_lose(std::span<const std::int64_t> beads);
  /// Whether a change can make a difference to can_lose(): it depends on which beads can be drawn, which
  /// depends on whether there is none of a colour, one (where the rule prunes), or more.
  bool matters(const BeadChange& change) const;
  /// How often the game was walked.
  std::uint32_t searches() const { return searches_; }

 private:
  struct State {
    Node node = 0;
    std::uint8_t orientation = 0;
  };
  struct Step {  // a state on the way, and the move that the walk is trying there
    State state;
    Edge edge = kNone;
  };
  State state_after(const State& state, Edge edge) const;
  State merged(State state) const;
  bool visit(const State& state);
  bool lost(Node node) const;
  bool can_play(const State& state, Edge edge, std::span<const std::int64_t> beads) const;
  bool resigns(const State& state, std::span<const std::int64_t> beads) const;
  bool line_stands(std::span<const std::int64_t> beads) const;
  bool search(std::span<const std::int64_t> beads);

  const BoxSet* boxes_;
  const Rule* rule_;
  bool merges_;                         ///< states of one symmetry class are one
  std::size_t orientations_;            ///< in which a position can be read
  std::vector<std::uint32_t> visited_;  ///< by state: the number of the search that came there last
  std::uint32_t searches_ = 0;
  Player side_ = Player::first;  ///< that the line, or the search, has the machine play
  std::vector<Step> line_;       ///< empty: none is known
};

}  // namespace menagerie
