// The checks of a cluster: of all that a server tells when it tells it, and of everything once nothing is
// queued.
#include "cluster_house.hpp"

#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"

#include <algorithm>

namespace menagerie::sim {
namespace {

using core::Verdict;
using store::Kind;

std::string at_row(const std::string& machine, std::uint64_t seq) {
  return machine + " " + std::to_string(seq) + ": ";
}

/// Whether the row is what became of that episode.
bool is_of(const store::LogRow& row, const core::Finished& episode) {
  return row.kind == Kind::episode && row.id == episode.id && row.visit == episode.visit &&
         row.era == episode.era && row.started_ms == episode.started_ms && row.seat == episode.seat &&
         row.moves == episode.moves && row.outcome == episode.outcome &&
         (row.reason == Reason::resign) == episode.resigned;
}

}  // namespace

void Cluster::require(bool holds, const std::string& what) {
  if (holds) return;
  if (!failure_) failure_ = what;
  throw Failure(what);
}

// ---- when it is told

void Cluster::published(std::size_t number, const ledger::Published& batch) {
  ClusterServer& server = at(number);
  for (const ledger::Recorded& it : batch.recorded) {
    ++ClusterSeen::all().recorded;
    const bool in_inbox = std::ranges::any_of(
        database_.inbox, [&](const Database::Letter& letter) { return letter.row.id == it.episode; });
    require(in_inbox || database_.disk->episodes.contains(it.episode),
            "told to be recorded, and not in the database: " + it.episode.text());
  }
  for (const store::LogRow& row : batch.rows) follow(server, row);
  auto known = batch.known.begin();
  for (const core::Answer& answer : batch.answers) {
    const store::LogRow* row = nullptr;
    if (answer.verdict.kind == Verdict::Kind::known) {
      require(known != batch.known.end(), "known, without its row");
      row = &*known++;
    }
    told(server, answer, row);
  }
  require(batch.created.empty(), "a machine has come from nowhere");
}

/// As a room does, which also compares it with what is in the database now.
void Cluster::follow(ClusterServer& server, const store::LogRow& row) {
  ClusterView& view = server.views.at(row.machine);
  const std::string where = server.name + ", " + at_row(view.machine->row.name, row.seq);
  require(row.seq == view.state.seq + 1, where + "told behind row " + std::to_string(view.state.seq));
  const auto& log = database_.log(row.machine);
  require(row.seq <= log.size() || has_failed_over_, where + "told, and not in the database");
  view.links.push_back(link_of(view.links.back(), row));
  view.state.apply(*view.machine, row);
  require(has_failed_over_ || view.links.back() == database_.links.at(row.machine)[row.seq - 1],
          where + "not the row that is in the database");
}

void Cluster::told(ClusterServer& server, const core::Answer& answer, const store::LogRow* known) {
  ++ClusterSeen::all().verdicts[static_cast<std::size_t>(answer.verdict.kind)];
  const std::string who = server.name + ", the verdict on episode " + answer.episode.text() + ": ";
  require(server.waiting.erase(answer.episode) == 1, who + "nobody waits for it");
  Played& played = played_.at(answer.episode);
  const auto& log = database_.log(answer.machine);
  const Verdict& verdict = answer.verdict;
  require(verdict.kind != Verdict::Kind::refused, who + "refused: " + std::string(verdict.code));
  if (verdict.kind == Verdict::Kind::era_over || verdict.kind == Verdict::Kind::frozen) {
    require(has_failed_over_ || !played.told, who + "it was told to be learned before");
    played.refused = true;
    return;
  }
  require(known != nullptr && known->seq == verdict.seq && is_of(*known, played.episode),
          who + "the row that is shown is another one");
  require(has_failed_over_ || (verdict.seq <= log.size() && log[verdict.seq - 1].id == answer.episode),
          who + "its row is not in the database");
  require(has_failed_over_ || !played.refused, who + "it was told that it never will be");
  const store::Place place{answer.machine, verdict.seq};
  require(has_failed_over_ || !played.told || *played.told == place, who + "it was another row before");
  played.told = place;
}

void Cluster::answered(std::size_t number, const core::Plan* done, const std::exception_ptr& thrown) {
  Ordered& order = orders_[number];
  require(order.open, "an order was answered twice");
  order.open = false;
  require((done != nullptr) == (thrown == nullptr), "an order is done, or something was thrown");
  if (done == nullptr) return;
  ++ClusterSeen::all().acts;
  order.done = true;
  const auto& log = database_.log(order.machine);
  require(has_failed_over_ || (done->row.seq <= log.size() && log[done->row.seq - 1].kind == order.kind),
          "an act that was told to be done is not in the log");
}

// ---- in the end

void Cluster::check() const {
  for (const store::MemoryDisk::Machine& machine : database_.disk->machines) {
    check_log(machine.row.machine);
    for (const ClusterServer& server : servers_) check_view(server, machine.row.machine);
  }
  check_verdicts();
  check_fences();
  check_forged();
  if (!has_failed_over_) check_acts();
}

/// The invariant: no gap, no episode twice, and every row is what the rule makes of those before it.
void Cluster::check_log(std::int64_t number) const {
  const auto& kept = database_.disk->machines.at(static_cast<std::size_t>(number - 1));
  const auto& shared = servers_[0].views.at(number).machine;
  const auto machine = shared->listed() ? shared : core::Machine::make(kept.row);
  core::MachineState state;
  std::set<store::Id> ids;
  for (const store::LogRow& row : kept.log) {
    const std::string where = at_row(kept.row.name, row.seq);
    sim::require(row.seq == state.seq + 1, where + "a gap before it");
    if (row.kind == Kind::episode) {
      sim::require(ids.insert(row.id).second, where + "its episode is in the log twice");
      sim::require(is_of(row, played_.at(row.id).episode), where + "not what was submitted");
      const store::LogRow expected = core::learn_episode(*machine, state, finished_of(row), row.time_ms);
      sim::require(expected.changes == row.changes, where + "its changes are not what the rule makes");
    } else {
      state.apply(*machine, row);
    }
    const auto snapshot = kept.snapshots.find(row.seq);
    sim::require(snapshot == kept.snapshots.end() || snapshot->second.beads == state.beads,
                 where + "its snapshot holds other beads");
  }
  sim::require(state.seq == database_.heads.at(number).seq, kept.row.name + ": its head is elsewhere");
  for (const ClusterServer& server : servers_) {
    if (server.stopped_by_alarm) continue;
    const core::MachineState& view = server.views.at(number).state;
    sim::require(view.seq == state.seq && view.era == state.era && view.tally == state.tally &&
                     view.beads == state.beads && view.frozen == state.frozen,
                 server.name + " does not show " + kept.row.name + " as its log says");
  }
}

bool Cluster::has_told_lost_rows(const ClusterServer& server) const {
  return std::ranges::any_of(server.views, [&](const auto& it) {
    const auto& there = database_.links.at(it.first);
    const auto& told = it.second.links;
    return told.size() > there.size() || !std::equal(told.begin(), told.end(), there.begin());
  });
}

/// Each server has told the log, row by row; or it has stopped, because it had told what was lost.
void Cluster::check_view(const ClusterServer& server, std::int64_t number) const {
  sim::require(server.stopped_by_alarm || server.views.at(number).links == database_.links.at(number),
               server.name + " has told other rows than the log has");
}

void Cluster::check_verdicts() const {
  const bool anybody = std::ranges::any_of(servers_, [](const auto& it) { return !it.stopped_by_alarm; });
  for (const auto& [id, played] : played_) {
    sim::require(played.told || played.refused || !anybody, "no verdict on episode " + id.text());
    if (has_failed_over_) continue;
    const auto place = database_.disk->episodes.find(id);
    const bool in_log = place != database_.disk->episodes.end();
    sim::require(!played.refused || !in_log, "in the log, and told that it never will be: " + id.text());
    if (!played.told) continue;
    sim::require(in_log && place->second == *played.told, "an acknowledged lesson is lost: " + id.text());
  }
}

/// An episode that nobody played is refused and never learned; its refusal stays in the database.
void Cluster::check_forged() const {
  if (std::ranges::all_of(servers_, [](const auto& it) { return it.stopped_by_alarm; })) return;
  for (const Database::Letter& letter : database_.inbox) {
    if (!forged_.contains(letter.row.id)) continue;
    sim::require(letter.verdict == "bad-episode",
                 "an episode that was not played is not refused: " + letter.row.id.text());
    ++ClusterSeen::all().forged;
  }
  for (const store::Id& id : forged_)
    sim::require(!database_.disk->episodes.contains(id), "an episode that was not played is learned");
}

/// Each order is at most one act, and exactly one where that was told. What a server that ended was to answer
/// may be there.
void Cluster::check_acts() const {
  std::map<std::pair<std::int64_t, Kind>, std::array<std::uint64_t, 3>> counts;  // there, done, gone
  for (const store::MemoryDisk::Machine& machine : database_.disk->machines) {
    for (const store::LogRow& row : machine.log) {
      if (row.kind != Kind::episode && row.act->why == store::Why::curator)
        ++counts[{machine.row.machine, row.kind}][0];
    }
  }
  for (const Ordered& order : orders_) {
    sim::require(!order.open, "an order has got no answer");
    if (order.done) ++counts[{order.machine, order.kind}][1];
    if (order.gone) ++counts[{order.machine, order.kind}][2];
  }
  for (const auto& [which, count] : counts) {
    const auto& [there, done, gone] = count;
    sim::require(done <= there && there <= done + gone,
                 "machine " + std::to_string(which.first) + ": " + std::to_string(there) + " acts of " +
                     std::string(to_text(which.second)) + ", " + std::to_string(done) + " told to be done, " +
                     std::to_string(gone) + " without an answer");
  }
}

/// Nobody has written behind the back of a newer holder.
void Cluster::check_fences() const {
  std::uint64_t fence = 0;
  std::map<std::uint64_t, std::string> holders;
  for (const Database::Commit& it : database_.commits) {
    if (has_failed_over_) return;
    sim::require(it.fence >= fence, it.server + " has written after a newer holder had");
    fence = it.fence;
    sim::require(holders.try_emplace(fence, it.server).first->second == it.server,
                 "two servers have written with one fence");
  }
}

}  // namespace menagerie::sim
