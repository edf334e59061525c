// The file index.db beside the log: where an episode, a visit's episodes and a box's changes are found.
//
// It is filled asynchronously, in runs of many rows sorted by key, so that a row costs the learner next to
// nothing; rows that are not indexed yet are searched in the log itself. It can be deleted at any time and is
// then rebuilt. Private to store/.
#pragma once

#include "server/store/index_health.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
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

/// index.db is damaged: the caller must read the log instead.
struct IndexBroken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads index.db; finds nothing while the file does not exist. One thread at a time. Throws IndexBroken.
class IndexReader {
 public:
  explicit IndexReader(std::string path) : path_(std::move(path)) {}

  /// While it lives, every look-up sees the file as it was at the first one: it may be emptied and filled
  /// again by the indexer.
  class Moment {
   public:
    explicit Moment(IndexReader& reader);
    ~Moment();
    Moment(const Moment&) = delete;
    Moment& operator=(const Moment&) = delete;

   private:
    IndexReader& reader_;
  };

  /// Whether index.db is open or could be opened.
  bool open();
  /// Closes the file, so that the next call opens it again.
  void close() { db_ = nullptr; }
  /// Whether the index is switched off: every lookup then finds nothing.
  void leave_out(bool out) { left_out_ = out; }

  std::optional<Place> find_episode(const Id& id);
  /// Calls `each` with all episodes whose ids are not less than `bound`, and with some others: of these the
  /// greatest id is among them.
  void each_episode_around(const Id& bound, const std::function<void(const Id&, const Place&)>& each);
  std::vector<Place> episodes_of_visit(const Id& visit);
  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit);
  /// As Store::first_changes().
  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after);
  /// indexed_up_to: the seq up to which each machine's log is indexed; machines without rows are missing.
  /// Within a Moment, it and a look-up tell of the same rows.
  std::map<std::int64_t, std::uint64_t> indexed_up_to();

 private:
  /// What `look` finds in the file, or, where there is none, nothing.
  template <typename Look>
  std::invoke_result_t<Look&> look(Look look);

  std::string path_;
  std::unique_ptr<SQLite::Database> db_;
  bool left_out_ = false;
  bool in_moment_ = false;
};

/// How much the Indexer gathers, and for how long.
struct IndexLimits {
  std::size_t run_rows = 16'384;             ///< written at once, or what there is after `run_after`
  std::size_t waiting_rows_max = 1'000'000;  ///< held in memory; some 200 MB
  std::chrono::milliseconds run_after{2'000};
  std::chrono::milliseconds retry_after{5'000};
};

/// Fills index.db, on a thread of its own at the lowest priority. Belongs to the one Store that writes.
class Indexer {
 public:
  /// Starts by indexing the rows of the log in `folder` that are missing. A damaged index is made anew, as
  /// soon as that is possible.
  explicit Indexer(const std::string& folder, const IndexLimits& limits = {});
  ~Indexer();  ///< rows still queued are read from the log at the next start
  Indexer(const Indexer&) = delete;
  Indexer& operator=(const Indexer&) = delete;

  /// Rows that were just committed, of each machine in seq order. Called by the store's thread.
  void add(std::span<const LogRow> rows);
  /// Finds an episode that was added since the start and is not in the file yet.
  std::optional<Place> find_waiting(const Id& id);
  /// Nothing where there are rows that are neither in the file nor wait for it. Otherwise how often that has
  /// been so: where it is the same before find_waiting() and after a look-up in the file, what neither of
  /// them found is in no log.
  std::optional<std::uint64_t> complete();
  /// Requests a rebuild of a damaged file. Until it is done, rows count as not indexed.
  void make_anew();

 private:
  /// Rows on their way into the file, and where their episodes are found meanwhile.
  struct Queue {
    std::vector<IndexEntry> entries;

    void append(Queue&& later);
    std::optional<Place> find(const Id& id);

   private:
    std::unordered_map<Id, Place, IdHash> places_;  // of the first `listed_` entries: few are asked for
    std::size_t listed_ = 0;
  };

  void open_file();
  void create();
  void empty_file();
  void make_anew_if_asked();
  void run();
  void note_failure(const std::string& why);
  void note_success();
  void catch_up();
  void catch_up(std::int64_t machine, std::uint64_t last);
  bool take();
  std::map<std::int64_t, std::uint64_t> indexed_up_to();
  bool follows_file(std::span<const IndexEntry> entries);
  void write(std::span<const IndexEntry> entries);
  void set_behind();
  void leave_to_log(Queue& queue);
  bool ending();

  std::string folder_;
  IndexLimits limits_;
  std::unique_ptr<SQLite::Database> db_;  // of the indexer's thread, once that runs
  IndexHealth health_;                    // likewise

  std::mutex mutex_;
  std::condition_variable wake_;  ///< the indexer's thread waits
  // Guarded by mutex_. `writing_` is changed by the indexer's thread alone, which may read it without.
  std::map<std::int64_t, std::uint64_t> end_;  ///< by machine: rows up to this one are read from the log
  Queue waiting_;                              ///< rows after those
  Queue writing_;                              ///< the run being written: still searched here
  bool behind_ = true;
  std::uint64_t setbacks_ = 0;  ///< how often it came to be behind
  bool anew_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace menagerie::store
