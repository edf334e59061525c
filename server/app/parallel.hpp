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

/// Calls `play(run)` for every run from 0 to `runs` - 1, on so many threads. What one of them throws is
/// thrown here. `play` is called from several threads at once.
template <typename Play>
void in_parallel(std::size_t runs, unsigned threads, Play play) {
  std::atomic<std::size_t> next{0};
  std::vector<std::future<void>> workers;
  for (unsigned i = 0; i < std::min<std::size_t>(threads, runs); ++i) {
    workers.push_back(std::async(std::launch::async, [&] {
      for (std::size_t run = next++; run < runs; run = next++) play(run);
    }));
  }
  for (std::future<void>& worker : workers) worker.get();
}

/// The same, and shows progress, run by run.
template <typename Play>
void in_parallel(std::size_t runs, unsigned threads, const std::string& what, Play play) {
  Progress progress(what, runs);
  in_parallel(runs, threads, [&](std::size_t run) {
    play(run);
    progress.step();
  });
}

}  // namespace menagerie::app
