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
  if (settling_) return;
  Troubles& it = at(number).troubles;
  if (it.pause.strikes(commits)) elsewhere(number, it.pause_ms);
  it.crashes = it.crash.strikes(commits);
  if (it.crashes && !it.crash_after) throw Crash();
  const bool cut = it.cut.strikes(commits);
  it.is_cut = cut && it.cut_after;
  if (cut && !it.cut_after) it.cut_until_ms = now_ms_ + it.cut_ms;
  if (now_ms_ < it.cut_until_ms) throw no_answer();
  if (it.failure.strikes(commits)) it.failing = it.fails;
  if (it.failing == 0 || it.answer == Answer::kept) return;
  --it.failing;
  throw it.answer == Answer::refused ? store::Error("refused", store::ErrorKind::transient) : no_answer();
}

void Cluster::after_statement(std::size_t number) {
  if (settling_) return;
  Troubles& it = at(number).troubles;
  if (std::exchange(it.crashes, false)) throw Crash();
  if (std::exchange(it.is_cut, false)) {
    it.cut_until_ms = now_ms_ + it.cut_ms;
    throw no_answer();
  }
  if (it.failing == 0 || it.answer != Answer::kept) return;
  --it.failing;
  throw no_answer();
}

void Cluster::cut_off(std::size_t number, Trigger trigger, std::int64_t ms, bool after) {
  Troubles& it = at(number).troubles;
  it.cut = trigger;
  it.cut_ms = ms;
  it.cut_after = after;
}

void Cluster::pause_within(std::size_t number, Trigger trigger, std::uint32_t ms) {
  at(number).troubles.pause = trigger;
  at(number).troubles.pause_ms = ms;
}

void Cluster::crash_within(std::size_t number, Trigger trigger, bool after) {
  at(number).troubles.crash = trigger;
  at(number).troubles.crash_after = after;
}

void Cluster::statements_fail(std::size_t number, Trigger trigger, Answer answer, std::uint32_t count) {
  Troubles& it = at(number).troubles;
  it.failure = trigger;
  it.answer = answer;
  it.fails = count;
}

/// The server stands still in the middle of its turn, and the others go on.
void Cluster::elsewhere(std::size_t number, std::int64_t ms) {
  ++Seen::all().pauses;
  const std::int64_t until_ms = now_ms_ + ms;
  at(number).paused_until_ms = until_ms;
  while (now_ms_ < until_ms) {
    time_passes(std::min<std::int64_t>(1000, until_ms - now_ms_));
    for (std::size_t other = 0; other < kServers; ++other) {
      turn(other);
      const bool whole = ms % 2 == 0;  // or its ledger's thread alone: its rooms go on
      if (at(other).is_open() && (other != number % kServers || !whole)) at(other).network_runs(1);
    }
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
      at(i).wall_ahead_ms += static_cast<std::int64_t>(i) - 1;  // one clock goes right
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
  if (!standby_ || told_.has_lost_rows()) return;
  if (!std::ranges::all_of(servers_, [](const auto& it) { return !it->is_open() || it->has_looked; })) return;
  ++Seen::all().failovers;
  told_.lose_rows();
  database_.fail_over(*standby_);
}

}  // namespace menagerie::sim
