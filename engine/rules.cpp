#include "engine/rules.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie {
namespace {

Player mover_of(const Draw& draw) { return draw.ply % 2 == 0 ? Player::first : Player::second; }

const Reinforcement& reinforcement(const Rule& rule, Player player, Outcome outcome) {
  if (outcome == Outcome::draw) return rule.draw;
  return outcome == win_of(player) ? rule.win : rule.loss;
}

/// Whether the player of trace[index] made no later draw.
bool is_last_of_player(std::span<const Draw> trace, std::size_t index) {
  const auto later = trace.subspan(index + 1);
  return std::none_of(later.begin(), later.end(),
                      [&](const Draw& draw) { return mover_of(draw) == mover_of(trace[index]); });
}

/// The draw that the player of trace[index] made before it, or null.
const Draw* draw_before(std::span<const Draw> trace, std::size_t index) {
  for (std::size_t i = index; i-- > 0;) {
    if (mover_of(trace[i]) == mover_of(trace[index])) return &trace[i];
  }
  return nullptr;
}

/// A floor stops a fall; it never lifts a count that starts below it.
std::int64_t changed(std::int64_t before, const Reinforcement& result, std::int64_t floor) {
  if (result.change >= 0) return before + result.change;
  const std::int64_t least = std::min(before, std::max<std::int64_t>(floor, result.keeps_last ? 1 : 0));
  return result.change == kAllOfColour ? least : std::max(before + result.change, least);
}

/// The beads and the account of what is done to them.
struct Ledger {
  const Rule& rule;
  const BoxSet& boxes;
  std::span<std::int64_t> beads;
  std::vector<BeadChange>& changes;

  std::span<std::int64_t> counts_of(std::uint32_t box) const {
    const Box& it = boxes.boxes()[box];
    return beads.subspan(it.first_bead, it.beads.size());
  }
  /// `count` is that bead's.
  void set(std::int64_t& count, std::uint32_t box, std::uint16_t bead, std::int64_t after,
           bool propagated = false) {
    if (after == count) return;
    changes.push_back({box, bead, count, after, propagated});
    count = after;
  }
  void apply(const Reinforcement& result, const Draw& draw, bool propagated = false) {
    const Box& box = boxes.boxes()[draw.box];
    MENAGERIE_CHECK(draw.bead < box.beads.size());
    std::int64_t& count = beads[box.first_bead + draw.bead];
    set(count, draw.box, draw.bead, changed(count, result, rule.floor), propagated);
  }
  /// Every colour of the box brought up to `least`.
  void top_up(std::uint32_t box, std::int64_t least) {
    const std::span<std::int64_t> counts = counts_of(box);
    for (std::size_t bead = 0; bead < counts.size(); ++bead) {
      set(counts[bead], box, static_cast<std::uint16_t>(bead), std::max(counts[bead], least));
    }
  }
};

/// How many draws that player made.
std::int64_t draws_of(std::span<const Draw> trace, Player player) {
  return std::count_if(trace.begin(), trace.end(),
                       [&](const Draw& draw) { return mover_of(draw) == player; });
}

/// Whether the box holds beads, and of no colour more than one.
bool nearly_spent(std::span<const std::int64_t> counts) {
  return !counts.empty() && *std::max_element(counts.begin(), counts.end()) == 1;
}

/// Tretyakov's propagation: a way that led to a box that is nearly spent was a poor one.
void propagate(Ledger& ledger, std::span<const Draw> trace, std::size_t index) {
  constexpr Reinforcement kTakesOne{-1, Scope::last, true};
  const Draw* before = draw_before(trace, index);
  if (before == nullptr || !nearly_spent(ledger.counts_of(trace[index].box))) return;
  ledger.apply(kTakesOne, *before, true);
}

/// A box that was met empty, and drawn from all the same, holds one bead of each colour from then on.
void refill(Ledger& ledger, std::uint32_t box) {
  const std::span<std::int64_t> counts = ledger.counts_of(box);
  const bool empty = std::all_of(counts.begin(), counts.end(), [](std::int64_t count) { return count == 0; });
  if (empty) ledger.top_up(box, 1);
}

/// The index of the loser's mistake in the trace: see Rule::analyses. The trace's size where there is none.
std::size_t mistake_in(const BoxSet& boxes, const std::vector<bool>& mistakes, std::span<const Draw> trace,
                       Outcome outcome) {
  for (std::size_t i = trace.size(); i-- > 0;) {
    const Draw& draw = trace[i];
    if (outcome == win_of(other(mover_of(draw))) && mistakes[boxes.boxes()[draw.box].first_bead + draw.bead])
      return i;
  }
  return trace.size();
}

/// What the result does to the bead of trace[index].
void apply_result(Ledger& ledger, std::span<const Draw> trace, std::size_t index, Outcome outcome) {
  const Reinforcement& result = reinforcement(ledger.rule, mover_of(trace[index]), outcome);
  if (result.change == 0 || (result.scope == Scope::last && !is_last_of_player(trace, index))) return;
  ledger.apply(result, trace[index]);
}

/// Whether the result of a game is all that a bead is moved for.
bool learns_from_result_alone(const Rule& rule) {
  return !rule.propagates && rule.empty_box == EmptyBox::resign && rule.delay == 0 && !rule.analyses;
}

/// Rules that look at more than the result of the game.
void learn_beyond_result(Ledger& ledger, std::span<const Draw> trace, Outcome outcome) {
  const Rule& rule = ledger.rule;
  const std::vector<bool>& mistakes = ledger.boxes.mistakes();
  const bool is_looked_over = rule.analyses && !mistakes.empty();
  const std::size_t mistake = is_looked_over ? mistake_in(ledger.boxes, mistakes, trace, outcome) : 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Draw& draw = trace[i];
    if (rule.propagates) propagate(ledger, trace, i);
    if (rule.empty_box == EmptyBox::top_up) refill(ledger, draw.box);
    const Player player = mover_of(draw);
    const bool lost = outcome == win_of(other(player));
    if (rule.delay > 0 && lost) ledger.apply({rule.delay * draws_of(trace, player)}, draw);
    if (!is_looked_over || !lost) {
      apply_result(ledger, trace, i, outcome);
    } else if (i == mistake && rule.loss.change != 0) {
      ledger.apply(rule.loss, draw);
    }
  }
}

/// So many thousandths of a figure, to the nearest whole one.
std::int64_t thousandths(std::int64_t share, std::int64_t figure) {
  const std::int64_t product = share * figure;
  return (product + (product < 0 ? -500 : 500)) / 1000;
}

/// Q-learning: each draw in its order, so that what a box is worth is what it was when it was drawn from.
void learn_values(Ledger& ledger, std::span<const Draw> trace, Outcome outcome) {
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Player player = mover_of(trace[i]);
    const auto later = trace.subspan(i + 1);
    const auto next = std::ranges::find(later, player, mover_of);
    std::int64_t worth = reinforcement(ledger.rule, player, outcome).change;
    if (next != later.end())
      worth = thousandths(ledger.rule.discount, std::ranges::max(ledger.counts_of(next->box)));
    std::int64_t& count = ledger.counts_of(trace[i].box)[trace[i].bead];
    const std::int64_t after = count + thousandths(ledger.rule.step, worth - count);
    ledger.set(count, trace[i].box, trace[i].bead, std::max<std::int64_t>(after, 1));
  }
}

/// The weight of a bead where the best is drawn mostly; their sum is 1000 times the colours times the best
/// ones.
std::int64_t greedy_weight(std::int64_t greedy, std::span<const std::int64_t> counts, std::size_t bead,
                           std::int64_t most) {
  const auto best = static_cast<std::int64_t>(std::ranges::count(counts, most));
  const std::int64_t of_any = (1000 - greedy) * best;
  return counts[bead] == most ? of_any + greedy * std::ssize(counts) : of_any;
}

/// After each game. Most boxes need nothing, and so the counts are looked through before the boxes.
void keep_up(Ledger& ledger, std::int64_t least) {
  if (*std::min_element(ledger.beads.begin(), ledger.beads.end()) >= least) return;
  const auto& boxes = ledger.boxes.boxes();
  const std::size_t box_count = boxes.size();
  for (std::uint32_t box = 0; box < box_count && boxes[box].first_bead < ledger.beads.size(); ++box)
    ledger.top_up(box, least);
}

}  // namespace

std::int64_t Rule::start_at(int turn) const {
  MENAGERIE_CHECK(turn >= 1 && !start.empty());
  const auto index = static_cast<std::size_t>(turn - 1);
  if (start.size() == 1) return start[0];
  return index < start.size() ? start[index] : 1;
}

std::string_view to_text(Reason reason) {
  switch (reason) {
    case Reason::win:
      return "win";
    case Reason::draw:
      return "draw";
    case Reason::loss:
      return "loss";
    case Reason::resign:
      return "resign";
    case Reason::propagate:
      return "propagate";
  }
  return "";
}

std::vector<std::int64_t> start_beads(const Rule& rule, const BoxSet& boxes) {
  std::vector<std::int64_t> beads;
  beads.reserve(boxes.bead_count());
  for (const Box& box : boxes.boxes()) beads.insert(beads.end(), box.beads.size(), rule.start_at(box.turn));
  MENAGERIE_CHECK(beads.size() == boxes.bead_count());
  return beads;
}

std::int64_t draw_weight(const Rule& rule, std::span<const std::int64_t> counts, std::size_t bead) {
  if (draws_by_count(rule)) return counts[bead];
  const std::int64_t most = *std::max_element(counts.begin(), counts.end());
  if (most == 0) return rule.empty_box == EmptyBox::top_up ? 1 : 0;
  if (rule.greedy > 0) return greedy_weight(rule.greedy, counts, bead, most);
  if (rule.chooses_most) return counts[bead] == most ? 1 : 0;
  return rule.prunes && most >= 2 && counts[bead] < 2 ? 0 : counts[bead];
}

std::vector<double> odds_of(std::span<const std::int64_t> weights) {
  double sum = 0;
  for (const std::int64_t weight : weights) sum += static_cast<double>(weight);
  std::vector<double> odds(weights.size(), 0.0);
  for (std::size_t i = 0; sum > 0 && i < odds.size(); ++i) odds[i] = static_cast<double>(weights[i]) / sum;
  return odds;
}

std::vector<double> draw_odds(const Rule& rule, std::span<const std::int64_t> counts) {
  std::vector<std::int64_t> weights;
  for (std::size_t bead = 0; bead < counts.size(); ++bead) weights.push_back(draw_weight(rule, counts, bead));
  return odds_of(weights);
}

std::optional<Compartments> compartments_of(const Rule& rule, std::int64_t count) {
  if (!rule.two_compartments || !rule.prunes) return std::nullopt;
  const std::int64_t b = std::min<std::int64_t>(count, 1);
  return Compartments{count - b, b};
}

void learn(const Rule& rule, const BoxSet& boxes, std::span<std::int64_t> beads, std::span<const Draw> trace,
           Outcome outcome, std::vector<BeadChange>& changes) {
  Ledger ledger{rule, boxes, beads, changes};
  const std::size_t box_count = boxes.boxes().size();
  for (const Draw& draw : trace)
    MENAGERIE_CHECK(draw.box < box_count && boxes.boxes()[draw.box].first_bead < beads.size());
  if (rule.step > 0) {
    learn_values(ledger, trace, outcome);
  } else if (learns_from_result_alone(rule)) {
    for (std::size_t i = 0; i < trace.size(); ++i) apply_result(ledger, trace, i, outcome);
  } else {
    learn_beyond_result(ledger, trace, outcome);
  }
  if (rule.upkeep > 0 && !beads.empty()) keep_up(ledger, rule.upkeep);
}

}  // namespace menagerie
