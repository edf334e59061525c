#include "server/wire/phrases.hpp"

#include "server/wire/append.hpp"

namespace menagerie::wire {

Phrases::Phrases(const BoxSet& boxes)
    : boxes_(&boxes), positions_(boxes.graph().node_count()), legals_(boxes.graph().node_count()) {
  for (std::uint32_t box = 0; box < boxes.boxes().size(); ++box) {
    const Box& it = boxes.boxes()[box];
    for (std::size_t bead = 0; bead < it.beads.size(); ++bead) {
      std::string text = R"({"number":)";
      append_all(text, box + 1, R"(,"box":)");
      append_quoted(text, it.text);
      append_all(text, R"(,"bead":)", bead, R"(,"move":)");
      append_quoted(text, it.beads[bead].move);
      append_all(text, R"(,"before":)");
      beads_.push_back(std::move(text));
    }
  }
}

const std::string& Phrases::position(Node node) {
  std::string& text = positions_[node];
  if (text.empty()) {
    const GameGraph& graph = boxes_->graph();
    append_quoted(text, graph.game().text(graph.position(node)));
  }
  return text;
}

const std::string& Phrases::legal(Node node) {
  std::string& text = legals_[node];
  if (text.empty()) {
    const GameGraph& graph = boxes_->graph();
    text = "[";
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      append_comma(text);
      append_quoted(text, graph.move_text(edge));
    }
    text += ']';
  }
  return text;
}

const Phrases::Label& Phrases::label(Node node, std::uint8_t frame) {
  if (labels_.size() <= frame) labels_.resize(frame + 1u);
  if (labels_[frame].empty()) labels_[frame].resize(boxes_->graph().node_count());
  std::unique_ptr<Label>& slot = labels_[frame][node];
  if (slot) return *slot;
  slot = std::make_unique<Label>();
  const GameGraph& graph = boxes_->graph();
  const std::uint32_t number = boxes_->box_at(node, frame);
  const Box& box = boxes_->boxes()[number];
  append(slot->head, R"({"box":)");
  append_quoted(slot->head, box.text);
  append_all(slot->head, R"(,"number":)", number + 1, R"(,"turn":)", box.turn, R"(,"orientation":)");
  append_quoted(slot->head, graph.symmetries()[boxes_->orientation(node, frame)].name);
  append_all(slot->head, R"(,"position":)", position(node));
  for (std::uint32_t bead = 0; bead < box.beads.size(); ++bead) {
    std::string moves = R"(,"moves":[)";
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      if (boxes_->bead_at(edge, frame) != bead) continue;
      append_comma(moves);
      append_quoted(moves, graph.move_text(edge));
    }
    moves.append("]}");
    slot->moves.push_back(std::move(moves));
  }
  return *slot;
}

const std::string& Phrases::bead(std::uint32_t box, std::uint16_t bead) {
  return beads_[boxes_->boxes()[box].first_bead + bead];
}

}  // namespace menagerie::wire
