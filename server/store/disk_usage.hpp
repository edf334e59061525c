// What a museum takes on its disk, and whether a server has it open: for `menagerie status` and /metrics.
// Looks at the folder's files only; any thread.
#pragma once

#include <cstdint>
#include <string>

namespace menagerie::store {

/// Bytes; 0 for a file that is not there.
struct DiskUsage {
  std::uint64_t database = 0;  ///< menagerie.db
  std::uint64_t log = 0;       ///< its write-ahead log: what is not copied into the database yet
  std::uint64_t index = 0;     ///< index.db, with its own write-ahead log
  std::uint64_t free = 0;      ///< what the folder's file system has left

  static DiskUsage of(const std::string& folder);
};

/// Whether a server has the folder open. Holds its lock for an instant where none has: see FolderLock.
bool is_served(const std::string& folder);

}  // namespace menagerie::store
