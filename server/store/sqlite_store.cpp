// Opening a museum, and reading its log.
#include "server/store/sqlite_store.hpp"

#include "server/store/last_before.hpp"
#include "server/store/sqlite_machine_file.hpp"
#include "server/store/table_rows.hpp"

#include <sqlite3.h>

#include <filesystem>

namespace menagerie::store {
namespace {

/// The row that a query stands at, as table_rows.hpp reads it.
struct TableRow {
  SQLite::Statement& query;
  std::int64_t number(int column) const { return query.getColumn(column).getInt64(); }
  std::string text(int column) const { return query.getColumn(column).getString(); }
  bool flag(int column) const { return number(column) != 0; }
};

}  // namespace

SqliteStore::SqliteStore(const std::string& folder, Mode mode, const UpgradeCallback& upgraded)
    : folder_(folder), path_(database_path(folder)), index_(folder + "/index.db") {
  if (mode == Mode::write) {
    lock_ = std::make_unique<FolderLock>(folder);
    refuse_lost_database(folder);
    remove_machine_files(folder);
  } else if (!std::filesystem::exists(path_)) {
    throw Error(path_ + ": there is no such file; is --data the folder of a museum?", ErrorKind::permanent);
  }
  db_ = guarded(path_, [&] {
    return mode == Mode::write ? open_for_writing(path_, upgraded) : open_for_reading(path_);
  });
  if (mode == Mode::read) return;
  // After a failed sync, whether in this process or in the one before, the kernel may take pages for written
  // that are not: all that the write-ahead log holds is written and synced once more.
  if (const int result = copy_log_back(*db_); (result & 0xff) == SQLITE_IOERR) {
    checkpoint_on_close(*db_, false);
    throw sqlite_error(path_, result, std::string("the disk fails: ") + sqlite3_errstr(result));
  }
  count_log_pages(*db_, log_pages_);
  files_ = std::make_unique<const DatabaseFiles>(folder);
  guarded(folder + "/index.db", [&] {
    indexer_ = std::make_unique<Indexer>(folder);
    index_.open();  // now, so that it is not another file's later
  });
}

SqliteStore::~SqliteStore() {
  if (failed_) checkpoint_on_close(*db_, false);  // the next start reads the log from the disk
}

SqliteStore::SqliteStore(const std::string& path) : path_(path), index_("") {
  db_ = guarded(path_, [&] { return open_alone(path_); });
}

template <typename Each>
void SqliteStore::each_of_machine(const std::string& sql, std::int64_t machine, Each each) {
  guarded(path_, [&] {
    SQLite::Statement query(*db_, sql);
    query.bind(1, machine);
    while (query.executeStep()) each(TableRow{query});
  });
}

std::vector<MachineRow> SqliteStore::machines() {
  return guarded(path_, [&] {
    std::vector<MachineRow> rows;
    SQLite::Statement query(*db_, "SELECT " + kMachineColumns + " FROM machine ORDER BY machine");
    while (query.executeStep()) rows.push_back(machine_of(TableRow{query}));
    return rows;
  });
}

std::optional<std::string> SqliteStore::check_boxes(std::int64_t machine, const BoxSet& boxes) {
  std::vector<BeadName> stored;
  each_of_machine(kBeadNames + "WHERE machine = ? ORDER BY number, bead", machine,
                  [&](const TableRow& row) { stored.push_back(bead_name_of(row)); });
  return name_fault(stored, boxes);
}

std::vector<Box> SqliteStore::made_boxes(std::int64_t machine) {
  std::vector<Box> boxes;
  each_of_machine(kMadeBeads + "WHERE machine = ? ORDER BY number, bead", machine,
                  [&](const TableRow& row) { add_made_bead(row, boxes); });
  return boxes;
}

std::optional<Snapshot> SqliteStore::snapshot_at(std::int64_t machine, std::uint64_t seq) {
  std::optional<Snapshot> snapshot;
  each_of_machine("SELECT " + kSnapshotColumns + " FROM beads WHERE machine = ? AND seq <= " +
                      std::to_string(std::min(seq, kSeqMax)) + " ORDER BY seq DESC LIMIT 1",
                  machine, [&](const TableRow& row) { snapshot = snapshot_of(row, machine, path_); });
  return snapshot;
}

std::vector<std::uint64_t> SqliteStore::snapshot_seqs(std::int64_t machine) {
  std::vector<std::uint64_t> seqs;
  each_of_machine("SELECT seq FROM beads WHERE machine = ? ORDER BY seq", machine,
                  [&](const TableRow& row) { seqs.push_back(static_cast<std::uint64_t>(row.number(0))); });
  return seqs;
}

void SqliteStore::each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                             const std::function<void(const LogRow&)>& each) {
  row_query(after_[static_cast<std::size_t>(part)], part, "WHERE row > ? AND row < ? ORDER BY row LIMIT ?")
      .run(row_key(machine, after), row_key(machine + 1, 0), limit, each);
}

std::vector<LogRow> SqliteStore::episodes_before(std::int64_t machine, std::uint64_t before,
                                                 std::size_t limit) {
  std::vector<LogRow> rows;
  row_query(episodes_before_, RowPart::whole,
            "WHERE row > ? AND row < ? AND kind = 'episode' ORDER BY row DESC LIMIT ?")
      .run(row_key(machine, 0), row_key(machine, before), limit,
           [&](const LogRow& row) { rows.push_back(row); });
  return rows;
}

std::vector<LogRow> SqliteStore::acts(std::int64_t machine) {
  std::vector<LogRow> rows;
  row_query(acts_, RowPart::but_changes,
            "INDEXED BY log_acts WHERE row > ? AND row < ? AND kind <> 'episode' ORDER BY row LIMIT ?")
      .run(row_key(machine, 0), row_key(machine + 1, 0), SIZE_MAX,
           [&](const LogRow& row) { rows.push_back(row); });
  return rows;
}

std::uint64_t SqliteStore::last_before(std::int64_t machine, std::int64_t time_ms) {
  return guarded(path_, [&] {
    SQLite::Statement newest(*db_, "SELECT max(row) FROM log WHERE row > ? AND row < ?");
    newest.bind(1, row_key(machine, 0));
    newest.bind(2, row_key(machine + 1, 0));
    if (!newest.executeStep() || newest.getColumn(0).isNull()) return std::uint64_t{0};
    SQLite::Statement time(*db_, "SELECT time_ms FROM log WHERE row = ?");
    const auto is_before = [&](std::uint64_t seq) {
      time.reset();
      time.bind(1, row_key(machine, seq));
      return time.executeStep() && time.getColumn(0).getInt64() < time_ms;
    };
    SQLite::Statement corrected(*db_,
                                "SELECT row FROM log INDEXED BY log_clock WHERE row > ? AND row <= ? AND "
                                "clock_back IS NOT NULL ORDER BY row DESC LIMIT 1");
    const auto first_of_run = [&](std::uint64_t seq) {
      corrected.reset();
      corrected.bind(1, row_key(machine, 0));
      corrected.bind(2, row_key(machine, seq));
      return corrected.executeStep() ? place_of(corrected.getColumn(0).getInt64()).seq : std::uint64_t{1};
    };
    return last_before_time(place_of(newest.getColumn(0).getInt64()).seq, is_before, first_of_run);
  });
}

std::unique_ptr<MachineFile> SqliteStore::copy_machine(std::int64_t machine, const std::string& path) {
  return path.empty() ? temporary_machine_file(path_, folder_, machine) : machine_file(path_, machine, path);
}

RowQuery& SqliteStore::row_query(std::unique_ptr<RowQuery>& slot, RowPart part, std::string_view rest) {
  if (!slot) slot = std::make_unique<RowQuery>(*db_, path_, part, rest);
  return *slot;
}

std::unique_ptr<Store> open_sqlite(const std::string& folder, Mode mode, const UpgradeCallback& upgraded) {
  // Nobody asks how much memory SQLite has in use; to count it costs a lock for every piece.
  static const int without_statistics = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(without_statistics);
  return std::make_unique<SqliteStore>(folder, mode, upgraded);
}

std::unique_ptr<Store> open_sqlite_file(const std::string& path) {
  return std::make_unique<SqliteStore>(path);
}

std::string_view sqlite_version() { return sqlite3_libversion(); }

}  // namespace menagerie::store
