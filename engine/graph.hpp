// A game compiled into flat arrays: every reachable position is a node, every legal move an edge.
//
// Boxes, solver, simulation and hosting run on the graph and know no game's rules. Immutable after
// compile(), so any thread may read it; whoever compiled it owns it.
#pragma once

#include "engine/game.hpp"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace menagerie {

using Node = std::uint32_t;  ///< 0 is the start position
using Edge = std::uint32_t;  ///< numbered through all nodes, ascending by (node, move)

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class GameGraph {
 public:
  /// Lists the game breadth first from its start position. Nothing where it has more than
  /// `nodes_max` positions. `game` must outlive the graph.
  static std::optional<GameGraph> compile(const Game& game, std::size_t nodes_max = 2'000'000);

  const Game& game() const { return *game_; }
  std::size_t node_count() const { return positions_.size(); }
  std::size_t edge_count() const { return moves_.size(); }

  const Position& position(Node node) const { return positions_[node]; }
  Player to_move(Node node) const { return positions_[node].to_move; }
  std::optional<Outcome> outcome(Node node) const { return outcomes_[node]; }
  /// The earliest ply at which the position can be met (0 for the start).
  int ply(Node node) const { return plies_[node]; }
  /// The node of that position, or kNone where play cannot reach it.
  Node find(const Position& position) const;

  Edge first_edge(Node node) const { return first_edges_[node]; }
  Edge last_edge(Node node) const { return first_edges_[node + 1]; }  ///< one past the last
  std::size_t degree(Node node) const { return last_edge(node) - first_edge(node); }
  const Move& move(Edge edge) const { return moves_[edge]; }
  Node target(Edge edge) const { return targets_[edge]; }
  /// The edge of that name at that node, or kNone.
  Edge find_edge(Node node, std::string_view move_text) const;
  const std::string& move_text(Edge edge) const { return move_texts_[edge]; }

  // Symmetry. `symmetry` is an index into symmetries(); 0 is the identity.
  std::span<const Symmetry> symmetries() const { return symmetries_; }
  /// The index of the inverse of a symmetry.
  std::uint8_t inverse(std::uint8_t symmetry) const { return inverses_[symmetry]; }
  /// The node that a symmetry turns this node into. Reachable positions are closed under symmetry
  /// where the start position is symmetric, and every game's is: a contract test holds that.
  Node image(Node node, std::uint8_t symmetry) const { return images_[node * symmetries_.size() + symmetry]; }
  /// The edge at image(node, symmetry) that this edge at `node` turns into.
  Edge image(Node node, Edge edge, std::uint8_t symmetry) const;
  /// The node that stands for the node's class: the one whose text is greatest.
  Node canonical(Node node) const { return canonicals_[node]; }
  /// The first symmetry that turns the node into canonical(node).
  std::uint8_t to_canonical(Node node) const { return to_canonicals_[node]; }
  /// The lowest edge of the node that the symmetries fixing the node turn this edge into.
  Edge orbit(Edge edge) const { return orbits_[edge]; }

 private:
  GameGraph() = default;
  bool list_positions(std::size_t nodes_max);
  Node add(const Position& position, int ply);
  void find_symmetries();
  void find_classes();
  void find_orbits();

  struct PositionHash {
    std::size_t operator()(const Position& position) const noexcept;
  };

  const Game* game_ = nullptr;
  std::vector<Symmetry> symmetries_;
  std::vector<std::uint8_t> inverses_;
  std::vector<Position> positions_;
  std::vector<std::optional<Outcome>> outcomes_;
  std::vector<std::uint16_t> plies_;
  std::vector<Edge> first_edges_;
  std::vector<Move> moves_;
  std::vector<std::string> move_texts_;
  std::vector<Node> targets_;
  std::vector<Node> images_;  // by (node, symmetry)
  std::vector<Node> canonicals_;
  std::vector<std::uint8_t> to_canonicals_;
  std::vector<Edge> orbits_;
  std::unordered_map<Position, Node, PositionHash> nodes_;
};

}  // namespace menagerie
