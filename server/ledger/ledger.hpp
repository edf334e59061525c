// The ledger: the only way into a machine's log. Finished episodes, acts and questions go in; log rows, in
// seq order for each machine, and one verdict for each submission come out.
#pragma once

#include "server/core/acts.hpp"
#include "server/core/learner.hpp"
#include "server/core/verdict.hpp"
#include "server/ledger/clocks.hpp"
#include "server/store/store.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace menagerie::ledger {

/// What one commit made durable, and what was answered with it; or rows of other servers.
struct Published {
  std::vector<store::LogRow> rows;  ///< new rows; of each machine in seq order
  /// Of the new rows, in their order: those after which nobody can beat the machine.
  std::vector<store::Place> finished;
  std::vector<core::Answer> answers;
  std::vector<store::LogRow> known;   ///< the rows of the episodes that were known, in the answers' order
  std::vector<core::Loaded> created;  ///< new machines
  double commit_s = 0;                ///< seconds that episodes' rows took to be made durable; else 0
};
/// Calls `each(row, finished)` for the new rows.
template <typename Each>
void each_row(const Published& published, Each each) {
  auto finished = published.finished.begin();
  for (const store::LogRow& row : published.rows) {
    const bool is = finished != published.finished.end() && *finished == store::Place{row.machine, row.seq};
    if (is) ++finished;
    each(row, is);
  }
}

/// Called after each commit, in order, and before the answers to acts and questions.
using Publish = std::function<void(std::shared_ptr<const Published>)>;

/// Given what was done, or what was thrown (core::Refused, store::Error).
using OrderAnswer = std::function<void(const core::Plan*, std::exception_ptr)>;
/// Orders that wait for their turn, with their answers.
using Orders = std::vector<std::pair<core::Order, OrderAnswer>>;
/// Answers orders that were not carried out with what the store failed at, and empties the list: nobody waits
/// at the curator's desk for a disk to have room again.
void refuse(Orders& orders, const store::Error& fault);
using AskAnswer = std::function<void(std::optional<store::LogRow>)>;

/// What has gone wrong since the server opened, for /metrics.
struct Failures {
  std::uint64_t count = 0;            ///< attempts that the store failed
  std::uint64_t unknown_commits = 0;  ///< of these, with an outcome that had to be read back
  bool permanent = false;  ///< no retry mends it: nothing will be stored until the program starts anew
};

/// Of a server whose store other servers may write to as well.
struct SharedStatus {
  std::uint64_t behind = 0;  ///< log rows of all machines that it had not read when it last looked
  double doorbell_s = 0;     ///< from this server's last ring until it heard it itself; 0: not measured
};

/// Answers run on whichever thread the ledger works on.
class Ledger {
 public:
  virtual ~Ledger() = default;

  // From any thread:

  /// Queues an episode. It gets one verdict, and is learned once however often it is submitted.
  virtual void submit(core::Finished episode) = 0;
  /// Asks for a new era of a machine that is still dry when its turn comes.
  virtual void begin_era_if_dry(std::int64_t machine) = 0;
  /// Asks for an act. Acts come behind the episodes that were submitted before them.
  virtual void order(core::Order order, OrderAnswer answer) = 0;
  /// Looks an episode up behind everything submitted so far.
  virtual void ask(store::Id id, AskAnswer answer) = 0;

  /// Episodes and questions that wait.
  virtual std::size_t waiting() const = 0;
  /// Whether what is submitted is being stored.
  virtual bool storing() const = 0;
  virtual Failures failures() const = 0;
  /// Empty where no other server writes to the store.
  virtual std::optional<SharedStatus> shared_status() const { return std::nullopt; }
};

/// A ledger that works until it is stopped.
class OpenLedger : public Ledger {
 public:
  /// Why nothing is being stored; empty while it is. From any thread.
  virtual std::string why() const = 0;
  /// Commits what waits and ends. Gives up after `patience` when the store keeps failing; returns whether
  /// everything was stored.
  virtual bool stop(std::chrono::milliseconds patience) = 0;
  /// Since when its thread has been at one turn, by steady_ms(); 0 while it waits for the next one. From any
  /// thread.
  std::int64_t busy_since_ms() const { return busy_since_ms_.load(std::memory_order_relaxed); }

 protected:
  /// As long as one lives the ledger's thread waits; with its end a turn begins.
  class Rest {
   public:
    explicit Rest(OpenLedger& ledger) : ledger_(ledger) { ledger_.busy_since_ms_ = 0; }
    ~Rest() { ledger_.busy_since_ms_ = steady_ms(); }
    Rest(const Rest&) = delete;
    Rest& operator=(const Rest&) = delete;

   private:
    OpenLedger& ledger_;
  };

 private:
  std::atomic<std::int64_t> busy_since_ms_{0};
};

}  // namespace menagerie::ledger
