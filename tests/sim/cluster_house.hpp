// A simulated cluster: three servers, each a Writer with visitors, on one virtual database. Nothing
// happens except when a step triggers it. A server that is paused within its turn is so at a statement: the
// others have their turns before that statement is carried out.
#pragma once

#include "cluster_database.hpp"
#include "house.hpp"

#include "server/ledger/writer.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace menagerie::sim {

/// What happened in all histories so far: what never occurs would not be tested.
struct ClusterSeen {
  std::array<std::uint64_t, 5> verdicts{};  // by core::Verdict::Kind
  std::uint64_t acts = 0, created = 0, eras = 0, pauses = 0, crashes = 0, unknown = 0;
  std::uint64_t failovers = 0, stopped = 0;
  static ClusterSeen& all();
};

/// How a statement of a server ends.
enum class Answer : std::uint8_t {
  refused,  ///< not carried out, and the server knows
  lost,     ///< not carried out, and the server does not know
  kept      ///< carried out, and the server does not know
};

/// A machine as a server's visitors see it: what its log told.
struct ClusterView {
  std::shared_ptr<core::Machine> machine;
  core::MachineState state;
  std::vector<std::string> links;
};

/// Strikes at one of a server's next statements, or commits.
struct Trigger {
  std::uint32_t in = 0;  // 0: never
  bool at_commit = false;
  bool strikes(bool commits) { return in != 0 && (commits || !at_commit) && --in == 0; }
};

struct ClusterServer {
  std::string name;
  std::unique_ptr<ledger::Writer> writer;  // null: not started yet
  std::map<std::int64_t, ClusterView> views;
  ledger::Work submitted;
  std::multiset<store::Id> waiting;  ///< taken, without a verdict
  bool in_turn = false, stopped_by_alarm = false;
  bool has_looked = false;  ///< a turn went through since it was started
  std::int64_t paused_until_ms = 0, wall_ahead_ms = 0;
  Trigger pause, crash, failure, cut;
  std::uint32_t pause_ms = 0, fails = 0, failing = 0;  ///< so many statements, from the trigger on
  std::int64_t cut_ms = 0, cut_until_ms = 0;           ///< cut off from the database
  bool cut_after = false, is_cut = false;
  bool crash_after = false, crashes = false;  ///< the statement is carried out before
  Answer answer = Answer::refused;
};

class Cluster {
 public:
  static constexpr std::size_t kServers = 3;

  Cluster(ClusterFault fault, bool fails_over);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // The steps.
  void turn(std::size_t server);
  void play(std::size_t server, std::uint32_t machine, std::uint32_t seed, bool submitted_now);
  void submit_again(std::size_t server, std::uint32_t which);
  void act(std::size_t server, std::uint32_t kind, std::uint32_t machine, std::uint32_t amount);
  void time_passes(std::int64_t ms);
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
  /// The first violated requirement, if any: others may have caught what it threw.
  const std::optional<std::string>& failure() const { return failure_; }

 private:
  struct Played {
    core::Finished episode;
    std::optional<store::Place> told;  ///< learned or known
    bool refused = false;              ///< told that it never will be learned
  };
  struct Ordered {
    store::Kind kind;
    std::int64_t machine;
    std::size_t server;
    std::string name{};                            ///< of a machine that is to be created
    bool open = true, done = false, gone = false;  ///< gone: with its server, without an answer
  };

  ClusterServer& at(std::size_t server) { return servers_[server % kServers]; }
  bool is_running(const ClusterServer& it) const { return it.writer && !it.stopped_by_alarm; }
  void start(std::size_t server);
  void lose(std::size_t server);
  void failed(ClusterServer& server);
  Way way(std::size_t server);
  void before_statement(std::size_t server, bool commits);
  void after_statement(std::size_t server);
  void elsewhere(std::size_t server, std::int64_t ms);
  core::Finished new_episode(const ClusterServer& server, std::uint32_t machine, std::uint32_t seed);
  void submit(std::size_t server, const store::Id& id);
  bool is_settled() const;
  // cluster_checks.cpp
  void require(bool holds, const std::string& what);
  void published(std::size_t server, const ledger::Published& batch);
  void follow(ClusterServer& server, const store::LogRow& row);
  void told(ClusterServer& server, const core::Answer& answer, const store::LogRow* row);
  void answered(std::size_t order, const core::Plan* done, const std::exception_ptr& thrown);
  void check_log(std::int64_t machine) const;
  bool has_told_lost_rows(const ClusterServer& server) const;
  void check_view(const ClusterServer& server, std::int64_t machine) const;
  void check_verdicts() const;
  void check_acts() const;
  void check_created() const;

  Database database_;
  bool fails_over_, has_failed_over_ = false, settling_ = false;
  std::int64_t now_ms_ = 1'700'000'000'000, away_until_ms_ = 0;
  std::array<ClusterServer, kServers> servers_;
  std::uint64_t starts_ = 0, ids_ = 0;
  std::map<store::Id, Played> played_;
  std::vector<store::Id> in_order_;  // of play
  std::vector<Ordered> orders_;
  std::optional<Database::Content> standby_;
  std::optional<std::string> failure_;
};

}  // namespace menagerie::sim
