// What the solver says of one position, move by move and reply by reply, and of every bead of a
// machine: whether the move that it stands for wins, draws or loses.
#pragma once

#include "engine/boxes.hpp"
#include "engine/solver.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace menagerie {

/// One move, and where it leads under best play.
struct MoveAnalysis {
  std::string move;
  int value = 0;                      ///< +1 / 0 / -1 for the first player, once the move is made
  std::optional<int> plies;           ///< to the end, this move included; nothing for a draw
  std::optional<int> points;          ///< Go only: the first player's score less the second's
  std::vector<MoveAnalysis> replies;  ///< every answer to it, each without replies of its own
};

/// One position under best play: fastest win, longest defence.
struct Analysis {
  std::string position;
  Player to_move = Player::first;
  int value = 0;                    ///< for the first player
  std::optional<int> plies;         ///< to the end, counted from this position; nothing for a draw
  std::optional<int> points;        ///< Go only
  std::vector<MoveAnalysis> moves;  ///< every legal move, in the game's order; none where play has ended
};

Analysis analyse(const GameGraph& graph, const Solution& solution, Node node);

/// What a bead is worth to the player who draws it.
enum class BeadMark : std::int8_t { losing = -1, drawing = 0, winning = 1 };

/// `winning`, `drawing`, `losing`.
std::string_view to_text(BeadMark mark);

/// The mark of every bead, in the order of the machine's flat array of counts: the value of the
/// position that its move leads to. Where a position is lost already, all its beads lose.
std::vector<BeadMark> mark_beads(const BoxSet& boxes, const Solution& solution);

/// What the solver says of one box.
struct BoxEvaluation {
  BeadMark value = BeadMark::losing;  ///< of its position, to the machine: the best of its beads' marks
  bool solved = false;                ///< there are beads, and every one that is left keeps the value
};

/// Precondition: as many counts as marks, those of one box in the same order; one at least.
BoxEvaluation evaluate_box(std::span<const BeadMark> marks, std::span<const std::int64_t> counts);

/// How many beads a machine has of each mark.
struct MarkedBeads {
  std::int64_t winning = 0;
  std::int64_t drawing = 0;
  std::int64_t losing = 0;

  std::int64_t all() const { return winning + drawing + losing; }
  /// Of all beads, the part that loses; 0 where there is no bead.
  double losing_share() const;
  bool operator==(const MarkedBeads&) const = default;
};

/// Precondition: as many counts as marks, in the same order.
MarkedBeads count_marks(std::span<const BeadMark> marks, std::span<const std::int64_t> beads);

}  // namespace menagerie
