#include "server/core/record.hpp"

#include "server/core/finish.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace menagerie::core {
namespace {

constexpr std::size_t kRowsAtOnce = 512;

/// How many boxes a machine that makes them had after a row of its log, or of the log that it was forked
/// from: the boxes of a copy are its original's first ones.
std::size_t box_count_at(store::Store& store, const Machine& machine, std::int64_t log, std::uint64_t seq) {
  MachineState state;
  if (const auto snapshot = store.snapshot_at(log, seq)) state = MachineState::from(machine, *snapshot);
  std::size_t count = state.box_count;
  each_row(store, log, state.seq, seq, [&](const store::LogRow& row) {
    for (const Draw& draw : row.trace) count = std::max<std::size_t>(count, draw.box + 1);
    return true;
  });
  return count;
}

}  // namespace

void each_row(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last,
              const std::function<bool(const store::LogRow&)>& visit) {
  while (after < last) {
    const auto rows = store.log_after(
        machine, after, static_cast<std::size_t>(std::min<std::uint64_t>(kRowsAtOnce, last - after)));
    for (const store::LogRow& row : rows) {
      if (row.seq != after + 1) break;
      after = row.seq;
      store.look_at_stop();
      if (!visit(row)) return;
    }
    if (rows.empty() || rows.back().seq != after) {
      throw store::missing({machine, after + 1});
    }
  }
}

MachineState state_at(store::Store& store, const Machine& machine, std::uint64_t seq) {
  MachineState state;
  if (const auto snapshot = store.snapshot_at(machine.row.machine, seq))
    state = MachineState::from(machine, *snapshot);
  each_row(store, machine.row.machine, state.seq, seq, [&](const store::LogRow& row) {
    state.apply(machine, row);
    return true;
  });
  return state;
}

Loaded load_machine(store::Store& store, store::MachineRow row) {
  Loaded loaded{Machine::make(std::move(row)), {}};
  Machine& machine = *loaded.machine;
  // Read first: a server may be writing, and boxes that it makes later belong to later rows.
  const std::uint64_t newest = store.newest(machine.row.machine);
  if (!machine.listed()) {
    for (Box& box : store.made_boxes(machine.row.machine)) machine.add(std::move(box));
  } else if (const auto differs = store.check_boxes(machine.row.machine, machine.boxes)) {
    throw store::Error("machine " + machine.row.name + ": " + *differs, store::ErrorKind::permanent);
  }
  loaded.state = state_at(store, machine, newest);
  for (const store::LogRow& act : store.acts(machine.row.machine)) {
    if (act.kind == store::Kind::thaw && act.seq <= newest) loaded.state.thawed_seq = act.seq;
  }
  loaded.graduation = graduation_at(store, machine, loaded.state);
  return loaded;
}

std::optional<Loaded> load_machine(store::Store& store, std::string_view name) {
  for (store::MachineRow& row : store.machines()) {
    if (row.name == name) return load_machine(store, std::move(row));
  }
  return std::nullopt;
}

bool Span::has(const store::Place& place, const store::Id& visit) const {
  return place.machine == machine && place.seq >= from && place.seq <= to &&
         !std::ranges::binary_search(without, visit);
}

Span Span::except(const store::Id& visit) const {
  Span rest = *this;
  const auto place = std::ranges::lower_bound(rest.without, visit);
  if (place == rest.without.end() || *place != visit) rest.without.insert(place, visit);
  return rest;
}

ListHistory ListHistory::of(store::Store& store, std::int64_t machine) {
  ListHistory history(machine);
  for (const store::LogRow& act : store.acts(machine)) history.add(act, store);
  return history;
}

/// From the newest run to the oldest: each run leaves out the visits that were untaught after it.
EffectiveList ListHistory::at(std::uint64_t seq) const {
  std::vector<store::Id> without;  // ascending
  EffectiveList list;              // the newest run first
  std::uint64_t end = seq;
  auto change = std::ranges::upper_bound(changes_, seq, {}, &ListChange::seq);
  while (change != changes_.begin()) {
    --change;
    const std::uint64_t from = change->filled ? change->seq : change->seq + 1;
    if (from <= end) list.push_back({machine_, from, end, without});
    if (!change->without) break;
    const auto place = std::ranges::lower_bound(without, *change->without);
    if (place == without.end() || *place != *change->without) without.insert(place, *change->without);
    end = change->seq - 1;
  }
  if (change == changes_.end() || change->seq > seq) return list;  // before the first row
  EffectiveList older = change->rewound_to != 0 ? at(change->rewound_to) : change->copied;
  for (auto span = older.rbegin(); span != older.rend(); ++span) {
    std::vector<store::Id> all;
    std::ranges::set_union(span->without, without, std::back_inserter(all));
    span->without = std::move(all);
    list.push_back(std::move(*span));
  }
  std::ranges::reverse(list);
  return list;
}

void ListHistory::add(const store::LogRow& act, store::Store& store) {
  ListChange change{.seq = act.seq};
  switch (act.kind) {
    case store::Kind::episode:
    case store::Kind::freeze:
    case store::Kind::thaw:
    case store::Kind::topup:
      return;  // these do not end a run
    case store::Kind::start:
      break;
    case store::Kind::reset:
      change.filled = !store::act_as<store::EraReset>(act).start.empty();
      break;
    case store::Kind::rewind:
      change.rewound_to = store::act_as<store::Rewind>(act).to;
      break;
    case store::Kind::unteach:
      change.without = store::act_as<store::Unteach>(act).visit;
      break;
    case store::Kind::fork: {
      const auto& origin = store::act_as<store::Fork>(act);
      change.copied = of(store, origin.machine).at(origin.seq);
      break;
    }
  }
  changes_.push_back(std::move(change));
}

std::vector<store::Place> episodes_in(store::Store& store, const EffectiveList& list,
                                      const store::Id& visit) {
  const std::vector<store::Place> all = store.episodes_of_visit(visit);
  std::vector<store::Place> found;
  for (const Span& span : list) {
    std::ranges::copy_if(all, std::back_inserter(found),
                         [&](const store::Place& place) { return span.has(place, visit); });
  }
  return found;
}

EffectiveList common(const EffectiveList& a, const EffectiveList& b) {
  EffectiveList list;
  for (const Span& one : a) {
    for (const Span& other : b) {
      if (one.machine != other.machine) continue;
      Span both{one.machine, std::max(one.from, other.from), std::min(one.to, other.to), {}};
      if (both.from > both.to) continue;
      std::ranges::set_union(one.without, other.without, std::back_inserter(both.without));
      list.push_back(std::move(both));
    }
  }
  return list;
}

std::uint64_t count_episodes(store::Store& store, const EffectiveList& list) {
  return count_episodes(store, list, [&](const store::Id& visit) { return store.episodes_of_visit(visit); });
}

std::uint64_t count_episodes(store::Store& store, const EffectiveList& list, const PlacesOf& places_of) {
  std::map<std::int64_t, std::vector<store::LogRow>> acts;
  std::map<store::Id, std::vector<store::Place>> visits;
  std::uint64_t count = 0;
  for (const Span& span : list) {
    if (!acts.contains(span.machine)) acts[span.machine] = store.acts(span.machine);
    count += span.to - span.from + 1;
    for (const store::LogRow& act : acts[span.machine]) count -= act.seq >= span.from && act.seq <= span.to;
    for (const store::Id& visit : span.without) {
      if (!visits.contains(visit)) visits[visit] = places_of(visit);
      const Span whole{span.machine, span.from, span.to, {}};
      count -= static_cast<std::uint64_t>(std::ranges::count_if(
          visits[visit], [&](const store::Place& place) { return whole.has(place, visit); }));
    }
  }
  return count;
}

void fold(store::Store& store, const Machine& machine, const EffectiveList& list,
          std::span<std::int64_t> beads) {
  const auto& boxes = machine.boxes.boxes();
  std::vector<BeadChange> changes;
  for (const Span& span : list) {
    std::size_t made =
        machine.listed() ? boxes.size() : box_count_at(store, machine, span.machine, span.from - 1);
    each_row(store, span.machine, span.from - 1, span.to, [&](const store::LogRow& row) {
      check_beads(machine, row, boxes.size());
      for (const Draw& draw : row.trace) made = std::max<std::size_t>(made, draw.box + 1);
      const auto present = made < boxes.size()
                               ? beads.first(std::min<std::size_t>(boxes[made].first_bead, beads.size()))
                               : beads;
      changes.clear();
      if (row.kind == store::Kind::topup) {
        const auto least = static_cast<std::int64_t>(store::act_as<store::TopUp>(row).to);
        for (std::int64_t& count : present) count = std::max(count, least);
      } else if (row.kind == store::Kind::reset) {
        std::ranges::copy(initial_beads(machine, made, store::act_as<store::EraReset>(row).start),
                          present.begin());
      } else if (row.kind == store::Kind::episode && !std::ranges::binary_search(span.without, row.visit)) {
        learn(machine.rule, machine.boxes, present, row.trace, row.outcome, changes);
      }
      return true;
    });
  }
}

std::vector<std::int64_t> folded(store::Store& store, const Machine& machine, const EffectiveList& list,
                                 std::size_t box_count) {
  std::vector<std::int64_t> beads = initial_beads(machine, box_count);
  fold(store, machine, list, beads);
  return beads;
}

}  // namespace menagerie::core
