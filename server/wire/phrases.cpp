#include "server/wire/phrases.hpp"

#include "engine/check.hpp"
#include "server/wire/append.hpp"

#include <algorithm>

namespace menagerie::wire {

namespace {

/// The place of that index, in a list that grows as it is asked.
template <typename Element>
Element& place(std::vector<Element>& list, std::size_t index) {
  if (index >= list.size()) list.resize(std::max(index + 1, 2 * list.size()));
  return list[index];
}

}  // namespace

void Phrases::prefetch(Node node, std::uint8_t orientation) const {
  for (const auto* texts : {&positions_, &legals_}) {
    if (node < texts->size()) __builtin_prefetch(texts->data() + node);
  }
  if (orientation >= labels_.size() || node >= labels_[orientation].size()) return;
  const std::unique_ptr<Label>& label = labels_[orientation][node];
  __builtin_prefetch(label.get());
}

const std::string& Phrases::position(Node node) {
  std::string& text = place(positions_, node);
  if (text.empty()) {
    const GameGraph& graph = boxes_->graph();
    append_quoted(text, graph.game().text(graph.position(node)));
  }
  return text;
}

const std::string& Phrases::legal(Node node) {
  std::string& text = place(legals_, node);
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

const Phrases::Label& Phrases::label(Node node, std::uint8_t orientation) {
  if (labels_.size() <= orientation) labels_.resize(orientation + 1u);
  std::unique_ptr<Label>& slot = place(labels_[orientation], node);
  if (slot) return *slot;
  slot = std::make_unique<Label>();
  const GameGraph& graph = boxes_->graph();
  const std::uint32_t number = boxes_->box_at(node, orientation);
  MENAGERIE_CHECK(number != kNone);
  const Box& box = boxes_->boxes()[number];
  std::string& text = slot->text_;
  const auto end_part = [&] { slot->ends_.push_back(static_cast<std::uint32_t>(text.size())); };
  append(text, R"({"box":)");
  append_quoted(text, box.text);
  const std::optional<std::uint32_t> known = number_ ? number_(number) : number;
  append_all(text, R"(,"number":)", known ? std::to_string(*known + 1) : "null", R"(,"turn":)", box.turn,
             R"(,"orientation":)");
  append_quoted(text, graph.symmetries()[boxes_->picture_orientation(node, orientation)].name);
  append_all(text, R"(,"position":)", position(node));
  end_part();
  for (std::uint32_t bead = 0; bead < box.beads.size(); ++bead) {
    append(text, R"(,"moves":[)");
    for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
      if (boxes_->bead_at(edge, orientation) != bead) continue;
      append_comma(text);
      append_quoted(text, graph.move_text(edge));
    }
    append(text, "]}");
    end_part();
  }
  return *slot;
}

const std::string& Phrases::bead(std::uint32_t box, std::uint16_t bead) {
  MENAGERIE_CHECK(box < boxes_->boxes().size());
  const Box& it = boxes_->boxes()[box];
  MENAGERIE_CHECK(bead < it.beads.size());
  std::string& text = place(beads_, it.first_bead + bead);
  if (text.empty()) {
    append_all(text, R"({"number":)", box + 1, R"(,"box":)");
    append_quoted(text, it.text);
    append_all(text, R"(,"bead":)", bead, R"(,"move":)");
    append_quoted(text, it.beads[bead].move);
    append_all(text, R"(,"before":)");
  }
  return text;
}

}  // namespace menagerie::wire
