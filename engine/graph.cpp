#include "engine/graph.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <utility>

namespace menagerie {
namespace {

/// The symmetry that takes every image back.
std::uint8_t find_inverse(std::span<const Symmetry> symmetries, const Symmetry& symmetry) {
  for (std::size_t i = 0; i < symmetries.size(); ++i) {
    bool inverse = true;
    for (std::size_t cell = 0; cell < kCellsMax; ++cell) {
      inverse = inverse && symmetries[i].to[symmetry.to[cell]] == cell;
    }
    if (inverse) return static_cast<std::uint8_t>(i);
  }
  MENAGERIE_CHECK(!"a game's symmetries form a group");
  return 0;
}

}  // namespace

GameGraph::GameGraph(const Game& game)
    : game_(&game), repetition_forbidden_(game.repetition_forbidden()), symmetries_(game.symmetries()) {
  for (const Symmetry& symmetry : symmetries_) inverses_.push_back(find_inverse(symmetries_, symmetry));
}

std::optional<GameGraph> GameGraph::compile(const Game& game, std::size_t nodes_max) {
  GameGraph graph(game);
  if (!graph.list_positions(nodes_max)) return std::nullopt;
  graph.find_images();
  graph.find_classes();
  graph.find_orbits();
  return graph;
}

/// Breadth first, so that a node's ply is the earliest and its edges follow those of the node before.
bool GameGraph::list_positions(std::size_t nodes_max) {
  add(game_->start(), 0);
  for (Node node = 0; node < node_count(); ++node) {
    if (node_count() > nodes_max) return false;
    expand(node);
    const Position position = positions_[node];  // a copy: adding nodes moves the array
    for (Edge edge = first_edge(node); edge < last_edge(node); ++edge) {
      targets_[edge] = add(game_->after(position, moves_[edge]), plies_[node] + 1);
    }
  }
  return true;
}

Node GameGraph::add(const Position& position, int ply) {
  const Node node = index_.add(positions_, position);
  if (node == plies_.size()) plies_.push_back(static_cast<std::uint16_t>(ply));
  return node;
}

/// Lists the moves at a node, their targets unknown yet. Nodes are expanded in order.
void GameGraph::expand(Node node) {
  MENAGERIE_CHECK(node == edges_.size());
  const auto first = static_cast<Edge>(moves_.size());
  outcomes_.push_back(game_->outcome(positions_[node]));
  if (!outcomes_.back()) {
    for (const Move& move : game_->moves(positions_[node])) {
      moves_.push_back(move);
      text_of_edge_.push_back(intern(move));
    }
    targets_.resize(moves_.size(), kNone);
    MENAGERIE_CHECK(moves_.size() > first);
  }
  edges_.push_back({first, static_cast<Edge>(moves_.size())});
}

/// A board has few moves, and each is met many times: its name is written once.
std::uint16_t GameGraph::intern(const Move& move) {
  const auto [entry, added] = text_of_move_.try_emplace(move, static_cast<std::uint16_t>(texts_.size()));
  if (added) {
    MENAGERIE_CHECK(texts_.size() < std::numeric_limits<std::uint16_t>::max());
    texts_.push_back(game_->text(move));
  }
  return entry->second;
}

void GameGraph::find_images() {
  images_.reserve(node_count() * symmetries_.size());
  for (const Position& position : positions_) {
    for (const Symmetry& symmetry : symmetries_) {
      images_.push_back(find(symmetry(position)));
      MENAGERIE_CHECK(images_.back() != kNone);
    }
  }
}

/// Class by class: the lowest node of a class finds the greatest text, and then each of the class its
/// way there.
void GameGraph::find_classes() {
  canonicals_.assign(node_count(), kNone);
  to_canonicals_.assign(node_count(), 0);
  const auto symmetry_count = static_cast<std::uint8_t>(symmetries_.size());
  for (Node node = 0; node < node_count(); ++node) {
    if (canonicals_[node] == kNone) {
      Node greatest = node;
      std::string greatest_text = game_->text(positions_[node]);
      for (std::uint8_t symmetry = 1; symmetry < symmetry_count; ++symmetry) {
        std::string text = game_->text(positions_[image(node, symmetry)]);
        if (text <= greatest_text) continue;
        greatest = image(node, symmetry);
        greatest_text = std::move(text);
      }
      for (std::uint8_t symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        canonicals_[image(node, symmetry)] = greatest;
      }
    }
    while (image(node, to_canonicals_[node]) != canonicals_[node]) ++to_canonicals_[node];
  }
}

void GameGraph::find_orbits() {
  orbits_.reserve(edge_count());
  for (Node node = 0; node < node_count(); ++node) add_orbits(node);
}

/// The orbits of the moves at the next node. A node is fixed by a symmetry that leaves its position
/// as it is.
void GameGraph::add_orbits(Node node) {
  MENAGERIE_CHECK(orbits_.size() == first_edge(node));
  for (Edge edge = first_edge(node); edge < last_edge(node); ++edge) orbits_.push_back(edge);
  for (const Symmetry& symmetry : std::span(symmetries_).subspan(1)) {
    if (symmetry(positions_[node]) != positions_[node]) continue;
    for (Edge edge = first_edge(node); edge < last_edge(node); ++edge) {
      orbits_[edge] = std::min(orbits_[edge], find_edge(node, symmetry(moves_[edge])));
    }
  }
}

GameGraph GameGraph::grown(const Game& game) {
  GameGraph graph(game);
  graph.meet(game.start(), 0);
  return graph;
}

Node GameGraph::follow(Edge edge) {
  MENAGERIE_CHECK(images_.empty() && edge < edge_count());
  if (targets_[edge] == kNone) {
    const Node from = source(edge);
    // In two steps: meeting a position makes targets_ longer.
    const Node to = meet(game_->after(positions_[from], moves_[edge]), plies_[from] + 1);
    targets_[edge] = to;
  }
  return targets_[edge];
}

/// The node of that position in a grown graph. Its canonical node is there as well.
Node GameGraph::meet(const Position& position, int ply) {
  const Node node = add_expanded(position, ply);
  if (canonicals_[node] != kNone) return node;
  std::uint8_t best = 0;
  std::string best_text = game_->text(position);
  for (std::uint8_t symmetry = 1; symmetry < symmetries_.size(); ++symmetry) {
    std::string text = game_->text(symmetries_[symmetry](position));
    if (text <= best_text) continue;
    best = symmetry;
    best_text = std::move(text);
  }
  const Node canonical = add_expanded(symmetries_[best](position), ply);
  canonicals_[node] = canonicals_[canonical] = canonical;
  to_canonicals_[node] = best;
  return node;
}

Node GameGraph::add_expanded(const Position& position, int ply) {
  const Node node = add(position, ply);
  if (node < edges_.size()) return node;
  expand(node);
  add_orbits(node);
  canonicals_.push_back(kNone);
  to_canonicals_.push_back(0);
  return node;
}

Node GameGraph::find(const Position& position) const { return index_.find(positions_, position); }

/// Edges ascend with nodes; a node at which play has ended has none.
Node GameGraph::source(Edge edge) const {
  const auto after = std::upper_bound(edges_.begin(), edges_.end(), edge,
                                      [](Edge e, const EdgeRange& range) { return e < range.first; });
  return static_cast<Node>(after - edges_.begin() - 1);
}

Edge GameGraph::find_edge(Node node, std::string_view move_text) const {
  if (move_text.empty()) return kNone;
  for (Edge edge = first_edge(node); edge < last_edge(node); ++edge) {
    const std::string_view text = this->move_text(edge);
    // Most moves of a position end differently; a comparison of whole texts is a call.
    if (text.back() == move_text.back() && text == move_text) return edge;
  }
  return kNone;
}

Edge GameGraph::find_edge(Node node, const Move& move) const {
  const auto begin = moves_.begin() + first_edge(node);
  const auto end = moves_.begin() + last_edge(node);
  const auto found = std::lower_bound(begin, end, move);
  return found != end && *found == move ? static_cast<Edge>(found - moves_.begin()) : kNone;
}

Edge GameGraph::image(Node node, Edge edge, std::uint8_t symmetry) const {
  const Edge found = find_edge(image(node, symmetry), symmetries_[symmetry](moves_[edge]));
  MENAGERIE_CHECK(found != kNone);
  return found;
}

bool GameGraph::repeats(std::span<const Edge> moves_so_far, Edge edge) const {
  if (moves_[edge].kind == Move::Kind::pass) return false;
  const Position after = targets_[edge] == kNone ? game_->after(positions_[source(edge)], moves_[edge])
                                                 : positions_[targets_[edge]];
  const auto end = after.cells.begin() + game_->board().cell_count();
  const auto same_board = [&](Node before) {
    return std::equal(after.cells.begin(), end, positions_[before].cells.begin());
  };
  return same_board(0) || std::any_of(moves_so_far.begin(), moves_so_far.end(),
                                      [&](Edge played) { return same_board(targets_[played]); });
}

}  // namespace menagerie
