#include "server/core/playthrough.hpp"

#include "engine/check.hpp"

namespace menagerie::core {

void Playthrough::begin(const Machine& machine) {
  own_.reset();
  moves_.clear();
  if (!machine.graph) {
    own_ = std::make_unique<OwnGraph>(machine.boxes.game(), machine.boxes.seat());
    own_->boxes.meet(0);
  }
  graph_ = own_ ? &own_->graph : machine.graph.get();
  boxes_ = own_ ? &own_->boxes : &machine.boxes;
  starter_ = graph().to_move(0);
  length_max_ = graph().game().length_max();
  come_to(0, 0);
}

void Playthrough::come_to(Node node, std::uint8_t orientation_before) {
  node_ = node;
  graph().prefetch(node);
  boxes().prefetch(node, orientation_before);
  orientation_ = boxes().next_orientation(node, orientation_before);
  ended_ = outcome().has_value() || ply() >= length_max_;
}

Edge Playthrough::find(std::string_view move) const {
  const Edge edge = graph().find_edge(node_, move);
  return edge != kNone && allows(edge) ? edge : kNone;
}

std::optional<Draw> Playthrough::draw(Edge edge) const {
  const std::uint32_t number = box();
  if (number == kNone) return std::nullopt;
  const std::uint32_t bead = boxes().bead_at(edge, orientation_);
  if (bead == kNone) return std::nullopt;
  return Draw{number, static_cast<std::uint16_t>(bead), static_cast<std::uint16_t>(ply())};
}

GameEnd Playthrough::end(bool resigned) const {
  MENAGERIE_CHECK(resigned || ended());
  if (resigned) return {EndReason::resign, {}};
  if (!outcome()) return {EndReason::length, {}};
  return graph().game().end(graph().position(node_), moves_.empty() ? nullptr : &graph().move(moves_.back()));
}

void Playthrough::play(Edge edge) {
  MENAGERIE_CHECK(allows(edge));
  moves_.push_back(edge);
  Node after = kNone;
  if (own_) {
    after = own_->graph.follow(edge);
    if (!own_->graph.outcome(after)) own_->boxes.meet(after);
  } else {
    after = graph().target(edge);
  }
  come_to(after, orientation_);
}

std::vector<Draw> make_boxes(Machine& machine, std::string_view moves, Player seat) {
  std::vector<Draw> trace;
  Playthrough playthrough(machine);
  each_move(moves, [&](std::string_view move) {
    const Edge edge = playthrough.find(move);
    MENAGERIE_CHECK(edge != kNone);
    std::optional<Draw> draw = playthrough.to_move() == seat ? playthrough.draw(edge) : std::nullopt;
    if (draw) {
      const Box& met = playthrough.boxes().boxes()[draw->box];
      draw->box = machine.boxes.find(met.text);
      if (draw->box == kNone) {
        Box made = met;
        made.turn = playthrough.ply() / 2 + 1;
        draw->box = machine.add(std::move(made));
      }
      trace.push_back(*draw);
    }
    playthrough.play(edge);
    return true;
  });
  return trace;
}

}  // namespace menagerie::core
