// Runs that do not depend on each other, on several threads.
#pragma once

#include "server/app/progress.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <string>
#include <vector>

namespace menagerie::app {

/// Calls `play(run)` for every run from 0 to `runs` - 1, on so many threads, and shows progress. What one of
/// them throws is thrown here. `play` is called from several threads at once.
template <typename Play>
void in_parallel(std::size_t runs, unsigned threads, const std::string& what, Play play) {
  Progress progress(what, runs);
  std::atomic<std::size_t> next{0};
  std::vector<std::future<void>> workers;
  for (unsigned i = 0; i < std::min<std::size_t>(threads, runs); ++i) {
    workers.push_back(std::async(std::launch::async, [&] {
      for (std::size_t run = next++; run < runs; run = next++) {
        play(run);
        progress.step();
      }
    }));
  }
  for (std::future<void>& worker : workers) worker.get();
}

}  // namespace menagerie::app
