#include "server/store/index_health.hpp"

#include <spdlog/spdlog.h>

#include <atomic>
#include <utility>

namespace menagerie::store {
namespace {

std::atomic<std::uint64_t> all_failures{0};

}  // namespace

std::uint64_t index_failures() { return all_failures.load(std::memory_order_relaxed); }

void IndexHealth::failed(const std::string& text) {
  all_failures.fetch_add(1, std::memory_order_relaxed);
  if (!std::exchange(failing_, true)) spdlog::error("store: {}", text);
}

void IndexHealth::written(const std::string& text) {
  if (std::exchange(failing_, false)) spdlog::info("store: {}", text);
}

}  // namespace menagerie::store
