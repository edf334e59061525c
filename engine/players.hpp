// Who plays: the machine that draws beads, the random player, the optimal player; and one episode
// played between two of them.
#pragma once

#include "engine/boxes.hpp"
#include "engine/random.hpp"
#include "engine/rules.hpp"
#include "engine/solver.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace menagerie {

/// Draws a bead with probability count / sum; nothing where the box is empty. Counts are >= 0.
std::optional<std::uint16_t> draw_bead(std::span<const std::int64_t> counts, Random& random);

/// What a machine does in a position.
struct MachineMove {
  Edge edge = kNone;         ///< kNone: its box is empty, it resigns
  std::optional<Draw> draw;  ///< nothing where the position has no box (it then moves at random)
};

// `moves` are those of the episode so far, and tell only in games that forbid repetition, which moves
// may be played (may_play()). Where they are not given nothing but the start was there before.

/// The machine's move at `node`, `ply` plies into the episode. A bead stands for an orbit: the move
/// is a random member of it that may be played. A bead of which none may be played is put back and
/// another drawn; if only such beads are left, the machine resigns. Precondition: the node is not
/// terminal.
MachineMove machine_move(const BoxSet& boxes, std::span<const std::int64_t> beads, Node node,
                         std::uint8_t frame, int ply, Random& random, std::span<const Edge> moves = {});

/// Uniform over the moves that may be played.
Edge random_move(const GameGraph& graph, Node node, Random& random, std::span<const Edge> moves = {});

/// Uniform over the moves that play may come through within the boxes' convention (all of them but
/// under `gardner_24`). Precondition: play has come to `node` through such moves only.
Edge random_move(const BoxSet& boxes, Node node, Random& random, std::span<const Edge> moves = {});

/// Uniform over the moves that keep the game value; in a lost position, or where none of them may be
/// played, uniform over all that may.
Edge optimal_move(const GameGraph& graph, const Solution& solution, Node node, Random& random,
                  std::span<const Edge> moves = {});

/// One finished play.
struct Episode {
  std::vector<Edge> moves;
  std::vector<Draw> trace;  ///< of the machine (of both seats, where it plays itself)
  Outcome outcome = Outcome::draw;
  bool resigned = false;  ///< the machine met an empty box: its loss
};

/// Chooses a move for the side that the machine does not play. It must be one that may be played; in a
/// game that forbids repetition, Episode::moves of the episode being played tells what was played before.
using Opponent = std::function<Edge(Node, Random&)>;

/// Plays one episode from the start: the machine moves for `machine_player`, `opponent` for the
/// other. Reaching Game::length_max() plies is a draw.
Episode play_episode(const BoxSet& boxes, std::span<const std::int64_t> beads, Player machine_player,
                     const Opponent& opponent, Random& random);

/// The same into an episode that is used again and again: a training loop then allocates nothing.
void play_episode(const BoxSet& boxes, std::span<const std::int64_t> beads, Player machine_player,
                  const Opponent& opponent, Random& random, Episode& episode);

/// Plays one episode of the machine against itself. Precondition: the seat is either.
void play_itself(const BoxSet& boxes, std::span<const std::int64_t> beads, Random& random, Episode& episode);

}  // namespace menagerie
