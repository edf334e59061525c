// The Learner: the only writer of every log. Runs on a thread of its own; the rooms hand it finished
// episodes and get committed batches back.
//
// No timer: while one batch is being committed the next one gathers. When the store fails (a full
// disk), the batch is kept and tried again each second; nothing is told to anybody before it is durable.
#pragma once

#include "server/museum/acts.hpp"
#include "server/museum/machine.hpp"
#include "server/store/store.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <vector>

namespace menagerie::museum {

/// What one commit made durable.
struct Batch {
  std::vector<store::LogRow> rows;   ///< new rows; of each machine in seq order
  std::vector<store::LogRow> known;  ///< episodes submitted again: their rows as they stand in the log
  std::vector<std::pair<std::int64_t, store::Id>>
      era_over;  ///< (machine, episode): its era had ended; not learned
  std::vector<std::pair<std::int64_t, store::Id>> frozen;  ///< (machine, episode): not learned either
  std::vector<Loaded> put_up;                              ///< new machines
  double commit_s = 0;                                     ///< seconds that the rows took to be made durable
};

class Learner {
 public:
  /// `publish` is called on the learner's thread after each commit.
  using Publish = std::function<void(std::shared_ptr<const Batch>)>;

  Learner(std::unique_ptr<store::Store> store, const std::vector<Loaded>& machines, Clock clock,
          Publish publish);
  ~Learner();
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // From any thread:

  /// Queues an episode. It is learned once, however often it is submitted.
  void submit(Finished episode);
  /// Asks for a new era of a machine that is still dry when its turn comes.
  void begin_era_if_dry(std::int64_t machine);
  /// Asks for an act of the curator's. `answer` runs on the learner's thread, after the act was published:
  /// with what was done, or with what was thrown (Refused, store::Error).
  using OrderAnswer = std::function<void(const Plan*, std::exception_ptr)>;
  void carry_out(Order order, OrderAnswer answer);
  /// Looks an episode up behind everything submitted so far; `answer` runs on the learner's thread.
  void find(store::Id id, std::function<void(std::optional<store::LogRow>)> answer);
  std::size_t waiting() const { return waiting_count_.load(std::memory_order_relaxed); }
  /// Whether what is submitted is being stored.
  bool storing() const { return storing_.load(std::memory_order_relaxed); }
  /// How often the store has failed since the house opened.
  std::uint64_t failures() const { return failures_.load(std::memory_order_relaxed); }
  /// Commits what waits and ends the thread. Gives up after `patience` when the store keeps failing;
  /// returns whether everything was stored.
  bool stop(std::chrono::milliseconds patience);

 private:
  using Question = std::pair<store::Id, std::function<void(std::optional<store::LogRow>)>>;

  /// What other threads have asked for since the learner last looked.
  struct Inbox {
    std::vector<Finished> episodes;
    std::vector<std::int64_t> dry;  ///< machines for which a new era was asked
    std::vector<Question> questions;
    std::vector<std::pair<Order, OrderAnswer>> orders;

    bool empty() const { return episodes.empty() && dry.empty() && questions.empty() && orders.empty(); }
  };

  template <typename Put>
  void put(Put put);
  void run();
  bool take_work(Inbox& work);
  void fold(Inbox& work, Batch& batch);
  void commit(Batch& batch);
  void answer(Inbox& work);
  void carry_out_all(Inbox& work);
  Plan carry_out(const Order& order, Batch& batch);
  void insist(const std::function<void()>& work);

  std::unique_ptr<store::Store> store_;
  std::unordered_map<std::int64_t, Loaded> machines_;
  std::unordered_map<std::int64_t, std::uint64_t> log_weight_;  ///< by machine, since its newest snapshot
  std::vector<store::Snapshot> snapshots_;                      ///< due with the batch being folded
  std::vector<store::MadeBox> made_;                            ///< by the batch being folded
  Clock clock_;
  Publish publish_;

  // The one crossing between threads: everything below is guarded by `mutex_`, held for a few moves.
  std::mutex mutex_;
  std::condition_variable came_;
  Inbox inbox_;
  bool asleep_ = false;
  bool working_ = false;
  bool ending_ = false;  ///< end once nothing waits
  std::condition_variable idle_;

  std::atomic<bool> giving_up_{false};  ///< end now
  std::atomic<std::size_t> waiting_count_{0};
  std::atomic<bool> storing_{true};
  std::atomic<std::uint64_t> failures_{0};
  std::thread thread_;
};

}  // namespace menagerie::museum
