// A Store in memory, for tests and the simulation: the promises of the one on SQLite, and on demand the
// mishaps of a disk.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace menagerie::store {

/// What becomes of an operation.
enum class Fate : std::uint8_t {
  done,
  refused,  ///< it fails and has changed nothing: Trouble::passing
  lost,     ///< it fails while it is committed, and is not on the disk: Trouble::unknown
  kept,     ///< it fails while it is committed, and is on the disk: Trouble::unknown
  broken    ///< Trouble::lasting
};
enum class Operation : std::uint8_t { read, append, create };

/// What is on the disk: it stays when a store that was opened on it goes.
struct MemoryDisk {
  struct Bead {
    std::string box, move;
    bool operator==(const Bead&) const = default;
  };
  struct Machine {
    MachineRow row;
    std::shared_ptr<const std::vector<Bead>> beads;  ///< names of those that it began with, box by box
    std::vector<Box> made;
    std::vector<LogRow> log;
    std::map<std::uint64_t, Snapshot> snapshots;
  };
  std::vector<Machine> machines;
  std::unordered_map<Id, Place, IdHash> episodes;
  /// Decides every operation's fate; unset: all are done. Reads can be done, refused or broken.
  std::function<Fate(Operation)> fate;
};

std::unique_ptr<Store> open_memory(std::shared_ptr<MemoryDisk> disk);

}  // namespace menagerie::store
