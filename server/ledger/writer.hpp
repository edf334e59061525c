// The writer of the logs: drives the learner and a store, one attempt after another. It has no thread and
// never waits; ThreadedLedger gives it both, the simulation neither.
//
// What is learned is learned in turns. A turn begins with the store (Store::begin_turn), the learner takes
// over what other servers have written to the logs of this turn, then it learns what was submitted, and the
// rows are appended. Where that fails the learner takes its step back, and all of it is done again from the
// beginning of a turn: a commit that was carried out although it had no answer is then found among the rows
// of the log, and its episodes are known.
#pragma once

#include "server/ledger/ledger.hpp"

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace menagerie::ledger {

/// What was asked for since the writer last took something.
struct Work {
  core::StepInput inbox;
  std::vector<std::pair<store::Id, AskAnswer>> questions;
  Orders orders;
  bool look = false;  ///< what other servers have written is to be read

  bool empty() const { return inbox.empty() && questions.empty() && orders.empty() && !look; }
  /// The first episodes of these machines (ascending), at most so many, in their order; the others stay.
  std::vector<core::Finished> take_episodes(std::span<const std::int64_t> machines, std::size_t most);
};

class Writer {
 public:
  /// Opens the store again, after a commit of which it is not known whether it is on disk. Empty where the
  /// store connects again by itself.
  using Open = std::function<std::unique_ptr<store::Store>()>;
  /// Hands over what was submitted meanwhile, as Work::take_episodes().
  using Gather = std::function<std::vector<core::Finished>(std::span<const std::int64_t>, std::size_t)>;

  Writer(std::unique_ptr<store::Store> store, Open open, const std::vector<core::Loaded>& machines,
         core::Clock clock, Publish publish, std::uint64_t finished_games = 0,
         core::Clock steady = steady_ms);

  /// Where turns are waited for: what comes during the wait is learned in the same turn.
  void gather_by(Gather gather) { gather_ = std::move(gather); }
  /// Precondition: idle().
  void take(Work work);
  bool idle() const { return work_.empty(); }
  /// Nothing that was taken is to be stored or answered: it only looks for what others have written.
  bool is_only_looking() const;
  /// Works on what was taken until all of it is done, published and answered; false where the store failed:
  /// then it is to be called again after a while. Nothing is told to anybody before it is durable.
  bool proceed();

  const core::Learner& learner() const { return learner_; }
  const Failures& failures() const { return failures_; }
  /// What it failed at last, and what can be done about that.
  const std::string& why() const { return why_; }
  store::ErrorKind kind() const { return kind_; }
  /// Whether it is not known of an act if it is on disk.
  bool is_act_in_doubt() const { return act_ && in_doubt_; }
  /// After proceed() has failed: refuses the orders that wait, as ledger::refuse() does; the one that is or
  /// may be on disk only where `all` says so.
  void refuse_orders(bool all);
  /// Returns the work that is not done. Callbacks of orders must be destroyed on the thread that made them.
  Work give_back() { return std::exchange(work_, {}); }

  /// Whether other servers may write to the same logs.
  bool is_shared() const { return is_shared_; }
  /// Rows of others that were not read yet when it last looked.
  std::uint64_t behind() const { return behind_; }
  /// Whether the other servers are to be told: something was written since the last call.
  bool take_ring() { return std::exchange(ring_due_, false); }
  /// Tells them. Throws store::Error.
  void ring(const std::string& text);

 private:
  store::Store& store();
  void attempt();
  void fail(store::Error error);
  // What others write.
  void look();
  void begin_turn(std::vector<std::int64_t> machines);
  void follow(std::vector<store::LogRow> rows);
  void open_new_machines(const std::vector<std::int64_t>& numbers);
  void open_room(core::Loaded created);
  // Episodes.
  void learn();
  void learn_in_turns();
  bool learn_once();
  void gather(std::span<const std::int64_t> machines);
  void look_at_clock(std::int64_t machine, std::int64_t now_ms);
  std::optional<store::Place> place_of(const store::Id& id);
  std::vector<store::LogRow> known_rows(const core::Batch& batch);
  void publish(core::Batch batch, std::shared_ptr<Published> published);
  void write(const std::function<void()>& what);
  // Questions and orders.
  void answer_questions();
  void answer_order();
  void carry_out(const core::Order& order);
  void plan_and_write(const core::Order& order);
  bool is_act_there();
  void take_over_act();
  void note(const std::exception& error);

  std::unique_ptr<store::Store> store_;  // null where it must be opened again
  const bool is_shared_;
  Open open_;
  core::Learner learner_;
  core::Clock clock_, steady_;
  Publish publish_;
  Gather gather_;
  Work work_;
  bool in_doubt_ = false;          // a commit had no answer: what was to be written may be in the log
  std::optional<core::Plan> act_;  // planned; in the log, unless in_doubt_
  bool ring_due_ = false;
  std::uint64_t behind_ = 0;
  std::set<std::int64_t> unknown_machines_;  // which this program cannot open
  Failures failures_;
  std::string why_;
  store::ErrorKind kind_ = store::ErrorKind::transient;
  std::optional<std::int64_t> schema_failed_ms_;  // since when, on the steady clock
};

}  // namespace menagerie::ledger
