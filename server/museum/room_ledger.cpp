// What the ledger made durable, as a room takes it over: log rows, verdicts, the end of an era.
#include "server/museum/room.hpp"

#include <spdlog/spdlog.h>

#include <utility>
#include <vector>

namespace menagerie::museum {

using Phase = core::Episode::Phase;

void Room::follow(const store::LogRow& row, bool finished) {
  const std::uint64_t seq = state_.seq;
  if (row.seq != seq + 1) return note_divergence(seq, row);  // the view stays at a row that it knows
  const std::uint32_t era = state_.era;
  if (!state_.apply(*machine_, row)) note_divergence(seq, row);
  core::follow_finish(graduation_, state_, finished);
  dry_wait_.follow(state_, context_.limits->dry_era_after_s, context_.clock(), context_.steady());
  lessons_.add(row);
  feed_.row(row);
  context_.changed();
  if (state_.era != era) end_era_in_play();
}

/// The row does not go on where this view of the machine stood, bead by bead.
void Room::note_divergence(std::uint64_t seq, const store::LogRow& row) {
  ++context_.counters.views_diverged;
  if (std::exchange(diverged_, true)) return;
  spdlog::critical(
      "room of {}: it stands at seq {} and does not go on with row {} as it was learned; what is shown is "
      "not what was learned. Start the server anew: the log is the truth, `menagerie verify` checks it",
      machine_->row.name, seq, row.seq);
}

/// The verdict of an episode that is not at a table any more is sent to nobody.
void Room::tell(const core::Answer& answer, const store::LogRow* row) {
  Table* table = seating_.find(answer.episode);
  if (table == nullptr || table->episode.phase() != Phase::waiting) return;
  table->episode.decided();
  if (row != nullptr) return learned(*table, *row);
  not_learned(*table, answer.verdict);
}

void Room::learned(Table& table, const store::LogRow& row) {
  context_.left.forget(row.id);
  conclude(table, [&](PlayerSession& player, bool asked) {
    send(player, FrameOut::learned, presentation_.learned(row, !copy_));
    after_verdict(player, asked);
  });
}

/// `asked`: a `begin` is waiting, which the session has counted already.
void Room::after_verdict(PlayerSession& player, bool asked) {
  if (!asked && !player.again) return;
  const std::optional<int> wait_s = asked ? std::nullopt : player.subscriber.wait_for_episode();
  if (!wait_s) return start_episode(player);
  player.again = false;
  refuse(player, wire::Code::too_many_episodes, "many games were begun from your address; please wait",
         wait_s);
}

void Room::not_learned(Table& table, const core::Verdict& verdict) {
  context_.left.leave(table.id, table.episode.ticket().moves.size());
  conclude(table, [&](PlayerSession& player, bool asked) {
    if (verdict.kind == core::Verdict::Kind::frozen) {
      refuse(player, wire::Code::frozen,
             machine_->row.title +
                 (as_of_ ? " plays here as it was then: nothing is learned"
                         : " was frozen when this episode ended: it plays, and keeps its beads as they are"));
      after_verdict(player, asked);
    } else if (verdict.kind == core::Verdict::Kind::era_over) {
      refuse(player, wire::Code::era_over, "a new era began before this episode was learned; begin anew");
    } else {
      refuse(player, wire::Code::bad_ticket,
             "this episode cannot be learned (" + std::string(verdict.code) + "); begin a new one");
    }
  });
}

/// Every episode that is not finished is of the era that has ended: a ticket of another one is refused.
void Room::end_era_in_play() {
  std::vector<Table*> over;
  for (const auto& [id, table] : seating_.tables()) {
    if (table->episode.abandon()) over.push_back(table.get());
  }
  for (Table* table : over) {
    conclude(*table, [this](PlayerSession& player, bool) {
      refuse(player, wire::Code::era_over, "a new era has begun; begin anew");
    });
  }
}

}  // namespace menagerie::museum
