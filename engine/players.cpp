#include "engine/players.hpp"

#include <algorithm>
#include <array>

namespace menagerie {
namespace {

/// Uniform over the moves at `node` that `accepts` takes. There must be one.
///
/// Both this and draw_weighted are the inner loops of training: where the next step depends on what was
/// drawn, the processor cannot guess it, so they count on through all moves instead of stopping at one.
template <typename Accepts>
Edge choose_among(const GameGraph& graph, Node node, Random& random, Accepts accepts) {
  const Edge first = graph.first_edge(node);
  const Edge last = graph.last_edge(node);
  std::array<Edge, kMovesMax>
      accepted;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled as far as read
  MENAGERIE_CHECK(last - first <= accepted.size());
  std::size_t count = 0;
  for (Edge edge = first; edge < last; ++edge) {
    accepted[count] = edge;
    count += accepts(edge) ? 1 : 0;
  }
  MENAGERIE_CHECK(count > 0);
  return accepted[count > 1 ? random.below(count) : 0];
}

/// Draws a bead by its weight; nothing where all weights are 0.
template <typename Weight>
std::optional<std::uint16_t> draw_weighted(std::size_t beads, Random& random, Weight weight) {
  std::int64_t sum = 0;
  std::int64_t signs = 0;
  for (std::size_t bead = 0; bead < beads; ++bead) {
    sum += weight(bead);
    signs |= weight(bead);
  }
  MENAGERIE_CHECK(signs >= 0 && sum >= 0);
  if (sum == 0) return std::nullopt;
  const auto drawn = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(sum)));
  std::int64_t passed = 0;
  std::uint16_t drawn_bead = 0;
  for (std::size_t bead = 0; bead < beads; ++bead) {
    passed += weight(bead);
    drawn_bead = static_cast<std::uint16_t>(drawn_bead + (drawn >= passed ? 1 : 0));
  }
  return drawn_bead;
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

MachineMove machine_move(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                         Node node, std::uint8_t frame, int ply, Random& random) {
  const GameGraph& graph = boxes.graph();
  const std::uint32_t number = boxes.box_at(node, frame);
  if (number == kNone) return {random_move(graph, node, random), std::nullopt};
  const Box& box = boxes.boxes()[number];
  const auto bead = draw_bead(rule, beads.subspan(box.first_bead, box.beads.size()), random);
  if (!bead) return {};
  const Edge edge =
      choose_among(graph, node, random, [&](Edge move) { return boxes.bead_at(move, frame) == *bead; });
  return {edge, Draw{number, *bead, static_cast<std::uint16_t>(ply)}};
}

Edge random_move(const BoxSet& boxes, Node node, Random& random) {
  return choose_among(boxes.graph(), node, random, [&](Edge edge) { return boxes.in_play(edge); });
}

/// In a lost position every move keeps the value, so all of them are taken alike.
Edge optimal_move(const GameGraph& graph, const Solution& solution, Node node, Random& random) {
  return choose_among(graph, node, random,
                      [&](Edge edge) { return solution.keeps_value(graph, node, edge); });
}

Edge draw_into(Episode& episode, const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
               Node node, std::uint8_t frame, int ply, Random& random) {
  const MachineMove move = machine_move(rule, boxes, beads, node, frame, ply, random);
  if (move.draw) episode.trace.push_back(*move.draw);
  return move.edge;
}

void play_itself(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads, Random& random,
                 Episode& episode) {
  MENAGERIE_CHECK(boxes.seat() == Seat::either && beads.size() == boxes.bead_count());
  play(boxes, episode, [&](Node node, std::uint8_t frame, int ply) {
    return draw_into(episode, rule, boxes, beads, node, frame, ply, random);
  });
}

}  // namespace menagerie
