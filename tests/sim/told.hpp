// What the servers of one museum have told: verdicts, lessons and acts; with the checks that the log says the
// same. One server or several: the promises are the same.
#pragma once

#include "server/core/acts.hpp"
#include "server/core/learner.hpp"
#include "server/ledger/ledger.hpp"
#include "tests/memory_store.hpp"

#include <array>
#include <cstdint>
#include <exception>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace menagerie::sim {

/// A violated requirement: the history that throws it has failed. No std::exception: what the server does
/// about those must not swallow it.
struct Failure {};
/// The first one of the history under way: what was thrown may have been caught all the same.
std::optional<std::string>& first_failure();
void require(bool holds, const std::string& what);

/// Begins a history: seeds the program's source of randomness.
void begin_history(std::uint64_t seed);

/// Deliberate faults that the checks must detect. The first ones strike what a server publishes, once; the
/// others are the database's and the index's.
enum class Fault : std::uint8_t {
  none,
  skip_change,     ///< a row loses its last bead change
  drop_verdict,    ///< a verdict is told to nobody
  drop_batch,      ///< what was published never reaches the rooms
  apply_twice,     ///< it reaches them twice
  no_lock,         ///< a turn locks nothing
  skip_row,        ///< a server does not get the first of several rows of another one
  forget_known,    ///< nobody sees that an episode is in the log already
  forget_indexed,  ///< the index loses episodes that were in it
  no_chain         ///< rows have no links, so that a log that was lost and written anew looks the same
};

/// What happened in all histories so far: what never occurs would not be tested.
struct Seen {
  std::array<std::uint64_t, 5> verdicts{};   // by core::Verdict::Kind
  std::uint64_t gathered = 0;                ///< episodes that came while their turn was waited for
  std::uint64_t replayed = 0;                ///< verdicts on an episode that was played on in two ways
  std::uint64_t resumed = 0, elsewhere = 0;  ///< tickets, and those of them that another server had given
  std::uint64_t acts = 0, created = 0;       ///< orders; rooms of machines that were created
  std::uint64_t finished = 0, dry = 0;       ///< eras that followed finished machines, and dry ones
  std::uint64_t crashes = 0, restarts = 0, pauses = 0, unknown_commits = 0, failovers = 0, stopped = 0;
  std::uint64_t indexed = 0,
                left_to_log = 0;  ///< turns that wrote the index; look-ups that it could not answer
  static Seen& all();
};

/// Whether the row is what became of that episode, as it was submitted.
bool is_of(const store::LogRow& row, const core::Finished& episode);

class Told {
 public:
  Told(store::MemoryDisk& disk, Fault fault, std::uint64_t fault_at)
      : disk_(disk), fault_(fault), fault_at_(fault_at) {}

  // When it is told.
  void submitted(const core::Finished& episode);
  /// `row` where it is in the log.
  void verdict(const core::Answer& answer, const core::Finished& episode, const store::LogRow* row);
  /// A visitor hears that it is learned.
  void heard(const store::Id& episode, const store::Place& place);
  std::size_t ordered(const core::Order& order);
  void answered(std::size_t order, const core::Plan* done, const std::exception_ptr& thrown);
  /// The server that was to answer it is gone.
  void lost(std::size_t order) { orders_[order].gone = !(orders_[order].open = false); }
  /// The database has lost rows that were told.
  void lose_rows() { has_lost_rows_ = true; }
  bool has_lost_rows() const { return has_lost_rows_; }
  /// Puts the fault in, once, after a few batches that it fits. Returns how often the batch reaches the
  /// rooms.
  int tamper(ledger::Published& batch);

  /// Submitted before; 0: the newest. Null where nothing was.
  const core::Finished* submission(std::size_t back) const;
  std::vector<core::Finished> without_verdict() const;

  // In the end.
  void check_row(const store::LogRow& row) const;
  /// `answered`: some server was there to answer.
  void check(bool answered) const;

 private:
  struct Played {
    core::Finished episode;
    bool answered = false, refused = false;  ///< refused: told that it never will be learned
  };
  struct Ordered {
    store::Kind kind;
    std::int64_t machine;
    std::string name;                              ///< of a machine that is to be created
    bool open = true, done = false, gone = false;  ///< gone: without an answer
  };
  const std::vector<store::LogRow>& log(std::int64_t machine) const {
    return disk_.machines.at(static_cast<std::size_t>(machine - 1)).log;
  }
  Played* find(const core::Finished& episode);
  void is_in_log(const store::Id& episode, const store::Place& place, const std::string& who);
  void check_acts() const;

  store::MemoryDisk& disk_;
  Fault fault_;
  std::uint64_t fault_at_;  // batches until it strikes
  bool has_lost_rows_ = false;
  std::vector<Played> played_;                // in the order of submission; the same is there once
  std::map<store::Id, store::Place> places_;  // whatever anybody was told to be in the log
  std::set<store::Id> learned_;
  std::vector<Ordered> orders_;
};

}  // namespace menagerie::sim
