// The clock by which waits are counted.
#pragma once

#include <chrono>
#include <cstdint>

namespace menagerie::ledger {

/// Milliseconds on a clock that nobody puts forward or back.
inline std::int64_t steady_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace menagerie::ledger
