// The file index.db beside the log: where an episode, a visit's episodes and a box's changes are found.
//
// It is filled behind the log, in runs of many rows sorted by what they are looked for by, so that a row
// costs the learner next to nothing; what is not in it yet is looked for in the rows themselves. It can be
// thrown away and is then made anew. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace menagerie::store {

/// What the index keeps of a log row.
struct IndexEntry {
  Place place;
  std::int64_t time_ms = 0;
  bool is_episode = false;
  Id id, visit;
  std::vector<std::uint32_t> boxes;  ///< numbers from 0, each once
};
IndexEntry index_entry(const LogRow& row);

/// index.db is not what it should be: the log is to be asked instead.
struct IndexBroken : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Looks into index.db; finds nothing while there is none. One thread at a time. Throws IndexBroken.
class IndexReader {
 public:
  explicit IndexReader(std::string path) : path_(std::move(path)) {}

  /// Whether there is an index to look into.
  bool open();
  /// Lets go of the file, so that the one that is there now is opened next.
  void close() { db_ = nullptr; }
  /// Whether it is done without: it then finds nothing.
  void leave_out(bool out) { left_out_ = out; }

  std::optional<Place> find_episode(const Id& id);
  /// The greatest id of an episode; zeros where there is none.
  Id newest_id();
  std::vector<Place> episodes_of_visit(const Id& visit);
  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit);
  /// As Store::first_changes().
  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after);
  /// The seq up to which each machine's log is in the index; machines that are not there have none.
  /// To be asked before the index is looked into: what comes in meanwhile is then found twice, not missed.
  std::map<std::int64_t, std::uint64_t> through();

 private:
  template <typename Look>
  std::invoke_result_t<Look&> look(Look look);

  std::string path_;
  std::unique_ptr<SQLite::Database> db_;
  bool left_out_ = false;
};

/// Fills index.db, on a thread of its own at the lowest priority. Belongs to the one Store that writes.
class Indexer {
 public:
  /// Reads what the index lacks from the log in `folder` first. A broken index is made anew. Throws
  /// SQLite::Exception where there can be none.
  explicit Indexer(const std::string& folder);
  ~Indexer();  ///< what still waits is read from the log at the next start
  Indexer(const Indexer&) = delete;
  Indexer& operator=(const Indexer&) = delete;

  /// Rows that were just committed, of each machine in seq order. Called by the store's thread.
  void add(std::span<const LogRow> rows);
  /// An episode that is not in the file yet, but was added since the start.
  std::optional<Place> find_waiting(const Id& id);
  /// Whether there are rows that are neither in the file nor wait for it.
  bool behind();
  /// Asks for another file in the place of this one, which is broken. Rows are behind until it is made.
  void make_anew();
  /// How many files there have been: whoever has an older one open must open it again.
  std::uint64_t files();

 private:
  void create();
  void remove_files();
  bool make_anew_if_asked();
  void run();
  void catch_up();
  void catch_up(std::int64_t machine, std::uint64_t last);
  bool take();
  void write(std::span<const IndexEntry> entries);
  bool ending();

  std::string folder_;
  std::unique_ptr<SQLite::Database> db_;  // of the indexer's thread, once that runs

  std::mutex mutex_;
  std::condition_variable came_;
  // Guarded by mutex_. `writing_` is changed by the indexer's thread alone, which may read it without.
  std::map<std::int64_t, std::uint64_t> end_;  ///< by machine: rows up to this one are read from the log
  std::vector<IndexEntry> waiting_;            ///< rows behind those
  std::vector<IndexEntry> writing_;            ///< the run under way: still to be found here
  bool behind_ = true;
  bool anew_ = false;
  std::uint64_t files_ = 1;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace menagerie::store
