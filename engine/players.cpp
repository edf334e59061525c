#include "engine/players.hpp"

namespace menagerie {
namespace {

/// Draws a bead by its weight; nothing where all weights are 0. Without a jump that depends on the draw,
/// as random_move_among() is.
template <typename Weight>
std::optional<std::uint16_t> draw_weighted(std::size_t beads, Random& random, Weight weight) {
  std::int64_t sum = 0;
  for (std::size_t bead = 0; bead < beads; ++bead) {
    MENAGERIE_CHECK(weight(bead) >= 0);
    sum += weight(bead);
  }
  if (sum == 0) return std::nullopt;
  const auto drawn = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(sum)));
  std::int64_t passed = 0;
  std::uint32_t drawn_bead = 0;
  for (std::size_t bead = 0; bead < beads; ++bead) {
    passed += weight(bead);
    drawn_bead += drawn >= passed ? 1 : 0;
  }
  return static_cast<std::uint16_t>(drawn_bead);
}

/// The machine's move in a game that forbids repetition: apart from the common path, which it would slow
/// down if it were part of it. To draw only among the beads of which a move may be played comes to the
/// same as putting the others back.
[[gnu::noinline]] MachineMove unrepeated_move(const Rule& rule, const BoxSet& boxes,
                                              std::span<const std::int64_t> beads, Node node,
                                              std::uint8_t orientation, int ply, Random& random,
                                              std::span<const Edge> moves) {
  const GameGraph& graph = boxes.graph();
  const std::uint32_t number = boxes.box_at(node, orientation);
  const Box& box = boxes.boxes()[number];
  std::vector<std::int64_t> weights;
  weigh_draw(rule, boxes, beads.subspan(box.first_bead, box.beads.size()), node, orientation, moves, weights);
  const auto bead = draw_bead(weights, random);
  if (!bead) return {};
  const Edge edge = random_move_among(graph, node, random, [&](Edge move) {
    return boxes.bead_at(move, orientation) == *bead && may_play(graph, moves, move);
  });
  return {edge, Draw{number, *bead, static_cast<std::uint16_t>(ply)}};
}

}  // namespace

std::optional<std::uint16_t> draw_bead(std::span<const std::int64_t> counts, Random& random) {
  return draw_weighted(counts.size(), random, [&](std::size_t bead) { return counts[bead]; });
}

std::optional<std::uint16_t> draw_bead(const Rule& rule, std::span<const std::int64_t> counts,
                                       Random& random) {
  if (draws_by_count(rule)) return draw_bead(counts, random);
  return draw_weighted(counts.size(), random,
                       [&](std::size_t bead) { return draw_weight(rule, counts, bead); });
}

void weigh_draw(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> counts, Node node,
                std::uint8_t orientation, std::span<const Edge> moves, std::vector<std::int64_t>& weights) {
  const GameGraph& graph = boxes.graph();
  weights.assign(counts.size(), 0);
  if (!graph.repetition_forbidden()) {
    for (std::size_t bead = 0; bead < counts.size(); ++bead) weights[bead] = draw_weight(rule, counts, bead);
    return;
  }
  std::vector<bool> playable(counts.size(), false);
  std::vector<std::int64_t> playable_counts(counts.size(), 0);
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    const std::uint32_t bead = boxes.bead_at(edge, orientation);
    if (bead == kNone || !may_play(graph, moves, edge)) continue;
    playable[bead] = true;
    playable_counts[bead] = counts[bead];
  }
  // A rule that draws from an empty box gives weight to beads that are not there: not to these.
  for (std::size_t bead = 0; bead < counts.size(); ++bead) {
    if (playable[bead]) weights[bead] = draw_weight(rule, playable_counts, bead);
  }
}

MachineMove machine_move(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                         Node node, std::uint8_t orientation, int ply, Random& random,
                         std::span<const Edge> moves) {
  const GameGraph& graph = boxes.graph();
  const std::uint32_t number = boxes.box_at(node, orientation);
  if (number == kNone) return {random_move(graph, node, random, moves), std::nullopt};
  if (graph.repetition_forbidden()) [[unlikely]] {
    return unrepeated_move(rule, boxes, beads, node, orientation, ply, random, moves);
  }
  const Box& box = boxes.boxes()[number];
  const auto bead = draw_bead(rule, beads.subspan(box.first_bead, box.beads.size()), random);
  if (!bead) return {};
  const std::size_t count = boxes.move_count(node, *bead, orientation);
  MENAGERIE_CHECK(count > 0);
  const Edge edge = boxes.move_at(node, *bead, count > 1 ? random.below(count) : 0, orientation);
  return {edge, Draw{number, *bead, static_cast<std::uint16_t>(ply)}};
}

Edge random_move(const BoxSet& boxes, Node node, Random& random, std::span<const Edge> moves) {
  return random_move_among(boxes.graph(), node, random, [&](Edge edge) {
    return boxes.in_play(edge) && may_play(boxes.graph(), moves, edge);
  });
}

Edge draw_into(PlayedEpisode& episode, const Rule& rule, const BoxSet& boxes,
               std::span<const std::int64_t> beads, Node node, std::uint8_t orientation, int ply,
               Random& random) {
  const MachineMove move = machine_move(rule, boxes, beads, node, orientation, ply, random, episode.moves);
  if (move.draw) episode.trace.push_back(*move.draw);
  return move.edge;
}

}  // namespace menagerie
