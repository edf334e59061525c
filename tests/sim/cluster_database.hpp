// The database of simulated servers that share a museum: what the PostgreSQL store guarantees
// (server/store/postgres_*.cpp), in memory, on a virtual clock. Each statement is carried out at one moment;
// what comes before and after it, and whether its answer arrives, is the simulation's.
#pragma once

#include "server/store/memory_store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace menagerie::sim {

/// Deliberate faults that the checks must detect.
enum class ClusterFault : std::uint8_t {
  none,
  no_lock,       ///< a turn keeps nobody out
  skip_row,      ///< a server does not get the first of several rows
  forget_known,  ///< nobody sees that an episode is in the log already
  no_chain       ///< rows have no links, so that a log that was lost and written anew looks the same
};

/// A row's link: a hash of the link before it and of what the row says.
std::string link_of(const std::string& before, const store::LogRow& row);

/// What a commit writes. Has the boxes that `made` points to.
struct Writing {
  std::vector<store::LogRow> rows;
  std::vector<store::MadeBox> made;
  std::vector<Box> boxes;
  std::vector<store::Snapshot> snapshots;

  Writing(std::span<const store::LogRow> its_rows, std::span<const store::MadeBox> its_made,
          std::span<const store::Snapshot> its_snapshots);
  Writing(const Writing&) = delete;
  Writing(Writing&&) = default;
  Writing& operator=(Writing&&) = default;
};

struct Database {
  /// A transaction that has rows of `head` locked.
  struct Turn {
    std::set<std::int64_t> machines;
    std::int64_t last_ms = 0;  ///< of its newest statement
    bool commits = false;      ///< its commit is on the way: it is not idle
  };
  /// A commit that takes long: its server has given up waiting for the answer.
  struct LateCommit {
    std::uint64_t turn = 0;
    std::int64_t at_ms = 0;
    Writing writing;
  };
  /// By machine, the links of its rows.
  using Links = std::map<std::int64_t, std::vector<std::string>>;
  /// What a standby has too.
  struct Content {
    store::MemoryDisk disk;
    Links links;
  };

  Database(const store::MemoryDisk& disk, ClusterFault fault);
  Content content() const { return {*disk, links}; }
  /// Goes on from a standby's content; its connections are lost.
  void fail_over(const Content& standby);
  /// Its connections are lost, and their transactions.
  void restart();
  /// Late commits that are due are carried out, idle transactions end.
  void time_is(std::int64_t ms);

  /// Begins a turn; 0 where another one has one of these machines.
  std::uint64_t begin_turn(const std::set<std::int64_t>& machines);
  /// Appends, with the links. Returns ids that are known; then nothing was appended.
  std::vector<store::Id> append(const Writing& writing);
  /// Takes over the links of rows that are in the logs.
  void link();

  const std::vector<store::LogRow>& log(std::int64_t machine) const {
    return disk->machines.at(static_cast<std::size_t>(machine - 1)).log;
  }

  std::shared_ptr<store::MemoryDisk> disk;
  std::unique_ptr<store::Store> memory;
  Links links;
  std::map<std::uint64_t, Turn> turns;
  std::vector<LateCommit> late;
  std::int64_t now_ms = 0;
  std::uint64_t generation = 0, turns_begun = 0;
  bool away = false;
  ClusterFault fault;
};

/// What happens to a server's statements; `commits`: it writes to a log. Both may throw store::Error, or what
/// ends the server.
struct Way {
  std::function<void(bool commits)> before;  ///< other servers may have their turns here
  std::function<void(bool commits)> after;   ///< it was carried out
  /// Of a commit: by how much later than its server waits for it is carried out; 0: at once.
  std::function<std::int64_t()> late_ms;
};

std::unique_ptr<store::Store> open_store(Database& database, Way way);

}  // namespace menagerie::sim
