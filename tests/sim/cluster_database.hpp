// The database of a simulated cluster: what the PostgreSQL store, inbox and lease table guarantee
// (server/store/postgres_*.cpp), in memory, on a virtual clock of its own. Each statement is carried out at
// one moment; what comes before and after it, and whether its answer arrives, is the simulation's.
#pragma once

#include "server/store/inbox.hpp"
#include "server/store/memory_store.hpp"
#include "server/store/postgres.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

/// Deliberate faults that the checks must detect.
enum class ClusterFault : std::uint8_t {
  none,
  stale_fence,   ///< an append does not compare the fence
  skip_row,      ///< a follower does not get the first of several rows
  forget_known,  ///< nobody sees that an episode is in the log already
  lose_refusal,  ///< what is told of an episode without a log row is not kept
  no_chain,      ///< rows have no links, so that a log that was lost and written anew looks the same
  long_lease     ///< a lease that was taken before the database's clock was put back lasts as long as it says
};

/// A row's link: a hash of the link before it and of what the row says.
std::string link_of(const std::string& before, const store::LogRow& row);

struct Database {
  struct Head {
    std::string holder{}, wanted{};
    std::uint64_t fence = 0, seq = 0;
    std::int64_t expires_ms = -1'000'000'000;
    std::string chain{};
  };
  struct Letter {
    store::LogRow row;
    std::int64_t received_ms = 0;
    std::optional<std::string> verdict{};
  };
  /// What a standby has too.
  struct Content {
    store::MemoryDisk disk;
    std::map<std::int64_t, Head> heads;  // 0: the house
    std::map<std::int64_t, std::vector<std::string>> links;
    std::vector<Letter> inbox;
  };
  /// For the check that no holder writes behind another one's back.
  struct Commit {
    std::string server;
    std::uint64_t fence = 0;
  };

  explicit Database(const store::MemoryDisk& disk, ClusterFault fault);
  Content content() const { return {*disk, heads, links, inbox}; }
  /// Goes on from a standby's content; its connections are lost.
  void fail_over(const Content& standby);
  void restart() { ++generation; }
  /// How long another server may not take it yet, as the lease table tells; <= 0: it may.
  std::int64_t left_ms(const Head& head) const;
  const std::vector<store::LogRow>& log(std::int64_t machine) const {
    return disk->machines.at(static_cast<std::size_t>(machine - 1)).log;
  }

  std::shared_ptr<store::MemoryDisk> disk;
  std::map<std::int64_t, Head> heads;
  std::map<std::int64_t, std::vector<std::string>> links;
  std::vector<Letter> inbox;
  std::vector<Commit> commits;
  std::int64_t now_ms = 0;  ///< its own clock
  std::uint64_t generation = 0;
  bool away = false;
  ClusterFault fault;
};

/// What happens to a server's statements; `commits`: it appends to a log. Both may throw store::Error, or
/// what ends the server.
struct Way {
  std::function<void(bool commits)> before;  ///< other servers may have their turns here
  std::function<void(bool commits)> after;   ///< it was carried out
};

/// A server's connection: lost with a restart of the database, and then made again.
class DatabaseConnection {
 public:
  DatabaseConnection(Database& database, Way way)
      : database_(database), way_(std::move(way)), generation_(database.generation) {}
  Database& database() { return database_; }
  void run(const std::function<void()>& statement, bool commits = false);
  /// What only reads is asked once more on a new connection.
  void read(const std::function<void()>& statement);

 private:
  Database& database_;
  Way way_;
  std::uint64_t generation_;
};

/// Throws store::Held as open_postgres() does. `holder` empty: for reading.
std::unique_ptr<store::Store> open_store(Database& database, Way way, const std::string& holder);
std::unique_ptr<store::Inbox> open_inbox(Database& database, Way way);
std::unique_ptr<store::LeaseTable> open_leases(Database& database, Way way);

}  // namespace menagerie::sim
