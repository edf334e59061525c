// The value of every position of a listed game, by retrograde analysis: terminal positions first,
// then back along the edges. Works where positions repeat; endless play is a draw.
#pragma once

#include "engine/graph.hpp"

#include <cstdint>
#include <vector>

namespace menagerie {

struct Solution {
  /// +1 / 0 / -1 for the first player under best play, by node.
  std::vector<std::int8_t> value;
  /// Plies to the end under best play (fastest win, longest defence) by node; -1 for a draw.
  std::vector<std::int32_t> plies;

  /// Whether this move at `node` keeps the game value (gives nothing away).
  bool keeps_value(const GameGraph& graph, Node node, Edge edge) const {
    return value[graph.target(edge)] == value[node];
  }
};

Solution solve(const GameGraph& graph);

}  // namespace menagerie
