// The clocks of a server: one to count waits by, and the one that people read.
#pragma once

#include <chrono>
#include <cstdint>

namespace menagerie::ledger {

/// Milliseconds on a clock that nobody puts forward or back.
inline std::int64_t steady_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

/// Milliseconds since 1970, UTC: what the clock on the wall says now.
inline std::int64_t wall_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace menagerie::ledger
