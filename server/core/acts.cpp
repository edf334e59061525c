#include "server/core/acts.hpp"

#include "engine/check.hpp"
#include "engine/text.hpp"
#include "server/core/finish.hpp"
#include "server/wire/excerpt.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

namespace menagerie::core {
namespace {

constexpr std::size_t kNameMax = 40, kTextMax = 200;

void check_name(store::Store& store, const std::string& name) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  const bool good = !name.empty() && name.size() <= kNameMax && std::ranges::all_of(name, fits) &&
                    name.front() != '-' && name.back() != '-' && name.find("--") == std::string::npos;
  if (!good) {
    throw Refused("bad-name",
                  "\"" + wire::excerpt(name) + "\" is no name for a machine: it has 1 to " +
                      std::to_string(kNameMax) + " small letters and digits, with single dashes between",
                  "name");
  }
  const auto machines = store.machines();
  if (std::ranges::any_of(machines, [&](const auto& row) { return row.name == name; }))
    throw Refused("name-taken", "there is a machine of the name " + name + " already", "name");
  if (machines.size() >= kMachinesMax)
    throw Refused("house-full",
                  "the museum has all the " + std::to_string(kMachinesMax) + " machines it can have");
}

void check_text(std::string_view field, const std::string& text) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (text.size() > kTextMax || std::ranges::any_of(text, is_control)) {
    throw Refused(
        "bad-text",
        "a " + std::string(field) + " is one line of at most " + std::to_string(kTextMax) + " bytes", field);
  }
}

void check_colour(const std::string& colour) {
  const auto is_digit = [](unsigned char c) { return std::isxdigit(c) != 0; };
  const bool good = colour.size() == 7 && colour.front() == '#' &&
                    std::ranges::all_of(std::string_view(colour).substr(1), is_digit);
  if (!colour.empty() && !good) {
    throw Refused(
        "bad-text",
        "\"" + wire::excerpt(colour) + "\" is no colour such as #1e5b5a: # and six digits from 0 to f",
        "colour");
  }
}

/// Checks a new machine's label, and writes what was left out of it.
void complete(store::MachineRow& row, std::int64_t now_ms) {
  check_text("title", row.title);
  check_text("maker", row.maker);
  check_text("story", row.story);
  check_colour(row.colour);
  if (row.title.empty()) row.title = row.name;
  if (row.maker.empty()) row.maker = "created by the curator";
  if (row.colour.empty()) row.colour = "#5a5a52";
  row.machine = 0;
  row.created_ms = now_ms;
}

/// An error text: what was not found, and the names that exist.
template <typename Range, typename NameOf>
std::string not_among(std::string_view what, const std::string& given, const Range& all, NameOf name_of) {
  return "there is no " + std::string(what) + " \"" + wire::excerpt(given) +
         "\"; there are: " + joined(all, ", ", name_of);
}

/// The parts of a machine one by one, so that the answer says which of them is wrong.
void check_parts(const store::MachineRow& row) {
  const auto refuse = [](std::string_view field, const std::string& why) {
    throw Refused("bad-machine", why, field);
  };
  if (find_game(row.game) == nullptr)
    refuse("game", not_among("game", row.game, all_games(), [](const Game* it) { return it->name(); }));
  const auto name_of = [](auto it) { return to_text(it); };
  if (!parse_seat(row.seat)) refuse("seat", not_among("seat", row.seat, kSeats, name_of));
  std::string why;
  if (!parse_rule(row.rule, &why)) {
    const bool is_short = row.rule.size() <= wire::kExcerptMax;
    refuse("rule", is_short ? why : "there is no such rule: " + wire::excerpt(row.rule));
  }
  if (const auto rule = parse_rule(row.rule); rule && (rule->step > 0 || rule->greedy > 0))
    refuse("rule", rule->name + " is for experiments: its boxes hold what moves are worth, and no beads");
  if (!parse_box_convention(row.convention))
    refuse("boxes", not_among("box convention", row.convention, kConventions, name_of));
}

/// The game's graph, shared with other callers; null where boxes are made when they are first met.
std::shared_ptr<const GameGraph> listed_within_bounds(const Game& game) {
  if (!game.listed()) return nullptr;
  if (auto graph = shared_graph(game, kPositionsMax)) return graph;
  throw Refused("bad-machine",
                std::string(game.name()) + " has more than " + std::to_string(kPositionsMax) +
                    " positions: too many for a wall of matchboxes in this museum",
                "game");
}

std::shared_ptr<Machine> make_machine(store::MachineRow row) {
  try {
    return Machine::make(std::move(row));
  } catch (const std::invalid_argument& error) {
    throw Refused("bad-machine", error.what(), "boxes");  // the boxes do not fit game or seat
  }
}

/// `counts`, followed by the starting beads of the boxes that were made since.
std::vector<std::int64_t> all_beads(const Machine& machine, const MachineState& state,
                                    std::span<const std::int64_t> counts) {
  std::vector<std::int64_t> beads = initial_beads(machine, state.box_count);
  std::ranges::copy(counts, beads.begin());
  return beads;
}

MachineState newest_state(store::Store& store, const Machine& machine) {
  return state_at(store, machine, store.newest(machine.row.machine));
}

/// Where a fold begins: the beads, and the episodes that are still to be applied to them.
struct FoldStart {
  std::vector<std::int64_t> beads;
  EffectiveList rest;
};

/// Where the fold of a list without a visit begins; `first` is the visit's first episode. At the newest row
/// whose beads follow from the part of the list before that episode; else at the list's beginning.
FoldStart fold_start(store::Store& store, const Machine& machine, const MachineState& state,
                     const ListHistory& history, const store::Id& visit, const store::Place& first) {
  const EffectiveList now = history.at(state.seq);
  const auto at = std::ranges::find_if(now, [&](const Span& span) { return span.has(first, visit); });
  EffectiveList stays(now.begin(), at);
  Span before = *at;
  before.to = first.seq - 1;
  if (before.from <= before.to) stays.push_back(before);
  FoldStart start;
  const bool was_so = first.machine == machine.row.machine && history.at(first.seq - 1) == stays;
  if (was_so) {
    start.beads = all_beads(machine, state, state_at(store, machine, first.seq - 1).beads);
    Span after = *at;
    after.from = first.seq + 1;
    if (after.from <= after.to) start.rest.push_back(after.except(visit));
  } else {
    start.beads = initial_beads(machine, state.box_count);
  }
  std::transform(was_so ? std::next(at) : now.begin(), now.end(), std::back_inserter(start.rest),
                 [&](const Span& span) { return span.except(visit); });
  return start;
}

/// The same, from precomputed beads; nothing if an act has changed the list since.
std::optional<FoldStart> fold_start(const Machine& machine, const MachineState& state,
                                    const EffectiveList& now, const store::Id& visit,
                                    const PrecomputedUnteach& base) {
  EffectiveList older, rest;
  for (const Span& span : now) {
    Span before = span, since = span;
    if (span.machine == machine.row.machine) {
      before.to = std::min(before.to, base.seq);
      since.from = std::max(since.from, base.seq + 1);
    } else {
      since.from = since.to + 1;
    }
    if (before.from <= before.to) older.push_back(before);
    if (since.from <= since.to) rest.push_back(since.except(visit));
  }
  if (older != base.list) return std::nullopt;
  return FoldStart{all_beads(machine, state, base.beads), std::move(rest)};
}

void plan_unteach(store::Store& store, const Machine& machine, const MachineState& state, const Order& order,
                  const ListHistory& history, Plan& plan) {
  const auto taught = episodes_in(store, history.at(state.seq), order.visit);
  if (taught.empty()) {
    throw Refused(
        "no-such-visit",
        "the visit " + order.visit.text() + " has taught " + machine.row.title + " nothing that counts now",
        "visit");
  }
  std::optional<FoldStart> precomputed;
  if (order.precomputed)
    precomputed = fold_start(machine, state, history.at(state.seq), order.visit, *order.precomputed);
  FoldStart start = precomputed ? *std::move(precomputed)
                                : fold_start(store, machine, state, history, order.visit, taught.front());
  fold(store, machine, start.rest, start.beads);
  plan.row.changes = difference(machine, state.box_count, state.beads, start.beads);
  plan.effect.episodes_after = plan.effect.episodes_kept = plan.effect.episodes_before - taught.size();
  plan.row.act = {store::Why::curator, store::Unteach{order.visit, plan.effect.episodes_after}};
}

void plan_rewind(store::Store& store, const Machine& machine, const MachineState& state, const Order& order,
                 const ListHistory& history, Plan& plan) {
  if (order.seq < state.era_seq || order.seq >= state.seq) {
    const std::string rows = state.era_seq == state.seq
                                 ? "this one has just begun"
                                 : std::to_string(state.era_seq) + " to " + std::to_string(state.seq - 1);
    throw Refused("bad-seq",
                  machine.row.title + " can be rewound to an earlier row of its era (" + rows + "), not to " +
                      std::to_string(order.seq) + "; an older era can be forked",
                  "to");
  }
  const std::vector<std::int64_t> then = all_beads(machine, state, state_at(store, machine, order.seq).beads);
  plan.row.changes = difference(machine, state.box_count, state.beads, then);
  const EffectiveList list = history.at(order.seq);
  plan.effect.episodes_after = count_episodes(store, list);
  plan.effect.episodes_kept = count_episodes(store, common(history.at(state.seq), list));
  plan.row.act = {store::Why::curator, store::Rewind{order.seq, plan.effect.episodes_after}};
}

/// The beads of each colour by turn that a new era is to begin with; none: the rule's.
std::vector<std::int64_t> read_start(const Machine& machine, const std::string& text) {
  if (text.empty()) return {};
  std::string why = "start: \"" + wire::excerpt(text) + "\" is not figures with / between, such as 8/6/4/2";
  const bool figures = text.find_first_not_of("0123456789/") == std::string::npos;
  const std::optional<Rule> rule = figures ? parse_rule("gardner-her,start=" + text, &why) : std::nullopt;
  if (!rule) throw Refused("bad-start", wire::excerpt(why), "start");
  if (!machine.listed()) {
    throw Refused("bad-start",
                  machine.row.title + " makes each box when it first meets it, as its rule says: it has no " +
                      "other start",
                  "start");
  }
  return rule->start;
}

void plan_topup(const Machine& machine, const MachineState& state, const Order& order, Plan& plan) {
  if (order.to < 1 || order.to > kTopUpMax) {
    throw Refused("bad-count",
                  "beads of each colour are topped up to 1 to " + std::to_string(kTopUpMax) + ", not " +
                      std::to_string(order.to),
                  "to");
  }
  std::vector<std::int64_t> beads = state.beads;
  for (std::int64_t& count : beads) count = std::max(count, static_cast<std::int64_t>(order.to));
  plan.row.changes = difference(machine, state.box_count, state.beads, beads);
  if (plan.row.changes.empty()) {
    throw Refused("nothing-to-do", "every colour in every box of " + machine.row.title + " has " +
                                       std::to_string(order.to) + " or more already");
  }
  plan.row.act = {store::Why::curator, store::TopUp{order.to}};
}

void plan_fork(store::Store& store, const Machine& machine, const MachineState& state, const Order& order,
               const ListHistory& history, std::int64_t now_ms, Plan& plan) {
  if (order.seq < 1 || order.seq > state.seq) {
    throw Refused("bad-seq",
                  machine.row.title + " can be forked after a row from 1 to " + std::to_string(state.seq) +
                      ", not " + std::to_string(order.seq),
                  "at");
  }
  check_name(store, order.row.name);
  store::MachineRow label = machine.row;
  label.name = order.row.name;
  label.title = order.row.title;
  label.maker = order.row.maker.empty() ? machine.row.maker : order.row.maker;
  label.story = order.row.story.empty() ? machine.row.story : order.row.story;
  if (!order.row.colour.empty()) label.colour = order.row.colour;
  complete(label, now_ms);
  const MachineState then = state_at(store, machine, order.seq);
  plan.machine = make_machine(std::move(label));
  if (!machine.listed()) {
    for (std::uint32_t box = 0; box < then.box_count; ++box) plan.machine->add(machine.boxes.boxes()[box]);
  }
  plan.effect.episodes_after = count_episodes(store, history.at(order.seq));
  store::LogRow& row = plan.row;
  row = {};
  row.kind = store::Kind::fork;
  row.seq = 1;
  row.time_ms = now_ms;
  row.changes = difference(*plan.machine, then.box_count, {}, then.beads);
  row.act = {store::Why::curator,
             store::Fork{machine.row.machine, machine.row.name, order.seq, plan.effect.episodes_after}};
  plan.state = then.forked(*plan.machine, row);
}

void plan_start(store::Store& store, const Order& order, std::int64_t now_ms, Plan& plan) {
  check_name(store, order.row.name);
  store::MachineRow label = order.row;
  complete(label, now_ms);
  check_parts(label);
  const std::shared_ptr<const GameGraph> graph = listed_within_bounds(*find_game(label.game));
  plan.machine = make_machine(std::move(label));
  plan.row = start_machine(*plan.machine, plan.state, store::Why::curator, now_ms);
}

void measure(const MachineState* before, Plan& plan) {
  plan.effect.beads_before = before != nullptr ? before->bead_total : 0;
  plan.effect.beads_after = plan.state.bead_total;
  plan.effect.bead_changes = plan.row.changes.size();
  std::set<std::uint32_t> boxes;
  for (const BeadChange& change : plan.row.changes) boxes.insert(change.box);
  plan.effect.boxes_changed = boxes.size();
}

void check_frozen(const Machine& machine, const MachineState& state, store::Kind kind) {
  if (kind == store::Kind::fork) return;
  if (kind == store::Kind::thaw && !state.frozen)
    throw Refused("not-frozen", machine.row.title + " is not frozen");
  if (kind != store::Kind::thaw && state.frozen)
    throw Refused("frozen", machine.row.title + " is frozen: thaw it first");
}

}  // namespace

Plan plan(store::Store& store, const Machine* machine, const MachineState* state, const Order& order,
          std::int64_t now_ms, const std::optional<Graduation>& graduation) {
  Plan plan;
  if (order.kind == store::Kind::start) {
    plan_start(store, order, now_ms, plan);
    measure(nullptr, plan);
    return plan;
  }
  MENAGERIE_CHECK(order.kind != store::Kind::episode && machine != nullptr && state != nullptr);
  check_frozen(*machine, *state, order.kind);
  const ListHistory history = ListHistory::of(store, machine->row.machine);
  Effect& effect = plan.effect;
  effect.episodes_before = effect.episodes_after = count_episodes(store, history.at(state->seq));
  effect.episodes_kept = effect.episodes_before;
  if (order.kind == store::Kind::fork) {
    plan_fork(store, *machine, *state, order, history, now_ms, plan);
    effect.episodes_before = effect.episodes_kept = 0;
    measure(nullptr, plan);
    return plan;
  }
  plan.state = *state;
  if (order.kind == store::Kind::reset) {
    plan.row = begin_era(*machine, plan.state, store::Why::curator, now_ms, graduation,
                         read_start(*machine, order.start));
    effect.episodes_after = effect.episodes_kept = 0;
    measure(state, plan);
    return plan;
  }
  plan.row = next_row(*machine, *state, order.kind, now_ms);
  if (order.kind == store::Kind::freeze) plan.row.act = {store::Why::curator, store::Freeze{}};
  if (order.kind == store::Kind::thaw) plan.row.act = {store::Why::curator, store::Thaw{}};
  if (order.kind == store::Kind::rewind) plan_rewind(store, *machine, *state, order, history, plan);
  if (order.kind == store::Kind::unteach) plan_unteach(store, *machine, *state, order, history, plan);
  if (order.kind == store::Kind::topup) plan_topup(*machine, *state, order, plan);
  plan.state.apply(*machine, plan.row);
  measure(state, plan);
  return plan;
}

std::optional<PrecomputedUnteach> precompute_unteach(store::Store& store, const Machine& machine,
                                                     const store::Id& visit) {
  const MachineState state = newest_state(store, machine);
  const ListHistory history = ListHistory::of(store, machine.row.machine);
  EffectiveList list = history.at(state.seq);
  const std::vector<store::Place> taught = episodes_in(store, list, visit);
  if (taught.empty()) return std::nullopt;
  FoldStart start = fold_start(store, machine, state, history, visit, taught.front());
  fold(store, machine, start.rest, start.beads);
  return PrecomputedUnteach{state.seq, std::move(list), std::move(start.beads)};
}

Plan preview(store::Store& store, const Machine* machine, const Order& order, std::int64_t now_ms) {
  if (machine == nullptr) return plan(store, nullptr, nullptr, order, now_ms);
  const MachineState state = newest_state(store, *machine);
  const bool ends_era = order.kind == store::Kind::reset;
  return plan(store, machine, &state, order, now_ms,
              ends_era ? graduation_at(store, *machine, state) : std::nullopt);
}

}  // namespace menagerie::core
