// What the ledger made durable, as a room takes it over: log rows, verdicts, the end of an era.
#include "server/museum/room.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace menagerie::museum {

void Room::follow(const store::LogRow& row) {
  if (!follows(row)) {
    ++house_.counters.views_diverged;
    if (!diverged_)
      spdlog::critical(
          "room of {}: it stands at seq {} and does not go on with row {} as it was learned; what is shown "
          "is "
          "not what was learned. Start the server anew: the log is the truth, `menagerie verify` checks it",
          machine_->row.name, state_.seq, row.seq);
    diverged_ = true;
  }
  if (row.seq <= state_.seq) return;
  state_.apply(*machine_, row);
  dry_wait_.follow(state_, house_.limits->dry_era_after_s, house_.clock(), house_.steady());
  lessons_.add(row);
  era_asked_ = false;
  feed_.row(row);
  house_.changed();
  if (row.kind != store::Kind::episode) end_era_in_play();
}

/// Whether the row goes on where this view of the machine stands, bead by bead.
bool Room::follows(const store::LogRow& row) const {
  if (row.seq != state_.seq + 1) return false;
  for (auto change = row.changes.begin(); change != row.changes.end(); ++change) {
    if (!state_.has(change->box)) continue;  // made by this very row
    std::int64_t count = state_.beads[machine_->boxes.boxes()[change->box].first_bead + change->bead];
    if (row.kind == store::Kind::episode) {  // it may have drawn a bead more than once
      for (auto before = row.changes.begin(); before != change; ++before)
        if (before->box == change->box && before->bead == change->bead) count = before->after;
    }
    if (count != change->before) return false;
  }
  return true;
}

void Room::tell(const core::Answer& answer, const store::LogRow* row) {
  if (row != nullptr) {
    learned(*row);
  } else {
    not_learned(answer);
  }
}

void Room::learned(const store::LogRow& row) {
  const auto found = tables_.find(row.id);
  if (found == tables_.end()) return;
  Visitor* visitor = found->second->visitor;
  const bool asked = visitor != nullptr && visitor->begin_waits;
  release(*found->second);
  put_away(*found->second);
  if (visitor == nullptr) return;
  send(*visitor, FrameOut::learned, wire::learned_text(row, phrases_, writer_));
  after_verdict(*visitor, asked);
}

/// `asked`: a `begin` is waiting, which the session has counted already.
void Room::after_verdict(Visitor& visitor, bool asked) {
  if (!asked && !visitor.again) return;
  const std::optional<int> wait_s = asked ? std::nullopt : visitor.member.wait_for_episode();
  if (!wait_s) return start_episode(visitor);
  visitor.again = false;
  refuse(visitor, wire::Code::too_many_episodes, "many games were begun from your address; please wait",
         wait_s);
}

void Room::not_learned(const core::Answer& answer) {
  const bool frozen = answer.verdict.kind == core::Verdict::Kind::frozen;
  if (frozen) remember_over(answer.episode, true);
  const auto found = tables_.find(answer.episode);
  if (found == tables_.end()) return;
  Visitor* visitor = found->second->visitor;
  const bool asked = visitor != nullptr && visitor->begin_waits;
  release(*found->second);
  put_away(*found->second);
  if (visitor == nullptr) return;
  if (frozen) {
    refuse(*visitor, wire::Code::frozen,
           machine_->row.title +
               " was frozen when this episode ended: it plays, and keeps its beads as they are");
    after_verdict(*visitor, asked);
  } else if (answer.verdict.kind == core::Verdict::Kind::era_over) {
    refuse(*visitor, wire::Code::era_over, "a new era began before this episode was learned; begin anew");
  } else {
    refuse(*visitor, wire::Code::bad_ticket,
           "this episode cannot be learned (" + std::string(answer.verdict.code) + "); begin a new one");
  }
}

void Room::end_era_in_play() {
  std::vector<Table*> over;
  for (const auto& [id, table] : tables_) {
    if (!table->finished && table->so_far.era != state_.era) over.push_back(table.get());
  }
  for (Table* table : over) {
    Visitor* visitor = table->visitor;
    put_away(*table);
    if (visitor != nullptr) refuse(*visitor, wire::Code::era_over, "a new era has begun; begin anew");
  }
}

}  // namespace menagerie::museum
