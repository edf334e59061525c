#include "engine/players.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie {
namespace {

/// Uniform over the moves at `node` that `accepts` takes. There must be one.
template <typename Accepts>
Edge choose_among(const GameGraph& graph, Node node, Random& random, Accepts accepts) {
  const Edge first = graph.first_edge(node);
  const Edge last = graph.last_edge(node);
  std::uint64_t left = 0;
  for (Edge edge = first; edge < last; ++edge) left += accepts(edge) ? 1u : 0u;
  MENAGERIE_CHECK(left > 0);
  if (left > 1) left = random.below(left) + 1;
  for (Edge edge = first;; ++edge) {
    if (accepts(edge) && --left == 0) return edge;
  }
}

/// Plays from the start to the outcome. `choose(node, frame, ply)` gives a move, or kNone to resign.
template <typename Choose>
void play(const BoxSet& boxes, Episode& episode, Choose choose) {
  const GameGraph& graph = boxes.graph();
  const int length_max = graph.game().length_max();
  episode.moves.clear();
  episode.trace.clear();
  episode.resigned = false;
  episode.outcome = Outcome::draw;
  Node node = 0;
  std::uint8_t frame = 0;
  for (int ply = 0; ply < length_max && !graph.outcome(node); ++ply) {
    const Edge edge = choose(node, frame, ply);
    if (edge == kNone) {
      episode.resigned = true;
      episode.outcome = graph.to_move(node) == Player::first ? Outcome::second_wins : Outcome::first_wins;
      return;
    }
    MENAGERIE_CHECK(may_play(graph, episode.moves, edge));
    episode.moves.push_back(edge);
    node = graph.target(edge);
    frame = boxes.next_frame(node, frame);
  }
  episode.outcome = graph.outcome(node).value_or(Outcome::draw);
}

/// The machine's move, its draw noted in the trace.
Edge draw_into(Episode& episode, const BoxSet& boxes, std::span<const std::int64_t> beads, Node node,
               std::uint8_t frame, int ply, Random& random) {
  const MachineMove move = machine_move(boxes, beads, node, frame, ply, random, episode.moves);
  if (move.draw) episode.trace.push_back(*move.draw);
  return move.edge;
}

// The two that follow are apart from the common path, which they would slow down if they were part of it.

[[gnu::noinline]] Edge unrepeated_random_move(const GameGraph& graph, Node node, Random& random,
                                              std::span<const Edge> moves) {
  return choose_among(graph, node, random, [&](Edge edge) { return may_play(graph, moves, edge); });
}

/// The machine's move in a game that forbids repetition. To draw only among the beads of which a move
/// may be played comes to the same as putting the others back.
[[gnu::noinline]] MachineMove unrepeated_move(const BoxSet& boxes, std::span<const std::int64_t> beads,
                                              Node node, std::uint8_t frame, int ply, Random& random,
                                              std::span<const Edge> moves) {
  const GameGraph& graph = boxes.graph();
  const std::uint32_t number = boxes.box_at(node, frame);
  const Box& box = boxes.boxes()[number];
  std::vector<std::int64_t> playable(box.beads.size(), 0);
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    const std::uint32_t bead = boxes.bead_at(edge, frame);
    if (bead != kNone && may_play(graph, moves, edge)) playable[bead] = beads[box.first_bead + bead];
  }
  const auto bead = draw_bead(playable, random);
  if (!bead) return {};
  const Edge edge = choose_among(graph, node, random, [&](Edge move) {
    return boxes.bead_at(move, frame) == *bead && may_play(graph, moves, move);
  });
  return {edge, Draw{number, *bead, static_cast<std::uint16_t>(ply)}};
}

}  // namespace

std::optional<std::uint16_t> draw_bead(std::span<const std::int64_t> counts, Random& random) {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts) {
    MENAGERIE_CHECK(count >= 0);
    sum += count;
  }
  if (sum == 0) return std::nullopt;
  auto drawn = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(sum)));
  std::uint16_t bead = 0;
  while (drawn >= counts[bead]) drawn -= counts[bead++];
  return bead;
}

MachineMove machine_move(const BoxSet& boxes, std::span<const std::int64_t> beads, Node node,
                         std::uint8_t frame, int ply, Random& random, std::span<const Edge> moves) {
  const GameGraph& graph = boxes.graph();
  const std::uint32_t number = boxes.box_at(node, frame);
  if (number == kNone) return {random_move(graph, node, random, moves), std::nullopt};
  if (graph.repetition_forbidden()) [[unlikely]] {
    return unrepeated_move(boxes, beads, node, frame, ply, random, moves);
  }
  const Box& box = boxes.boxes()[number];
  const auto bead = draw_bead(beads.subspan(box.first_bead, box.beads.size()), random);
  if (!bead) return {};
  const Edge edge =
      choose_among(graph, node, random, [&](Edge move) { return boxes.bead_at(move, frame) == *bead; });
  return {edge, Draw{number, *bead, static_cast<std::uint16_t>(ply)}};
}

Edge random_move(const GameGraph& graph, Node node, Random& random, std::span<const Edge> moves) {
  MENAGERIE_CHECK(graph.degree(node) > 0);
  if (graph.repetition_forbidden()) [[unlikely]] {
    return unrepeated_random_move(graph, node, random, moves);
  }
  return graph.first_edge(node) + static_cast<Edge>(random.below(graph.degree(node)));
}

Edge random_move(const BoxSet& boxes, Node node, Random& random, std::span<const Edge> moves) {
  return choose_among(boxes.graph(), node, random,
                      [&](Edge edge) { return boxes.in_play(edge) && may_play(boxes.graph(), moves, edge); });
}

/// In a lost position every move keeps the value, so all of them are taken alike.
Edge optimal_move(const GameGraph& graph, const Solution& solution, Node node, Random& random,
                  std::span<const Edge> moves) {
  const auto keeps = [&](Edge edge) {
    return solution.keeps_value(graph, node, edge) && may_play(graph, moves, edge);
  };
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (keeps(edge)) return choose_among(graph, node, random, keeps);
  }
  return random_move(graph, node, random, moves);
}

void play_episode(const BoxSet& boxes, std::span<const std::int64_t> beads, Player machine_player,
                  const Opponent& opponent, Random& random, Episode& episode) {
  MENAGERIE_CHECK(plays(boxes.seat(), machine_player) && beads.size() == boxes.bead_count());
  play(boxes, episode, [&](Node node, std::uint8_t frame, int ply) {
    if (boxes.graph().to_move(node) != machine_player) return opponent(node, random);
    return draw_into(episode, boxes, beads, node, frame, ply, random);
  });
}

Episode play_episode(const BoxSet& boxes, std::span<const std::int64_t> beads, Player machine_player,
                     const Opponent& opponent, Random& random) {
  Episode episode;
  play_episode(boxes, beads, machine_player, opponent, random, episode);
  return episode;
}

void play_itself(const BoxSet& boxes, std::span<const std::int64_t> beads, Random& random, Episode& episode) {
  MENAGERIE_CHECK(boxes.seat() == Seat::either && beads.size() == boxes.bead_count());
  play(boxes, episode, [&](Node node, std::uint8_t frame, int ply) {
    return draw_into(episode, boxes, beads, node, frame, ply, random);
  });
}

}  // namespace menagerie
