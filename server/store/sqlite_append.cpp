// Writing: creating machines, and appending batches to their logs.
#include "engine/check.hpp"
#include "engine/text.hpp"
#include "server/store/act_text.hpp"
#include "server/store/first_rows.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/sqlite_store.hpp"

#include <sqlite3.h>

namespace menagerie::store {

template <typename Sql>
SQLite::Statement& SqliteStore::prepared(Prepared& slot, Sql sql) {
  if (!slot) {
    slot = std::make_unique<SQLite::Statement>(*db_, sql());
  } else {
    slot->tryReset();  // what it says is how it ended last time
  }
  return *slot;
}

void SqliteStore::roll_back() noexcept {
  try {
    db_->exec("ROLLBACK");
  } catch (const SQLite::Exception&) {  // SQLite has rolled back by itself, as it does on a full disk
  }
}

template <typename Work>
void SqliteStore::write(Work work) {
  guarded(path_, [&] {
    if (files_) {
      if (const auto problem = files_->problem()) throw Error(*problem, ErrorKind::transient);
      if (failed_) reopen();
    }
    try {
      work();
      checkpoint_if_due();
    } catch (const SQLite::Exception& error) {
      if ((error.getErrorCode() & 0xff) == SQLITE_IOERR) failed_ = true;
      if (error.getErrorCode() == SQLITE_BUSY)
        throw Error(
            path_ +
                ": another program holds the write lock of this database, so nothing can be stored; end "
                "it (sqlite3 looks at a database without locking it as `sqlite3 'file:" +
                path_ + "?mode=ro'`)",
            ErrorKind::transient);
      throw;
    }
  });
}

/// One transaction, committed where `work` says so and rolled back else. Throws Error of ErrorKind::unknown
/// where it is not known whether the commit is on disk.
template <typename Work>
void SqliteStore::transact(Work work) {
  const auto undo = [&] {
    roll_back();
    box_sizes_.clear();
    forget_admitted();
  };
  // SQLite::Transaction would parse its two statements once a batch.
  prepared(begin_, [] { return "BEGIN IMMEDIATE"; }).exec();
  bool committing = false;
  try {
    if (!work()) return undo();
    committing = true;
    prepared(commit_, [] { return "COMMIT"; }).exec();
  } catch (const SQLite::Exception& error) {
    undo();
    if ((error.getErrorCode() & 0xff) == SQLITE_IOERR) failed_ = true;
    // Full and busy are told before the record of the commit is written; of anything else it may be on disk.
    if (committing && kind_of(error.getErrorCode()) == ErrorKind::transient &&
        error.getErrorCode() != SQLITE_FULL && error.getErrorCode() != SQLITE_BUSY)
      throw Error(path_ + ": while committing: " + error.what(), ErrorKind::unknown);
    throw;
  } catch (...) {
    undo();
    throw;
  }
}

/// After a failed sync the kernel counts pages as written that are not: another sync of the same file would
/// succeed and promise nothing. The files are opened anew, and all that stands in the log is written and
/// synced once more. What the failed commit had written is no part of it: its frames lie behind the last
/// commit that the log's index knows.
void SqliteStore::reopen() {
  std::unique_ptr<SQLite::Database> fresh = open_for_writing(path_);
  if (const int result = copy_log_back(*fresh); result != SQLITE_OK) {
    checkpoint_on_close(*fresh, false);
    const std::string why = sqlite3_errstr(result);
    if ((result & 0xff) == SQLITE_BUSY)
      throw sqlite_error(
          path_, result,
          "a write failed before, and what stands in the write-ahead log is to be written once "
          "more, for which a program that reads the database, as a backup does, must end first: " +
              why);
    throw sqlite_error(path_, result,
                       "the disk failed, and the database cannot be written once more: " + why);
  }
  for (Prepared* it : {&begin_, &commit_, &insert_box_, &insert_bead_, &insert_row_, &insert_snapshot_})
    *it = nullptr;
  for (std::unique_ptr<RowQuery>& it : after_) it = nullptr;
  episodes_before_ = nullptr;
  acts_ = nullptr;
  checkpoint_on_close(*db_, false);
  db_ = std::move(fresh);
  count_log_pages(*db_, log_pages_);
  box_sizes_.clear();
  forget_admitted();
  failed_ = false;
}

void SqliteStore::checkpoint_if_due() {
  if (log_pages_ < kCheckpointPages) return;
  const int result =
      sqlite3_wal_checkpoint_v2(db_->getHandle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  // What was committed is safe in the log; the next write begins with new handles.
  if ((result & 0xff) == SQLITE_IOERR) failed_ = true;
}

std::int64_t SqliteStore::create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                                         Snapshot snapshot) {
  check_first_rows(row, rows, snapshot);
  write([&] {
    transact([&] {
      box_sizes_.clear();  // the number of a machine that could not be created is reused
      SQLite::Statement insert(
          *db_,
          "INSERT INTO machine(name, title, maker, story, colour, game, seat, rule, convention, "
          "created_ms) VALUES(?,?,?,?,?,?,?,?,?,?)");
      int at = 0;
      for (const std::string* text : {&row.name, &row.title, &row.maker, &row.story, &row.colour, &row.game,
                                      &row.seat, &row.rule, &row.convention}) {
        insert.bind(++at, *text);
      }
      insert.bind(++at, row.created_ms);
      insert.exec();
      snapshot.machine = db_->getLastInsertRowid();
      insert_boxes(snapshot.machine, boxes);
      for (LogRow& log_row : rows) {
        log_row.machine = snapshot.machine;
        insert_row(log_row);
      }
      insert_snapshot(snapshot);
      return true;
    });
    forget_admitted();
    if (indexer_) indexer_->queue().add(rows);
  });
  return snapshot.machine;
}

std::vector<Id> SqliteStore::append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                                    std::span<const Snapshot> snapshots) {
  std::vector<Id> known;
  write([&] {
    transact([&] {
      if (known = admit(rows); !known.empty()) return false;
      for (const MadeBox& it : made) insert_box(it.machine, it.number, *it.box, it.start);
      for (const LogRow& row : rows) insert_row(row);
      for (const Snapshot& snapshot : snapshots) insert_snapshot(snapshot);
      return true;
    });
    if (known.empty() && indexer_) indexer_->queue().add(rows);
  });
  return known;
}

std::vector<Id> SqliteStore::admit(std::span<const LogRow> rows) {
  std::int64_t now_ms = 0;
  bool clock_back = false;
  for (const LogRow& row : rows) {
    now_ms = std::max(now_ms, row.time_ms);
    clock_back = clock_back || row.clock_back;
  }
  if (!recent_.ready() || clock_back) recent_ = begin_recent(now_ms);
  recent_.trim(now_ms);
  std::vector<Id> known;
  for (const LogRow& row : rows) {
    auto newest = newest_.find(row.machine);
    if (newest == newest_.end()) {
      SQLite::Statement query(*db_, "SELECT max(row) FROM log WHERE row > ? AND row < ?");
      query.bind(1, row_key(row.machine, 0));
      query.bind(2, row_key(row.machine + 1, 0));
      const bool any = query.executeStep() && !query.getColumn(0).isNull();
      newest = newest_.emplace(row.machine, any ? place_of(query.getColumn(0).getInt64()).seq : 0).first;
    }
    if (row.seq != newest->second + 1)
      throw Error(path_ + ": the log of machine " + std::to_string(row.machine) + " ends with row " +
                      std::to_string(newest->second) + ", so no row " + std::to_string(row.seq) +
                      " can be appended",
                  ErrorKind::conflict);
    newest->second = row.seq;
    if (row.kind != Kind::episode) continue;
    const Place place{row.machine, row.seq};
    if (recent_.add_if_surely_absent(row.id, place)) continue;
    if (place_of_episode(row.id)) {
      known.push_back(row.id);
    } else {
      recent_.add(row.id, place);
    }
  }
  return known;
}

void SqliteStore::forget_admitted() {
  recent_.clear();
  newest_.clear();
}

void SqliteStore::insert_boxes(std::int64_t machine, const BoxSet& boxes) {
  for (std::uint32_t number = 0; number < boxes.boxes().size(); ++number)
    insert_box(machine, number, boxes.boxes()[number], std::nullopt);
}

void SqliteStore::insert_box(std::int64_t machine, std::uint32_t number, const Box& box,
                             std::optional<std::int64_t> start) {
  SQLite::Statement& box_insert =
      prepared(insert_box_, [] { return "INSERT INTO box(machine, number, box, turn) VALUES(?,?,?,?)"; });
  box_insert.bind(1, machine);
  box_insert.bind(2, static_cast<std::int64_t>(number) + 1);
  box_insert.bind(3, box.text);
  box_insert.bind(4, box.turn);
  box_insert.exec();
  for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
    SQLite::Statement& bead_insert = prepared(insert_bead_, [] {
      return "INSERT INTO bead(machine, number, bead, move, orbit, start) VALUES(?,?,?,?,?,?)";
    });
    bead_insert.bind(1, machine);
    bead_insert.bind(2, static_cast<std::int64_t>(number) + 1);
    bead_insert.bind(3, static_cast<std::int64_t>(bead));
    bead_insert.bind(4, box.beads[bead].move);
    bead_insert.bind(5, joined(box.beads[bead].orbit, " "));
    if (start) {
      bead_insert.bind(6, *start);
    } else {
      bead_insert.bind(6);
    }
    bead_insert.exec();
  }
  if (const auto sizes = box_sizes_.find(machine); sizes != box_sizes_.end())
    sizes->second.push_back(box.beads.size());
}

void SqliteStore::insert_row(const LogRow& row) {
  SQLite::Statement& insert = prepared(insert_row_, [] {
    return "INSERT INTO log(" + std::string(kRowColumns) + ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
  });
  MENAGERIE_CHECK(has_its_act(row));
  const std::string detail = row.act ? act_text(*row.act) : "";
  write_changes(row.changes, changes_);
  write_trace(row.trace, trace_);
  // The names are literals: they outlive the statement.
  const auto text = [&](int at, std::string_view value) { insert.bindNoCopy(at, value.data()); };
  insert.bind(1, row_key(row.machine, row.seq));
  text(2, store::to_text(row.kind));
  insert.bind(3, static_cast<std::int64_t>(row.era));
  insert.bind(4, row.time_ms);
  insert.bindNoCopy(5, changes_);
  if (row.kind == Kind::episode) {
    insert.bindNoCopy(6, row.id.bytes.data(), static_cast<int>(row.id.bytes.size()));
    insert.bindNoCopy(7, row.visit.bytes.data(), static_cast<int>(row.visit.bytes.size()));
    insert.bind(8, row.started_ms);
    text(9, to_text(row.seat));
    insert.bindNoCopy(10, row.opponent);
    insert.bindNoCopy(11, row.moves);
    insert.bindNoCopy(12, trace_);
    text(13, to_text(row.outcome));
    text(14, menagerie::to_text(row.reason));
    insert.bind(15);
  } else {
    for (int at = 6; at <= 14; ++at) insert.bind(at);
    insert.bindNoCopy(15, detail);
  }
  if (row.clock_back) {
    insert.bind(16, 1);
  } else {
    insert.bind(16);
  }
  insert.exec();
}

void SqliteStore::insert_snapshot(const Snapshot& snapshot) {
  SQLite::Statement& insert = prepared(insert_snapshot_, [] {
    return "INSERT INTO beads(machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, "
           "era_episodes, era_wins, era_draws, era_losses, counts, frozen, dry_seq, "
           "dry_ms) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,nullif(?,0),nullif(?,0))";
  });
  int at = 0;
  insert.bind(++at, snapshot.machine);
  insert.bind(++at, static_cast<std::int64_t>(snapshot.seq));
  insert.bind(++at, static_cast<std::int64_t>(snapshot.era));
  insert.bind(++at, static_cast<std::int64_t>(snapshot.era_seq));
  insert.bind(++at, snapshot.time_ms);
  for (const Tally* tally : {&snapshot.tally, &snapshot.era_tally}) {
    for (const std::uint64_t count : {tally->episodes, tally->wins, tally->draws, tally->losses}) {
      insert.bind(++at, static_cast<std::int64_t>(count));
    }
  }
  insert.bind(++at, counts_text(snapshot.beads, box_sizes(snapshot.machine)));
  insert.bind(++at, snapshot.frozen ? 1 : 0);
  insert.bind(++at, static_cast<std::int64_t>(snapshot.dry_seq));
  insert.bind(++at, snapshot.dry_ms);
  insert.exec();
}

const std::vector<std::size_t>& SqliteStore::box_sizes(std::int64_t machine) {
  std::vector<std::size_t>& sizes = box_sizes_[machine];
  if (sizes.empty()) {
    std::vector<std::size_t> found;  // kept only when it is whole
    SQLite::Statement query(*db_,
                            "SELECT count(*) FROM bead WHERE machine = ? GROUP BY number ORDER BY number");
    query.bind(1, machine);
    while (query.executeStep()) found.push_back(static_cast<std::size_t>(query.getColumn(0).getInt64()));
    sizes = std::move(found);
  }
  return sizes;
}

}  // namespace menagerie::store
