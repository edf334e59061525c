#include "server/core/learner.hpp"

#include "engine/check.hpp"
#include "server/core/playthrough.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace menagerie::core {
namespace {

/// A snapshot is written once the log since the last one has this many rows and bead changes, counted
/// together, for each bead count of the machine. In bytes that log is then some twenty times the snapshot,
/// and the state at any seq is at most that many changes away from a snapshot.
constexpr std::uint64_t kSnapshotChangesPerCount = 1;

bool has_any_twice(const std::vector<Finished>& episodes) {
  std::vector<store::Id> ids;
  ids.reserve(episodes.size());
  for (const Finished& episode : episodes) ids.push_back(episode.id);
  std::ranges::sort(ids);
  return std::ranges::adjacent_find(ids) != ids.end();
}

}  // namespace

Learner::Learner(const std::vector<Loaded>& machines, std::uint64_t finished_games, bool shared)
    : finished_games_(finished_games), shared_(shared) {
  for (const Loaded& loaded : machines) add(loaded);
}

const Loaded* Learner::find(std::int64_t machine) const {
  const auto found = machines_.find(machine);
  return found == machines_.end() ? nullptr : &found->second.loaded;
}

Learner::Taught& Learner::at(std::int64_t machine) {
  const auto found = machines_.find(machine);
  MENAGERIE_CHECK(found != machines_.end());
  return found->second;
}

bool Learner::set_clock_back(std::int64_t machine, bool clock_back) {
  const bool before = std::exchange(at(machine).loaded.state.clock_back, clock_back);
  return clock_back && !before;
}

void Learner::add(const Loaded& created) {
  Taught taught{created, nullptr, FinishWatch(created)};
  if (shared_ && !created.machine->listed()) {
    taught.shown = std::exchange(taught.loaded.machine, created.machine->copy());
  }
  machines_.insert_or_assign(created.machine->row.machine, std::move(taught));
}

std::vector<store::Place> Learner::ends(std::span<const std::int64_t> machines) const {
  std::vector<store::Place> ends;
  for (const std::int64_t machine : machines) {
    if (const Loaded* loaded = find(machine)) ends.push_back({machine, loaded->state.seq});
  }
  return ends;
}

std::vector<store::Place> Learner::ends() const {
  std::vector<store::Place> ends;
  for (const auto& [machine, taught] : machines_) ends.push_back({machine, taught.loaded.state.seq});
  return ends;
}

bool Learner::acted(const store::LogRow& act, const MachineState& state) {
  Taught& taught = at(act.machine);
  taught.loaded.state = state;
  taught.weight = 0;
  return look_if_finished(taught, act);
}

/// Whether nobody can beat the machine after its newest row.
bool Learner::look_if_finished(Taught& taught, const store::LogRow& row) {
  const bool finished = taught.watch.follow(row);
  follow_finish(taught.loaded.graduation, taught.loaded.state, finished);
  return finished;
}

/// The machine's newest row goes into the batch.
void Learner::append(Taught& taught, store::LogRow row, Batch& batch) {
  if (look_if_finished(taught, row)) batch.finished.push_back({row.machine, row.seq});
  batch.rows.push_back(std::move(row));
}

Batch Learner::step(StepInput& inbox, std::int64_t now_ms, const PlaceOf& place_of) {
  // Where episodes stand in the log, and those that this batch learns, if they were submitted to it twice:
  // then the second submission gets the verdict "known".
  std::unordered_map<store::Id, store::Place, store::IdHash> places;
  for (const Finished& episode : inbox.episodes) {  // before anything is changed: this may throw
    if (const auto place = place_of(episode.id)) places.emplace(episode.id, *place);
  }
  MENAGERIE_CHECK(before_.empty());
  const bool any_twice = has_any_twice(inbox.episodes);
  Batch batch;
  batch.rows.reserve(inbox.episodes.size() + inbox.dry.size());
  batch.answers.reserve(inbox.episodes.size());
  for (Finished& episode : inbox.episodes) {
    const auto there = places.find(episode.id);
    const Verdict verdict =
        verdict_of(episode, there == places.end() ? std::nullopt : std::optional(there->second));
    batch.answers.push_back({episode.machine, episode.id, verdict});
    if (verdict.kind != Verdict::Kind::learned) continue;
    if (any_twice) places.emplace(episode.id, store::Place{episode.machine, verdict.seq});
    learn(episode, now_ms, batch);
  }
  begin_eras(inbox.dry, now_ms, batch);
  return batch;
}

/// Before a step changes the machine.
void Learner::remember(Taught& taught) {
  const auto [before, is_new] = before_.try_emplace(taught.loaded.machine->row.machine);
  if (!is_new) return;
  MachineState& state = taught.loaded.state;
  std::vector<std::int64_t> beads = std::exchange(state.beads, {});  // there may be very many
  before->second = {state, beads.size(), taught.loaded.graduation, taught.weight};
  state.beads = std::move(beads);
}

void Learner::keep(const Batch& batch) {
  before_.clear();
  for (const store::LogRow& row : batch.rows) {
    const std::shared_ptr<Machine>& shown = at(row.machine).shown;
    if (shown && row.kind == store::Kind::episode) make_boxes(*shown, row.moves, row.seat);
  }
}

void Learner::undo(StepInput& inbox, Batch& batch) {
  auto row = batch.rows.begin();
  for (std::size_t i = 0; i < batch.answers.size(); ++i) {
    if (batch.answers[i].verdict.kind != Verdict::Kind::learned) continue;
    while (row->kind != store::Kind::episode) ++row;
    inbox.episodes[i].moves = std::move(row->moves);
    inbox.episodes[i].trace = std::move(row->trace);
    ++row;
  }
  for (auto undone = batch.rows.rbegin(); undone != batch.rows.rend(); ++undone) {
    Loaded& loaded = at(undone->machine).loaded;
    for (auto change = undone->changes.rbegin(); change != undone->changes.rend(); ++change)
      loaded.state.beads[loaded.machine->boxes.boxes()[change->box].first_bead + change->bead] =
          change->before;
  }
  for (auto& [machine, before] : before_) {
    Taught& taught = at(machine);
    std::vector<std::int64_t> beads = std::move(taught.loaded.state.beads);
    beads.resize(before.beads);
    const bool has_made = before.state.box_count != taught.loaded.state.box_count;
    taught.loaded.state = std::move(before.state);
    taught.loaded.state.beads = std::move(beads);
    taught.loaded.graduation = before.graduation;
    taught.weight = before.weight;
    if (taught.shown && has_made) taught.loaded.machine = taught.shown->copy();
    taught.watch = FinishWatch(taught.loaded);
  }
  before_.clear();
  batch = {};
}

bool Learner::follow(const store::LogRow& row) {
  Taught& taught = at(row.machine);
  Machine& machine = *taught.loaded.machine;
  const auto damaged = [&](const std::string& what) {
    return store::damaged("log of machine " + std::to_string(row.machine) + " at seq " +
                          std::to_string(row.seq) + ": " + what);
  };
  if (row.seq != taught.loaded.state.seq + 1)
    throw damaged("the row before it, " + std::to_string(row.seq - 1) + ", is missing");
  if (!machine.listed() && row.kind == store::Kind::episode) {
    if (const auto fault = episode_fault(machine, row, followed_))
      throw damaged("the row is damaged: " + *fault);
    make_boxes(machine, row.moves, row.seat);
    if (taught.shown) make_boxes(*taught.shown, row.moves, row.seat);
  }
  // Whatever was learned here from now on would contradict the log as well.
  if (!taught.loaded.state.apply(machine, row)) {
    throw damaged(
        "it does not go on from the beads as this server has them; start it anew: the log is the truth, "
        "`menagerie verify` checks it");
  }
  return look_if_finished(taught, row);
}

Verdict Learner::verdict_of(const Finished& episode, std::optional<store::Place> place) const {
  using Kind = Verdict::Kind;
  const Loaded* loaded = find(episode.machine);
  if (loaded == nullptr) return {Kind::refused, 0, "no-such-machine"};
  if (place && place->machine != episode.machine) return {Kind::refused, 0, "episode-of-another-machine"};
  if (place) return {Kind::known, place->seq};
  if (episode.era != loaded->state.era) return {Kind::era_over};
  if (ended_frozen(loaded->state, episode.last_seq)) return {Kind::frozen};
  return {Kind::learned, loaded->state.seq + 1};
}

void Learner::learn(Finished& episode, std::int64_t now_ms, Batch& batch) {
  Taught& taught = at(episode.machine);
  remember(taught);
  Machine& machine = *taught.loaded.machine;
  MachineState& state = taught.loaded.state;
  const std::size_t before = state.box_count;
  append(taught, learn_episode(machine, state, std::move(episode), now_ms), batch);
  for (std::size_t box = before; box < state.box_count; ++box) {
    const Box& made = machine.boxes.boxes()[box];
    batch.made.push_back(
        {machine.row.machine, static_cast<std::uint32_t>(box), &made, machine.rule.start_at(made.turn)});
  }
  taught.weight += 1 + batch.rows.back().changes.size();
  graduate(taught, now_ms, batch);
  take_snapshot_if_due(taught, batch);
}

/// Begins a new era if this game was the last one of a finished machine.
void Learner::graduate(Taught& taught, std::int64_t now_ms, Batch& batch) {
  MachineState& state = taught.loaded.state;
  const std::optional<Graduation> graduation = taught.loaded.graduation;
  if (games_left(state, graduation, finished_games_) != 0) return;
  append(taught, begin_era(*taught.loaded.machine, state, store::Why::finished, now_ms, graduation), batch);
  taught.weight += kSnapshotChangesPerCount * state.beads.size();
}

void Learner::begin_eras(const std::vector<std::int64_t>& dry, std::int64_t now_ms, Batch& batch) {
  for (const std::int64_t number : dry) {
    const auto found = machines_.find(number);
    if (found == machines_.end()) continue;
    Taught& taught = found->second;
    if (!taught.loaded.state.dry || taught.loaded.state.frozen) continue;
    remember(taught);
    append(taught, begin_era(*taught.loaded.machine, taught.loaded.state, store::Why::dry, now_ms), batch);
    taught.weight += kSnapshotChangesPerCount * taught.loaded.state.beads.size();
    take_snapshot_if_due(taught, batch);
  }
}

/// In the middle of a large batch too, so that no state is far from a snapshot.
void Learner::take_snapshot_if_due(Taught& taught, Batch& batch) {
  const MachineState& state = taught.loaded.state;
  // Nothing since the last snapshot: without boxes the second condition alone would take one.
  if (taught.weight == 0 || taught.weight < kSnapshotChangesPerCount * state.beads.size()) return;
  batch.snapshots.push_back(state.snapshot(*taught.loaded.machine));
  taught.weight = 0;
}

}  // namespace menagerie::core
