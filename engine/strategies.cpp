#include "engine/strategies.hpp"

#include "engine/check.hpp"

#include <array>

namespace menagerie {
namespace {

constexpr std::array<std::string_view, kStrategies> kNames{"random", "optimal", "fastest-win",
                                                           "longest-delay"};

int sign_of(Player player) { return player == Player::first ? 1 : -1; }

/// Whether the move leads on along the line of best play: one ply nearer to the end.
bool is_in_step(const GameGraph& graph, const Solution& solution, Node node, Edge edge) {
  return solution.plies[graph.target(edge)] == solution.plies[node] - 1;
}

}  // namespace

std::string_view to_text(Strategy strategy) { return kNames[static_cast<std::size_t>(strategy)]; }

std::optional<Strategy> parse_strategy(std::string_view text) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == text) return static_cast<Strategy>(i);
  }
  return std::nullopt;
}

bool may_take(Strategy strategy, const GameGraph& graph, const Solution& solution, Node node, Edge edge) {
  if (strategy == Strategy::random) return true;
  if (!solution.keeps_value(graph, node, edge)) return false;
  const int value = sign_of(graph.to_move(node)) * solution.value[node];
  const bool in_a_hurry = value > 0 && strategy == Strategy::fastest_win;
  const bool in_defence = value < 0 && strategy == Strategy::longest_delay;
  return !(in_a_hurry || in_defence) || is_in_step(graph, solution, node, edge);
}

Edge strategy_move(Strategy strategy, const BoxSet& boxes, const Solution* solution, Node node,
                   Random& random, std::span<const Edge> moves) {
  MENAGERIE_CHECK(solution != nullptr || strategy == Strategy::random);
  const GameGraph& graph = boxes.graph();
  if (strategy == Strategy::random && boxes.all_in_play() && !graph.repetition_forbidden()) {
    const std::size_t moves_left = graph.degree(node);  // as below, where nothing has to be looked at
    MENAGERIE_CHECK(moves_left > 0);
    return graph.first_edge(node) + static_cast<Edge>(moves_left > 1 ? random.below(moves_left) : 0);
  }
  const auto takes = [&](Edge edge) {
    return boxes.in_play(edge) && may_play(graph, moves, edge) &&
           (strategy == Strategy::random || may_take(strategy, graph, *solution, node, edge));
  };
  std::uint64_t left = 0;
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge)
    left += takes(edge) ? 1u : 0u;
  MENAGERIE_CHECK(left > 0);
  if (left > 1) left = random.below(left) + 1;
  for (Edge edge = graph.first_edge(node);; ++edge) {
    if (takes(edge) && --left == 0) return edge;
  }
}

}  // namespace menagerie
