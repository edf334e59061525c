// Shared fixtures of the engine tests: graphs compiled once, boxes, small counts.
#pragma once

#include "engine/boxes.hpp"
#include "engine/games/hexapawn.hpp"
#include "engine/players.hpp"
#include "engine/rules.hpp"
#include "engine/solver.hpp"

#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace menagerie::tests {

inline constexpr Seat kSeats[] = {Seat::first, Seat::second, Seat::either};
inline constexpr BoxConvention kConventions[] = {BoxConvention::canonical,  BoxConvention::rotations,
                                                 BoxConvention::mirror,     BoxConvention::raw,
                                                 BoxConvention::gardner_24, BoxConvention::tretyakov_24};

/// Larger games are checked at positions that random play reaches, because a debug build needs seven
/// seconds to list half a million positions.
inline constexpr std::size_t kSmallNodesMax = 80'000;

/// The game's graph, listed once; null where it has more than kSmallNodesMax positions.
inline const GameGraph* small_graph_of(const Game& game) {
  static std::map<const Game*, std::optional<GameGraph>> graphs;
  auto found = graphs.find(&game);
  if (found == graphs.end()) found = graphs.emplace(&game, GameGraph::compile(game, kSmallNodesMax)).first;
  return found->second ? &*found->second : nullptr;
}

/// The same for a game that is known to be small.
inline const GameGraph& graph_of(const Game& game) {
  const GameGraph* graph = small_graph_of(game);
  if (graph == nullptr) throw std::invalid_argument(std::string(game.name()) + " is not small");
  return *graph;
}

inline std::vector<const Game*> small_games() {
  std::vector<const Game*> games;
  for (const Game* game : all_games()) {
    if (small_graph_of(*game) != nullptr) games.push_back(game);
  }
  return games;
}

/// Uniform over the moves that keep the game value; in a lost position, or where none of them may be played,
/// uniform over all that may.
inline Edge optimal_move(const GameGraph& graph, const Solution& solution, Node node, Random& random,
                         std::span<const Edge> moves = {}) {
  const auto keeps = [&](Edge edge) {
    return solution.keeps_value(graph, node, edge) && may_play(graph, moves, edge);
  };
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (keeps(edge)) return random_move_among(graph, node, random, keeps);
  }
  return random_move(graph, node, random, moves);
}

/// Plays one episode of the machine against itself. Precondition: the seat is either.
inline void play_itself(const Rule& rule, const BoxSet& boxes, std::span<const std::int64_t> beads,
                        Random& random, PlayedEpisode& episode) {
  play(boxes, episode, [&](Node node, std::uint8_t orientation, int ply) {
    return draw_into(episode, rule, boxes, beads, node, orientation, ply, random);
  });
}

/// Every node of a graph of up to ten thousand; of a larger one some thousands, evenly spread.
inline std::vector<Node> some_nodes(const GameGraph& graph) {
  const std::size_t stride = graph.node_count() <= 10'000 ? 1 : graph.node_count() / 4'000;
  std::vector<Node> nodes;
  for (std::size_t node = 0; node < graph.node_count(); node += stride) {
    nodes.push_back(static_cast<Node>(node));
  }
  return nodes;
}

/// Positions at which to hold a game to its promises: those of some_nodes(), or, where the game is
/// not small, those of a hundred random episodes.
inline std::vector<Position> some_positions(const Game& game) {
  std::vector<Position> positions;
  if (const GameGraph* graph = small_graph_of(game)) {
    for (const Node node : some_nodes(*graph)) positions.push_back(graph->position(node));
    return positions;
  }
  Random random(8);
  for (int i = 0; i < 100; ++i) {
    Position position = game.start();
    for (int ply = 0; ply < game.length_max() && !game.outcome(position); ++ply) {
      positions.push_back(position);
      const std::vector<Move> moves = game.moves(position);
      position = game.after(position, moves[random.below(moves.size())]);
    }
    positions.push_back(position);
  }
  return positions;
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
