// Opening a museum, and reading its log.
#include "server/store/sqlite_store.hpp"

#include "server/store/last_before.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/row_text.hpp"
#include "server/store/sqlite_machine_file.hpp"

#include <sqlite3.h>

#include <filesystem>

namespace menagerie::store {
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

std::vector<MachineRow> SqliteStore::machines() {
  return guarded(path_, [&] {
    std::vector<MachineRow> rows;
    SQLite::Statement query(
        *db_,
        "SELECT machine, name, title, maker, story, colour, game, seat, rule, convention, "
        "created_ms FROM machine ORDER BY machine");
    while (query.executeStep()) {
      const auto text = [&](int column) { return query.getColumn(column).getString(); };
      rows.push_back({query.getColumn(0).getInt64(), text(1), text(2), text(3), text(4), text(5), text(6),
                      text(7), text(8), text(9), query.getColumn(10).getInt64()});
    }
    return rows;
  });
}

std::optional<std::string> SqliteStore::check_boxes(std::int64_t machine, const BoxSet& boxes) {
  return guarded(path_, [&]() -> std::optional<std::string> {
    SQLite::Statement query(*db_,
                            "SELECT number, bead, box, move FROM bead JOIN box USING (machine, number) "
                            "WHERE machine = ? ORDER BY number, bead");
    query.bind(1, machine);
    for (std::size_t number = 1; number <= boxes.boxes().size(); ++number) {
      const Box& box = boxes.boxes()[number - 1];
      for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
        const bool same = query.executeStep() &&
                          query.getColumn(0).getInt64() == static_cast<std::int64_t>(number) &&
                          query.getColumn(1).getInt64() == static_cast<std::int64_t>(bead) &&
                          query.getColumn(2).getString() == box.text &&
                          query.getColumn(3).getString() == box.beads[bead].move;
        if (!same) {
          return "the stored names of boxes and beads are not this version's: box " + std::to_string(number) +
                 ", " + box.text + ", bead " + box.beads[bead].move;
        }
      }
    }
    if (query.executeStep()) return "there are more boxes or beads in the store than this version knows";
    return std::nullopt;
  });
}

std::vector<Box> SqliteStore::made_boxes(std::int64_t machine) {
  return guarded(path_, [&] {
    std::vector<Box> boxes;
    SQLite::Statement query(*db_,
                            "SELECT number, turn, box, move, orbit FROM box JOIN bead USING (machine, "
                            "number) WHERE machine = ? ORDER BY number, bead");
    query.bind(1, machine);
    while (query.executeStep()) {
      const auto number = static_cast<std::size_t>(query.getColumn(0).getInt64());
      if (number > boxes.size()) boxes.push_back({kNone, query.getColumn(2), query.getColumn(1), 0, {}});
      boxes.back().beads.push_back({query.getColumn(3), words(query.getColumn(4).getString())});
    }
    return boxes;
  });
}

std::optional<Snapshot> SqliteStore::snapshot_at(std::int64_t machine, std::uint64_t seq) {
  return guarded(path_, [&]() -> std::optional<Snapshot> {
    SQLite::Statement query(
        *db_,
        "SELECT machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, "
        "era_wins, era_draws, era_losses, counts, frozen, dry_seq, dry_ms FROM beads "
        "WHERE machine = ? AND seq <= ? ORDER BY seq DESC LIMIT 1");
    query.bind(1, machine);
    query.bind(2, static_cast<std::int64_t>(std::min(seq, kSeqMax)));
    if (!query.executeStep()) return std::nullopt;
    const auto number = [&](int column) {
      return static_cast<std::uint64_t>(query.getColumn(column).getInt64());
    };
    Snapshot snapshot;
    snapshot.machine = machine;
    snapshot.seq = number(1);
    snapshot.era = static_cast<std::uint32_t>(number(2));
    snapshot.era_seq = number(3);
    snapshot.time_ms = query.getColumn(4).getInt64();
    snapshot.tally = {number(5), number(6), number(7), number(8)};
    snapshot.era_tally = {number(9), number(10), number(11), number(12)};
    snapshot.beads =
        parse_counts(query.getColumn(13).getText(), path_ + ": beads of machine " + std::to_string(machine) +
                                                        " at seq " + std::to_string(snapshot.seq));
    snapshot.frozen = query.getColumn(14).getInt() != 0;
    snapshot.dry_seq = number(15);
    snapshot.dry_ms = query.getColumn(16).getInt64();
    return snapshot;
  });
}

std::vector<std::uint64_t> SqliteStore::snapshot_seqs(std::int64_t machine) {
  return guarded(path_, [&] {
    std::vector<std::uint64_t> seqs;
    SQLite::Statement query(*db_, "SELECT seq FROM beads WHERE machine = ? ORDER BY seq");
    query.bind(1, machine);
    while (query.executeStep()) seqs.push_back(static_cast<std::uint64_t>(query.getColumn(0).getInt64()));
    return seqs;
  });
}

std::vector<LogRow> SqliteStore::log_after(std::int64_t machine, std::uint64_t after, std::size_t limit) {
  std::vector<LogRow> rows;
  each_after(machine, after, limit, RowPart::whole, [&](const LogRow& row) { rows.push_back(row); });
  return rows;
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

}  // namespace menagerie::store
