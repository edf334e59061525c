// A game compiled into flat arrays: every reachable position is a node, every legal move an edge.
//
// Boxes, solver, simulation and hosting run on the graph and know no game's rules. A compiled graph is
// immutable, so any thread may read it. A grown graph holds only what one episode has come to, and
// grows as that is played; one thread at a time.
#pragma once

#include "engine/game.hpp"
#include "engine/position_index.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

using Node = std::uint32_t;  ///< 0 is the start position
using Edge = std::uint32_t;  ///< numbered through all nodes, ascending by (node, move)

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

class GameGraph {
 public:
  /// Lists the game breadth first from its start position. Nothing where it has more than
  /// `nodes_max` positions (the largest listed game, extendapawn-8, has 3,236,951). `game` must
  /// outlive the graph.
  static std::optional<GameGraph> compile(const Game& game, std::size_t nodes_max = 4'000'000);

  /// For games too large to be listed: a graph of just the start position, to be grown by follow()
  /// as one episode is played. Every node of it answers what a compiled graph's does, but for
  /// image(). Nodes and edges are numbered in the order of meeting; ply() is the one at which the
  /// episode first came there, less where it had gone round to a position before (plies spent going
  /// round do not count). Cheap enough to be made anew for each episode. `game` must outlive the graph.
  static GameGraph grown(const Game& game);

  /// Grown graphs only: the node that this edge leads to, added if need be, and so is its canonical
  /// node. target(edge) says it from now on. Spans and references taken from the graph before are
  /// invalid.
  Node follow(Edge edge);

  const Game& game() const { return *game_; }
  bool repetition_forbidden() const { return repetition_forbidden_; }  ///< as the game says
  std::size_t node_count() const { return positions_.size(); }
  std::size_t edge_count() const { return moves_.size(); }

  const Position& position(Node node) const { return positions_[node]; }
  Player to_move(Node node) const { return positions_[node].to_move; }
  std::optional<Outcome> outcome(Node node) const { return outcomes_[node]; }
  /// The earliest ply at which the position can be met (0 for the start).
  int ply(Node node) const { return plies_[node]; }
  /// The node of that position, or kNone where play cannot reach it.
  Node find(const Position& position) const;

  /// Fetches what will be asked of that node into the processor's caches.
  void prefetch(Node node) const {
    __builtin_prefetch(&edges_[node]);
    __builtin_prefetch(&outcomes_[node]);
  }
  Edge first_edge(Node node) const { return edges_[node].first; }
  Edge last_edge(Node node) const { return edges_[node].last; }  ///< one past the last
  std::size_t degree(Node node) const { return last_edge(node) - first_edge(node); }
  const Move& move(Edge edge) const { return moves_[edge]; }
  /// The node that the move leads to; kNone in a grown graph where it was not followed yet.
  Node target(Edge edge) const { return targets_[edge]; }
  /// The node that the move is made at; takes a search.
  Node source(Edge edge) const;
  /// The edge of that name at that node, or kNone.
  Edge find_edge(Node node, std::string_view move_text) const;
  /// The edge of that move at that node, or kNone.
  Edge find_edge(Node node, const Move& move) const;
  const std::string& move_text(Edge edge) const { return texts_[text_of_edge_[edge]]; }

  /// Whether a move that is no pass brings back a board that was there before it: see may_play().
  bool repeats(std::span<const Edge> moves_so_far, Edge edge) const;

  // Symmetry. `symmetry` is an index into symmetries(); 0 is the identity.
  std::span<const Symmetry> symmetries() const { return symmetries_; }
  /// The index of the inverse of a symmetry.
  std::uint8_t inverse(std::uint8_t symmetry) const { return inverses_[symmetry]; }
  /// The node that a symmetry turns this node into. Reachable positions are closed under symmetry
  /// where the start position is symmetric, and every game's is: a contract test holds that. Not in
  /// a grown graph, which holds no images.
  Node image(Node node, std::uint8_t symmetry) const { return images_[node * symmetries_.size() + symmetry]; }
  /// The edge at image(node, symmetry) that this edge at `node` turns into.
  Edge image(Node node, Edge edge, std::uint8_t symmetry) const;
  /// The node that stands for the node's class (all that symmetries turn it into): the one whose
  /// text is greatest. A symmetry keeps the side to move and all that a text does not show, so within
  /// a class texts differ; nodes of different classes may have the same text (Game::text).
  Node canonical(Node node) const { return canonicals_[node]; }
  /// The first symmetry that turns the node into canonical(node).
  std::uint8_t to_canonical(Node node) const { return to_canonicals_[node]; }
  /// The lowest edge of the node that the symmetries fixing the node turn this edge into.
  Edge orbit(Edge edge) const { return orbits_[edge]; }

 private:
  struct EdgeRange {
    Edge first = 0;
    Edge last = 0;
  };
  explicit GameGraph(const Game& game);
  bool list_positions(std::size_t nodes_max);
  Node add(const Position& position, int ply);
  Node add_expanded(const Position& position, int ply);
  Node meet(const Position& position, int ply);
  void expand(Node node);
  std::uint16_t intern(const Move& move);
  void find_images();
  void find_classes();
  void find_orbits();
  void add_orbits(Node node);

  const Game* game_ = nullptr;
  bool repetition_forbidden_ = false;
  std::vector<Symmetry> symmetries_;
  std::vector<std::uint8_t> inverses_;
  std::vector<Position> positions_;
  PositionIndex index_;
  std::vector<std::optional<Outcome>> outcomes_;
  std::vector<std::uint16_t> plies_;
  std::vector<EdgeRange> edges_;
  std::vector<Move> moves_;
  std::vector<std::uint16_t> text_of_edge_;
  std::vector<std::string> texts_;  // each move's name once
  std::map<Move, std::uint16_t> text_of_move_;
  std::vector<Node> targets_;
  std::vector<Node> images_;  // by (node, symmetry); none in a grown graph
  std::vector<Node> canonicals_;
  std::vector<std::uint8_t> to_canonicals_;
  std::vector<Edge> orbits_;
};

/// Whether a move may be played after these from the start, given that moves() lists it: false only
/// where the game forbids repetition and the move is no pass and would bring back a board that was
/// there before (Game::repetition_forbidden).
inline bool may_play(const GameGraph& graph, std::span<const Edge> moves_so_far, Edge edge) {
  return !graph.repetition_forbidden() || !graph.repeats(moves_so_far, edge);
}

}  // namespace menagerie
