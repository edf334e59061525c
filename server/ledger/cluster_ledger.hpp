// The ledger of a house with several servers on one PostgreSQL database.
//
// One of them at a time holds the house: it alone drives a learner, with its own visitors' episodes and those
// in the inbox. The others put what their visitors play into the inbox and follow the logs row by row. A
// verdict is told when its row is read from the log, or the refusal from the inbox. Who holds the house
// follows from the lease (store/postgres.hpp); whoever finds it free takes it. Everything works by polling;
// the doorbell makes it quick.
#pragma once

#include "server/ledger/lease_keeper.hpp"
#include "server/ledger/ledger.hpp"
#include "server/ledger/writer.hpp"
#include "server/store/inbox.hpp"
#include "server/store/postgres.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace menagerie::ledger {

class ClusterLedger : public OpenLedger {
 public:
  struct Parts {
    std::string server;                     ///< this server's name as a holder
    Writer::Open open_writer, open_reader;  ///< the first takes the lease, and throws store::Held
    std::function<std::unique_ptr<store::Inbox>()> open_inbox;
    LeaseKeeper::Open open_leases;
    std::function<std::unique_ptr<store::Doorbell>()> open_doorbell;  ///< empty: by polling alone
    std::vector<core::Loaded> machines;                               ///< as the rooms begin with them
    core::Clock clock;
    Publish publish;  ///< called on the ledger's thread
    std::uint64_t finished_games = 0;
  };
  explicit ClusterLedger(Parts parts);
  ~ClusterLedger() override;
  ClusterLedger(const ClusterLedger&) = delete;
  ClusterLedger& operator=(const ClusterLedger&) = delete;

  void submit(core::Finished episode) override;
  void begin_era_if_dry(std::int64_t machine) override;
  void order(core::Order order, OrderAnswer answer) override;
  void ask(store::Id id, AskAnswer answer) override;
  std::size_t waiting() const override { return waiting_count_.load(std::memory_order_relaxed); }
  bool storing() const override { return storing_.load(std::memory_order_relaxed); }
  Troubles troubles() const override;
  std::string why() const override;
  bool stop(std::chrono::milliseconds patience) override;

  /// Whether this server holds the house now.
  bool leads() const { return leads_.load(std::memory_order_relaxed); }

 private:
  /// An episode of this server's visitors without a verdict.
  struct Pending {
    core::Finished episode;
    bool sent = false;    ///< it is in the inbox
    bool handed = false;  ///< the own learner has it
  };
  /// What is known of a log.
  struct Followed {
    std::shared_ptr<const core::Machine> machine;  // of the room
    std::uint64_t seq = 0;
    std::uint64_t chain_seq = 0;  // 0: no link is known
    std::string chain;            // the link of that row
  };

  template <typename Put>
  void put(Put put);
  void run();
  void run_bell();
  bool take_work();
  bool wait_to_retry();
  void turn();
  void follow(const std::vector<store::LeaseRow>& heads);
  void follow_log(const store::LeaseRow& head);
  void check_link(Followed& followed, const store::LeaseRow& head);
  bool look_for_new(const std::vector<store::LeaseRow>& heads);
  void open_room(core::Loaded created);
  void promote(const std::vector<store::LeaseRow>& heads);
  void demote(const std::string& why);
  void lead();
  void led(const Published& published);
  void send();
  void collect_refusals();
  void answer_questions();
  void turn_away_orders(const std::vector<store::LeaseRow>& heads);
  void take_over(const store::LogRow& row);
  void tell_known(Published& published, const store::LogRow& row);
  void tell(std::shared_ptr<Published> published);
  void ring_if_due();
  void close_all();
  void note_success();
  void note_failure(const store::Error& error);

  Parts parts_;
  // Of the ledger's thread:
  std::unique_ptr<store::Store> reader_;
  std::unique_ptr<store::Inbox> inbox_;
  std::unique_ptr<store::LeaseTable> leases_;
  std::unique_ptr<Writer> writer_;  // while this server holds the house
  std::unique_ptr<LeaseKeeper> keeper_;
  std::map<std::int64_t, Followed> followed_;
  std::unordered_map<store::Id, Pending, store::IdHash> pending_;
  Work work_;  // what is not in pending_
  std::vector<store::NotLearned> refusals_;
  std::unordered_set<store::Id, store::IdHash> foreign_;  // handed to the writer for other servers
  std::vector<core::Loaded> spare_;  // loaded ahead, for when this server may take the house
  bool ring_due_ = false;
  std::int64_t rung_ms_ = 0;
  std::uint64_t counted_unknown_ = 0;  // of the writer's unknown commits, those in troubles_

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable came_, idle_;
  Work submitted_;
  bool rung_ = false, ending_ = false, settled_ = false;
  std::string why_;
  Troubles troubles_;

  std::atomic<bool> giving_up_{false}, leads_{false}, storing_{true};
  std::atomic<std::size_t> waiting_count_{0};
  std::thread thread_, bell_thread_;
};

}  // namespace menagerie::ledger
