#include "engine/solver.hpp"

namespace menagerie {
namespace {

/// For every node the nodes from which a move leads to it: the edges turned round.
struct Predecessors {
  std::vector<std::uint32_t> first;  ///< by node, and one more
  std::vector<Node> nodes;

  explicit Predecessors(const GameGraph& graph)
      : first(graph.node_count() + 1, 0), nodes(graph.edge_count()) {
    for (Edge edge = 0; edge < graph.edge_count(); ++edge) ++first[graph.target(edge) + 1];
    for (std::size_t node = 0; node < graph.node_count(); ++node) first[node + 1] += first[node];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (Node node = 0; node < graph.node_count(); ++node) {
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        nodes[next[graph.target(edge)]++] = node;
      }
    }
  }
};

std::int8_t value_of_win(Player player) { return player == Player::first ? std::int8_t{1} : std::int8_t{-1}; }

std::int8_t value_of(Outcome outcome) {
  if (outcome == Outcome::draw) return 0;
  return value_of_win(outcome == Outcome::first_wins ? Player::first : Player::second);
}

/// The decided terminal nodes, marked so in `solution`.
std::vector<Node> decided_ends(const GameGraph& graph, Solution& solution) {
  std::vector<Node> ends;
  for (Node node = 0; node < graph.node_count(); ++node) {
    const auto outcome = graph.outcome(node);
    if (!outcome || *outcome == Outcome::draw) continue;
    solution.value[node] = value_of(*outcome);
    solution.plies[node] = 0;
    ends.push_back(node);
  }
  return ends;
}

}  // namespace

// A node is won as soon as one move to a won end is known, and lost once every move is known to
// lose. The queue is in order of plies, so the first win found is the fastest and the last refuted
// move the longest defence. What the queue never comes to is a draw: by outcome, force or repetition.
Solution solve(const GameGraph& graph) {
  Solution solution;
  solution.value.assign(graph.node_count(), 0);
  solution.plies.assign(graph.node_count(), -1);
  const Predecessors predecessors(graph);
  std::vector<std::uint32_t> moves_left(graph.node_count());
  for (Node node = 0; node < graph.node_count(); ++node) {
    moves_left[node] = static_cast<std::uint32_t>(graph.degree(node));
  }
  std::vector<Node> queue = decided_ends(graph, solution);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Node node = queue[head];
    for (std::uint32_t i = predecessors.first[node]; i < predecessors.first[node + 1]; ++i) {
      const Node before = predecessors.nodes[i];
      if (solution.plies[before] >= 0) continue;
      const bool wins = solution.value[node] == value_of_win(graph.to_move(before));
      if (!wins && --moves_left[before] > 0) continue;
      solution.value[before] = solution.value[node];
      solution.plies[before] = solution.plies[node] + 1;
      queue.push_back(before);
    }
  }
  return solution;
}

}  // namespace menagerie
