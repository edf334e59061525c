#include "server/store/sqlite_database.hpp"

#include "engine/text.hpp"
#include "server/store/migrations.hpp"

#include <SQLiteCpp/Backup.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace menagerie::store {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kLookAgainUs = 20'000;
constexpr int kPagesAtOnce = 2000;  // 8 MiB, between two words about how far it is

int newest_schema() { return migrations().back().version; }

/// A file's bytes with those that still stand in its write-ahead log; 0 where it is not there.
std::uintmax_t bytes_with_wal(const std::string& path) {
  std::uintmax_t bytes = 0;
  for (const char* part : {"", "-wal"}) {
    std::error_code problem;
    const std::uintmax_t size = fs::file_size(path + part, problem);
    if (!problem) bytes += size;
  }
  return bytes;
}

std::string mebibytes(std::uintmax_t bytes) { return std::to_string((bytes >> 20) + 1) + " MiB"; }

/// The schema's version; 0 where the file is empty. Throws Error where it is something else than a museum.
int check_schema(SQLite::Database& database, const std::string& path) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  const int application = database.execAndGet("PRAGMA application_id").getInt();
  if (application == kMachineFileId)
    throw Error(
        path + ": this is the export of one machine, no museum; a museum is copied by `menagerie backup`",
        ErrorKind::permanent);
  const bool empty = version == 0 && database.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
  if (!empty && (version == 0 || application != kDatabaseId))
    throw Error(path + ": this is no Menagerie database", ErrorKind::permanent);
  if (version > newest_schema()) {
    const std::string known = std::to_string(newest_schema()), kept = path + ".schema-" + known;
    std::string text = path + ": its schema is version " + std::to_string(version) + ", this program knows " +
                       known + "; use a newer menagerie";
    std::error_code ignored;
    if (fs::exists(kept, ignored))
      text += ", or go back to the museum before the upgrade: menagerie restore --data " +
              fs::path(path).parent_path().string() + " --from " + kept;
    throw Error(text, ErrorKind::permanent);
  }
  return version;
}

/// The last seq of each log: two databases of one museum with equal values are equal.
std::string log_ends(SQLite::Database& database) {
  return database
      .execAndGet(
          "SELECT coalesce(group_concat(machine || ' ' || rows || ' ' || newest, ';'), '') FROM (SELECT "
          "machine, count(*) AS rows, max(time_ms) AS newest FROM log GROUP BY machine ORDER BY machine)")
      .getString();
}

std::unique_ptr<SQLite::Database> open_to_read(const std::string& path, const std::string& name,
                                               Schema schema) {
  auto database = open_read_only(name);
  const int version = check_schema(*database, path);
  if (version == 0) throw Error(path + ": this is no Menagerie database: it is empty", ErrorKind::permanent);
  if (version < newest_schema() && schema == Schema::newest)
    throw Error(path + ": its schema is older than this program's; start `menagerie serve` once",
                ErrorKind::permanent);
  return database;
}

bool is_same_museum(SQLite::Database& database, const std::string& other) {
  try {
    return log_ends(*open_read_only(other)) == log_ends(database);
  } catch (const SQLite::Exception&) {  // an incomplete copy
    return false;
  }
}

/// Where the copy of a museum goes before its schema is changed, and whether it is there already, as after a
/// migration that failed. Another museum's copy is never written over.
std::pair<std::string, bool> copy_name(SQLite::Database& database, const std::string& path, int version) {
  const std::string name = path + ".schema-" + std::to_string(version);
  std::string copy = name;
  for (int number = 2; fs::exists(copy); ++number) {
    if (is_same_museum(database, copy)) return {copy, true};
    copy = name + "." + std::to_string(number);
  }
  return {copy, false};
}

/// Copies the museum as it is before its schema is changed, and returns where to. Throws Error; the museum is
/// then as it was.
std::string keep_old(SQLite::Database& database, const std::string& path, int version) {
  const auto [copy, is_there] = copy_name(database, path, version);
  if (is_there) return copy;
  const fs::path folder = fs::path(path).parent_path();
  const std::uintmax_t needed = bytes_with_wal(path);
  const auto fail = [&, &copy = copy](const std::string& why) {
    throw Error(path + ": before its schema " + std::to_string(version) + " becomes " +
                    std::to_string(newest_schema()) + " a copy is kept as " + copy +
                    ", and that cannot be: " + why + ". Nothing was changed",
                ErrorKind::transient);
  };
  std::error_code problem;
  const fs::space_info room = fs::space(folder.empty() ? "." : folder, problem);
  if (!problem && room.available < needed)
    fail("there is no room for it; it needs " + mebibytes(needed) + ", and " + mebibytes(room.available) +
         " are free");
  const std::string part = copy + ".part";
  try {
    fs::remove(part);
    const int file = ::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) throw Error(part + ": " + std::strerror(errno), ErrorKind::transient);
    ::close(file);
    copy_pages(database, part);
    fs::rename(part, copy);
    sync_to_disk(folder.empty() ? "." : folder.string());
  } catch (const std::exception& error) {
    fs::remove(part, problem);
    fail(error.what());
  }
  return copy;
}

}  // namespace

ErrorKind kind_of(int code) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_READONLY:  // also where the file was removed or replaced under the program
      return ErrorKind::permanent;
    case SQLITE_IOERR:  // after a failed sync nothing is tried again on the same file handle
      return ErrorKind::unknown;
    default:
      return ErrorKind::transient;
  }
}

Error sqlite_error(const std::string& path, int code, const std::string& what) {
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
      return damaged(path + ": the file is damaged: " + what);
    case SQLITE_NOTADB:
      return damaged(path + ": this is no Menagerie database: " + what);
    default:
      return {path + ": " + what, kind_of(code)};
  }
}

FolderLock::FolderLock(const std::string& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) throw Error(folder + ": " + problem.message(), ErrorKind::transient);
  const std::string path = folder + "/menagerie.lock";
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file_ < 0) throw Error(path + ": " + std::strerror(errno), ErrorKind::transient);
  // is_served() holds the lock for an instant: a refusal is tried again before it is taken for a server.
  int tries = 3;
  while (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (--tries > 0) {
      ::usleep(kLookAgainUs);
      continue;
    }
    ::close(file_);
    throw Error(
        folder + ": another menagerie server is using this folder; stop it first, or give --data another one",
        ErrorKind::transient);
  }
}

FolderLock::~FolderLock() { ::close(file_); }

std::string database_uri(const std::string& path, const std::string& options) {
  std::string uri = "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#') {
      uri += {'%', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
    } else {
      uri += c;
    }
  }
  return uri + "?" + options;
}

void checkpoint_on_close(SQLite::Database& database, bool wanted) {
  sqlite3_db_config(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, wanted ? 0 : 1, nullptr);
}

int copy_log_back(SQLite::Database& database) {
  return sqlite3_wal_checkpoint_v2(database.getHandle(), nullptr, SQLITE_CHECKPOINT_TRUNCATE, nullptr,
                                   nullptr);
}

void count_log_pages(SQLite::Database& database, int& pages) {
  const auto hook = [](void* into, sqlite3*, const char*, int count) {
    *static_cast<int*>(into) = count;
    return SQLITE_OK;
  };
  sqlite3_wal_hook(database.getHandle(), hook, &pages);
}

std::unique_ptr<SQLite::Database> open_read_only(const std::string& name) {
  auto database = std::make_unique<SQLite::Database>(
      name, SQLite::OPEN_READONLY | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX, kBusyMs);
  checkpoint_on_close(*database, false);
  return database;
}

std::unique_ptr<SQLite::Database> open_for_reading(const std::string& path, Schema schema) {
  return open_to_read(path, path, schema);
}

std::unique_ptr<SQLite::Database> open_alone(const std::string& path, Schema schema) {
  std::error_code problem;
  const std::uintmax_t waiting = fs::file_size(path + "-wal", problem);
  if (!problem && waiting > 0) return open_to_read(path, path, schema);  // somebody may have it open
  return open_to_read(path, database_uri(path, "immutable=1"), schema);
}

std::unique_ptr<SQLite::Database> open_for_writing(const std::string& path, const UpgradeCallback& upgraded) {
  auto database = std::make_unique<SQLite::Database>(
      path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_NOMUTEX, kWriterBusyMs);
  Upgrade upgrade{check_schema(*database, path), newest_schema(), {}, false};
  const bool older = upgrade.from > 0 && upgrade.from < upgrade.to;
  if (older) {
    upgrade.copy = keep_old(*database, path, upgrade.from);
    if (upgraded) upgraded(upgrade);
  }
  database->exec("PRAGMA journal_mode = WAL");
  database->exec("PRAGMA synchronous = FULL");  // learned means on disk
  // The store makes its checkpoints itself: of one that fails behind a commit SQLite would tell nobody.
  database->exec("PRAGMA wal_autocheckpoint = 0");
  // Rows of the log name machines of the table `machine`: the learner knows no others. To look it up
  // once more for every row would cost a tenth of the append; verify checks all of it.
  database->exec("PRAGMA foreign_keys = OFF");
  migrate(*database);
  if (upgrade.from < upgrade.to) database->execAndGet("PRAGMA wal_checkpoint(PASSIVE)");
  upgrade.done = true;
  if (older && upgraded) upgraded(upgrade);
  return database;
}

void refuse_lost_database(const std::string& folder) {
  const std::string path = database_path(folder);
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(path, missing);
  if (!missing && size > 0) return;
  std::string there;
  for (const char* name : {"menagerie.db-wal", "house.key", "index.db"}) {
    std::error_code none;
    const std::uintmax_t bytes = fs::file_size(folder + "/" + name, none);
    if (none || bytes == 0) continue;
    there += (there.empty() ? "" : ", ") + std::string(name) + " (" + std::to_string(bytes) + " bytes)";
  }
  if (there.empty()) return;
  throw Error(path + (missing ? " is missing" : " is empty (0 bytes)") + ", but beside it there is " + there +
                  ": a museum was here, and its database is lost. Nothing was changed. Put the database back "
                  "(menagerie restore --data " +
                  folder +
                  " --from BACKUP), or, for a new museum, move those files away or name another --data",
              ErrorKind::permanent);
}

// The online backup API, and not VACUUM INTO: it copies pages as they are, at the speed of the disk, and
// tells how far it is. In a read transaction of its own it never begins anew, however much is written
// meanwhile: with a write-ahead log that transaction sees one moment and stops nobody.
void copy_pages(SQLite::Database& from, const std::string& path, const ProgressCallback& progress) {
  SQLite::Database to(path, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kBusyMs);
  SQLite::Transaction moment(from);
  from.execAndGet("SELECT count(*) FROM sqlite_schema");  // the moment is now
  {
    SQLite::Backup backup(to, from);
    int result = SQLITE_OK;
    while (result == SQLITE_OK) {
      try {
        result = backup.executeStep(kPagesAtOnce);
      } catch (const SQLite::Exception& error) {
        const int code = error.getErrorCode();
        if (code == SQLITE_FULL || code == SQLITE_CANTOPEN || code == SQLITE_READONLY)
          throw sqlite_error(path, code, error.what());
        throw;
      }
      const int all = backup.getTotalPageCount(), left = backup.getRemainingPageCount();
      if (progress) progress(static_cast<std::uint64_t>(all - left), static_cast<std::uint64_t>(all));
    }
    if (result != SQLITE_DONE) throw Error(path + ": another program writes into it", ErrorKind::transient);
  }
  moment.commit();
  // The source's write-ahead log is the source's own: the copy is one file.
  guarded(path, [&] { to.exec("PRAGMA journal_mode = DELETE"); });
  sync_to_disk(path);
}

void sync_to_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Error(path + ": " + std::strerror(errno), ErrorKind::transient);
  const bool synced = ::fsync(file) == 0;
  const int why = errno;
  ::close(file);
  if (!synced) throw Error(path + ": " + std::strerror(why), ErrorKind::transient);
}

}  // namespace menagerie::store
