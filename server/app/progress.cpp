#include "server/app/progress.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>

namespace menagerie::app {
namespace {

constexpr std::chrono::seconds kPatience{2};
constexpr std::chrono::milliseconds kInterval{200};
constexpr std::uint64_t kBarWidth = 30;

std::string bar(std::uint64_t done, std::uint64_t all) {
  const std::uint64_t full = kBarWidth * done / all;
  return fmt::format("[{:#>{}}{:.>{}}] {:3} %", "", full, "", kBarWidth - full, 100 * done / all);
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t all) : what_(std::move(what)), all_(all) {
  if (::isatty(STDERR_FILENO) != 1) return;
  teller_ = std::jthread([this](const std::stop_token& stop) {
    try {
      tell(stop);
    } catch (const std::exception&) {  // the work goes on without its bar
    }
  });
}

void Progress::tell(const std::stop_token& stop) const {
  const auto begun = std::chrono::steady_clock::now();
  std::mutex mutex;
  std::condition_variable_any ended;
  const auto ends_within = [&](std::chrono::milliseconds time) {
    std::unique_lock lock(mutex);
    ended.wait_for(lock, stop, time, [] { return false; });
    return stop.stop_requested();
  };
  if (ends_within(kPatience)) return;
  do {
    const std::uint64_t done = done_.load(std::memory_order_relaxed);
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun);
    std::string line = what_;
    if (all_ > 0) {
      line += ' ' + bar(std::min(done, all_), all_);
    } else if (done > 0) {
      line += ": " + std::to_string(done);
    }
    std::fprintf(stderr, "\r\033[K%s, %lld s", line.c_str(), static_cast<long long>(seconds.count()));
    std::fflush(stderr);
  } while (!ends_within(kInterval));
  std::fputs("\r\033[K", stderr);
}

}  // namespace menagerie::app
