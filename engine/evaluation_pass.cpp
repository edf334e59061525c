#include "engine/evaluation_pass.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace menagerie {
namespace {

/// Iteration stops when no more of the play than this can still be going on.
constexpr double kLeftMax = 1e-14;
/// ... or after so many rounds; what is left then counts as a draw.
constexpr int kRoundsMax = 1'000'000;
/// Replies that differ by less are equally good.
constexpr double kEqual = 1e-12;

/// The weight with which the rule draws a bead of this box.
double draw_weight_of(const Rule& rule, std::span<const std::int64_t> counts, std::size_t bead) {
  return static_cast<double>(draws_by_count(rule) ? counts[bead] : draw_weight(rule, counts, bead));
}

}  // namespace

EvaluationPass::EvaluationPass(const EvaluationStates& states)
    : states_(states),
      turn_(states.turn),
      probability_(states.target.size(), 0.0),
      chances_(states.count()) {}

void EvaluationPass::fill(Turn mover, const BoxSet& boxes, const Filling& filling) {
  MENAGERIE_CHECK(filling.beads.size() == boxes.bead_count());
  for (std::uint32_t state = 0; state < states_.count(); ++state) {
    if (states_.turn[state] != mover) continue;
    const std::uint32_t first = states_.first_arc[state];
    const std::uint32_t last = states_.first_arc[state + 1];
    if (states_.box[state] == kNone) {
      std::copy(&states_.share[first], &states_.share[first] + (last - first), &probability_[first]);
      continue;
    }
    const Box& box = boxes.boxes()[states_.box[state]];
    const auto counts = filling.beads.subspan(box.first_bead, box.beads.size());
    double sum = 0;
    for (std::size_t bead = 0; bead < counts.size(); ++bead) {
      sum += draw_weight_of(filling.rule, counts, bead);
    }
    if (sum == 0) {
      turn_[state] = mover == Turn::machine ? Turn::loss : Turn::win;
      continue;
    }
    for (std::uint32_t arc = first; arc < last; ++arc) {
      const double weight = draw_weight_of(filling.rule, counts, states_.bead[arc] - box.first_bead);
      probability_[arc] = weight / sum * states_.share[arc];
    }
  }
}

void EvaluationPass::fill(Strategy opponent) {
  const std::vector<double>& weight = states_.weight[static_cast<std::size_t>(opponent)];
  for (std::size_t arc = 0; arc < weight.size(); ++arc) {
    if (weight[arc] > 0) probability_[arc] = weight[arc];
  }
}

/// A state's chances from those of the states that it leads to.
void EvaluationPass::evaluate(std::uint32_t state) {
  Chances sum;
  switch (turn_[state]) {
    case Turn::win:
      sum.win = 1;
      break;
    case Turn::draw:
      sum.draw = 1;
      break;
    case Turn::loss:
      sum.loss = 1;
      break;
    case Turn::machine:
    case Turn::opponent:
      for (std::uint32_t arc = states_.first_arc[state]; arc < states_.first_arc[state + 1]; ++arc) {
        const Chances& next = chances_[states_.target[arc]];
        sum.win += probability_[arc] * next.win;
        sum.draw += probability_[arc] * next.draw;
        sum.loss += probability_[arc] * next.loss;
      }
      break;
  }
  chances_[state] = sum;
}

Chances EvaluationPass::run() {
  auto component = states_.components.begin();
  for (std::uint32_t state = 0; state < states_.count();) {
    if (component == states_.components.end() || state < component->first) {
      evaluate(state++);
      continue;
    }
    iterate(component->first, component->second);
    state = component->second;
    ++component;
  }
  return chances_.back();
}

Chances EvaluationPass::run_best_response(std::vector<bool>& replies) {
  advantage_.assign(states_.count(), 0.0);
  auto component = states_.components.begin();
  for (std::uint32_t state = 0; state < states_.count();) {
    if (component == states_.components.end() || state < component->first) {
      if (turn_[state] == Turn::opponent) choose(state);
      evaluate(state++);
      continue;
    }
    find_advantage(component->first, component->second);
    choose_all(component->first, component->second);
    iterate(component->first, component->second);
    state = component->second;
    ++component;
  }
  replies.assign(states_.target.size(), false);
  for (std::uint32_t state = 0; state < states_.count(); ++state) {
    if (turn_[state] != Turn::opponent) continue;
    for (std::uint32_t arc = states_.first_arc[state]; arc < states_.first_arc[state + 1]; ++arc)
      replies[arc] = probability_[arc] > 0;
  }
  return chances_.back();
}

/// Sets left_ to 1 for the states from which play can leave the component or end, to 0 for the others:
/// from those it goes round for ever. Returns how many can leave.
double EvaluationPass::mark_leaving(std::uint32_t first, std::uint32_t last) {
  left_.resize(states_.count(), 0.0);
  std::fill(left_.begin() + first, left_.begin() + last, 0.0);
  double leaving = 0;
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t state = first; state < last; ++state) {
      if (left_[state] > 0) continue;
      bool leaves = ended(state);
      for (std::uint32_t arc = states_.first_arc[state]; !leaves && arc < states_.first_arc[state + 1];
           ++arc) {
        const std::uint32_t target = states_.target[arc];
        leaves = probability_[arc] > 0 && (target < first || left_[target] > 0);
      }
      if (!leaves) continue;
      left_[state] = 1;
      leaving += 1;
      more = true;
    }
  }
  return leaving;
}

// Rounds of x <- b + P x in place, from x = 0: what has ended so far, so a bound from below for each
// probability. The same rounds with b = 0 from x = 1 bound from above what has not ended (left_): the
// error of x obeys that same recursion and starts at most at 1. So every figure is exact to kLeftMax
// once no state has more left. States that play cannot leave are kept at 0 and so are draws.
void EvaluationPass::iterate(std::uint32_t first, std::uint32_t last) {
  std::fill(chances_.begin() + first, chances_.begin() + last, Chances{});
  double left_most = mark_leaving(first, last) > 0 ? 1 : 0;
  for (int round = 0; round < kRoundsMax && left_most > kLeftMax; ++round) {
    left_most = 0;
    for (std::uint32_t state = first; state < last; ++state) {
      if (left_[state] == 0) continue;
      evaluate(state);
      double left = 0;
      for (std::uint32_t arc = states_.first_arc[state]; arc < states_.first_arc[state + 1]; ++arc) {
        if (states_.target[arc] >= first) left += probability_[arc] * left_[states_.target[arc]];
      }
      left_[state] = ended(state) ? 0 : left;
      left_most = std::max(left_most, left_[state]);
    }
  }
  for (std::uint32_t state = first; state < last; ++state) {
    Chances& chances = chances_[state];
    chances.draw = std::max(0.0, 1 - chances.win - chances.loss);  // endless play with the other draws
  }
}

double EvaluationPass::advantage_of(std::uint32_t arc) const {
  const Chances& chances = chances_[states_.target[arc]];
  return chances.loss - chances.win;
}

/// Lets the opponent take the arcs that `accepts`, every move among them with the same probability.
template <typename Accepts>
void EvaluationPass::take(std::uint32_t state, Accepts accepts) {
  const std::vector<double>& share = states_.weight[static_cast<std::size_t>(Strategy::random)];
  const std::uint32_t first = states_.first_arc[state], last = states_.first_arc[state + 1];
  double sum = 0;
  for (std::uint32_t arc = first; arc < last; ++arc) {
    probability_[arc] = accepts(arc) ? share[arc] : 0.0;
    sum += probability_[arc];
  }
  if (sum == 0) return;
  for (std::uint32_t arc = first; arc < last; ++arc) probability_[arc] /= sum;
}

/// The best replies at a state all of whose arcs lead to states that are evaluated.
void EvaluationPass::choose(std::uint32_t state) {
  const auto allowed = [&](std::uint32_t arc) { return states_.weight[0][arc] > 0; };  // by the openings
  const auto loss = [&](std::uint32_t arc) { return chances_[states_.target[arc]].loss; };
  std::uint32_t best = kNone;
  for (std::uint32_t arc = states_.first_arc[state]; arc < states_.first_arc[state + 1]; ++arc) {
    if (!allowed(arc)) continue;
    if (best == kNone) best = arc;
    const double gain = advantage_of(arc) - advantage_of(best);
    if (gain > kEqual || (gain >= -kEqual && loss(arc) - loss(best) > kEqual)) best = arc;
  }
  if (best == kNone) return;
  take(state, [&](std::uint32_t arc) {
    return allowed(arc) && std::abs(advantage_of(arc) - advantage_of(best)) <= kEqual &&
           std::abs(loss(arc) - loss(best)) <= kEqual;
  });
}

/// Rounds of the best reply from 0 on: the advantage within n rounds of play, then a draw. A longer
/// play helps only by ending, or by going round where nothing is lost, so this converges.
void EvaluationPass::find_advantage(std::uint32_t first, std::uint32_t last) {
  const auto next = [&](std::uint32_t arc) {
    return states_.target[arc] >= first ? advantage_[states_.target[arc]] : advantage_of(arc);
  };
  double change = 1;
  for (int round = 0; round < kRoundsMax && change > kLeftMax; ++round) {
    change = 0;
    for (std::uint32_t state = first; state < last; ++state) {
      double value = turn_[state] == Turn::opponent ? -2.0 : 0.0;
      for (std::uint32_t arc = states_.first_arc[state]; arc < states_.first_arc[state + 1]; ++arc) {
        if (turn_[state] == Turn::machine) value += probability_[arc] * next(arc);
        if (turn_[state] == Turn::opponent && states_.weight[0][arc] > 0) value = std::max(value, next(arc));
      }
      if (ended(state)) value = turn_[state] == Turn::loss ? 1 : 0;  // only an empty box ends play here
      change = std::max(change, std::abs(value - advantage_[state]));
      advantage_[state] = value;
    }
  }
}

// Among the best replies the opponent must not take one that only goes round when it has something to
// win. So from the outside inwards: a state is settled when some of its (best) arcs lead to a settled
// one, and an opponent's state takes those arcs. What is never settled has nothing to win.
void EvaluationPass::choose_all(std::uint32_t first, std::uint32_t last) {
  const auto next = [&](std::uint32_t arc) {
    return states_.target[arc] >= first ? advantage_[states_.target[arc]] : advantage_of(arc);
  };
  const auto good = [&](std::uint32_t state, std::uint32_t arc) {
    return turn_[state] == Turn::machine
               ? probability_[arc] > 0
               : states_.weight[0][arc] > 0 && next(arc) >= advantage_[state] - kEqual;
  };
  std::vector<bool> settled(last - first, false);
  for (bool more = true; more;) {
    more = false;
    const std::vector<bool> before = settled;  // whole rounds, so that the way out is the shortest
    for (std::uint32_t state = first; state < last; ++state) {
      if (before[state - first]) continue;
      const auto leads_out = [&](std::uint32_t arc) {
        const std::uint32_t target = states_.target[arc];
        return good(state, arc) && (target < first || before[target - first]);
      };
      bool settles = ended(state);
      for (std::uint32_t arc = states_.first_arc[state]; !settles && arc < states_.first_arc[state + 1];
           ++arc)
        settles = leads_out(arc);
      if (settles && turn_[state] == Turn::opponent) take(state, leads_out);
      settled[state - first] = settles;
      more = more || settles;
    }
  }
  for (std::uint32_t state = first; state < last; ++state) {
    if (settled[state - first] || turn_[state] != Turn::opponent) continue;
    take(state, [&](std::uint32_t arc) { return good(state, arc); });
  }
}

}  // namespace menagerie
