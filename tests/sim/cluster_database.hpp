// The database of simulated servers: what the PostgreSQL store guarantees (server/store/postgres_*.cpp), in
// memory, on a virtual clock of its own. Each statement is carried out at one moment; what comes before and
// after it, and whether its answer arrives, is the simulation's.
#pragma once

#include "told.hpp"

#include "tests/memory_store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

/// A row's link: a hash of the link before it and of what the row says.
std::string link_of(const std::string& before, const store::LogRow& row);

struct Database {
  struct Lock {
    std::uint64_t turn = 0;  ///< whose it is
    std::int64_t used_ms = 0;
  };
  /// What a standby has too.
  struct Content {
    store::MemoryDisk disk;
    std::map<std::int64_t, std::vector<std::string>> links;
  };

  explicit Database(const store::MemoryDisk& disk, Fault fault);
  Content content() const { return {*disk, links}; }
  /// Goes on from a standby's content; its connections are lost.
  void fail_over(const Content& standby);
  void restart() {
    ++generation;
    locks.clear();
  }
  const std::vector<store::LogRow>& log(std::int64_t machine) const {
    return disk->machines.at(static_cast<std::size_t>(machine - 1)).log;
  }
  /// Whether the turn has that machine locked. One that was idle for too long was ended, with all its locks.
  bool has(std::int64_t machine, std::uint64_t turn);
  void release(std::uint64_t turn);
  /// Adds the links of rows that the disk has.
  void link(std::int64_t machine);

  std::shared_ptr<store::MemoryDisk> disk;
  std::map<std::int64_t, std::vector<std::string>> links;
  std::map<std::int64_t, Lock> locks;  // by machine; 0: the list of machines
  std::uint64_t turns = 0;
  std::int64_t steady_ms = 0;  ///< the time, by which idle turns and dead connections are noticed
  std::uint64_t generation = 0;
  bool away = false;
  Fault fault;
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
  Database& database() const { return database_; }
  void run(const std::function<void()>& statement, bool commits = false);
  /// What only reads is asked once more on a new connection.
  void read(const std::function<void()>& statement);

 private:
  Database& database_;
  Way way_;
  std::uint64_t generation_;
};

std::unique_ptr<store::Store> open_store(Database& database, Way way);

}  // namespace menagerie::sim
