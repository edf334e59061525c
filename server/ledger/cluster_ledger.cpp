#include "server/ledger/cluster_ledger.hpp"

#include "engine/parse_number.hpp"
#include "server/ledger/fault.hpp"
#include "server/ledger/steady_clock.hpp"
#include "server/store/thread_priority.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace menagerie::ledger {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPollEvery{250};
/// Ringing the doorbell for every batch would cost more than it saves.
constexpr milliseconds kRingEvery{15};

std::int64_t steady_us() {
  using namespace std::chrono;
  return duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ClusterLedger::ClusterLedger(ClusterCore::Parts parts, OpenDoorbell open_doorbell)
    : server_(parts.server), open_doorbell_(std::move(open_doorbell)), core_(std::move(parts)) {
  status_ = core_.status();  // with the warnings, from the start
  thread_ = std::thread([this] { run(); });
  if (!open_doorbell_) return;
  try {
    doorbell_thread_ = std::thread([this] { run_doorbell(); });
  } catch (...) {  // the system refuses one more
    stop(milliseconds{0});
    throw;
  }
}

ClusterLedger::~ClusterLedger() {
  if (thread_.joinable()) stop(milliseconds{0});
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
  put([&](Work& work) {
    work.inbox.episodes.push_back(std::move(episode));
    ++waiting_count_;
  });
}

void ClusterLedger::begin_era_if_dry(std::int64_t machine) {
  put([&](Work& work) { work.inbox.dry.push_back(machine); });
}

void ClusterLedger::order(core::Order order, OrderAnswer answer) {
  put([&](Work& work) { work.orders.emplace_back(std::move(order), std::move(answer)); });
}

void ClusterLedger::ask(store::Id id, AskAnswer answer) {
  put([&](Work& work) {
    work.questions.emplace_back(id, std::move(answer));
    ++waiting_count_;
  });
}

Failures ClusterLedger::failures() const {
  const std::lock_guard lock(mutex_);
  return failures_;
}

std::optional<ClusterStatus> ClusterLedger::cluster_status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::string ClusterLedger::why() const {
  const std::lock_guard lock(mutex_);
  return why_;
}

bool ClusterLedger::stop(milliseconds patience) {
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
  if (doorbell_thread_.joinable()) doorbell_thread_.join();
  return settled;
}

// ---- on the ledger's thread

void ClusterLedger::run() {
  store::set_nice(store::kLedgerNice);
  while (wait_for_work()) {
    std::optional<store::Error> fault;
    try {
      take_work();
      core_.turn();
      ring_if_due();
      note_success();
    } catch (const std::exception& thrown) {
      fault = fault_of(thrown);
      if (fault->kind == store::ErrorKind::permanent) core_.give_up(*fault);
      note_failure(*fault);
    }
    end_turn();
    if (!fault) continue;
    core_.refuse_orders(*fault);
    if (!wait_to_retry()) break;
  }
  Work undone = core_.end();
  // Callbacks of orders are destroyed on the thread that made them.
  const std::lock_guard lock(mutex_);
  std::ranges::move(undone.orders, std::back_inserter(submitted_.orders));
}

/// Waits for something to do, or until it is time to look again; false when it is time to end.
bool ClusterLedger::wait_for_work() {
  const Rest rest(*this);
  std::unique_lock lock(mutex_);
  settled_ = submitted_.empty() && core_.is_settled();
  if (settled_) idle_.notify_all();
  came_.wait_for(lock, until_next_look(),
                 [&] { return !submitted_.empty() || rung_ || giving_up_ || (ending_ && !settled_); });
  rung_ = false;
  return !giving_up_;
}

void ClusterLedger::take_work() {
  const std::lock_guard lock(mutex_);
  waiting_count_ -= once([&] { return core_.take(submitted_); });
}

/// Copies what other threads ask for.
void ClusterLedger::end_turn() {
  const std::lock_guard lock(mutex_);
  const double doorbell_s = status_.doorbell_s;
  status_ = core_.status();
  status_.doorbell_s = doorbell_s;
  failures_.unknown_commits = core_.unknown_commits();
  waiting_count_ = core_.waiting() + submitted_.inbox.episodes.size() + submitted_.questions.size();
}

milliseconds ClusterLedger::until_next_look() const {
  if (!ring_due_) return kPollEvery;
  return std::clamp(kRingEvery - milliseconds{steady_ms() - rung_ms_}, milliseconds{1}, kRingEvery);
}

void ClusterLedger::ring_if_due() {
  ring_due_ = core_.take_ring() || ring_due_;
  const std::int64_t now_ms = steady_ms();
  if (!ring_due_ || !open_doorbell_ || now_ms - rung_ms_ < kRingEvery.count()) return;
  ring_due_ = false;
  rung_ms_ = now_ms;
  try {
    core_.ring(server_ + " " + std::to_string(steady_us()));
    ring_failed_ = false;
  } catch (const store::Error& error) {  // the other servers look by themselves, if later
    if (!std::exchange(ring_failed_, true))
      spdlog::warn("ledger: no other server is woken: {}", error.what());
  }
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
  if (failures_.permanent) return;  // that again
  ++failures_.count;
  const bool unknown = core_.unknown_commits() != failures_.unknown_commits;
  if (error.kind == store::ErrorKind::permanent) {
    failures_.permanent = true;
    spdlog::critical(
        "ledger: {}; nothing is stored here any more: look at the database, then start the server anew",
        error.what());
  } else if (unknown) {  // also where the last failure had the same text
    spdlog::error(
        "ledger: {}; whether it was carried out is read back before it is tried again. Look at the database "
        "and the network to it",
        error.what());
  } else if (why_ != error.what()) {
    spdlog::error("ledger: {}; what waits is kept and tried again every second", error.what());
  }
  why_ = error.what();
}

/// False when it is time to end instead. After a permanent failure it goes on for the orders that come, which
/// are refused.
bool ClusterLedger::wait_to_retry() {
  const Rest rest(*this);
  std::unique_lock lock(mutex_);
  return !came_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); });
}

// ---- on the doorbell's thread

void ClusterLedger::run_doorbell() {
  std::unique_ptr<store::Doorbell> doorbell;
  while (!giving_up_) {
    try {
      if (!doorbell) doorbell = open_doorbell_();
      for (const std::string& text : doorbell->wait(static_cast<int>(kPollEvery.count()))) heard(text);
    } catch (const std::exception& thrown) {
      doorbell = nullptr;
      const store::Error fault = fault_of(thrown);
      if (fault.kind == store::ErrorKind::permanent)
        return spdlog::error("ledger: no doorbell: {}; until it starts anew this server looks every {} ms",
                             fault.what(), kPollEvery.count());
      // Of what passes again the ledger says what it is.
      std::unique_lock lock(mutex_);
      came_.wait_for(lock, kRetryAfter, [&] { return giving_up_.load(); });
    }
  }
}

/// A server that hears itself has looked already, and learns how long the way through the database is.
void ClusterLedger::heard(const std::string& text) {
  const std::lock_guard lock(mutex_);
  if (text.starts_with(server_ + " ")) {
    const auto rung_us = parse_number<std::int64_t>(std::string_view(text).substr(server_.size() + 1));
    if (rung_us) status_.doorbell_s = static_cast<double>(steady_us() - *rung_us) / 1e6;
    return;
  }
  rung_ = true;
  came_.notify_all();
}

}  // namespace menagerie::ledger
