// Players: the machine that draws beads, and the random player; and one episode played between two players.
#pragma once

#include "engine/boxes.hpp"
#include "engine/check.hpp"
#include "engine/random.hpp"
#include "engine/rules.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace menagerie {

/// Draws a bead with probability count / sum; nothing where the box is empty. Counts are >= 0.
std::optional<std::uint16_t> draw_bead(std::span<const std::int64_t> counts, Random& random);

/// Draws a bead as the rule has it (see draw_weight); nothing where the machine resigns.
std::optional<std::uint16_t> draw_bead(const Rule& rule, std::span<const std::int64_t> counts,
                                       Random& random);

/// How much each bead of a box with these counts weighs in the machine's draw at `node`: as draw_weight
/// has it and, in a game that forbids repetition, nothing for a bead of which no move may be played after
/// these `moves`. The weights are written over `weights`. Precondition: the machine has a box at `node`.
void weigh_draw(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> counts, Node node,
                std::uint8_t orientation, std::span<const Edge> moves, std::vector<std::int64_t>& weights);

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
MachineMove machine_move(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                         Node node, std::uint8_t orientation, int ply, Random& random,
                         std::span<const Edge> moves = {});

/// Uniform over the moves that `accepts` takes; it is asked once about each. Precondition: there is one.
///
/// This and the drawing of a bead are the inner loops of training. Where the next step depends on what
/// was drawn the processor cannot guess it, so they count on through all moves instead of stopping at one.
template <typename Accepts>
Edge random_move_among(const GameGraph& graph, Node node, Random& random, Accepts accepts) {
  const Edge last = graph.last_edge(node);
  std::array<Edge, kMovesMax> accepted;  // NOLINT(*-member-init): filled as far as it is read
  MENAGERIE_CHECK(graph.degree(node) <= accepted.size());
  std::size_t count = 0;
  for (Edge edge = graph.first_edge(node); edge < last; ++edge) {
    accepted[count] = edge;
    count += accepts(edge) ? 1 : 0;
  }
  MENAGERIE_CHECK(count > 0);
  return accepted[count > 1 ? random.below(count) : 0];
}

/// Uniform over the moves that may be played.
inline Edge random_move(const GameGraph& graph, Node node, Random& random, std::span<const Edge> moves = {}) {
  if (graph.repetition_forbidden()) [[unlikely]] {
    return random_move_among(graph, node, random, [&](Edge edge) { return may_play(graph, moves, edge); });
  }
  const std::size_t degree = graph.degree(node);
  MENAGERIE_CHECK(degree > 0);
  return graph.first_edge(node) + static_cast<Edge>(random.below(degree));
}

/// Uniform over the moves that play may come through within the boxes' convention (all of them but
/// under `gardner_24`). Precondition: play has come to `node` through such moves only.
Edge random_move(const BoxSet& boxes, Node node, Random& random, std::span<const Edge> moves = {});

/// One finished play.
struct PlayedEpisode {
  std::vector<Edge> moves;
  std::vector<Draw> trace;  ///< of the machine (of both seats, where it plays itself)
  Outcome outcome = Outcome::draw;
  bool resigned = false;  ///< the machine met an empty box: its loss
};

/// Plays one episode, from the start or on from `node`, into `episode`, which may be used again and again:
/// a training loop then allocates nothing. `choose(node, orientation, ply)` gives a move, or kNone to
/// resign. Reaching Game::length_max() plies is a draw.
template <typename Choose>
void play(const BoxSet& boxes, PlayedEpisode& episode, Choose choose, Node node = 0) {
  const GameGraph& graph = boxes.graph();
  const int length_max = graph.game().length_max();
  episode.moves.clear();
  episode.trace.clear();
  episode.resigned = false;
  std::uint8_t orientation = 0;
  std::optional<Outcome> outcome = graph.outcome(node);
  for (int ply = graph.ply(node); ply < length_max && !outcome; ++ply) {
    const Edge edge = choose(node, orientation, ply);
    if (edge == kNone) {
      episode.resigned = true;
      outcome = win_of(other(graph.to_move(node)));
      break;
    }
    MENAGERIE_CHECK(may_play(graph, episode.moves, edge));
    episode.moves.push_back(edge);
    node = graph.target(edge);
    orientation = boxes.next_orientation(node, orientation);
    outcome = graph.outcome(node);
  }
  episode.outcome = outcome.value_or(Outcome::draw);
}

/// A choice for play(): the machine's move, its draw noted in the episode's trace.
Edge draw_into(PlayedEpisode& episode, const Rule& rule, const BoxSet& boxes,
               std::span<const std::int64_t> beads, Node node, std::uint8_t orientation, int ply,
               Random& random);

/// Chooses a move for the side that the machine does not play. It must be one that may be played; in a
/// game that forbids repetition, PlayedEpisode::moves of the episode being played tells what was played
/// before. play_episode takes anything that is called like this; a plain lambda costs less than this type.
using Opponent = std::function<Edge(Node, Random&)>;

/// Plays one episode: the machine moves for `machine_player`, `opponent(node, random)` for the other.
template <typename AnyOpponent>
void play_episode(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                  Player machine_player, const AnyOpponent& opponent, Random& random,
                  PlayedEpisode& episode) {
  MENAGERIE_CHECK(plays(boxes.seat(), machine_player) && beads.size() == boxes.bead_count());
  // Players take turns in every game, and a ply is nearer at hand than a position.
  const int machine_parity = boxes.graph().to_move(0) == machine_player ? 0 : 1;
  play(boxes, episode, [&](Node node, std::uint8_t orientation, int ply) -> Edge {
    if (ply % 2 != machine_parity) return opponent(node, random);
    return draw_into(episode, rule, boxes, beads, node, orientation, ply, random);
  });
}

/// The same into an episode of its own.
template <typename AnyOpponent>
PlayedEpisode play_episode(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                           Player machine_player, const AnyOpponent& opponent, Random& random) {
  PlayedEpisode episode;
  play_episode(rule, boxes, beads, machine_player, opponent, random, episode);
  return episode;
}

}  // namespace menagerie
