// index.db as it is filled, and the Indexer, which fills it behind the log.
#include "server/store/index_health.hpp"
#include "server/store/migrations.hpp"
#include "server/store/signal_block.hpp"
#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_index.hpp"
#include "server/store/sqlite_index_layout.hpp"
#include "server/store/sqlite_rows.hpp"
#include "server/store/thread_priority.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

namespace menagerie::store {
namespace {

constexpr int kIndexId = 0x4d454e49;  // "MENI"

std::string index_path(const std::string& folder) { return folder + "/index.db"; }

void append_number(std::string& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>((number & 0x7f) | 0x80);
  out += static_cast<char>(number);
}

/// Gathers ascending seqs into (first, differences).
struct Run {
  std::uint64_t first = 0, last = 0;
  std::string seqs;
  void add(std::uint64_t seq) {
    if (first == 0) {
      first = seq;
    } else {
      append_number(seqs, seq - last);
    }
    last = seq;
  }
};

/// An id and its row, the low byte first.
void append_id(std::string& out, const Id& id, std::int64_t row) {
  out.append(reinterpret_cast<const char*>(id.bytes.data()), kIdSize);
  for (std::size_t i = 0; i < sizeof row; ++i) out += static_cast<char>(row >> (8 * i) & 0xFF);
}

}  // namespace

void SqliteIndexFile::open_file() {
  db_ = nullptr;
  db_ = std::make_unique<SQLite::Database>(
      index_path(folder_), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX, kBusyMs);
}

/// Empties the file, whatever stands in it. It is never removed: readers have it open, and one that opened
/// the old file would take the write-ahead log of a new one for its own.
void SqliteIndexFile::clear() {
  open_file();
  sqlite3* handle = db_->getHandle();
  // SQLite asks for this before, so that the file goes on having a write-ahead log; it may fail.
  sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema", nullptr, nullptr, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1, nullptr);
  const int result = sqlite3_exec(handle, "VACUUM", nullptr, nullptr, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0, nullptr);
  if (result != SQLITE_OK) throw SQLite::Exception(handle, result);
}

SeqByMachine SqliteIndexFile::open() {
  open_file();
  db_->exec("PRAGMA journal_mode = WAL");
  db_->exec("PRAGMA synchronous = NORMAL");  // rows lost in a power cut are read from the log again
  const int version = db_->execAndGet("PRAGMA user_version").getInt();
  if (version != 0 && version != kIndexVersion) throw SQLite::Exception("another version of the index");
  if (version == 0) {
    SQLite::Transaction transaction(*db_, SQLite::TransactionBehavior::IMMEDIATE);
    db_->exec(std::string(index_schema()));
    db_->exec("PRAGMA user_version = " + std::to_string(kIndexVersion));
    db_->exec("PRAGMA application_id = " + std::to_string(kIndexId));
    transaction.commit();
  }
  const std::unique_ptr<SQLite::Database> log = open_read_only(database_path(folder_));
  if (!is_of_log(*log)) {
    for (const char* table : {"indexed_up_to", "episode_run", "box_run", "visit_run"})
      db_->exec(std::string("DELETE FROM ") + table);
  }
  SQLite::Statement machines(*log, "SELECT machine FROM machine");
  SQLite::Statement newest(*log, "SELECT max(row) FROM log WHERE row < ?");
  SeqByMachine end;
  while (machines.executeStep()) {
    const std::int64_t machine = machines.getColumn(0).getInt64();
    newest.reset();
    newest.bind(1, row_key(machine + 1, 0));
    if (newest.executeStep() && place_of(newest.getColumn(0).getInt64()).machine == machine)
      end[machine] = place_of(newest.getColumn(0).getInt64()).seq;
  }
  return end;
}

/// An index of another log (after a restore) is useless.
bool SqliteIndexFile::is_of_log(SQLite::Database& log) {
  SQLite::Statement indexed_up_to(*db_, "SELECT machine, seq, time_ms FROM indexed_up_to");
  SQLite::Statement same(log, "SELECT 1 FROM log WHERE row = ? AND time_ms = ?");
  while (indexed_up_to.executeStep()) {
    same.reset();
    same.bind(1, row_key(indexed_up_to.getColumn(0).getInt64(),
                         static_cast<std::uint64_t>(indexed_up_to.getColumn(1).getInt64())));
    same.bind(2, indexed_up_to.getColumn(2).getInt64());
    if (!same.executeStep()) return false;
  }
  return true;
}

SeqByMachine SqliteIndexFile::indexed_up_to() {
  SeqByMachine there;
  SQLite::Statement known(*db_, "SELECT machine, seq FROM indexed_up_to");
  while (known.executeStep())
    there[known.getColumn(0).getInt64()] = static_cast<std::uint64_t>(known.getColumn(1).getInt64());
  return there;
}

std::vector<IndexEntry> SqliteIndexFile::read_log(std::int64_t machine, std::uint64_t after,
                                                  std::uint64_t last, std::size_t most) {
  const std::unique_ptr<SQLite::Database> log = open_read_only(database_path(folder_));
  RowQuery query(*log, log->getFilename(), RowPart::whole, "WHERE row > ? AND row <= ? ORDER BY row LIMIT ?");
  std::vector<IndexEntry> rows;
  query.run(row_key(machine, after), row_key(machine, last), most,
            [&](const LogRow& row) { rows.push_back(index_entry(row)); });
  return rows;
}

/// Rows that are indexed already are left out: a shorter run with the same start would replace the longer
/// one. Precondition: no row of the log is missing between the file and the run, nor in it.
void SqliteIndexFile::write(std::span<const IndexEntry> entries) {
  std::map<std::pair<std::int64_t, std::uint32_t>, Run> boxes;
  std::map<std::pair<Id, std::int64_t>, Run> visits;
  std::map<std::int64_t, const IndexEntry*> newest;
  std::map<std::int64_t, std::string> episodes;  // by slot
  SeqByMachine there = indexed_up_to();
  for (const IndexEntry& entry : entries) {
    if (entry.place.seq <= there[entry.place.machine]) continue;
    newest[entry.place.machine] = &entry;
    for (const std::uint32_t box : entry.boxes) boxes[{entry.place.machine, box}].add(entry.place.seq);
    if (!entry.is_episode) continue;
    visits[{entry.visit, entry.place.machine}].add(entry.place.seq);
    append_id(episodes[time_slot(entry.id)], entry.id, row_key(entry.place.machine, entry.place.seq));
  }

  SQLite::Transaction transaction(*db_, SQLite::TransactionBehavior::IMMEDIATE);
  SQLite::Statement episode(*db_,
                            "INSERT INTO episode_run(run, entries) VALUES((SELECT coalesce(max(run) + 1, ?1) "
                            "FROM episode_run WHERE run >= ?1 AND run < ?2), ?3)");
  for (const auto& [slot, ids] : episodes) {
    episode.reset();
    episode.bind(1, first_run(slot));
    episode.bind(2, first_run(slot + 1));
    episode.bindNoCopy(3, ids.data(), static_cast<int>(ids.size()));
    episode.exec();
  }
  SQLite::Statement box(*db_, "INSERT OR REPLACE INTO box_run(machine, number, first, seqs) VALUES(?,?,?,?)");
  for (const auto& [whose, run] : boxes) {
    box.reset();
    box.bind(1, whose.first);
    box.bind(2, static_cast<std::int64_t>(whose.second) + 1);
    box.bind(3, static_cast<std::int64_t>(run.first));
    box.bind(4, run.seqs.data(), static_cast<int>(run.seqs.size()));
    box.exec();
  }
  SQLite::Statement visit(*db_,
                          "INSERT OR REPLACE INTO visit_run(visit, machine, first, seqs) VALUES(?,?,?,?)");
  for (const auto& [whose, run] : visits) {
    visit.reset();
    bind_id(visit, 1, whose.first);
    visit.bind(2, whose.second);
    visit.bind(3, static_cast<std::int64_t>(run.first));
    visit.bind(4, run.seqs.data(), static_cast<int>(run.seqs.size()));
    visit.exec();
  }
  SQLite::Statement indexed_up_to(
      *db_, "INSERT OR REPLACE INTO indexed_up_to(machine, seq, time_ms) VALUES(?,?,?)");
  for (const auto& [machine, entry] : newest) {
    indexed_up_to.reset();
    indexed_up_to.bind(1, machine);
    indexed_up_to.bind(2, static_cast<std::int64_t>(entry->place.seq));
    indexed_up_to.bind(3, entry->time_ms);
    indexed_up_to.exec();
  }
  transaction.commit();
}

Indexer::Indexer(const std::string& folder, const IndexLimits& limits)
    : path_(index_path(folder)),
      retry_s_(std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limits.retry_after).count())),
      file_(folder),
      queue_(limits) {
  queue_.open(file_);
  const SignalBlock blocked;
  thread_ = std::thread([this] { run(); });
}

Indexer::~Indexer() {
  queue_.end();
  thread_.join();
}

void Indexer::run() {
  set_nice(kIndexerNice);
  IndexHealth health;
  for (bool failed = false; queue_.wait(failed);) {
    try {
      failed = false;
      if (queue_.turn(file_)) health.written(path_ + " is written again");
    } catch (const std::exception& error) {  // most likely a full disk: look-ups read the log meanwhile
      failed = true;
      health.failed(path_ + " cannot be written: " + error.what() + ". It is tried again every " + retry_s_ +
                    " seconds; meanwhile look-ups read the log itself, which is slower, and nothing is lost. "
                    "Look at the disk; where this lasts, stop the server, remove index.db with its -wal and "
                    "-shm, and start again: it is made anew");
      const auto* told = dynamic_cast<const SQLite::Exception*>(&error);
      const int code = told != nullptr ? told->getErrorCode() : SQLITE_OK;
      if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) queue_.make_anew();
      queue_.put_back();
    }
  }
}

}  // namespace menagerie::store
