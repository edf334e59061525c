// The Store on SQLite: WAL, synchronous=FULL, one transaction a batch. Private to store/.
#pragma once

#include "server/store/database_files.hpp"
#include "server/store/recent_ids.hpp"
#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_index.hpp"
#include "server/store/sqlite_rows.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <map>
#include <type_traits>

namespace menagerie::store {

class SqliteStore : public Store {
 public:
  SqliteStore(const std::string& folder, Mode mode, const UpgradeCallback& upgraded);
  ~SqliteStore() override;
  /// A self-contained database (a backup), for reading.
  explicit SqliteStore(const std::string& path);

  std::vector<MachineRow> machines() override;
  std::int64_t create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                              Snapshot snapshot) override;
  std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) override;
  std::vector<Box> made_boxes(std::int64_t machine) override;
  std::vector<Id> append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                         std::span<const Snapshot> snapshots) override;
  std::optional<Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) override;
  std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) override;
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                  const std::function<void(const LogRow&)>& each) override;
  std::vector<LogRow> episodes_before(std::int64_t machine, std::uint64_t before, std::size_t limit) override;
  std::optional<LogRow> find_episode(const Id& id) override;
  std::optional<Place> place_of_episode(const Id& id) override;
  std::vector<LogRow> acts(std::int64_t machine) override;
  std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) override;
  std::vector<Place> episodes_of_visit(const Id& visit) override;
  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit) override;
  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) override;
  std::unique_ptr<MachineFile> copy_machine(std::int64_t machine, const std::string& path) override;

 private:
  using Prepared = std::unique_ptr<SQLite::Statement>;

  /// Runs a write. Refuses if the database files were moved or replaced, and reopens the database first if
  /// the last sync on this connection failed.
  template <typename Work>
  void write(Work work);
  template <typename Work>
  void transact(Work work);
  void reopen();
  /// Makes the checkpoints while it serves; opening and closing make their own.
  void checkpoint_if_due();

  void roll_back() noexcept;
  /// Called to produce the SQL when the statement is not prepared yet.
  template <typename Sql>
  SQLite::Statement& prepared(Prepared& slot, Sql sql);
  void insert_boxes(std::int64_t machine, const BoxSet& boxes);
  /// `start` only for a box that was not there from the beginning.
  void insert_box(std::int64_t machine, std::uint32_t number, const Box& box,
                  std::optional<std::int64_t> start);
  void insert_row(const LogRow& row);
  void insert_snapshot(const Snapshot& snapshot);

  /// How many beads each box of a machine has.
  const std::vector<std::size_t>& box_sizes(std::int64_t machine);

  /// Calls `ask` with the index; if the index is damaged, with the log alone.
  template <typename Ask>
  std::invoke_result_t<Ask&> by_index(Ask ask);
  /// Calls `each` with the rows of a statement whose only parameter is a machine's number.
  template <typename Each>
  void each_of_machine(const std::string& sql, std::int64_t machine, Each each);
  RowQuery& row_query(std::unique_ptr<RowQuery>& slot, RowPart part, std::string_view rest);
  std::optional<Place> find_place(const Id& id);
  /// Finds out which ids of the log a new one can be equal to. Ids made later than `now_ms` count as made by
  /// a clock that was ahead.
  RecentIds begin_recent(std::int64_t now_ms);
  /// Throws if a row's seq is not its machine's next. Remembers the ids and returns those that are in the log
  /// already. After an append that changed nothing the remembered ids must be dropped.
  std::vector<Id> admit(std::span<const LogRow> rows);
  void forget_admitted();
  /// Calls `visit` with the rows that are not in the index yet and fit the condition, until it returns false.
  template <typename Visit>
  void each_tail(const SeqByMachine& indexed_up_to, const std::string& condition, const Id& id, Visit visit);

  std::string folder_, path_;
  std::unique_ptr<FolderLock> lock_;
  IndexReader index_;
  std::unique_ptr<SQLite::Database> db_;  // before the statements: they must go first
  std::unique_ptr<Indexer> indexer_;      // of the store that writes
  std::map<std::int64_t, std::vector<std::size_t>> box_sizes_;
  std::map<std::int64_t, std::uint64_t> newest_;  // by machine: the seq of its last row, where known
  RecentIds recent_;
  std::string changes_, trace_;                 // texts of the row being inserted
  std::unique_ptr<const DatabaseFiles> files_;  // of the store that writes
  bool failed_ = false;                         // the disk failed under db_: it is to be opened anew
  int log_pages_ = 0;                           // in the write-ahead log after the last commit
  Prepared begin_, commit_, insert_box_, insert_bead_, insert_row_, insert_snapshot_;
  std::array<std::unique_ptr<RowQuery>, 3> after_;  // by RowPart
  std::unique_ptr<RowQuery> episodes_before_, acts_;
};

}  // namespace menagerie::store
