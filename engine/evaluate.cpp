#include "engine/evaluate.hpp"

#include "engine/check.hpp"
#include "engine/evaluation_pass.hpp"

#include <utility>

namespace menagerie {
namespace {

/// Goes through every state that play can come to, and notes in `before` (by state, kNone to begin with)
/// from which one it came there; the start is before itself. `visit(state)` says whether to go on.
template <typename Visit>
void walk(const EvaluationStates& states, const EvaluationPass& pass, std::vector<std::uint32_t>& before,
          Visit visit) {
  std::vector<std::uint32_t> open{static_cast<std::uint32_t>(states.count() - 1)};
  before.back() = open.back();
  while (!open.empty()) {
    const std::uint32_t state = open.back();
    open.pop_back();
    if (!visit(state)) return;
    const Turn turn = pass.turn(state);
    if (turn != Turn::machine && turn != Turn::opponent) continue;
    for (std::uint32_t arc = states.first_arc[state]; arc < states.first_arc[state + 1]; ++arc) {
      const std::uint32_t target = states.target[arc];
      if (!pass.possible(arc) || before[target] != kNone) continue;
      before[target] = state;
      open.push_back(target);
    }
  }
}

}  // namespace

std::optional<Evaluator> Evaluator::compile(const BoxSet& boxes, Player side, const Solution& solution,
                                            const BoxSet* opponent, std::string* why) {
  MENAGERIE_CHECK(plays(boxes.seat(), side));
  MENAGERIE_CHECK(solution.value.size() == boxes.graph().node_count());
  MENAGERIE_CHECK(opponent == nullptr ||
                  (&opponent->graph() == &boxes.graph() && plays(opponent->seat(), other(side))));
  auto states = EvaluationStates::compile(boxes, side, solution, opponent);
  if (!states && why != nullptr) *why = "not evaluated: too many positions can come round again";
  if (!states) return std::nullopt;
  Evaluator evaluator(boxes, side, std::move(*states));
  evaluator.opponent_boxes_ = opponent;
  return evaluator;
}

Chances Evaluator::against(Strategy opponent, const Filling& machine) const {
  EvaluationPass pass(states_);
  pass.fill(Turn::machine, *boxes_, machine);
  pass.fill(opponent);
  return pass.run();
}

BestResponse Evaluator::best_response(const Filling& machine) const {
  EvaluationPass pass(states_);
  pass.fill(Turn::machine, *boxes_, machine);
  BestResponse response;
  response.chances = pass.run_best_response(response.replies);
  return response;
}

Chances Evaluator::against_machine(const Filling& machine, const Filling& opponent) const {
  MENAGERIE_CHECK(opponent_boxes_ != nullptr);
  EvaluationPass pass(states_);
  pass.fill(Turn::machine, *boxes_, machine);
  pass.fill(Turn::opponent, *opponent_boxes_, opponent);
  return pass.run();
}

Guarantees Evaluator::judge(const Filling& machine) const {
  EvaluationPass pass(states_);
  pass.fill(Turn::machine, *boxes_, machine);
  pass.fill(Strategy::random);  // anything that an opponent may do
  Guarantees guarantees{true, true};
  std::vector<std::uint32_t> before(states_.count(), kNone);
  walk(states_, pass, before, [&](std::uint32_t state) {
    if (pass.turn(state) == Turn::loss) {
      guarantees.unbeatable = false;
      if (states_.turn[state] == Turn::machine) guarantees.optimal = false;  // an empty box
    }
    if (pass.turn(state) == Turn::machine) {
      for (std::uint32_t arc = states_.first_arc[state]; arc < states_.first_arc[state + 1]; ++arc) {
        if (pass.possible(arc) && !states_.keeps_value[arc]) guarantees.optimal = false;
      }
    }
    return guarantees.unbeatable || guarantees.optimal;
  });
  return guarantees;
}

std::optional<std::vector<std::uint32_t>> Evaluator::line_that_beats(const Filling& machine) const {
  EvaluationPass pass(states_);
  pass.fill(Turn::machine, *boxes_, machine);
  pass.fill(Strategy::random);
  std::vector<std::uint32_t> before(states_.count(), kNone);
  std::uint32_t beaten = kNone;
  walk(states_, pass, before, [&](std::uint32_t state) {
    if (pass.turn(state) == Turn::loss) beaten = state;
    return beaten == kNone;
  });
  if (beaten == kNone) return std::nullopt;
  std::vector<std::uint32_t> boxes;
  for (std::uint32_t state = beaten;; state = before[state]) {
    if (states_.turn[state] == Turn::machine && states_.box[state] != kNone)
      boxes.push_back(states_.box[state]);
    if (before[state] == state) return boxes;
  }
}

Edge Evaluator::reply(const BestResponse& response, Node node, std::uint8_t orientation,
                      Random& random) const {
  const GameGraph& graph = boxes_->graph();
  const std::uint32_t state = states_.state_of(*boxes_, node, orientation);
  MENAGERIE_CHECK(state != kNone && states_.turn[state] == Turn::opponent);
  const auto is_best = [&](Edge edge) {
    if (!boxes_->in_play(edge)) return false;
    const Node target = graph.target(edge);
    const std::uint32_t next =
        states_.state_of(*boxes_, target, boxes_->next_orientation(target, orientation));
    std::uint32_t arc = states_.first_arc[state];
    while (arc < states_.first_arc[state + 1] && !(response.replies[arc] && states_.target[arc] == next))
      ++arc;
    return arc < states_.first_arc[state + 1];
  };
  std::vector<Edge> edges;
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (is_best(edge)) edges.push_back(edge);
  }
  MENAGERIE_CHECK(!edges.empty());
  return edges.size() == 1 ? edges[0] : edges[random.below(edges.size())];
}

}  // namespace menagerie
