#include "server/ledger/threaded_ledger.hpp"

#include "engine/parse_number.hpp"
#include "server/ledger/fault.hpp"
#include "server/store/thread_priority.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <utility>

namespace menagerie::ledger {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{250};
/// A turn brings its own machines' news. Where one follows another, it is looked at all machines so often.
constexpr milliseconds kLookBusyEvery{50};
/// Ringing the doorbell for every batch would cost more than it saves.
constexpr milliseconds kRingEvery{15};

std::int64_t steady_us() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ThreadedLedger::ThreadedLedger(std::unique_ptr<store::Store> store, Writer::Open open,
                               const std::vector<core::Loaded>& machines, core::Clock clock, Publish publish,
                               std::uint64_t finished_games, OpenDoorbell open_doorbell)
    : writer_(
          std::move(store), std::move(open), machines, std::move(clock),
          [this, publish = std::move(publish)](std::shared_ptr<const Published> published) {
            note_success();  // before publishing, so that storing() is true once a visitor is told "learned"
            waiting_count_.fetch_sub(published->answers.size(), std::memory_order_relaxed);
            publish(std::move(published));
          },
          finished_games),
      is_shared_(writer_.is_shared()),
      open_doorbell_(std::move(open_doorbell)),
      doorbell_name_(std::to_string(std::random_device{}())) {
  writer_.gather_by([this](std::span<const std::int64_t> of_turn, std::size_t most) {
    const std::lock_guard lock(mutex_);
    return inbox_.take_episodes(of_turn, most);
  });
  thread_ = std::thread([this] { run(); });
  if (!open_doorbell_) return;
  try {
    doorbell_thread_ = std::thread([this] { run_doorbell(); });
  } catch (...) {  // the system refuses one more
    stop(milliseconds{0});
    throw;
  }
}

ThreadedLedger::~ThreadedLedger() {
  if (thread_.joinable()) stop(milliseconds{0});
}

// ---- from any thread

/// Puts something into the inbox, and wakes the ledger only where it sleeps.
template <typename Put>
void ThreadedLedger::put(Put put) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    put(inbox_);
    wake = std::exchange(asleep_, false);
  }
  if (wake) ledger_wake_.notify_one();
}

void ThreadedLedger::submit(core::Finished episode) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Work& work) { work.inbox.episodes.push_back(std::move(episode)); });
}

/// Asked again and again while it is due, also while nothing can be stored.
void ThreadedLedger::begin_era_if_dry(std::int64_t machine) {
  put([&](Work& work) {
    std::vector<std::int64_t>& dry = work.inbox.dry;
    if (std::ranges::find(dry, machine) == dry.end()) dry.push_back(machine);
  });
}

void ThreadedLedger::order(core::Order order, OrderAnswer answer) {
  put([&](Work& work) { work.orders.emplace_back(std::move(order), std::move(answer)); });
}

void ThreadedLedger::ask(store::Id id, AskAnswer answer) {
  waiting_count_.fetch_add(1, std::memory_order_relaxed);
  put([&](Work& work) {
    work.questions.emplace_back(id, [this, answer = std::move(answer)](std::optional<store::LogRow> row) {
      waiting_count_.fetch_sub(1, std::memory_order_relaxed);
      answer(std::move(row));
    });
  });
}

Failures ThreadedLedger::failures() const {
  return {failures_.load(std::memory_order_relaxed), unknown_commits_.load(std::memory_order_relaxed),
          permanent_.load(std::memory_order_relaxed)};
}

std::optional<SharedStatus> ThreadedLedger::shared_status() const {
  if (!is_shared_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  return SharedStatus{behind_.load(std::memory_order_relaxed), doorbell_s_};
}

std::string ThreadedLedger::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

bool ThreadedLedger::stop(milliseconds patience) {
  {
    std::unique_lock lock(mutex_);
    ending_ = true;
    asleep_ = false;
    ledger_wake_.notify_one();
    idle_.wait_for(lock, patience, [&] { return inbox_.empty() && !working_; });
    giving_up_ = true;
    ledger_wake_.notify_one();
    doorbell_wake_.notify_one();
  }
  thread_.join();
  if (doorbell_thread_.joinable()) doorbell_thread_.join();
  return inbox_.empty() && !working_;
}

// ---- on the ledger's thread

void ThreadedLedger::run() {
  store::set_nice(store::kLedgerNice);
  Work work;
  while (take_work(work)) {
    writer_.take(std::move(work));
    work = {};
    while (!writer_.proceed()) {
      note_failure();
      refuse_orders();
      if (wait_to_retry()) continue;
      const std::lock_guard lock(mutex_);
      working_ = !writer_.is_only_looking();  // stays where this batch is not stored
      idle_.notify_all();
      Work undone = writer_.give_back();
      std::move(undone.orders.begin(), undone.orders.end(), std::back_inserter(inbox_.orders));
      return;
    }
    note_success();
    ring_if_due();
  }
}

/// Waits for something to do and takes all of it; false when it is time to end.
bool ThreadedLedger::take_work(Work& work) {
  const Rest rest(*this);
  behind_.store(writer_.behind(), std::memory_order_relaxed);
  std::unique_lock lock(mutex_);
  working_ = false;
  if (inbox_.empty() && !ending_) {
    idle_.notify_all();
    asleep_ = true;
    const auto has_work = [&] { return !inbox_.empty() || ending_ || heard_; };
    if (is_shared_) {
      ledger_wake_.wait_for(lock, until_due(), has_work);
    } else {
      ledger_wake_.wait(lock, has_work);
    }
    asleep_ = false;
  }
  if (inbox_.empty() && ending_) idle_.notify_all();
  if (giving_up_ || (inbox_.empty() && ending_)) return false;
  std::swap(work, inbox_);
  working_ = true;
  if (!is_shared_) return true;
  const std::int64_t now_ms = steady_ms();
  const milliseconds every = !heard_ ? kLookEvery : work.empty() ? milliseconds{0} : kLookBusyEvery;
  work.look = now_ms - looked_ms_ >= every.count();
  if (!work.look) return true;
  heard_ = false;
  looked_ms_ = now_ms;
  return true;
}

/// How long it may rest where nothing comes: until it is to look or to ring.
milliseconds ThreadedLedger::until_due() const {
  const std::int64_t now_ms = steady_ms();
  milliseconds due = kLookEvery - milliseconds{now_ms - looked_ms_};
  if (ring_due_) due = std::min(due, kRingEvery - milliseconds{now_ms - rung_ms_});
  return std::clamp(due, milliseconds{1}, kLookEvery);
}

void ThreadedLedger::ring_if_due() {
  ring_due_ = writer_.take_ring() || ring_due_;
  const std::int64_t now_ms = steady_ms();
  if (!ring_due_ || now_ms - rung_ms_ < kRingEvery.count()) return;
  ring_due_ = false;
  rung_ms_ = now_ms;
  if (!open_doorbell_) return;
  try {
    writer_.ring(doorbell_name_ + " " + std::to_string(steady_us()));
    ring_failed_ = false;
  } catch (const store::Error& error) {  // the other servers look by themselves, if later
    if (!std::exchange(ring_failed_, true))
      spdlog::warn("ledger: no other server is woken: {}", error.what());
  }
}

void ThreadedLedger::note_success() {
  if (storing_) return;
  spdlog::info("ledger: storing again");
  const std::lock_guard lock(mutex_);
  why_.clear();
  storing_ = true;
}

void ThreadedLedger::note_failure() {
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
  const char* const where = is_shared_ ? "the database and the network to it" : "the disk";
  if (failures.permanent) {
    if (permanent_.exchange(true)) return;
    spdlog::critical(
        "ledger: {}; nothing is stored any more. Stop the server, look at {}, run `menagerie "
        "verify`, restore a backup where that finds a fault, and start again; visitors hold tickets "
        "for what is not stored",
        writer_.why(), where);
  } else if (!news) {
    return;
  } else if (unknown) {
    spdlog::error("ledger: {}; whether it was stored is read back before it is tried again. Look at {}",
                  writer_.why(), where);
  } else {
    spdlog::error("ledger: {}; what waits is kept and tried again every second", writer_.why());
  }
}

/// An order that stands behind what cannot be stored now is answered, so that the curator can give it again.
void ThreadedLedger::refuse_orders() {
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
bool ThreadedLedger::wait_to_retry() {
  const Rest rest(*this);
  std::unique_lock lock(mutex_);
  return !ledger_wake_.wait_for(lock, kRetryAfter, [&] {
    return giving_up_ || (ending_ && inbox_.empty() && writer_.is_only_looking());
  });
}

// ---- on the doorbell's thread

void ThreadedLedger::run_doorbell() {
  std::unique_ptr<store::Doorbell> doorbell;
  while (!giving_up_) {
    try {
      if (!doorbell) doorbell = open_doorbell_();
      for (const std::string& text : doorbell->wait(static_cast<int>(kLookEvery.count()))) heard(text);
    } catch (const std::exception& thrown) {
      doorbell = nullptr;
      const store::Error fault = fault_of(thrown);
      if (fault.kind == store::ErrorKind::permanent)
        return spdlog::error("ledger: no doorbell: {}; until it starts anew this server looks every {} ms",
                             fault.what(), kLookEvery.count());
      // Of what passes again the ledger says what it is.
      std::unique_lock lock(mutex_);
      doorbell_wake_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); });
    }
  }
}

/// Its own ring tells a server nothing new: it measures how long the way through the database is.
void ThreadedLedger::heard(const std::string& text) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    if (text.starts_with(doorbell_name_ + " ")) {
      const auto rung_us =
          parse_number<std::int64_t>(std::string_view(text).substr(doorbell_name_.size() + 1));
      if (rung_us) doorbell_s_ = static_cast<double>(steady_us() - *rung_us) / 1e6;
      return;
    }
    heard_ = true;
    wake = std::exchange(asleep_, false);
  }
  if (wake) ledger_wake_.notify_one();
}

}  // namespace menagerie::ledger
