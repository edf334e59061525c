#include "cluster_house.hpp"

#include "server/museum/museum.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace menagerie::sim {
namespace {

constexpr std::size_t kGuests = 4;  // at each server

}  // namespace

/// Small machines, put together in no time: all but one have listed boxes, and that one makes its own.
const Exhibition& Cluster::exhibition() {
  static const Exhibition small = [] {
    std::vector<store::MachineRow> rows;
    for (const std::string_view name : {"her", "nimble", "caswell"})
      rows.push_back(*museum::find_exhibit(name));
    return Exhibition(std::move(rows));
  }();
  return small;
}

Cluster::Cluster(Fault fault, std::uint64_t fault_at, bool fails_over)
    : database_(exhibition().disk, fault), fails_over_(fails_over), told_(*database_.disk, fault, fault_at) {
  for (std::size_t i = 0; i < kServers; ++i)
    servers_.push_back(std::make_unique<ClusterServer>(told_, kGuests));
  time_passes(0);
  for (std::size_t i = 0; i < kServers; ++i) start(i);
}

// ---- a server's life

void Cluster::start(std::size_t number) {
  ClusterServer& server = at(number);
  server.name = "server-" + std::to_string(number % kServers) + "/" + std::to_string(++starts_);
  server.has_looked = false;
  server.links = database_.links;
  std::vector<core::Loaded> machines;
  const auto store = store::open_memory(database_.disk);
  for (const store::MachineRow& row : store->machines()) machines.push_back(exhibition().load(*store, row));
  server.open({open_store(database_, way(number)), nullptr, std::move(machines),
               [this, &server] { return now_ms_ + server.wall_ahead_ms; }, [this] { return now_ms_; },
               [this, &server](const ledger::Published& batch) { published(server, batch); }});
}

void Cluster::lose(std::size_t number) {
  ++Seen::all().restarts;
  at(number).close();
  at(number).troubles = {};
}

void Cluster::turn(std::size_t number) {
  ClusterServer& server = at(number);
  if (server.in_turn || server.stopped_by_alarm || server.paused_until_ms > now_ms_) return;
  if (!server.is_open()) {
    if (database_.away) return;
    start(number);
  }
  server.in_turn = true;
  const bool looks = server.ledger().writer().idle();  // or goes on with what failed, and has looked before
  try {
    if (server.ledger().run()) {
      server.has_looked = server.has_looked || looks;
    } else if (server.ledger().failures().permanent) {
      server.stopped_by_alarm = true;
      ++Seen::all().stopped;
      require(has_told_lost_rows(server),
              server.name + " has stopped for good: " + server.ledger().writer().why());
    }
  } catch (const Crash&) {
    ++Seen::all().crashes;
    lose(number);
  }
  server.in_turn = false;
}

void Cluster::crash(std::size_t number) {
  if (at(number).in_turn || at(number).stopped_by_alarm || !at(number).is_open()) return;
  ++Seen::all().crashes;
  lose(number);
}

/// As on SIGTERM, without patience.
void Cluster::end(std::size_t number) {
  if (!at(number).in_turn && runs(at(number))) lose(number);
}

// ---- visitors

const Guest& Cluster::guest(std::uint32_t number) {
  return *at(number).guests()[number / kServers % kGuests];
}

Visitor Cluster::visitor(std::uint32_t number) {
  ClusterServer& server = at(number);
  if (!runs(server)) return {};
  return {&server, server.guests()[number / kServers % kGuests].get()};
}

void Cluster::clock_runs(std::int64_t ms) {
  time_passes(ms);
  for (const auto& server : servers_) {
    if (runs(*server)) server->tick();
  }
}

/// A whole game.
void Cluster::play(std::uint32_t number, std::uint32_t room, std::uint32_t choice) {
  const auto [server, guest] = visitor(number);
  if (server == nullptr) return;
  if (guest->visitor->table == nullptr) server->begin(*guest, room, choice % 3 == 0);
  server->play_out(*guest, choice);
}

/// One ticket is played on at two servers: mostly with other moves.
void Cluster::play_twice(std::uint32_t number, std::uint32_t which, std::uint32_t choice) {
  const Guest& whose = guest(number);
  for (const std::uint32_t there : {number, number + 1}) {
    const auto [server, guest] = visitor(there);
    if (server == nullptr) continue;
    server->resume(*guest, whose, which, false);
    turn(there);  // the log is asked
    server->network_runs(std::numeric_limits<std::size_t>::max());
    server->play_out(*guest, choice + there);
  }
}

void Cluster::submit_again(std::size_t number, std::uint32_t which) {
  const core::Finished* episode = told_.submission(which % 9);  // newer ones more often
  if (episode != nullptr && runs(at(number))) at(number).ledger().submit(*episode);
}

// ---- the end of a history

bool Cluster::anybody_runs() const {
  return std::ranges::any_of(servers_, [](const auto& it) { return !it->stopped_by_alarm; });
}

bool Cluster::is_settled() const {
  return std::ranges::all_of(servers_, [&](const auto& it) {
    if (it->stopped_by_alarm) return true;
    return it->is_open() && it->has_looked && it->is_at_rest() &&
           it->links.size() == database_.disk->machines.size() &&
           std::ranges::all_of(it->links, [&](const auto& told) {
             return told.second.size() >= database_.log(told.first).size();
           });
  });
}

void Cluster::settle() {
  settling_ = true;
  for (const auto& server : servers_) {
    server->paused_until_ms = 0;
    server->has_looked = false;
  }
  database_.away = false;
  for (int round = 1; round <= 400; ++round) {
    time_passes(500);
    for (std::size_t i = 0; i < kServers; ++i) {
      turn(i);
      if (at(i).is_open()) at(i).network_runs(std::numeric_limits<std::size_t>::max());
    }
    if (first_failure()) return;
    if (!is_settled()) continue;
    // What got no verdict, or would have from a server that has stopped, is submitted once more.
    std::vector<core::Finished> left = told_.without_verdict();
    const auto runs = std::ranges::find_if(servers_, [](const auto& it) { return !it->stopped_by_alarm; });
    if (left.empty() || runs == servers_.end()) return;
    for (core::Finished& episode : left) (*runs)->ledger().submit(std::move(episode));
  }
  require(false, "the cluster does not come to rest");
}

}  // namespace menagerie::sim
