// The search for the last log row before a time, for stores that read single rows. Private to store/.
#pragma once

#include <cstdint>

namespace menagerie::store {

/// The last seq up to `newest` whose row was learned before the time that `is_before(seq)` asks about; 0
/// where there is none. `first_of_run(seq)`: the last row up to seq before which the clock was put back,
/// or 1. From there to `seq` the seqs have no gap and times never decrease.
template <typename IsBefore, typename FirstOfRun>
std::uint64_t last_before_time(std::uint64_t newest, IsBefore is_before, FirstOfRun first_of_run) {
  std::uint64_t high = newest;
  while (high > 0) {
    const std::uint64_t first = first_of_run(high);
    if (!is_before(first)) {
      high = first - 1;
      continue;
    }
    std::uint64_t low = first;
    while (low < high) {
      const std::uint64_t middle = low + (high - low + 1) / 2;
      if (is_before(middle)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
  return 0;
}

}  // namespace menagerie::store
