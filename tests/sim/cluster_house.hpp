// A simulated cluster: three servers, each with rooms and visitors, on one virtual database. Nothing happens
// except when a step triggers it. A server that is paused within its turn is so at a statement: the others
// have their turns before that statement is carried out.
#pragma once

#include "cluster_database.hpp"
#include "steps.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

/// How a statement of a server ends.
enum class Answer : std::uint8_t {
  refused,  ///< not carried out, and the server knows
  lost,     ///< not carried out, and the server does not know
  kept      ///< carried out, and the server does not know
};

/// Strikes at one of a server's next statements, or commits.
struct Trigger {
  std::uint32_t in = 0;  // 0: never
  bool at_commit = false;
  bool strikes(bool commits) { return in != 0 && (commits || !at_commit) && --in == 0; }
};

/// What may go wrong with a process.
struct Troubles {
  Trigger pause, crash, failure, cut;
  std::uint32_t pause_ms = 0, fails = 0, failing = 0;  ///< so many statements, from the trigger on
  std::int64_t cut_ms = 0, cut_until_ms = 0;           ///< cut off from the database
  bool cut_after = false, is_cut = false;
  bool crash_after = false, crashes = false;  ///< the statement is carried out before
  Answer answer = Answer::refused;
};

struct ClusterServer : SimServer {
  using SimServer::SimServer;
  std::string name;
  std::map<std::int64_t, std::vector<std::string>> links;  ///< of the rows that it has told, by machine
  bool in_turn = false, stopped_by_alarm = false;
  bool has_looked = false;  ///< a turn went through since it was started
  std::int64_t paused_until_ms = 0, wall_ahead_ms = 0;
  Troubles troubles;
};

class Cluster {
 public:
  static constexpr std::size_t kServers = 3;

  Cluster(Fault fault, std::uint64_t fault_at, bool fails_over);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // The steps.
  Visitor visitor(std::uint32_t number);
  const Guest& guest(std::uint32_t number);
  void turn(std::size_t server);
  void play(std::uint32_t visitor, std::uint32_t room, std::uint32_t choice);
  void play_twice(std::uint32_t visitor, std::uint32_t which, std::uint32_t choice);
  void submit_again(std::size_t server, std::uint32_t which);
  void clock_runs(std::int64_t ms);
  void pause(std::size_t server, std::int64_t ms) { at(server).paused_until_ms = now_ms_ + ms; }
  void pause_within(std::size_t server, Trigger trigger, std::uint32_t ms);
  void crash(std::size_t server);
  void crash_within(std::size_t server, Trigger trigger, bool after);
  void statements_fail(std::size_t server, Trigger trigger, Answer answer, std::uint32_t count);
  void cut_off(std::size_t server, Trigger trigger, std::int64_t ms, bool after);
  void clock_jumps(std::size_t server, std::int64_t ms) { at(server).wall_ahead_ms += ms; }
  void database_restarts(std::int64_t away_ms);
  void standby_follows();
  void database_fails_over();
  void end(std::size_t server);

  /// Completes everything that is queued, on a database and servers that work.
  void settle();
  void check() const;

 private:
  static const Exhibition& exhibition();
  ClusterServer& at(std::size_t server) { return *servers_[server % kServers]; }
  bool runs(const ClusterServer& it) const {
    return it.is_open() && !it.stopped_by_alarm && it.paused_until_ms <= now_ms_;
  }
  bool anybody_runs() const;
  void start(std::size_t server);
  void lose(std::size_t server);
  Way way(std::size_t server);
  void before_statement(std::size_t server, bool commits);
  void after_statement(std::size_t server);
  void elsewhere(std::size_t server, std::int64_t ms);
  void time_passes(std::int64_t ms);
  bool is_settled() const;
  // cluster_checks.cpp
  void published(ClusterServer& server, const ledger::Published& batch);
  void follow(ClusterServer& server, const store::LogRow& row);
  bool has_told_lost_rows(const ClusterServer& server) const;

  Database database_;
  bool fails_over_, settling_ = false;
  std::int64_t now_ms_ = 1'700'000'000'000, away_until_ms_ = 0;
  std::uint64_t starts_ = 0;
  Told told_;
  std::vector<std::unique_ptr<ClusterServer>> servers_;
  std::optional<Database::Content> standby_;
};

}  // namespace menagerie::sim
