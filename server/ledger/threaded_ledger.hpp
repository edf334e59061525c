// The ledger's thread: takes what was submitted and has a Writer write it, one durable transaction a batch.
//
// No timer: while one batch is being committed the next one gathers. When the store fails (a full disk, a
// database that is away), the batch is kept and tried again each second; nothing is told to anybody before it
// is durable. Where other servers write to the same store, a batch also takes what comes while it waits for
// its turn, and the thread looks every 250 ms for what they have written, and at once where a second thread
// hears the doorbell.
#pragma once

#include "server/ledger/ledger.hpp"
#include "server/ledger/writer.hpp"
#include "server/store/doorbell.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace menagerie::ledger {

class ThreadedLedger : public OpenLedger {
 public:
  /// Empty: none is heard, nor rung.
  using OpenDoorbell = std::function<std::unique_ptr<store::Doorbell>()>;

  /// `publish` is called on the ledger's thread; `open` as Writer has it, `finished_games` as Learner.
  ThreadedLedger(std::unique_ptr<store::Store> store, Writer::Open open,
                 const std::vector<core::Loaded>& machines, core::Clock clock, Publish publish,
                 std::uint64_t finished_games = 0, OpenDoorbell open_doorbell = {});
  ~ThreadedLedger() override;
  ThreadedLedger(const ThreadedLedger&) = delete;
  ThreadedLedger& operator=(const ThreadedLedger&) = delete;

  void submit(core::Finished episode) override;
  void begin_era_if_dry(std::int64_t machine) override;
  void order(core::Order order, OrderAnswer answer) override;
  void ask(store::Id id, AskAnswer answer) override;
  std::size_t waiting() const override { return waiting_count_.load(std::memory_order_relaxed); }
  bool storing() const override { return storing_.load(std::memory_order_relaxed); }
  Failures failures() const override;
  std::optional<SharedStatus> shared_status() const override;
  std::string why() const override;
  bool stop(std::chrono::milliseconds patience) override;

 private:
  template <typename Put>
  void put(Put put);
  void run();
  bool take_work(Work& work);
  std::chrono::milliseconds until_due() const;
  void ring_if_due();
  void note_success();
  void note_failure();
  void refuse_orders();
  bool wait_to_retry();
  void run_doorbell();
  void heard(const std::string& text);

  // Of the ledger's thread:
  Writer writer_;
  bool ring_due_ = false, ring_failed_ = false;
  std::int64_t rung_ms_ = 0, looked_ms_ = 0;

  const bool is_shared_;
  const OpenDoorbell open_doorbell_;
  const std::string doorbell_name_;  ///< of this server, by which it knows its own rings

  // The one crossing between threads: what follows is guarded by `mutex_`, held for a few moves.
  mutable std::mutex mutex_;
  std::condition_variable ledger_wake_;    ///< the ledger's thread waits
  std::condition_variable idle_;           ///< stop() does
  std::condition_variable doorbell_wake_;  ///< the doorbell's thread does
  Work inbox_;
  bool asleep_ = false;
  bool working_ = false;
  bool ending_ = false;  ///< end once nothing waits
  bool heard_ = false;   ///< another server has written
  std::string why_;      ///< what the store failed at last; empty while it stores
  double doorbell_s_ = 0;

  std::atomic<bool> giving_up_{false};  ///< end now
  std::atomic<std::size_t> waiting_count_{0};
  std::atomic<bool> storing_{true};
  std::atomic<std::uint64_t> failures_{0}, unknown_commits_{0}, behind_{0};
  std::atomic<bool> permanent_{false};
  std::thread thread_, doorbell_thread_;
};

}  // namespace menagerie::ledger
