// A progress line on a terminal, shown once a command takes more than two seconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace menagerie::app {

/// One line on stderr, updated now and then and erased at the end; nothing if stderr is not a terminal.
/// Any thread may report progress.
class Progress {
 public:
  /// `what` describes the work; `all` is the number of steps, where it is known.
  explicit Progress(std::string what, std::uint64_t all = 0);

  /// Adds so many steps.
  void step(std::uint64_t steps = 1) { done_.fetch_add(steps, std::memory_order_relaxed); }
  /// Sets the number of steps done.
  void done(std::uint64_t steps) { done_.store(steps, std::memory_order_relaxed); }

 private:
  void tell(const std::stop_token& stop) const;

  std::string what_;
  std::uint64_t all_;
  std::atomic<std::uint64_t> done_{0};
  std::jthread teller_;  // last: it reads what stands above
};

}  // namespace menagerie::app
