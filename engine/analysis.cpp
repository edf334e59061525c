#include "engine/analysis.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie {
namespace {

std::optional<int> plies_of(const Solution& solution, Node node, int more) {
  if (solution.plies[node] < 0) return std::nullopt;
  return solution.plies[node] + more;
}

std::vector<MoveAnalysis> analyse_moves(const GameGraph& graph, const Solution& solution, Node node,
                                        bool with_replies) {
  std::vector<MoveAnalysis> moves;
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    const Node target = graph.target(edge);
    MoveAnalysis move;
    move.move = graph.move_text(edge);
    move.value = solution.value[target];
    move.plies = plies_of(solution, target, 1);
    if (with_replies) move.replies = analyse_moves(graph, solution, target, false);
    moves.push_back(std::move(move));
  }
  return moves;
}

}  // namespace

Analysis analyse(const GameGraph& graph, const Solution& solution, Node node) {
  MENAGERIE_CHECK(node < graph.node_count() && solution.value.size() == graph.node_count());
  Analysis analysis;
  analysis.position = graph.game().text(graph.position(node));
  analysis.to_move = graph.to_move(node);
  analysis.value = solution.value[node];
  analysis.plies = plies_of(solution, node, 0);
  analysis.moves = analyse_moves(graph, solution, node, true);
  return analysis;
}

std::string_view to_text(BeadMark mark) {
  switch (mark) {
    case BeadMark::losing:
      return "losing";
    case BeadMark::drawing:
      return "drawing";
    case BeadMark::winning:
      return "winning";
  }
  return "";
}

std::vector<BeadMark> mark_beads(const BoxSet& boxes, const Solution& solution) {
  const GameGraph& graph = boxes.graph();
  std::vector<BeadMark> marks;
  marks.reserve(boxes.bead_count());
  for (const Box& box : boxes.boxes()) {
    const int sign = graph.to_move(box.node) == Player::first ? 1 : -1;
    for (const Bead& bead : box.beads) {
      const Edge edge = graph.find_edge(box.node, bead.move);
      MENAGERIE_CHECK(edge != kNone);
      marks.push_back(static_cast<BeadMark>(sign * solution.value[graph.target(edge)]));
    }
  }
  return marks;
}

void BoxSet::find_mistakes() {
  if (graph_ == nullptr || graph_->repetition_forbidden()) return;
  const std::vector<BeadMark> marks = mark_beads(*this, solve(*graph_));
  mistakes_.assign(marks.size(), false);
  for (const Box& box : boxes_) {
    const auto of_box = std::span(marks).subspan(box.first_bead, box.beads.size());
    if (std::ranges::max(of_box) == BeadMark::losing) continue;  // lost already
    for (std::size_t bead = 0; bead < of_box.size(); ++bead)
      mistakes_[box.first_bead + bead] = of_box[bead] == BeadMark::losing;
  }
}

BoxEvaluation evaluate_box(std::span<const BeadMark> marks, std::span<const std::int64_t> counts) {
  MENAGERIE_CHECK(!marks.empty() && marks.size() == counts.size());
  BoxEvaluation evaluation{*std::max_element(marks.begin(), marks.end()), false};
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (counts[i] == 0) continue;
    if (marks[i] != evaluation.value) return {evaluation.value, false};
    evaluation.solved = true;
  }
  return evaluation;
}

double MarkedBeads::losing_share() const {
  return all() == 0 ? 0.0 : static_cast<double>(losing) / static_cast<double>(all());
}

MarkedBeads count_marks(std::span<const BeadMark> marks, std::span<const std::int64_t> beads) {
  MENAGERIE_CHECK(marks.size() == beads.size());
  MarkedBeads counts;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    switch (marks[i]) {
      case BeadMark::losing:
        counts.losing += beads[i];
        break;
      case BeadMark::drawing:
        counts.drawing += beads[i];
        break;
      case BeadMark::winning:
        counts.winning += beads[i];
        break;
    }
  }
  return counts;
}

}  // namespace menagerie
