#include "server/api/strength.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie::api {

/// Made by the first thread that asks; others wait for it.
struct Strengths::Solved {
  std::once_flag once;
  Solution solution;
};

struct Strengths::Compiled {
  std::shared_ptr<const core::Machine> machine;  ///< kept: its address names it, and the evaluators read it
  std::once_flag once;
  std::vector<Evaluator> evaluators;  ///< one a side that it plays; none where that is too much
  std::vector<BeadMark> marks;
  std::string why;
};

bool Strength::unbeatable() const {
  return std::ranges::all_of(sides, [](const SideStrength& side) { return side.guarantees.unbeatable; });
}

Strengths::Strengths() = default;
Strengths::~Strengths() = default;

std::optional<std::string> Strengths::fault(const core::Machine& machine) {
  const std::string& game = machine.row.game;
  if (!machine.listed() || machine.graph->repetition_forbidden())
    return game + " is not evaluated: its machines make each box when they first meet it";
  if (machine.graph->node_count() > kPositionsMax) {
    return game + " is not evaluated by a running server: it has " +
           std::to_string(machine.graph->node_count()) + " positions, more than " +
           std::to_string(kPositionsMax);
  }
  return std::nullopt;
}

const Solution& Strengths::solution_of(const GameGraph& graph) {
  Solved* solved = nullptr;
  {
    const std::lock_guard lock(mutex_);
    auto& place = solved_[&graph];
    if (!place) place = std::make_unique<Solved>();
    solved = place.get();
  }
  std::call_once(solved->once, [&] { solved->solution = solve(graph); });
  return solved->solution;
}

const Strengths::Compiled& Strengths::compiled(const std::shared_ptr<const core::Machine>& shared) {
  const core::Machine& machine = *shared;
  Compiled* compiled = nullptr;
  {
    const std::lock_guard lock(mutex_);
    auto& place = compiled_[&machine];
    if (!place) place = std::make_unique<Compiled>();
    place->machine = shared;
    compiled = place.get();
  }
  std::call_once(compiled->once, [&] {
    const Solution& solution = solution_of(*machine.graph);
    for (const Player side : {Player::first, Player::second}) {
      if (!plays(machine.boxes.seat(), side)) continue;
      auto evaluator = Evaluator::compile(machine.boxes, side, solution, nullptr, &compiled->why);
      if (!evaluator) return compiled->evaluators.clear();
      compiled->evaluators.push_back(*std::move(evaluator));
    }
    compiled->marks = mark_beads(machine.boxes, solution);
  });
  return *compiled;
}

std::optional<Strength> Strengths::of(const std::shared_ptr<const core::Machine>& shared,
                                      std::span<const std::int64_t> counts, std::string* why) {
  const core::Machine& machine = *shared;
  if (auto reason = fault(machine)) {
    if (why != nullptr) *why = *std::move(reason);
    return std::nullopt;
  }
  const Compiled& kept = compiled(shared);
  if (kept.evaluators.empty()) {
    if (why != nullptr) *why = machine.row.game + " is " + kept.why;
    return std::nullopt;
  }
  MENAGERIE_CHECK(counts.size() == machine.boxes.bead_count());
  const Filling filling{machine.rule, counts};
  Strength strength;
  for (const Evaluator& evaluator : kept.evaluators) {
    strength.sides.push_back({evaluator.side(), evaluator.against(Strategy::random, filling),
                              evaluator.against(Strategy::optimal, filling),
                              evaluator.best_response(filling).chances, evaluator.judge(filling)});
  }
  strength.beads = count_marks(kept.marks, counts);
  return strength;
}

bool Strengths::is_slow(const std::shared_ptr<const core::Machine>& shared) {
  return std::ranges::any_of(compiled(shared).evaluators, &Evaluator::iterates);
}

const Solution* Strengths::solution(const std::shared_ptr<const core::Machine>& shared) {
  return fault(*shared) ? nullptr : &solution_of(*shared->graph);
}

const std::vector<BeadMark>* Strengths::marks(const std::shared_ptr<const core::Machine>& shared) {
  if (fault(*shared)) return nullptr;
  const Compiled& kept = compiled(shared);
  return kept.evaluators.empty() ? nullptr : &kept.marks;
}

std::optional<MarkedBeads> Strengths::marks_of(const std::shared_ptr<const core::Machine>& shared,
                                               std::span<const std::int64_t> counts) {
  const std::vector<BeadMark>* const all = marks(shared);
  if (all == nullptr) return std::nullopt;
  return count_marks(*all, counts);
}

}  // namespace menagerie::api
