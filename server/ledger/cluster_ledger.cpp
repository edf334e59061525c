// The cluster's ledger: its threads, and what other threads ask of it. What a turn does: cluster_turn.cpp.
#include "server/ledger/cluster_ledger.hpp"

#include "server/core/clock.hpp"

#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace menagerie::ledger {
namespace {

constexpr std::chrono::milliseconds kPollEvery{250};
constexpr std::chrono::milliseconds kRetryAfter{1000};
constexpr int kNice = 15;  // as EmbeddedLedger has it

}  // namespace

ClusterLedger::ClusterLedger(Parts parts) : parts_(std::move(parts)) {
  for (const core::Loaded& loaded : parts_.machines)
    followed_[loaded.machine->row.machine] = {loaded.machine, loaded.state.seq, 0, {}};
  thread_ = std::thread([this] { run(); });
  if (parts_.open_doorbell) bell_thread_ = std::thread([this] { run_bell(); });
}

ClusterLedger::~ClusterLedger() {
  if (thread_.joinable()) stop(std::chrono::milliseconds{0});
}

// ---- from any thread

template <typename Put>
void ClusterLedger::put(Put put) {
  {
    const std::lock_guard lock(mutex_);
    put(submitted_);
    settled_ = false;
  }
  came_.notify_one();
}

void ClusterLedger::submit(core::Finished episode) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Work& work) { work.inbox.episodes.push_back(std::move(episode)); });
}

void ClusterLedger::begin_era_if_dry(std::int64_t machine) {
  put([&](Work& work) { work.inbox.dry.push_back(machine); });
}

void ClusterLedger::order(core::Order order, OrderAnswer answer) {
  put([&](Work& work) { work.orders.emplace_back(std::move(order), std::move(answer)); });
}

void ClusterLedger::ask(store::Id id, AskAnswer answer) {
  put([&](Work& work) { work.questions.emplace_back(id, std::move(answer)); });
}

Troubles ClusterLedger::troubles() const {
  const std::lock_guard lock(mutex_);
  return troubles_;
}

std::string ClusterLedger::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

bool ClusterLedger::stop(std::chrono::milliseconds patience) {
  bool settled = false;
  {
    std::unique_lock lock(mutex_);
    ending_ = true;
    came_.notify_one();
    settled = idle_.wait_for(lock, patience, [&] { return settled_; });
    giving_up_ = true;
  }
  came_.notify_all();
  thread_.join();
  if (bell_thread_.joinable()) bell_thread_.join();
  return settled;
}

// ---- on the ledger's thread

void ClusterLedger::run() {
  ::setpriority(PRIO_PROCESS, 0, kNice);  // of this thread, on Linux
  while (take_work()) {
    try {
      turn();
      note_success();
    } catch (const store::Error& error) {
      note_failure(error);
      if (!wait_to_retry()) break;
    }
  }
  {
    // Callbacks of orders are destroyed on the thread that made them.
    const std::lock_guard lock(mutex_);
    Work undone = writer_ ? writer_->give_back() : Work{};
    std::ranges::move(undone.orders, std::back_inserter(submitted_.orders));
    std::ranges::move(work_.orders, std::back_inserter(submitted_.orders));
  }
  writer_ = nullptr;
  if (keeper_) keeper_->release();
  keeper_ = nullptr;
}

/// Waits for something to do, or until it is time to look again; false when it is time to end.
bool ClusterLedger::take_work() {
  std::unique_lock lock(mutex_);
  const bool unsent = std::any_of(pending_.begin(), pending_.end(),
                                  [](const auto& it) { return !it.second.sent && !it.second.handed; });
  settled_ = submitted_.empty() && work_.empty() && !unsent && (pending_.empty() || !writer_);
  if (settled_) idle_.notify_all();
  came_.wait_for(lock, kPollEvery,
                 [&] { return !submitted_.empty() || rung_ || giving_up_ || (ending_ && !settled_); });
  rung_ = false;
  if (giving_up_) return false;
  for (core::Finished& episode : submitted_.inbox.episodes) {
    const store::Id id = episode.id;
    if (!pending_.try_emplace(id, Pending{std::move(episode)}).second)
      waiting_count_.fetch_sub(1, std::memory_order_relaxed);  // it waits already
  }
  std::ranges::move(submitted_.inbox.dry, std::back_inserter(work_.inbox.dry));
  std::ranges::move(submitted_.questions, std::back_inserter(work_.questions));
  std::ranges::move(submitted_.orders, std::back_inserter(work_.orders));
  submitted_ = {};
  return true;
}

void ClusterLedger::note_success() {
  if (storing_) return;
  spdlog::info("ledger: storing again");
  const std::lock_guard lock(mutex_);
  why_.clear();
  storing_ = true;
}

void ClusterLedger::note_failure(const store::Error& error) {
  storing_ = false;
  const std::lock_guard lock(mutex_);
  ++troubles_.failures;
  if (error.trouble == store::Trouble::lasting && !troubles_.lasting) {
    troubles_.lasting = true;
    spdlog::critical(
        "ledger: {}; nothing is stored here any more: look at the database, then start the server anew",
        error.what());
  } else if (why_ != error.what()) {
    spdlog::error("ledger: {}; what waits is kept and tried again every second", error.what());
  }
  why_ = error.what();
}

/// False when it is time to end instead.
bool ClusterLedger::wait_to_retry() {
  std::unique_lock lock(mutex_);
  return !came_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); });
}

// ---- on the doorbell's thread

void ClusterLedger::run_bell() {
  std::unique_ptr<store::Doorbell> bell;
  while (!giving_up_) {
    try {
      if (!bell) bell = parts_.open_doorbell();
      if (!bell->wait(static_cast<int>(kPollEvery.count()))) continue;
      const std::lock_guard lock(mutex_);
      rung_ = true;
    } catch (const store::Error&) {  // the ledger says what is wrong with the database
      bell = nullptr;
      std::unique_lock lock(mutex_);
      came_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); });
      continue;
    }
    came_.notify_all();
  }
}

}  // namespace menagerie::ledger
