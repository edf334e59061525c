// The checks of the whole museum once nothing is queued.
#include "server.hpp"

#include "server/core/record.hpp"

namespace menagerie::sim {
namespace {

using store::Kind;

std::string at(const core::Machine& machine, std::uint64_t seq) {
  return machine.row.name + " " + std::to_string(seq) + ": ";
}

/// The episode that a log row was made of; written here anew, so that the checks share nothing with the
/// server.
core::Finished finished_of(const store::LogRow& row) {
  core::Finished episode;
  episode.machine = row.machine;
  episode.era = row.era;
  episode.id = row.id;
  episode.visit = row.visit;
  episode.started_ms = row.started_ms;
  episode.seat = row.seat;
  episode.opponent = row.opponent;
  episode.moves = row.moves;
  episode.trace = row.trace;
  episode.outcome = row.outcome;
  episode.resigned = row.reason == Reason::resign;
  episode.last_seq = row.seq - 1;
  return episode;
}

/// A row that tells its changes must go on from the beads.
void check_changes(core::Machine& machine, const core::MachineState& state, const store::LogRow& row) {
  for (const BeadChange& change : row.changes) {
    const auto& box = machine.boxes.boxes()[change.box];
    const std::int64_t before = state.seq == 0 ? 0 : state.beads.at(box.first_bead + change.bead);
    require(before == change.before && change.after >= 0,
            at(machine, row.seq) + "a change that does not go on from the beads");
  }
}

}  // namespace

void check_log(const std::shared_ptr<store::MemoryDisk>& disk, const core::Loaded& loaded, const Told& told) {
  core::Machine& machine = *loaded.machine;
  const auto& kept = disk->machines.at(static_cast<std::size_t>(machine.row.machine - 1));
  core::MachineState state;
  std::set<store::Id> ids;
  for (const store::LogRow& row : kept.log) {
    require(row.seq == state.seq + 1, at(machine, row.seq) + "a gap before it");
    require(row.time_ms >= state.time_ms || row.clock_back,
            at(machine, row.seq) + "earlier than the row before");
    if (row.kind == Kind::episode) {
      if (!Exhibition::has(row)) told.check_row(row);
      require(ids.insert(row.id).second, at(machine, row.seq) + "its episode is in the log twice");
      const store::LogRow expected = core::learn_episode(machine, state, finished_of(row), row.time_ms);
      require(expected.changes == row.changes,
              at(machine, row.seq) + "its changes are not what the rule makes");
      require(expected.trace == row.trace, at(machine, row.seq) + "its trace is not what its moves drew");
    } else if (row.kind == Kind::fork) {
      const auto first = kept.snapshots.find(1);
      require(first != kept.snapshots.end(), at(machine, row.seq) + "a copy without its first snapshot");
      state = core::MachineState::from(machine, first->second);
    } else {
      check_changes(machine, state, row);
      state.apply(machine, row);
    }
    if (const auto snapshot = kept.snapshots.find(row.seq); snapshot != kept.snapshots.end())
      require(snapshot->second.beads == state.beads, at(machine, row.seq) + "its snapshot holds other beads");
  }
  require(kept.snapshots.rbegin()->first <= state.seq,
          at(machine, state.seq) + "a snapshot ahead of the log");
  const auto store = store::open_memory(disk);
  const core::EffectiveList list = core::ListHistory::of(*store, machine.row.machine).at(state.seq);
  require(core::folded(*store, machine, list, state.box_count) == state.beads,
          at(machine, state.seq) + "its beads are not the fold of its effective list");
  require(loaded.state.beads == state.beads,
          at(machine, state.seq) + "what is read back is not what the log says");
}

void SimServer::check_views(const core::Loaded& on_disk) const {
  require(rooms_->counters().views_diverged == 0, "a room has noticed that it does not follow the log");
  const std::string name = on_disk.machine->row.name;
  const core::Loaded* learner = ledger_->writer().learner().find(on_disk.machine->row.machine);
  const museum::Room* room = rooms_->find(name);
  require(learner != nullptr && room != nullptr, name + " is not in the house");
  const auto same = [&](const core::MachineState& view, const std::string& whose) {
    const core::MachineState& it = on_disk.state;
    const bool equal = view.seq == it.seq && view.era == it.era && view.era_seq == it.era_seq &&
                       view.tally == it.tally && view.era_tally == it.era_tally && view.beads == it.beads &&
                       view.bead_total == it.bead_total && view.frozen == it.frozen &&
                       view.thawed_seq == it.thawed_seq && view.dry.has_value() == it.dry.has_value();
    require(equal, name + ": the " + whose + " view, at seq " + std::to_string(view.seq) +
                       ", is not what is on the disk, at seq " + std::to_string(it.seq));
  };
  same(learner->state, "learner's");
  same(room->state(), "room's");
  require(room->graduation() == on_disk.graduation && learner->graduation == on_disk.graduation,
          name + ": it is not known since when it is finished");
}

void SimServer::check_guests() const {
  for (const auto& guest : guests_) {
    if (guest->visitor->table == nullptr) continue;
    require(guest->visitor->table->episode.phase() == core::Episode::Phase::playing,
            "a visitor waits for what nobody will tell");
  }
}

}  // namespace menagerie::sim
