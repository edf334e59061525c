// The world's clock can be wrong, and be put right while the house is open. Rows are stamped by it all the
// same; here is what follows: when a log may go back to an earlier time, what is said of a jump, and how a
// wait is counted that no jump shortens or prolongs.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace menagerie::core {

/// Whether a machine's newest rows were stamped by a clock that was ahead, so that its next one may be
/// earlier: its last row, of `last_ms`, and all that is later than `now_ms` are so by a day or more. Where
/// rows stand close behind `now_ms` in the log it is the clock that is behind, as a computer without a
/// battery begins, and so it is when it tells a time before this program was written: times then wait until
/// it has caught up. Asks the store only when the clock is a day behind. Throws store::Error.
bool is_log_ahead(store::Store& store, std::int64_t machine, std::int64_t last_ms, std::int64_t now_ms);

/// Such as "3652 days" or "45 seconds".
std::string span_text(std::int64_t ms);

/// What is to be said of the clock at a start, when the newest row of all machines is of `newest_ms`; empty
/// where there is nothing to be said.
std::string clock_at_start(std::int64_t newest_ms, std::int64_t now_ms);

/// Notices that the world's clock was put forward or back, by holding it against the steady one.
class ClockWatch {
 public:
  /// What happened since it looked last; empty where the clock just went on. To be called every second or so.
  std::string look(std::int64_t now_ms, std::int64_t steady_ms);

 private:
  std::optional<std::int64_t> apart_ms_;
};

/// How long a dry machine still waits for its new era. It counts on the steady clock; the world's clock only
/// tells how much of the wait had passed before the house was opened.
class DryWait {
 public:
  /// To be called whenever `state` has changed.
  void follow(const MachineState& state, std::int64_t wait_s, std::int64_t now_ms, std::int64_t steady_ms);
  /// Nothing while the machine is not dry, or frozen.
  std::optional<std::int64_t> left_ms(std::int64_t steady_ms) const;
  /// When it is over, on the world's clock.
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
