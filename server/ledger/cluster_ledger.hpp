// The ledger of a house with several servers on one PostgreSQL database: a thread for ClusterCore, which does
// the work, and one that waits for the doorbell. Everything works by polling; the doorbell makes it quick.
#pragma once

#include "server/ledger/cluster_core.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace menagerie::ledger {

class ClusterLedger : public OpenLedger {
 public:
  /// Empty: by polling alone.
  using OpenDoorbell = std::function<std::unique_ptr<store::Doorbell>()>;

  /// `parts.publish` is called on the ledger's thread.
  ClusterLedger(ClusterCore::Parts parts, OpenDoorbell open_doorbell);
  ~ClusterLedger() override;
  ClusterLedger(const ClusterLedger&) = delete;
  ClusterLedger& operator=(const ClusterLedger&) = delete;

  void submit(core::Finished episode) override;
  void begin_era_if_dry(std::int64_t machine) override;
  void order(core::Order order, OrderAnswer answer) override;
  void ask(store::Id id, AskAnswer answer) override;
  std::size_t waiting() const override { return waiting_count_.load(std::memory_order_relaxed); }
  bool storing() const override { return storing_.load(std::memory_order_relaxed); }
  Failures failures() const override;
  std::optional<ClusterStatus> cluster_status() const override;
  std::string why() const override;
  bool stop(std::chrono::milliseconds patience) override;

 private:
  template <typename Put>
  void put(Put put);
  void run();
  bool wait_for_work();
  void take_work();
  void end_turn();
  std::chrono::milliseconds until_next_look() const;
  void ring_if_due();
  bool wait_to_retry();
  void note_success();
  void note_failure(const store::Error& error);
  void run_doorbell();
  void heard(const std::string& text);

  std::string server_;
  OpenDoorbell open_doorbell_;
  // Of the ledger's thread:
  ClusterCore core_;
  bool ring_due_ = false, ring_failed_ = false;
  std::int64_t rung_ms_ = 0;

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable came_, idle_;
  Work submitted_;
  bool rung_ = false, ending_ = false, settled_ = false;
  std::string why_;
  Failures failures_;
  ClusterStatus status_;

  std::atomic<bool> giving_up_{false}, storing_{true};
  std::atomic<std::size_t> waiting_count_{0};
  std::thread thread_, doorbell_thread_;
};

}  // namespace menagerie::ledger
