#include "engine/unbeatable.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie {
namespace {

std::span<const std::int64_t> counts_of(const Box& box, std::span<const std::int64_t> beads) {
  return beads.subspan(box.first_bead, box.beads.size());
}

}  // namespace

bool LossSearch::possible(const BoxSet& boxes) {
  return boxes.game().listed() && !boxes.graph().repetition_forbidden() &&
         boxes.graph().node_count() <= kPositionsMax;
}

LossSearch::LossSearch(const BoxSet& boxes, const Rule& rule)
    : boxes_(&boxes),
      rule_(&rule),
      merges_(boxes.convention() == BoxConvention::canonical),
      orientations_(boxes.orientation_count()) {}

/// Symmetric positions are as good as each other where they share boxes.
LossSearch::State LossSearch::merged(State state) const {
  if (merges_) state.node = boxes_->graph().canonical(state.node);
  return state;
}

LossSearch::State LossSearch::state_after(const State& state, Edge edge) const {
  const Node node = boxes_->graph().target(edge);
  return merged({node, boxes_->next_orientation(node, state.orientation)});
}

/// Whether this search comes there for the first time.
bool LossSearch::visit(const State& state) {
  std::uint32_t& last = visited_[state.node * orientations_ + state.orientation];
  if (last == searches_) return false;
  last = searches_;
  return true;
}

bool LossSearch::lost(Node node) const {
  const auto outcome = boxes_->graph().outcome(node);
  return outcome && *outcome != Outcome::draw &&
         (*outcome == Outcome::first_wins) != (side_ == Player::first);
}

/// Precondition: the position is not terminal.
bool LossSearch::can_play(const State& state, Edge edge, std::span<const std::int64_t> beads) const {
  if (boxes_->graph().to_move(state.node) != side_) return true;
  const std::uint32_t number = boxes_->box_at(state.node, state.orientation);
  if (number == kNone) return true;
  const std::uint32_t bead = boxes_->bead_at(edge, state.orientation);
  return bead != kNone && draw_weight(*rule_, counts_of(boxes_->boxes()[number], beads), bead) > 0;
}

/// Whether the machine is to move there and has no bead that it could draw.
bool LossSearch::resigns(const State& state, std::span<const std::int64_t> beads) const {
  if (boxes_->graph().outcome(state.node) || boxes_->graph().to_move(state.node) != side_) return false;
  const std::uint32_t number = boxes_->box_at(state.node, state.orientation);
  if (number == kNone) return false;
  const auto counts = counts_of(boxes_->boxes()[number], beads);
  for (std::size_t bead = 0; bead < counts.size(); ++bead) {
    if (draw_weight(*rule_, counts, bead) > 0) return false;
  }
  return true;
}

/// Whether the line that was found last is still open. Where a box on it has run empty, that is another one.
bool LossSearch::line_stands(std::span<const std::int64_t> beads) const {
  if (line_.empty()) return false;
  for (const Step& step : line_) {
    if (resigns(step.state, beads)) return true;
    if (step.edge != kNone && !can_play(step.state, step.edge, beads)) return false;
  }
  return lost(line_.back().state.node);
}

/// Depth first from the start of play; line_ is the way to where it stands.
bool LossSearch::search(std::span<const std::int64_t> beads) {
  const GameGraph& graph = boxes_->graph();
  if (visited_.empty()) visited_.resize(graph.node_count() * orientations_, 0);
  ++searches_;
  line_.assign(1, {merged({0, 0}), kNone});
  visit(line_.back().state);
  while (!line_.empty()) {
    Step& step = line_.back();
    const Node node = step.state.node;
    if (step.edge == kNone) {
      if (lost(node) || resigns(step.state, beads)) return true;
      step.edge = graph.first_edge(node);
    } else {
      ++step.edge;
    }
    const bool over = graph.outcome(node).has_value();
    while (!over && step.edge < graph.last_edge(node) && !can_play(step.state, step.edge, beads)) ++step.edge;
    if (over || step.edge >= graph.last_edge(node)) {
      line_.pop_back();
      continue;
    }
    const State next = state_after(step.state, step.edge);
    if (visit(next)) line_.push_back({next, kNone});
  }
  return false;
}

bool LossSearch::matters(const BeadChange& change) const {
  if (rule_->chooses_most || rule_->greedy > 0) return change.before != change.after;
  const std::int64_t most = draws_by_count(*rule_) ? 1 : 2;
  return std::min(change.before, most) != std::min(change.after, most);
}

bool LossSearch::can_lose(std::span<const std::int64_t> beads) {
  MENAGERIE_CHECK(beads.size() == boxes_->bead_count());
  if (line_stands(beads)) return true;
  for (const Player side : {Player::first, Player::second}) {
    if (!plays(boxes_->seat(), side)) continue;
    side_ = side;
    if (search(beads)) return true;
  }
  return false;
}

}  // namespace menagerie
