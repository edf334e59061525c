// The system clock can be wrong, and can be set while the server runs. Rows take their times from it all
// the same. This file decides when a log may go back to an earlier time, what is logged about a jump, and how
// a wait is measured so that no jump shortens or prolongs it.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace menagerie::core {

/// Whether a machine's newest rows were stamped by a clock that was ahead, so that its next row may be
/// earlier: true if its last row, of `last_ms`, is a day or more later than `now_ms`, and no row lies within
/// the day after `now_ms`. Rows within that day mean that the clock is behind now, as on a computer without a
/// battery; so does a time before this program was written. Row times then stand still until the clock has
/// caught up. Asks the store only when the clock is a day behind. Throws store::Error.
bool may_time_go_back(store::Store& store, std::int64_t machine, std::int64_t last_ms, std::int64_t now_ms);

/// Such as "3652 days" or "45 seconds".
std::string span_text(std::int64_t ms);

/// What to log about the clock at a start; empty if nothing. `newest_ms` is the time of the newest row of
/// all machines.
std::string clock_at_start(std::int64_t newest_ms, std::int64_t now_ms);

/// Notices that the system clock was set forward or back, by comparing it with the steady clock.
class ClockWatch {
 public:
  /// What happened since the last call; empty if the clock was not set. To be called every second or so.
  std::string look(std::int64_t now_ms, std::int64_t steady_ms);

 private:
  std::optional<std::int64_t> apart_ms_;
};

/// How long a dry machine still waits for its new era. Measured on the steady clock; the system clock only
/// tells how much of the wait had passed before the server started.
class DryWait {
 public:
  /// To be called whenever `state` has changed.
  void follow(const MachineState& state, std::int64_t wait_s, std::int64_t now_ms, std::int64_t steady_ms);
  /// Nothing while the machine is not dry, or frozen.
  std::optional<std::int64_t> left_ms(std::int64_t steady_ms) const;
  /// When it is over, on the system clock.
  std::optional<std::int64_t> end_ms(std::int64_t now_ms, std::int64_t steady_ms) const;

 private:
  struct Wait {
    std::uint64_t seq = 0;      ///< where the machine ran dry
    std::int64_t since_ms = 0;  ///< as the log tells it
    std::int64_t planned_ms = 0, end_steady_ms = 0;
  };
  std::optional<Wait> wait_;
};

}  // namespace menagerie::core
