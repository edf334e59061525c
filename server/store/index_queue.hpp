// The way of rows from the log into an index: what waits, what is being written, and what is to be read from
// the log again. It knows neither thread nor file: Indexer gives it both, the simulation its own.
#pragma once

#include "server/store/log_row.hpp"
#include "server/store/store.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace menagerie::store {

/// What the index keeps of a log row.
struct IndexEntry {
  Place place;
  std::int64_t time_ms = 0;
  bool is_episode = false;
  Id id, visit;
  std::vector<std::uint32_t> boxes;  ///< numbers from 0, ascending, each once
};
IndexEntry index_entry(const LogRow& row);

/// By machine: a seq. Machines without rows are missing.
using SeqByMachine = std::map<std::int64_t, std::uint64_t>;

/// How much is gathered, and for how long.
struct IndexLimits {
  std::size_t run_rows = 16'384;             ///< written at once, or what there is after `run_after`
  std::size_t waiting_rows_max = 1'000'000;  ///< held in memory; some 200 MB
  std::chrono::milliseconds run_after{2'000};
  std::chrono::milliseconds retry_after{5'000};
};

/// The file of an index, and the log that it is made from. One thread at a time. Each call may throw.
class IndexFile {
 public:
  virtual ~IndexFile() = default;
  /// Opens it, empties it where it is of another log, and tells the newest row of each machine's log.
  virtual SeqByMachine open() = 0;
  /// Removes all that stands in it, also where that cannot be read. open() is to follow.
  virtual void clear() = 0;
  /// The seq up to which each machine's log is indexed.
  virtual SeqByMachine indexed_up_to() = 0;
  /// Adds rows in one transaction, but for those that are indexed already.
  virtual void write(std::span<const IndexEntry> rows) = 0;
  /// Rows of the log behind `after`, up to `last`, at most `most` of them.
  virtual std::vector<IndexEntry> read_log(std::int64_t machine, std::uint64_t after, std::uint64_t last,
                                           std::size_t most) = 0;
};

/// Any thread may call what is not said to be the indexer's.
class IndexQueue {
 public:
  explicit IndexQueue(const IndexLimits& limits) : limits_(limits) {}

  /// Rows that were just committed, of each machine in seq order.
  void add(std::span<const LogRow> rows);
  /// Finds an episode in the log: among the rows that wait for the file, then in the file (`in_file`; false
  /// where it cannot be read), and where rows may be missing in both, in the log itself (`in_log`). In this
  /// order, as rows that wait may come into the file meanwhile.
  std::optional<Place> find(const Id& id, const std::function<bool(std::optional<Place>&)>& in_file,
                            const std::function<std::optional<Place>()>& in_log);
  /// Whether each row of the log is in the file, or waits for it.
  bool is_complete() { return complete().has_value(); }
  /// Requests a rebuild of a damaged file. Until it is done, rows count as not indexed.
  void make_anew();
  /// No turn is begun any more; what takes long comes to an end.
  void end();

  // The indexer's thread.
  /// Opens the file; where that fails it is made anew in the next turn.
  void open(IndexFile& file);
  /// Makes the file anew if that is asked for, reads what is missing from the log, and writes what waits.
  /// Whether it wrote anything. Throws what the file throws: put_back() is to follow.
  bool turn(IndexFile& file);
  /// After a turn that failed: nothing of what it had taken is lost.
  void put_back();
  /// Waits until there are enough rows for a turn, or something else to do, or some time has passed; after a
  /// turn that failed, until it is to be tried again. False: it is to end.
  bool wait(bool has_failed);

 private:
  /// Rows, and where their episodes are found meanwhile.
  struct Queue {
    std::vector<IndexEntry> entries;

    void append(Queue&& later);
    std::optional<Place> find(const Id& id);

   private:
    std::unordered_map<Id, Place, IdHash> places_;  // of the first `listed_` entries: few are asked for
    std::size_t listed_ = 0;
  };

  /// Nothing where there are rows that are neither in the file nor wait for it. Otherwise how often that has
  /// been so: where it is the same before a look into the queue and after one into the file, what neither of
  /// them has is in no log.
  std::optional<std::uint64_t> complete();
  std::optional<Place> find_waiting(const Id& id);
  void set_behind();
  void leave_to_log(Queue& queue);
  void make_anew_if_asked(IndexFile& file);
  bool catch_up(IndexFile& file);
  bool catch_up(IndexFile& file, std::int64_t machine, std::uint64_t last);
  bool take();
  bool is_ending();
  bool has_other_work() const { return ending_ || anew_ || !end_.empty(); }

  const IndexLimits limits_;
  std::mutex mutex_;
  std::condition_variable wake_;
  // Guarded by mutex_. `writing_` is changed by the indexer's thread alone, which may read it without.
  SeqByMachine end_;  ///< rows up to these are read from the log
  Queue waiting_;     ///< rows after those
  Queue writing_;     ///< the run being written: still searched here
  bool behind_ = true;
  std::uint64_t setbacks_ = 0;  ///< how often it came to be behind
  bool anew_ = false;
  bool ending_ = false;
};

}  // namespace menagerie::store
