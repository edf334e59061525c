// How far a command is, told on a terminal once it takes more than two seconds.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace menagerie::app {

/// One line on stderr, rewritten now and then and wiped out at the end; nothing at all where stderr is
/// no terminal. Any thread may tell it what is done.
class Progress {
 public:
  /// `what` is being done; `all` steps make it whole, where their number is known.
  explicit Progress(std::string what, std::uint64_t all = 0);

  /// So many steps more.
  void step(std::uint64_t steps = 1) { done_.fetch_add(steps, std::memory_order_relaxed); }
  /// So many steps in all.
  void done(std::uint64_t steps) { done_.store(steps, std::memory_order_relaxed); }

 private:
  void tell(const std::stop_token& stop) const;

  std::string what_;
  std::uint64_t all_;
  std::atomic<std::uint64_t> done_{0};
  std::jthread teller_;  // last: it reads what stands above
};

}  // namespace menagerie::app
