// The ledger of one process: one thread writes the logs, one durable transaction a batch.
//
// No timer: while one batch is being committed the next one gathers. When the store fails (a full disk), the
// batch is kept and tried again each second; nothing is told to anybody before it is durable.
#pragma once

#include "server/ledger/ledger.hpp"
#include "server/ledger/writer.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace menagerie::ledger {

class EmbeddedLedger : public OpenLedger {
 public:
  /// `publish` is called on the ledger's thread; `open` opens the store again after a commit of which it is
  /// not known whether it is on disk. `finished_games` as Learner has it.
  EmbeddedLedger(std::unique_ptr<store::Store> store, Writer::Open open,
                 const std::vector<core::Loaded>& machines, core::Clock clock, Publish publish,
                 std::uint64_t finished_games = 0);
  ~EmbeddedLedger() override;
  EmbeddedLedger(const EmbeddedLedger&) = delete;
  EmbeddedLedger& operator=(const EmbeddedLedger&) = delete;

  void submit(core::Finished episode) override;
  void begin_era_if_dry(std::int64_t machine) override;
  void order(core::Order order, OrderAnswer answer) override;
  void ask(store::Id id, AskAnswer answer) override;
  std::size_t waiting() const override { return waiting_count_.load(std::memory_order_relaxed); }
  bool storing() const override { return storing_.load(std::memory_order_relaxed); }
  Failures failures() const override;
  std::string why() const override;
  bool stop(std::chrono::milliseconds patience) override;

 private:
  template <typename Put>
  void put(Put put);
  void run();
  bool take_work(Work& work);
  void note_success();
  void note_failure();
  void refuse_orders();
  bool wait_to_retry();

  Writer writer_;  // of the ledger's thread

  // The one crossing between threads: what follows is guarded by `mutex_`, held for a few moves.
  mutable std::mutex mutex_;
  std::condition_variable came_;
  Work inbox_;
  bool asleep_ = false;
  bool working_ = false;
  bool ending_ = false;  ///< end once nothing waits
  std::string why_;      ///< what the store failed at last; empty while it stores
  std::condition_variable idle_;

  std::atomic<bool> giving_up_{false};  ///< end now
  std::atomic<std::size_t> waiting_count_{0};
  std::atomic<bool> storing_{true};
  std::atomic<std::uint64_t> failures_{0}, unknown_commits_{0};
  std::atomic<bool> lasting_{false};
  std::thread thread_;
};

}  // namespace menagerie::ledger
