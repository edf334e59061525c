// A Store in memory, for tests and the simulation: it has the guarantees of the SQLite store and can
// simulate disk failures.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace menagerie::store {

/// How an operation on the simulated disk fails.
enum class DiskFault : std::uint8_t {
  none,
  refused,  ///< fails, nothing changed: ErrorKind::transient
  lost,     ///< fails during the commit, not on disk: ErrorKind::unknown
  kept,     ///< fails during the commit, but is on disk: ErrorKind::unknown
  broken    ///< ErrorKind::permanent
};
enum class Operation : std::uint8_t { read, append, create };

/// The simulated disk: its contents outlive the stores opened on it.
struct MemoryDisk {
  struct Bead {
    std::string box, move;
    bool operator==(const Bead&) const = default;
  };
  struct Machine {
    MachineRow row;
    std::shared_ptr<const std::vector<Bead>> beads;  ///< names of the initial beads, by box
    std::vector<Box> made;
    std::vector<LogRow> log;
    std::map<std::uint64_t, Snapshot> snapshots;
  };
  std::vector<Machine> machines;
  std::unordered_map<Id, Place, IdHash> episodes;
  /// Decides the outcome of every operation; unset: all succeed. Reads can succeed, be refused or be broken.
  std::function<DiskFault(Operation)> fault;
  /// Says where an episode is, instead of `episodes`; or empty.
  std::function<std::optional<Place>(const Id&)> find;
  /// Hears of rows that have just been committed; or empty.
  std::function<void(std::span<const LogRow>)> committed;
};

std::unique_ptr<Store> open_memory(std::shared_ptr<MemoryDisk> disk);

}  // namespace menagerie::store
