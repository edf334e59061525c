#include "server/ledger/lease_keeper.hpp"

#include "server/ledger/fault.hpp"
#include "server/ledger/steady_clock.hpp"
#include "server/store/signal_block.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace menagerie::ledger {

using Phase = core::Lease::Phase;

LeaseKeeper::LeaseKeeper(Open open, std::string holder, std::int64_t began_ms)
    : open_(std::move(open)), holder_(std::move(holder)) {
  lease_.renewed(began_ms);
  const store::SignalBlock blocked;
  thread_ = std::thread([this] { run(); });
}

LeaseKeeper::~LeaseKeeper() { end(); }

void LeaseKeeper::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ending_came_.notify_one();
  if (thread_.joinable()) thread_.join();
}

Phase LeaseKeeper::phase() const {
  const std::lock_guard lock(mutex_);
  return lease_.phase(steady_ms());
}

std::optional<store::Error> LeaseKeeper::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

std::string LeaseKeeper::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

void LeaseKeeper::release() {
  end();
  try {
    if (!table_) table_ = open_();
    table_->release(holder_);
  } catch (const std::exception& error) {
    spdlog::warn("lease: {}; another server can take it when its time is over", error.what());
  }
}

// ---- on the keeper's thread

void LeaseKeeper::run() {
  std::unique_lock lock(mutex_);
  while (!ending_ && !fault_ && lease_.phase(steady_ms()) != Phase::lost) {
    const std::int64_t wait_ms = lease_.due_ms() - steady_ms();
    if (wait_ms > 0) {
      ending_came_.wait_for(lock, std::chrono::milliseconds{wait_ms}, [&] { return ending_; });
      continue;
    }
    lock.unlock();
    renew();
    lock.lock();
  }
}

void LeaseKeeper::renew() {
  const std::int64_t began_ms = steady_ms();
  bool held = false;
  std::optional<store::Error> failed;
  try {
    if (!table_) table_ = open_();
    held = table_->renew(holder_);
  } catch (const std::exception& thrown) {
    failed = fault_of(thrown);
  }
  const std::lock_guard lock(mutex_);
  if (failed && failed->kind == store::ErrorKind::permanent) {
    fault_ = failed;  // the ledger tells it, and gives the house up
  } else if (failed) {
    if (why_.empty()) spdlog::error("lease: {}; it is tried again every second", failed->what());
    lease_.failed(began_ms);
  } else if (held) {
    if (!why_.empty()) spdlog::info("lease: renewed again");
    lease_.renewed(began_ms);
  } else {
    lease_.lost();
  }
  why_ = failed ? failed->what() : "";
}

}  // namespace menagerie::ledger
