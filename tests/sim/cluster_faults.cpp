// What happens to a simulated cluster: to its servers' statements, to time, and to the database.
#include "cluster_house.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::sim {
namespace {

store::Error no_answer() { return store::Error("no answer", store::ErrorKind::unknown); }

}  // namespace

// ---- statements

Way Cluster::way(std::size_t number) {
  return {[this, number](bool commits) { before_statement(number, commits); },
          [this, number](bool) { after_statement(number); }};
}

void Cluster::before_statement(std::size_t number, bool commits) {
  ClusterServer& server = at(number);
  if (settling_) return;
  if (server.pause.strikes(commits)) elsewhere(number, server.pause_ms);
  server.crashes = server.crash.strikes(commits);
  if (server.crashes && !server.crash_after) throw Crash();
  const bool cut = server.cut.strikes(commits);
  server.is_cut = cut && server.cut_after;
  if (cut && !server.cut_after) server.cut_until_ms = now_ms_ + server.cut_ms;
  if (now_ms_ < server.cut_until_ms) throw no_answer();
  if (server.failure.strikes(commits)) server.failing = server.fails;
  if (server.failing == 0 || server.answer == Answer::kept) return;
  --server.failing;
  throw server.answer == Answer::refused ? store::Error("refused", store::ErrorKind::transient) : no_answer();
}

void Cluster::after_statement(std::size_t number) {
  ClusterServer& server = at(number);
  if (settling_) return;
  if (std::exchange(server.crashes, false)) throw Crash();
  if (std::exchange(server.is_cut, false)) {
    server.cut_until_ms = now_ms_ + server.cut_ms;
    throw no_answer();
  }
  if (server.failing == 0 || server.answer != Answer::kept) return;
  --server.failing;
  throw no_answer();
}

void Cluster::cut_off(std::size_t number, Trigger trigger, std::int64_t ms, bool after) {
  at(number).cut = trigger;
  at(number).cut_ms = ms;
  at(number).cut_after = after;
}

void Cluster::pause_within(std::size_t number, Trigger trigger, std::uint32_t ms) {
  at(number).pause = trigger;
  at(number).pause_ms = ms;
}

void Cluster::crash_within(std::size_t number, Trigger trigger, bool after) {
  at(number).crash = trigger;
  at(number).crash_after = after;
}

void Cluster::statements_fail(std::size_t number, Trigger trigger, Answer answer, std::uint32_t count) {
  at(number).failure = trigger;
  at(number).answer = answer;
  at(number).fails = count;
}

/// The server stands still in the middle of its turn, and the others go on.
void Cluster::elsewhere(std::size_t number, std::int64_t ms) {
  ++ClusterSeen::all().pauses;
  const std::int64_t until_ms = now_ms_ + ms;
  at(number).paused_until_ms = until_ms;
  while (now_ms_ < until_ms) {
    time_passes(std::min<std::int64_t>(1000, until_ms - now_ms_));
    for (std::size_t other = 0; other < kServers; ++other) turn(other);
  }
}

// ---- time, and the database

void Cluster::time_passes(std::int64_t ms) {
  const std::int64_t until_ms = now_ms_ + ms;
  do {
    now_ms_ = std::min(until_ms, now_ms_ + 500);
    database_.steady_ms = now_ms_;
    if (database_.away && now_ms_ >= away_until_ms_) database_.away = false;
    for (std::size_t i = 0; i < kServers; ++i)
      servers_[i].wall_ahead_ms += static_cast<std::int64_t>(i) - 1;  // one clock goes right
  } while (now_ms_ < until_ms);
}

void Cluster::database_restarts(std::int64_t away_ms) {
  database_.restart();
  database_.away = away_ms > 0;
  away_until_ms_ = now_ms_ + away_ms;
}

void Cluster::standby_follows() {
  if (fails_over_) standby_ = database_.content();
}

/// A server that has not looked at the database since it was started knows of no row's link yet.
void Cluster::database_fails_over() {
  if (!standby_ || has_failed_over_) return;
  if (!std::ranges::all_of(servers_, [](const ClusterServer& it) { return !it.writer || it.has_looked; }))
    return;
  ++ClusterSeen::all().failovers;
  has_failed_over_ = true;
  database_.fail_over(*standby_);
}

}  // namespace menagerie::sim
