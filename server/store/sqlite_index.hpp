// The file index.db beside the log: where an episode, a visit's episodes and a box's changes are found.
//
// It is filled asynchronously, in runs of many rows sorted by key, so that a row costs the learner next to
// nothing; rows that are not indexed yet are searched in the log itself. It can be deleted at any time and is
// then rebuilt. Private to store/.
#pragma once

#include "server/store/index_queue.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace menagerie::store {

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
  SeqByMachine indexed_up_to();

 private:
  /// What `look` finds in the file, or, where there is none, nothing.
  template <typename Look>
  std::invoke_result_t<Look&> look(Look look);

  std::string path_;
  std::unique_ptr<SQLite::Database> db_;
  bool left_out_ = false;
  bool in_moment_ = false;
};

/// index.db as it is filled.
class SqliteIndexFile : public IndexFile {
 public:
  /// Beside the log in that folder.
  explicit SqliteIndexFile(std::string folder) : folder_(std::move(folder)) {}

  SeqByMachine open() override;
  void clear() override;
  SeqByMachine indexed_up_to() override;
  void write(std::span<const IndexEntry> rows) override;
  std::vector<IndexEntry> read_log(std::int64_t machine, std::uint64_t after, std::uint64_t last,
                                   std::size_t most) override;

 private:
  void open_file();
  bool is_of_log(SQLite::Database& log);

  std::string folder_;
  std::unique_ptr<SQLite::Database> db_;
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

  IndexQueue& queue() { return queue_; }

 private:
  void run();

  const std::string path_;     ///< of index.db
  const std::string retry_s_;  ///< told to operators: seconds
  SqliteIndexFile file_;       ///< of the indexer's thread, once that runs
  IndexQueue queue_;
  std::thread thread_;
};

}  // namespace menagerie::store
