#include "engine/rules.hpp"

#include "engine/check.hpp"

#include <algorithm>

namespace menagerie {
namespace {

constexpr Reinforcement kNothing{};

Outcome win_of(Player player) { return player == Player::first ? Outcome::first_wins : Outcome::second_wins; }

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

/// A floor stops a fall; it never lifts a count that starts below it.
std::int64_t changed(std::int64_t before, std::int64_t change, std::int64_t floor) {
  if (change >= 0) return before + change;
  return std::max(before + change, std::min(before, std::max<std::int64_t>(floor, 0)));
}

}  // namespace

std::int64_t Rule::start_at(int turn) const {
  MENAGERIE_CHECK(turn >= 1);
  const auto index = static_cast<std::size_t>(turn - 1);
  return index < start.size() ? start[index] : 1;
}

std::span<const Rule> all_rules() {
  static const std::vector<Rule> rules{
      {"michie-1961",
       "Four beads of each colour on the first move, then three, two and one; a win adds three for each bead "
       "drawn, a draw one, a loss takes one away (Michie 1961, Trial and Error).",
       {4, 3, 2, 1},
       {3, Scope::all},
       {1, Scope::all},
       {-1, Scope::all},
       0},
      {"scroggs-2015",
       "Michie's rewards, but eight, four, two and one beads to start with, so that bad luck is less likely "
       "to "
       "empty a box (Scroggs 2015, the MENACE web page).",
       {8, 4, 2, 1},
       {3, Scope::all},
       {1, Scope::all},
       {-1, Scope::all},
       0},
      {"gardner-her",
       "One bead of each colour; a win changes nothing, a loss takes away the last bead drawn, and an empty "
       "box resigns (Gardner 1962, A Matchbox Game-Learning Machine).",
       {1},
       kNothing,
       kNothing,
       {-1, Scope::last},
       0},
      {"gardner-reward",
       "Gardner's other system: a win adds one for each bead drawn, a loss takes away the last one; it "
       "may be best for a tournament of 25 games (Gardner 1962, A Matchbox Game-Learning Machine).",
       {1},
       {1, Scope::all},
       kNothing,
       {-1, Scope::last},
       0}};
  return rules;
}

const Rule* find_rule(std::string_view name) {
  for (const Rule& rule : all_rules()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
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

void learn(const Rule& rule, const BoxSet& boxes, std::span<std::int64_t> beads, std::span<const Draw> trace,
           Outcome outcome, std::vector<BeadChange>& changes) {
  MENAGERIE_CHECK(beads.size() == boxes.bead_count());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const Draw& draw = trace[i];
    MENAGERIE_CHECK(draw.box < boxes.boxes().size() && draw.bead < boxes.boxes()[draw.box].beads.size());
    const Reinforcement& result = reinforcement(rule, mover_of(draw), outcome);
    if (result.change == 0 || (result.scope == Scope::last && !is_last_of_player(trace, i))) continue;
    std::int64_t& count = beads[boxes.boxes()[draw.box].first_bead + draw.bead];
    const std::int64_t after = changed(count, result.change, rule.floor);
    if (after == count) continue;
    changes.push_back({draw.box, draw.bead, count, after});
    count = after;
  }
}

}  // namespace menagerie
