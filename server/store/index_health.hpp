// The health of the indexes beside the logs. What is missing in an index is read from the log, so that only
// the log of the server and /metrics show when an index cannot be written.
#pragma once

#include <cstdint>
#include <string>

namespace menagerie::store {

/// How often an index (index.db, or the table box_block of PostgreSQL) could not be written since the program
/// started. Look-ups then read the log itself, which is slower and finds the same. From any thread.
std::uint64_t index_failures();

/// Of one index. Each failure is counted in index_failures(); of failures in a row the first is logged, and
/// so is that the index is written again.
class IndexHealth {
 public:
  /// `text` says what failed and what to do about it.
  void failed(const std::string& text);
  void written(const std::string& text);

 private:
  bool failing_ = false;
};

}  // namespace menagerie::store
