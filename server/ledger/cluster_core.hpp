// One server's part in a house that several servers share: it follows the logs, takes the lease where it is
// free, and then writes the logs, or else sends what its visitors play. It has no thread and never waits:
// ClusterLedger runs it on a thread, the simulation calls it step by step.
//
// One server at a time holds the house: it alone drives a learner, with its own visitors' episodes and those
// in the inbox. The others put what their visitors play into the inbox and follow the logs row by row. A
// verdict is published when its row is read from the log, or the refusal from the inbox. The server with the
// lease (store/postgres.hpp) holds the house; any server that finds the lease free takes it. A server that is
// asked for an act asks the holder for the lease, and does the act itself.
#pragma once

#include "server/core/episode.hpp"
#include "server/ledger/held_lease.hpp"
#include "server/ledger/ledger.hpp"
#include "server/ledger/writer.hpp"
#include "server/store/inbox.hpp"
#include "server/store/postgres.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace menagerie::ledger {

class ClusterCore {
 public:
  struct Parts {
    std::string server;                     ///< this server's name as a holder
    Writer::Open open_writer, open_reader;  ///< the first takes the lease, and throws store::Held
    std::function<std::unique_ptr<store::Inbox>()> open_inbox;
    std::function<std::unique_ptr<store::LeaseTable>()> open_leases;
    /// Keeps a lease that was taken by what was begun at that time.
    std::function<std::unique_ptr<HeldLease>(std::int64_t began_ms)> keep_lease;
    std::vector<core::Loaded> machines;  ///< as the rooms begin with them
    core::Clock clock, steady;
    Publish publish;
    std::uint64_t finished_games = 0;
    std::vector<std::string> warnings;  ///< as ClusterStatus has them
  };
  explicit ClusterCore(Parts parts);

  /// Takes over what was submitted. Returns how many of the episodes wait here already.
  std::size_t take(Work& submitted);
  /// Looks at the database, and does once what there is to do. Throws store::Error: nothing of what waits is
  /// lost, and it is to be called again after a while. What is wrong with the schema for a minute becomes
  /// permanent; after ErrorKind::permanent each call throws that again.
  void turn();
  /// After what is permanent: gives the house up, so that another server goes on. Once it has, it does
  /// nothing.
  void give_up(const store::Error& fault);
  /// After a turn that failed: refuses the orders that wait, but for one that may be in the log.
  void refuse_orders(const store::Error& fault);
  /// Whether it could end now: what waits is with the house's holder, or there is nothing.
  bool is_settled() const;
  /// Episodes without a verdict, and questions.
  std::size_t waiting() const { return pending_.size() + work_.questions.size(); }
  const ClusterStatus& status() const { return status_; }
  /// Commits with an outcome that had to be read back.
  std::uint64_t unknown_commits() const { return unknown_commits_; }

  /// Whether the other servers are to be woken: something was put in or learned since the last call.
  bool take_ring() { return std::exchange(ring_due_, false); }
  /// Wakes them: `text` comes to everybody's doorbell, one's own too.
  void ring(const std::string& text);

  /// Ends: gives the house back, and returns what was not done. Callbacks of orders must be destroyed on the
  /// thread that made them.
  Work end();

 private:
  /// An episode of this server's visitors without a verdict.
  struct Pending {
    core::Finished episode;
    bool sent = false;         ///< it is in the inbox
    bool handed = false;       ///< the own learner has it
    bool recorded = false;     ///< its visitor has heard that it is in the inbox
    std::int64_t sent_ms = 0;  ///< when, on the steady clock
  };
  /// What is known of a log.
  struct Followed {
    std::shared_ptr<core::Machine> machine;  // of the room
    std::uint64_t seq = 0;
    std::uint64_t chain_seq = 0;  // 0: no link is known
    std::string chain;            // the link of that row
    /// The row of `seq`, where this server wrote it and has not read its link since.
    std::optional<store::LogRow> written{};
    core::FinishWatch finish;  // decides of the rows that it reads; of its own ones the learner has
  };
  void start_following(const core::Loaded& loaded);
  using Heads = std::vector<store::LeaseRow>;

  void look();
  store::Error fault_now(const std::exception& thrown);
  void connect();
  void note_status(const Heads& heads);
  // cluster_follow.cpp: following, and who holds the house
  void follow(const Heads& heads);
  void follow_log(const store::LeaseRow& head);
  void check_moves(const core::Machine& machine, const store::LogRow& row);
  void check_link(const Followed& followed, const store::LeaseRow& head);
  void check_ends(const Heads& heads) const;
  bool is_there(const store::LogRow& row);
  bool look_for_new(const Heads& heads);
  void open_room(core::Loaded created);
  void take_over(const store::LogRow& row);
  void add_known(Published& published, const store::LogRow& row);
  void publish(std::shared_ptr<Published> published);
  bool may_take(const Heads& heads);
  void promote(const Heads& heads);
  std::vector<core::Loaded> load_for_learner(store::Store& store);
  void hand_over(const std::string& server);
  void cede(const std::string& why);
  void demote(const std::string& why);
  // cluster_core.cpp: leading, sending and answering
  void lead();
  void hand_to_learner();
  void hand_over_work(std::vector<store::LogRow> waiting);
  bool refuse_bad(const store::LogRow& row);
  void writer_failed();
  void record_refusals();
  void committed(const Published& published);
  void send();
  void send_again();
  void ask_for_house(const Heads& heads);
  void collect_refusals();
  void answer_questions();

  Parts parts_;
  std::unique_ptr<store::Store> reader_;
  std::unique_ptr<store::Inbox> inbox_;
  std::unique_ptr<store::LeaseTable> leases_;
  std::unique_ptr<Writer> writer_;  // while this server holds the house
  std::unique_ptr<HeldLease> lease_;
  std::map<std::int64_t, Followed> followed_;
  std::unordered_map<store::Id, Pending, store::IdHash> pending_;
  Work work_;  // what is not in pending_
  std::vector<store::NotLearned> refusals_;
  std::unordered_set<store::Id, store::IdHash> from_other_servers_;  // handed to the writer for other servers
  core::Episode replayed_;               // scratch: an episode of another server, replayed
  std::vector<core::Loaded> preloaded_;  // loaded ahead, for when this server may take the house
  bool ring_due_ = false;
  std::optional<store::Error> permanent_;                    // why it has given up
  std::optional<std::int64_t> schema_failed_ms_;             // since when, on the steady clock
  std::uint64_t unknown_commits_ = 0, writers_unknown_ = 0;  // the second: of this writer, counted already
  ClusterStatus status_;
};

}  // namespace menagerie::ledger
