// The writer of the logs: drives the learner and a store, one attempt after another. It has no thread and
// never waits; EmbeddedLedger gives it both, the simulation neither.
#pragma once

#include "server/ledger/ledger.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
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

  bool empty() const {
    return inbox.episodes.empty() && inbox.dry.empty() && questions.empty() && orders.empty();
  }
};

class Writer {
 public:
  /// Opens the store again, after a commit of which it is not known whether it is on disk.
  using Open = std::function<std::unique_ptr<store::Store>()>;

  Writer(std::unique_ptr<store::Store> store, Open open, const std::vector<core::Loaded>& machines,
         core::Clock clock, Publish publish, std::uint64_t finished_games = 0);

  /// Precondition: idle().
  void take(Work work);
  bool idle() const { return stage_ == Stage::idle; }
  /// Works on what was taken until all of it is done, published and answered; false where the store failed:
  /// then it is to be called again after a while. Nothing is told to anybody before it is durable.
  bool proceed();

  const core::Learner& learner() const { return learner_; }
  const Failures& failures() const { return failures_; }
  /// What it failed at last, and what can be done about that.
  const std::string& why() const { return why_; }
  store::ErrorKind kind() const { return kind_; }
  /// Whether it is not known of an act if it is on disk.
  bool is_act_in_doubt() const { return act_ && maybe_on_disk_; }
  /// For a writer that may not write any more: an act that is in doubt is read back with `reader`; where it
  /// is on disk it is published and answered. Throws store::Error, and can be called again.
  void settle_act(std::unique_ptr<store::Store> reader);
  /// After proceed() has failed: refuses the orders that wait, as ledger::refuse() does; the one that is or
  /// may be on disk only where `all` says so.
  void refuse_orders(bool all);
  /// Returns the work that is not done. Callbacks of orders must be destroyed on the thread that made them.
  Work give_back() { return std::exchange(work_, {}); }

 private:
  enum class Stage : std::uint8_t { idle, step, commit, publish, questions, orders };

  void attempt();
  void look_at_clock(std::int64_t machine, std::int64_t now_ms);
  void look_at_clocks(std::int64_t now_ms);
  void commit();
  std::optional<store::Place> place_of(const store::Id& id);
  template <typename What>
  void write(What what);
  void append(std::span<const store::LogRow> rows, std::span<const store::MadeBox> made,
              std::span<const store::Snapshot> snapshots);
  bool is_in_log(const store::LogRow& row);
  void publish();
  void answer_questions();
  void answer_order();
  void finish_order(std::exception_ptr thrown);
  void plan_and_write(const core::Order& order);
  bool act_is_there();
  void finish();
  void note(const std::exception& error);

  std::unique_ptr<store::Store> store_;  // null where it must be opened again
  Open open_;
  core::Learner learner_;
  core::Clock clock_;
  Publish publish_;
  Stage stage_ = Stage::idle;
  Work work_;
  core::Batch batch_;
  std::shared_ptr<Published> published_;
  bool maybe_on_disk_ = false;     // the batch, or the act: its commit failed with an unknown outcome
  std::optional<core::Plan> act_;  // planned, and on disk unless maybe_on_disk_
  Failures failures_;
  std::string why_;
  store::ErrorKind kind_ = store::ErrorKind::transient;
};

}  // namespace menagerie::ledger
