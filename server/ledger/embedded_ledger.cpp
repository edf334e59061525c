#include "server/ledger/embedded_ledger.hpp"

#include "server/ledger/fault.hpp"
#include "server/store/thread_priority.hpp"

#include <spdlog/spdlog.h>

#include <iterator>
#include <utility>

namespace menagerie::ledger {
EmbeddedLedger::EmbeddedLedger(std::unique_ptr<store::Store> store, Writer::Open open,
                               const std::vector<core::Loaded>& machines, core::Clock clock, Publish publish,
                               std::uint64_t finished_games)
    : writer_(
          std::move(store), std::move(open), machines, std::move(clock),
          [this, publish = std::move(publish)](std::shared_ptr<const Published> published) {
            note_success();  // before publishing, so that storing() is true once a visitor is told "learned"
            waiting_count_.fetch_sub(published->answers.size(), std::memory_order_relaxed);
            publish(std::move(published));
          },
          finished_games) {
  thread_ = std::thread([this] { run(); });
}

EmbeddedLedger::~EmbeddedLedger() {
  if (thread_.joinable()) stop(std::chrono::milliseconds{0});
}

// ---- from any thread

/// Puts something into the inbox, and wakes the ledger only where it sleeps.
template <typename Put>
void EmbeddedLedger::put(Put put) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    put(inbox_);
    wake = std::exchange(asleep_, false);
  }
  if (wake) came_.notify_one();
}

void EmbeddedLedger::submit(core::Finished episode) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Work& work) { work.inbox.episodes.push_back(std::move(episode)); });
}

void EmbeddedLedger::begin_era_if_dry(std::int64_t machine) {
  put([&](Work& work) { work.inbox.dry.push_back(machine); });
}

void EmbeddedLedger::order(core::Order order, OrderAnswer answer) {
  put([&](Work& work) { work.orders.emplace_back(std::move(order), std::move(answer)); });
}

void EmbeddedLedger::ask(store::Id id, AskAnswer answer) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Work& work) {
    work.questions.emplace_back(id, [this, answer = std::move(answer)](std::optional<store::LogRow> row) {
      waiting_count_.fetch_sub(1, std::memory_order_relaxed);
      answer(std::move(row));
    });
  });
}

Failures EmbeddedLedger::failures() const {
  return {failures_.load(std::memory_order_relaxed), unknown_commits_.load(std::memory_order_relaxed),
          lasting_.load(std::memory_order_relaxed)};
}

std::string EmbeddedLedger::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

bool EmbeddedLedger::stop(std::chrono::milliseconds patience) {
  {
    std::unique_lock lock(mutex_);
    ending_ = true;
    asleep_ = false;
    came_.notify_one();
    idle_.wait_for(lock, patience, [&] { return inbox_.empty() && !working_; });
    giving_up_ = true;
    came_.notify_one();
  }
  thread_.join();
  return inbox_.empty() && !working_;
}

// ---- on the ledger's thread

void EmbeddedLedger::run() {
  store::set_nice(store::kLedgerNice);
  Work work;
  while (take_work(work)) {
    writer_.take(std::move(work));
    work = {};
    while (!writer_.proceed()) {
      note_failure();
      refuse_orders();
      if (wait_to_retry()) continue;
      const std::lock_guard lock(mutex_);  // `working_` stays: this batch is not stored
      Work undone = writer_.give_back();
      std::move(undone.orders.begin(), undone.orders.end(), std::back_inserter(inbox_.orders));
      return;
    }
    note_success();
  }
}

void EmbeddedLedger::note_success() {
  if (storing_) return;
  spdlog::info("ledger: storing again");
  const std::lock_guard lock(mutex_);
  why_.clear();
  storing_ = true;
}

void EmbeddedLedger::note_failure() {
  const Failures& failures = writer_.failures();
  const bool unknown = failures.unknown_commits != unknown_commits_.load(std::memory_order_relaxed);
  failures_.store(failures.count, std::memory_order_relaxed);
  unknown_commits_.store(failures.unknown_commits, std::memory_order_relaxed);
  storing_ = false;
  const bool news = unknown || writer_.why() != why();  // the same is logged once
  {
    const std::lock_guard lock(mutex_);
    why_ = writer_.why();
  }
  if (failures.permanent) {
    if (!lasting_.exchange(true))
      spdlog::critical(
          "ledger: {}; nothing is stored any more. Stop the server, look at the disk, run `menagerie verify` "
          "on "
          "the folder, restore a backup where that finds a fault, and start again; visitors hold tickets for "
          "what is not stored",
          writer_.why());
  } else if (!news) {
    return;
  } else if (unknown) {
    spdlog::error("ledger: {}; whether it is on disk is read back before it is tried again. Look at the disk",
                  writer_.why());
  } else {
    spdlog::error("ledger: {}; what waits is kept and tried again every second", writer_.why());
  }
}

/// An order that stands behind what cannot be stored now is answered, so that the curator can give it again.
void EmbeddedLedger::refuse_orders() {
  writer_.refuse_orders(writer_.failures().permanent);
  Orders waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting.swap(inbox_.orders);
  }
  refuse(waiting, store::Error(writer_.why(), writer_.kind()));
}

/// False when it is time to end instead. After a permanent failure too it wakes up each second, for the
/// orders that have come.
bool EmbeddedLedger::wait_to_retry() {
  const Rest rest(*this);
  std::unique_lock lock(mutex_);
  return !came_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); });
}

/// Waits for something to do and takes all of it; false when it is time to end.
bool EmbeddedLedger::take_work(Work& work) {
  const Rest rest(*this);
  std::unique_lock lock(mutex_);
  working_ = false;
  if (inbox_.empty()) {
    idle_.notify_all();
    asleep_ = true;
    came_.wait(lock, [&] { return !inbox_.empty() || ending_; });
    asleep_ = false;
  }
  if (giving_up_ || inbox_.empty()) return false;
  std::swap(work, inbox_);
  working_ = true;
  return true;
}

}  // namespace menagerie::ledger
