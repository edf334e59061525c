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
  for (const core::Loaded& created : batch.created) {
    ++ClusterSeen::all().created;
    const std::int64_t machine = created.machine->row.machine;
    auto links = database_.links.at(machine);
    links.resize(created.state.seq);
    const bool is_new = server.views.try_emplace(machine, created.machine, created.state, links).second;
    require(is_new, "a machine has come twice");
  }
  for (const store::LogRow& row : batch.rows) follow(server, row);
  auto known = batch.known.begin();
  for (const core::Answer& answer : batch.answers) {
    const store::LogRow* row = nullptr;
    if (answer.verdict.kind == Verdict::Kind::known) {
      require(known != batch.known.end(), "known, without its row");
      row = &*known++;
    } else if (answer.verdict.kind == Verdict::Kind::learned) {
      const auto learned = std::ranges::find(batch.rows, answer.episode, &store::LogRow::id);
      require(learned != batch.rows.end(), "learned, without its row");
      row = &*learned;
    }
    told(server, answer, row);
  }
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

void Cluster::told(ClusterServer& server, const core::Answer& answer, const store::LogRow* row) {
  ++ClusterSeen::all().verdicts[static_cast<std::size_t>(answer.verdict.kind)];
  const std::string who = server.name + ", the verdict on episode " + answer.episode.text() + ": ";
  const auto waits = server.waiting.find(answer.episode);
  require(waits != server.waiting.end(), who + "nobody waits for it");
  server.waiting.erase(waits);
  Played& played = played_.at(answer.episode);
  const auto& log = database_.log(answer.machine);
  const Verdict& verdict = answer.verdict;
  require(verdict.kind != Verdict::Kind::refused, who + "refused: " + std::string(verdict.code));
  if (verdict.kind == Verdict::Kind::era_over || verdict.kind == Verdict::Kind::frozen) {
    require(has_failed_over_ || !played.told, who + "it was told to be learned before");
    played.refused = true;
    return;
  }
  require(row != nullptr && row->seq == verdict.seq && is_of(*row, played.episode),
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
  if (order.kind == Kind::start) return;
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
  if (has_failed_over_) return;
  check_acts();
  check_created();
}

/// The invariant: no gap, no episode twice, and every row is what the rule makes of those before it.
void Cluster::check_log(std::int64_t number) const {
  const auto& kept = database_.disk->machines.at(static_cast<std::size_t>(number - 1));
  const auto view_of =
      std::ranges::find_if(servers_, [&](const ClusterServer& it) { return it.views.contains(number); });
  const bool is_listed = view_of != servers_.end() && view_of->views.at(number).machine->listed();
  const auto machine = is_listed ? view_of->views.at(number).machine : core::Machine::make(kept.row);
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
    const auto found = database_.links.find(it.first);
    if (found == database_.links.end()) return true;
    const auto& there = found->second;
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

/// Each order is at most one act, and exactly one where that was told. What a server that ended was to answer
/// may be there.
void Cluster::check_acts() const {
  std::map<std::pair<std::int64_t, Kind>, std::array<std::uint64_t, 3>> counts;  // there, done, gone
  for (const store::MemoryDisk::Machine& machine : database_.disk->machines) {
    for (const store::LogRow& row : machine.log) {
      const bool is_act = row.kind != Kind::episode && row.kind != Kind::start;
      if (is_act && row.act->why == store::Why::dry) ++ClusterSeen::all().eras;
      if (is_act && row.act->why == store::Why::curator) ++counts[{machine.row.machine, row.kind}][0];
    }
  }
  for (const Ordered& order : orders_) {
    sim::require(!order.open, "an order has got no answer");
    if (order.kind == Kind::start) continue;
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

/// Each machine is there at most once, and at most one server was told that it has created it.
void Cluster::check_created() const {
  std::map<std::string, std::array<std::uint64_t, 3>> counts;  // there, done, gone
  for (const store::MemoryDisk::Machine& machine : database_.disk->machines) {
    if (machine.row.name.starts_with("made-")) ++counts[machine.row.name][0];
  }
  for (const Ordered& order : orders_) {
    if (order.kind != Kind::start) continue;
    if (order.done) ++counts[order.name][1];
    if (order.gone) ++counts[order.name][2];
  }
  for (const auto& [name, count] : counts) {
    const auto& [there, done, gone] = count;
    sim::require(there <= 1 && done <= there && there <= done + gone,
                 name + ": " + std::to_string(there) + " machines, " + std::to_string(done) +
                     " told to be created, " + std::to_string(gone) + " without an answer");
  }
}

}  // namespace menagerie::sim
