// The checks: of every verdict when it is given, and of the whole museum once nothing is queued.
#include "house.hpp"

#include "server/core/record.hpp"

#include <algorithm>

namespace menagerie::sim {
namespace {

using core::Verdict;
using store::Kind;

std::string at(const core::Machine& machine, std::uint64_t seq) {
  return machine.row.name + " " + std::to_string(seq) + ": ";
}

/// Whether a log's acts make the machine frozen, computed independently of the program's state.
struct Frozen {
  bool now = false;
  std::uint64_t thawed = 0;
};
Frozen frozen_after(const std::vector<store::LogRow>& log, std::uint64_t seq) {
  Frozen frozen;
  for (const store::LogRow& row : log) {
    if (row.seq > seq) break;
    if (row.kind == Kind::freeze) frozen.now = true;
    if (row.kind == Kind::thaw) frozen = {false, row.seq};
  }
  return frozen;
}

}  // namespace

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

void House::publish(std::shared_ptr<const ledger::Published> batch) {
  auto told = std::make_shared<ledger::Published>(*batch);
  bool twice = false;
  tamper(*told, twice);
  for (const core::Answer& answer : told->answers) check_answer(answer);
  for (int times = twice ? 2 : 1; times > 0; --times)
    posted_.push_back([this, told] { rooms_->published(*told); });
}

/// Applies the deliberate fault once, to the first batch that it fits after a few batches.
void House::tamper(ledger::Published& batch, bool& twice) {
  if (fault_ == Fault::none || (fault_at_ > 0 && --fault_at_ > 0)) return;
  if (fault_ == Fault::apply_twice && !batch.rows.empty()) {
    twice = true;
  } else if (fault_ == Fault::drop_verdict && !batch.answers.empty() &&
             batch.answers.back().verdict.kind == Verdict::Kind::learned) {
    batch.answers.pop_back();
  } else if (fault_ == Fault::skip_change && !batch.rows.empty() && !batch.rows.back().changes.empty()) {
    const store::LogRow& row = batch.rows.back();
    auto& kept = disk_->machines.at(static_cast<std::size_t>(row.machine - 1)).log.at(row.seq - 1);
    kept.changes.pop_back();
    batch.rows.back().changes.pop_back();
  } else {
    return;
  }
  fault_ = Fault::none;
}

void House::check_answer(const core::Answer& answer) {
  const core::Finished episode = ledger_->close(answer);
  ++Seen::all().verdicts[static_cast<std::size_t>(answer.verdict.kind)];
  const auto& rows = log(answer.machine);
  const Verdict& verdict = answer.verdict;
  const std::string who = "the verdict on episode " + answer.episode.text() + ": ";
  switch (verdict.kind) {
    case Verdict::Kind::learned:
    case Verdict::Kind::known: {
      require(verdict.seq >= 1 && verdict.seq <= rows.size(), who + "its row is not on the disk");
      const store::LogRow& row = rows[verdict.seq - 1];
      require(row.kind == Kind::episode && row.id == answer.episode, who + "its row is another one");
      if (verdict.kind == Verdict::Kind::known) return;
      require(learned_.insert(answer.episode).second, who + "learned twice");
      require(row.era == episode.era, who + "learned in another era than its own");
      const Frozen frozen = frozen_after(rows, row.seq);
      require(!frozen.now && frozen.thawed <= episode.last_seq, who + "learned, though it ended frozen");
      const auto spared = frozen_.find(answer.episode);
      require(spared == frozen_.end() || !spared->second.contains(episode.moves),
              who + "learned, after it was told that it never will be");
      return;
    }
    case Verdict::Kind::era_over:
      require(rows.back().era != episode.era, who + "its era is not over");
      return;
    case Verdict::Kind::frozen: {
      const Frozen frozen = frozen_after(rows, rows.size());
      require(frozen.now || frozen.thawed > episode.last_seq, who + "it did not end frozen");
      frozen_[answer.episode].insert(episode.moves);
      return;
    }
    case Verdict::Kind::refused:
      throw Failure(who + "refused: " + std::string(verdict.code));
  }
}

/// A visitor who hears `learned` must find the episode on the disk.
void House::learned(const json& frame) {
  const auto id = store::Id::parse(frame["episode"].get<std::string>());
  require(id.has_value(), "learned: no id");
  const auto found = disk_->episodes.find(*id);
  require(found != disk_->episodes.end(), "told to be learned, and not on the disk: " + id->text());
  require(found->second.seq == frame["seq"].get<std::uint64_t>(), "told to be learned as another row");
  told_[*id] = found->second;
}

void House::check() const {
  require(ledger_->open() == 0, std::to_string(ledger_->open()) + " episodes have got no verdict");
  require(orders_open_ == 0, "an order has got no answer");
  for (const auto& [id, place] : told_) {
    const auto& rows = log(place.machine);
    require(place.seq <= rows.size() && rows[place.seq - 1].id == id,
            "an acknowledged lesson is lost: " + id.text());
  }
  const auto store = store::open_memory(disk_);
  for (const core::Loaded& loaded : load(*store)) {
    check_log(loaded);
    check_views(loaded);
  }
  for (const auto& guest : guests_) {
    if (guest->visitor->table == nullptr) continue;
    require(guest->visitor->table->episode.phase() == core::Episode::Phase::playing,
            "a visitor waits for what nobody will tell");
  }
}

/// The invariant: beads are the fold of the log, and every row is what the rule yields.
void House::check_log(const core::Loaded& loaded) const {
  core::Machine& machine = *loaded.machine;
  const auto& kept = disk_->machines.at(static_cast<std::size_t>(machine.row.machine - 1));
  core::MachineState state;
  std::set<store::Id> ids;
  for (const store::LogRow& row : kept.log) {
    require(row.seq == state.seq + 1, at(machine, row.seq) + "a gap before it");
    require(row.time_ms >= state.time_ms, at(machine, row.seq) + "earlier than the row before");
    if (row.kind == Kind::episode) {
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
      if (row.kind == Kind::reset && row.act->why == store::Why::finished) ++Seen::all().finished;
      for (const BeadChange& change : row.changes) {
        const auto& box = machine.boxes.boxes()[change.box];
        const std::int64_t before = state.seq == 0 ? 0 : state.beads.at(box.first_bead + change.bead);
        require(before == change.before && change.after >= 0,
                at(machine, row.seq) + "a change that does not go on from the beads");
      }
      state.apply(machine, row);
    }
    if (const auto snapshot = kept.snapshots.find(row.seq); snapshot != kept.snapshots.end())
      require(snapshot->second.beads == state.beads, at(machine, row.seq) + "its snapshot holds other beads");
  }
  require(kept.snapshots.rbegin()->first <= state.seq,
          at(machine, state.seq) + "a snapshot ahead of the log");
  const auto store = store::open_memory(disk_);
  const core::EffectiveList list = core::ListHistory::of(*store, machine.row.machine).at(state.seq);
  require(core::folded(*store, machine, list, state.box_count) == state.beads,
          at(machine, state.seq) + "its beads are not the fold of its effective list");
  require(loaded.state.beads == state.beads,
          at(machine, state.seq) + "what is read back is not what the log says");
}

/// The learner's view, and the room's, are what is on the disk.
void House::check_views(const core::Loaded& loaded) const {
  require(rooms_->counters().views_diverged == 0, "a room has noticed that it does not follow the log");
  const std::string name = loaded.machine->row.name;
  const core::Loaded* learner = ledger_->writer().learner().find(loaded.machine->row.machine);
  const museum::Room* room = rooms_->find(name);
  require(learner != nullptr && room != nullptr, name + " is not in the house");
  const auto same = [&](const core::MachineState& view, const std::string& whose) {
    const core::MachineState& it = loaded.state;
    const bool equal = view.seq == it.seq && view.era == it.era && view.era_seq == it.era_seq &&
                       view.tally == it.tally && view.era_tally == it.era_tally && view.beads == it.beads &&
                       view.bead_total == it.bead_total && view.frozen == it.frozen &&
                       view.thawed_seq == it.thawed_seq && view.dry.has_value() == it.dry.has_value();
    require(equal, name + ": the " + whose + " view, at seq " + std::to_string(view.seq) +
                       ", is not what is on the disk, at seq " + std::to_string(it.seq));
  };
  same(learner->state, "learner's");
  same(room->state(), "room's");
  require(room->graduation() == loaded.graduation,
          name + ": its room does not know since when it is finished");
}

}  // namespace menagerie::sim
