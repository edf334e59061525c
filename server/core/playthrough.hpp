// Where one episode stands, and how the machine's boxes read it. Over the machine's own graph where its game
// is listed; otherwise over a graph that is grown for this episode alone, a few dozen positions, so that what
// visitors try costs nothing that stays.
#pragma once

#include "server/core/machine.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace menagerie::core {

class Playthrough {
 public:
  Playthrough() = default;
  explicit Playthrough(const Machine& machine) { begin(machine); }

  /// At the start again; keeps the memory that it has. The machine must outlive the playthrough.
  void begin(const Machine& machine);

  const GameGraph& graph() const { return *graph_; }
  /// Numbered as the machine's where its game is listed, and otherwise in the order of meeting.
  const BoxSet& boxes() const { return *boxes_; }
  /// Whether the graph is this episode's alone: the machine's game is not listed.
  bool has_own_graph() const { return own_ != nullptr; }

  Node node() const { return node_; }
  std::uint8_t orientation() const { return orientation_; }
  const std::vector<Edge>& moves() const { return moves_; }
  int ply() const { return static_cast<int>(moves_.size()); }
  /// Players take turns in every game, and a ply is nearer at hand than a position.
  Player to_move() const { return ply() % 2 == 0 ? starter_ : other(starter_); }
  std::optional<Outcome> outcome() const { return graph().outcome(node_); }
  /// By the board, or by the game's length.
  bool ended() const { return ended_; }
  /// Why it ended. `resigned`: the machine found its box empty. Precondition: it is over.
  GameEnd end(bool resigned) const;
  /// The box that the machine faces here, in boxes(), or kNone.
  std::uint32_t box() const { return boxes().box_at(node_, orientation_); }
  /// Whether an edge of this node may be played now; false for another node's.
  bool allows(Edge edge) const {
    return edge >= graph().first_edge(node_) && edge < graph().last_edge(node_) &&
           may_play(graph(), moves_, edge);
  }
  /// The move of that name that may be played now, or kNone.
  Edge find(std::string_view move) const;
  /// The bead that stands for this move in the box here; nothing where there is no box, or it keeps none.
  std::optional<Draw> draw(Edge edge) const;

  /// Precondition: the playthrough allows the edge.
  void play(Edge edge);

 private:
  struct OwnGraph {
    GameGraph graph;
    GrownBoxes boxes;
    OwnGraph(const Game& game, Seat seat) : graph(GameGraph::grown(game)), boxes(graph, seat) {}
  };

  void come_to(Node node, std::uint8_t orientation_before);

  std::unique_ptr<OwnGraph> own_;
  const GameGraph* graph_ = nullptr;  // the machine's, or own_->graph
  const BoxSet* boxes_ = nullptr;     // likewise
  Player starter_ = Player::first;
  int length_max_ = 0;
  bool ended_ = false;
  Node node_ = 0;
  std::uint8_t orientation_ = 0;
  std::vector<Edge> moves_;
};

/// Where the machine's game is not listed: the draws that it made its moves with, and into machine.boxes
/// what it had no box for. Precondition: the moves can be played. For the thread that folds the log.
std::vector<Draw> make_boxes(Machine& machine, std::string_view moves, Player seat);

/// Calls `visit(move)` for each name of a list with spaces between, until it returns false.
template <typename Visit>
void each_move(std::string_view moves, Visit visit) {
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find(' '), moves.size());
    if (!visit(moves.substr(0, end))) return;
    moves.remove_prefix(std::min(end + 1, moves.size()));
  }
}

}  // namespace menagerie::core
