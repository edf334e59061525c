#include "engine/graph.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <cstring>

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

std::size_t GameGraph::PositionHash::operator()(const Position& position) const noexcept {
  std::array<std::uint64_t, 4> words{};
  static_assert(sizeof(words) > kCellsMax);
  std::memcpy(words.data(), position.cells.data(), kCellsMax);
  words[3] |= static_cast<std::uint64_t>(position.to_move) << 63;
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

std::optional<GameGraph> GameGraph::compile(const Game& game, std::size_t nodes_max) {
  GameGraph graph;
  graph.game_ = &game;
  graph.symmetries_ = game.symmetries();
  if (!graph.list_positions(nodes_max)) return std::nullopt;
  graph.find_symmetries();
  graph.find_classes();
  graph.find_orbits();
  return graph;
}

/// Breadth first, so that a node's ply is the earliest and its edges follow those of the node before.
bool GameGraph::list_positions(std::size_t nodes_max) {
  add(game_->start(), 0);
  for (Node node = 0; node < node_count(); ++node) {
    if (node_count() > nodes_max) return false;
    const Position position = positions_[node];  // a copy: adding nodes moves the array
    first_edges_.push_back(static_cast<Edge>(moves_.size()));
    outcomes_.push_back(game_->outcome(position));
    if (outcomes_.back()) continue;
    for (const Move& move : game_->moves(position)) {
      targets_.push_back(add(game_->after(position, move), plies_[node] + 1));
      moves_.push_back(move);
      move_texts_.push_back(game_->text(move));
    }
    MENAGERIE_CHECK(moves_.size() > first_edges_.back());
  }
  first_edges_.push_back(static_cast<Edge>(moves_.size()));
  return true;
}

Node GameGraph::add(const Position& position, int ply) {
  const auto [entry, added] = nodes_.try_emplace(position, static_cast<Node>(positions_.size()));
  if (added) {
    positions_.push_back(position);
    plies_.push_back(static_cast<std::uint16_t>(ply));
  }
  return entry->second;
}

void GameGraph::find_symmetries() {
  for (const Symmetry& symmetry : symmetries_) inverses_.push_back(find_inverse(symmetries_, symmetry));
  images_.reserve(node_count() * symmetries_.size());
  for (const Position& position : positions_) {
    for (const Symmetry& symmetry : symmetries_) {
      images_.push_back(find(symmetry(position)));
      MENAGERIE_CHECK(images_.back() != kNone);
    }
  }
}

void GameGraph::find_classes() {
  std::vector<std::string> texts;
  texts.reserve(node_count());
  for (const Position& position : positions_) texts.push_back(game_->text(position));
  const auto symmetry_count = static_cast<std::uint8_t>(symmetries_.size());
  for (Node node = 0; node < node_count(); ++node) {
    std::uint8_t best = 0;
    for (std::uint8_t symmetry = 1; symmetry < symmetry_count; ++symmetry) {
      if (texts[image(node, symmetry)] > texts[image(node, best)]) best = symmetry;
    }
    canonicals_.push_back(image(node, best));
    to_canonicals_.push_back(best);
  }
}

void GameGraph::find_orbits() {
  orbits_.reserve(edge_count());
  const auto symmetry_count = static_cast<std::uint8_t>(symmetries_.size());
  for (Node node = 0; node < node_count(); ++node) {
    for (Edge edge = first_edge(node); edge < last_edge(node); ++edge) {
      Edge lowest = edge;
      for (std::uint8_t symmetry = 1; symmetry < symmetry_count; ++symmetry) {
        if (image(node, symmetry) == node) lowest = std::min(lowest, image(node, edge, symmetry));
      }
      orbits_.push_back(lowest);
    }
  }
}

Node GameGraph::find(const Position& position) const {
  const auto found = nodes_.find(position);
  return found == nodes_.end() ? kNone : found->second;
}

Edge GameGraph::find_edge(Node node, std::string_view move_text) const {
  for (Edge edge = first_edge(node); edge < last_edge(node); ++edge) {
    if (move_texts_[edge] == move_text) return edge;
  }
  return kNone;
}

Edge GameGraph::image(Node node, Edge edge, std::uint8_t symmetry) const {
  const Node turned = image(node, symmetry);
  const Move move = symmetries_[symmetry](moves_[edge]);
  const auto begin = moves_.begin() + first_edge(turned);
  const auto end = moves_.begin() + last_edge(turned);
  const auto found = std::lower_bound(begin, end, move);
  MENAGERIE_CHECK(found != end && *found == move);
  return static_cast<Edge>(found - moves_.begin());
}

}  // namespace menagerie
