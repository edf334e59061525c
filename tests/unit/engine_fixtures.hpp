// What many engine tests need: graphs compiled once, boxes, small counts.
#pragma once

#include "engine/boxes.hpp"
#include "engine/games/hexapawn.hpp"
#include "engine/players.hpp"
#include "engine/rules.hpp"
#include "engine/solver.hpp"

#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace menagerie::tests {

inline constexpr Seat kSeats[] = {Seat::first, Seat::second, Seat::either};
inline constexpr BoxConvention kConventions[] = {BoxConvention::canonical, BoxConvention::raw,
                                                 BoxConvention::gardner_24};

inline const GameGraph& graph_of(const Game& game) {
  static std::map<const Game*, GameGraph> graphs;
  auto found = graphs.find(&game);
  if (found == graphs.end()) found = graphs.emplace(&game, GameGraph::compile(game).value()).first;
  return found->second;
}

inline const GameGraph& noughts() { return graph_of(*find_game("noughts-and-crosses")); }
inline const GameGraph& hexapawn() { return graph_of(*find_game("hexapawn")); }

inline BoxSet boxes_of(const GameGraph& graph, Seat seat,
                       BoxConvention convention = BoxConvention::canonical) {
  return BoxSet::make(graph, seat, convention).value();
}

inline BoxSet her_boxes() { return boxes_of(hexapawn(), Seat::second, BoxConvention::gardner_24); }

/// The node of a position's text. It must be reachable.
inline Node node_at(const GameGraph& graph, std::string_view text) {
  return graph.find(graph.game().parse(text).value());
}

/// The node that play comes to through these moves. Each must be legal.
inline Node node_after(const GameGraph& graph, const std::vector<std::string>& moves) {
  Node node = 0;
  for (const std::string& move : moves) node = graph.target(graph.find_edge(node, move));
  return node;
}

/// How many lines of play there are, by ply, counting each line to a position apart.
inline std::vector<std::int64_t> lines_by_ply(const GameGraph& graph) {
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> lines(graph.node_count(), 0);
  lines[0] = 1;
  while (std::accumulate(lines.begin(), lines.end(), std::int64_t{0}) > 0) {
    counts.push_back(std::accumulate(lines.begin(), lines.end(), std::int64_t{0}));
    std::vector<std::int64_t> next(graph.node_count(), 0);
    for (Node node = 0; node < graph.node_count(); ++node) {
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        next[graph.target(edge)] += lines[node];
      }
    }
    lines = next;
  }
  return counts;
}

inline std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

/// The player for whom the machine moves in episode number `i`.
inline Player machine_player(Seat seat, int i) {
  if (seat == Seat::either) return i % 2 == 0 ? Player::first : Player::second;
  return seat == Seat::first ? Player::first : Player::second;
}

}  // namespace menagerie::tests
