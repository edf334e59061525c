// The clock of every time limit of the transport: it never goes back, and costs little to read.
#pragma once

#include <time.h>

#include <cstdint>

namespace menagerie::net {

/// Milliseconds since some moment; steps of a few.
inline std::int64_t monotonic_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

}  // namespace menagerie::net
