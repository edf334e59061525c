// The Indexer: fills index.db behind the log.
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

Indexer::Indexer(const std::string& folder, const IndexLimits& limits) : folder_(folder), limits_(limits) {
  try {
    create();
  } catch (const SQLite::Exception&) {  // no index file of this version, or the disk is full
    anew_ = true;
  }
  const SignalBlock blocked;
  thread_ = std::thread([this] { run(); });
}

Indexer::~Indexer() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Indexer::open_file() {
  db_ = nullptr;
  db_ = std::make_unique<SQLite::Database>(
      index_path(folder_), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX, kBusyMs);
}

/// Empties the file, whatever stands in it. It is never removed: readers have it open, and one that opened
/// the old file would take the write-ahead log of a new one for its own.
void Indexer::empty_file() {
  open_file();
  sqlite3* handle = db_->getHandle();
  // SQLite asks for this before, so that the file goes on having a write-ahead log; it may fail.
  sqlite3_exec(handle, "SELECT 1 FROM sqlite_schema", nullptr, nullptr, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1, nullptr);
  const int result = sqlite3_exec(handle, "VACUUM", nullptr, nullptr, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0, nullptr);
  if (result != SQLITE_OK) throw SQLite::Exception(handle, result);
}

void Indexer::create() {
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
  // An index of another log (after a restore) is useless.
  const std::unique_ptr<SQLite::Database> database = open_read_only(database_path(folder_));
  SQLite::Statement indexed_up_to(*db_, "SELECT machine, seq, time_ms FROM indexed_up_to");
  SQLite::Statement same(*database, "SELECT 1 FROM log WHERE row = ? AND time_ms = ?");
  bool ours = true;
  while (ours && indexed_up_to.executeStep()) {
    same.reset();
    same.bind(1, row_key(indexed_up_to.getColumn(0).getInt64(),
                         static_cast<std::uint64_t>(indexed_up_to.getColumn(1).getInt64())));
    same.bind(2, indexed_up_to.getColumn(2).getInt64());
    ours = same.executeStep();
  }
  indexed_up_to.reset();
  if (!ours) {
    for (const char* table : {"indexed_up_to", "episode_run", "box_run", "visit_run"})
      db_->exec(std::string("DELETE FROM ") + table);
  }
  SQLite::Statement machines(*database, "SELECT machine FROM machine");
  SQLite::Statement newest(*database, "SELECT max(row) FROM log WHERE row < ?");
  const std::lock_guard lock(mutex_);
  while (machines.executeStep()) {
    const std::int64_t machine = machines.getColumn(0).getInt64();
    newest.reset();
    newest.bind(1, row_key(machine + 1, 0));
    if (newest.executeStep() && place_of(newest.getColumn(0).getInt64()).machine == machine)
      end_[machine] = place_of(newest.getColumn(0).getInt64()).seq;
  }
}

void Indexer::add(std::span<const LogRow> rows) {
  std::vector<IndexEntry> entries;
  entries.reserve(rows.size());
  for (const LogRow& row : rows) entries.push_back(index_entry(row));
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.entries.size() > limits_.waiting_rows_max) leave_to_log(waiting_);  // the disk is too slow
    waiting_.entries.insert(waiting_.entries.end(), std::make_move_iterator(entries.begin()),
                            std::make_move_iterator(entries.end()));
    full = waiting_.entries.size() >= limits_.run_rows;
  }
  if (full) wake_.notify_one();
}

void Indexer::Queue::append(Queue&& later) {
  entries.insert(entries.end(), std::make_move_iterator(later.entries.begin()),
                 std::make_move_iterator(later.entries.end()));
  later = {};
}

std::optional<Place> Indexer::Queue::find(const Id& id) {
  for (; listed_ < entries.size(); ++listed_) {
    const IndexEntry& entry = entries[listed_];
    if (entry.is_episode) places_.emplace(entry.id, entry.place);
  }
  const auto found = places_.find(id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Place> Indexer::find_waiting(const Id& id) {
  const std::lock_guard lock(mutex_);
  const std::optional<Place> place = waiting_.find(id);
  return place ? place : writing_.find(id);
}

std::optional<std::uint64_t> Indexer::complete() {
  const std::lock_guard lock(mutex_);
  return behind_ ? std::nullopt : std::optional(setbacks_);
}

/// Under mutex_.
void Indexer::set_behind() {
  behind_ = true;
  ++setbacks_;
}

/// Drops rows that wait: they are read from the log later. Under mutex_.
void Indexer::leave_to_log(Queue& queue) {
  for (const IndexEntry& entry : queue.entries) {
    std::uint64_t& end = end_[entry.place.machine];
    end = std::max(end, entry.place.seq);
  }
  queue = {};
  set_behind();
}

void Indexer::make_anew() {
  {
    const std::lock_guard lock(mutex_);
    anew_ = true;
    set_behind();
  }
  wake_.notify_one();
}

void Indexer::make_anew_if_asked() {
  {
    const std::lock_guard lock(mutex_);
    if (!anew_) return;
  }
  empty_file();
  create();
  const std::lock_guard lock(mutex_);
  anew_ = false;
}

bool Indexer::ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

void Indexer::run() {
  set_nice(kIndexerNice);
  while (!ending()) {
    try {
      make_anew_if_asked();
      catch_up();
      if (!take()) continue;
      if (!follows_file(writing_.entries)) {
        const std::lock_guard lock(mutex_);
        leave_to_log(writing_);
        continue;
      }
      write(writing_.entries);
      note_success();
      Queue written;  // is freed without the lock: the ledger's thread may wait for that
      const std::lock_guard lock(mutex_);
      std::swap(written, writing_);
    } catch (const std::exception& error) {  // most likely a full disk: lookups read the log meanwhile
      note_failure(error.what());
      const auto* told = dynamic_cast<const SQLite::Exception*>(&error);
      const int code = told != nullptr ? told->getErrorCode() : SQLITE_OK;
      if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) make_anew();
      std::unique_lock lock(mutex_);
      writing_.append(std::move(waiting_));
      std::swap(waiting_, writing_);
      wake_.wait_for(lock, limits_.retry_after, [&] { return ending_; });
    }
  }
}

void Indexer::note_failure(const std::string& why) {
  health_.failed(
      index_path(folder_) + " cannot be written: " + why + ". It is tried again every " +
      std::to_string(std::chrono::duration_cast<std::chrono::seconds>(limits_.retry_after).count()) +
      " seconds; meanwhile look-ups read the log itself, which is slower, and nothing is lost. Look "
      "at the disk; where this lasts, stop the server, remove index.db with its -wal and -shm, and "
      "start again: it is made anew");
}

void Indexer::note_success() { health_.written(index_path(folder_) + " is written again"); }

/// Takes the next run once it is long enough, or after a while; false where there is none, or where rows
/// before it are to be read from the log first.
bool Indexer::take() {
  std::unique_lock lock(mutex_);
  const auto other_work = [&] { return ending_ || anew_ || !end_.empty(); };
  wake_.wait_for(lock, limits_.run_after,
                 [&] { return other_work() || waiting_.entries.size() >= limits_.run_rows; });
  if (other_work() || waiting_.entries.empty()) return false;
  std::swap(writing_, waiting_);
  return true;
}

/// Reads from the log the rows that are neither indexed nor queued.
void Indexer::catch_up() {
  std::map<std::int64_t, std::uint64_t> end;
  {
    const std::lock_guard lock(mutex_);
    end.swap(end_);
    if (end.empty()) {
      behind_ = anew_;
      return;
    }
  }
  try {
    for (const auto& [machine, last] : end) catch_up(machine, last);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    for (const auto& [machine, last] : end) end_[machine] = std::max(end_[machine], last);
    throw;
  }
  note_success();
  const std::lock_guard lock(mutex_);
  behind_ = anew_ || !end_.empty();
}

void Indexer::catch_up(std::int64_t machine, std::uint64_t last) {
  const std::unique_ptr<SQLite::Database> database = open_read_only(database_path(folder_));
  std::uint64_t seq = indexed_up_to()[machine];
  RowQuery query(*database, database->getFilename(), RowPart::whole,
                 "WHERE row > ? AND row <= ? ORDER BY row LIMIT ?");
  std::vector<IndexEntry> run;
  while (seq < last && !ending()) {
    run.clear();
    query.run(row_key(machine, seq), row_key(machine, last), limits_.run_rows,
              [&](const LogRow& row) { run.push_back(index_entry(row)); });
    if (run.empty()) return;
    seq = run.back().place.seq;
    write(run);
  }
}

std::map<std::int64_t, std::uint64_t> Indexer::indexed_up_to() {
  std::map<std::int64_t, std::uint64_t> there;
  SQLite::Statement known(*db_, "SELECT machine, seq FROM indexed_up_to");
  while (known.executeStep())
    there[known.getColumn(0).getInt64()] = static_cast<std::uint64_t>(known.getColumn(1).getInt64());
  return there;
}

/// Whether no row is missing between the file and these rows, nor among them. A row that is missing would be
/// taken for one that is in no log, and its episode learned again.
bool Indexer::follows_file(std::span<const IndexEntry> entries) {
  std::map<std::int64_t, std::uint64_t> last = indexed_up_to();
  for (const IndexEntry& entry : entries) {
    std::uint64_t& seq = last[entry.place.machine];
    if (entry.place.seq > seq + 1) return false;
    seq = std::max(seq, entry.place.seq);
  }
  return true;
}

/// Writes one run, except for rows that are indexed already: a shorter run with the same start would replace
/// the longer one. Precondition: no row of the log is missing between the file and the run, nor in it.
void Indexer::write(std::span<const IndexEntry> entries) {
  std::map<std::pair<std::int64_t, std::uint32_t>, Run> boxes;
  std::map<std::pair<Id, std::int64_t>, Run> visits;
  std::map<std::int64_t, const IndexEntry*> newest;
  std::map<std::int64_t, std::string> episodes;  // by slot
  std::map<std::int64_t, std::uint64_t> there = indexed_up_to();
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

}  // namespace menagerie::store
