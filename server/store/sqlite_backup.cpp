#include "server/store/backup.hpp"

#include "server/store/sqlite_database.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

namespace menagerie::store {
namespace {

namespace fs = std::filesystem;

/// 20261120T100000Z
std::string compact_time(std::int64_t now_ms) {
  const auto seconds = static_cast<std::time_t>(now_ms / 1000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &parts);
  return text.data();
}

std::unique_ptr<SQLite::Database> open_given(const std::string& path) {
  std::error_code problem;
  if (fs::is_directory(path, problem))
    throw Error(path + ": this is a folder; name the file, such as " + path + "/menagerie.db",
                ErrorKind::permanent);
  if (!fs::exists(path, problem)) throw Error(path + ": there is no such file", ErrorKind::permanent);
  return open_alone(path, Schema::any);
}

/// Moves what stands in the write-ahead log of `path` into it. Where that is no database any more both stay
/// as they are. Throws Error where somebody has it open.
void fold_log(const std::string& path) {
  try {
    // SQLite throws away a write-ahead log that it finds beside something else: looked at first without it.
    open_read_only(database_uri(path, "immutable=1"))->execAndGet("PRAGMA schema_version");
    SQLite::Database database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kBusyMs);
    database.execAndGet("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) return;
    throw sqlite_error(path, code, error.what() + std::string("; is another program reading the database?"));
  }
}

void rename_if_there(const std::string& from, const std::string& to) {
  if (!fs::exists(from)) return;
  std::error_code problem;
  fs::rename(from, to, problem);
  if (problem) throw Error(from + ": it cannot be renamed: " + problem.message(), ErrorKind::transient);
}

}  // namespace

void copy_database(const std::string& folder, const std::string& path, const ProgressCallback& progress) {
  const std::string from = database_path(folder);
  if (!fs::exists(from))
    throw Error(from + ": there is no such file; is --data the folder of a museum?", ErrorKind::permanent);
  guarded(from, [&] { copy_pages(*open_for_reading(from), path, progress); });
}

std::optional<std::string> damage_in(const std::string& path) {
  try {
    std::string found = open_alone(path, Schema::any)->execAndGet("PRAGMA integrity_check(1)").getString();
    if (found == "ok") return std::nullopt;
    std::ranges::replace(found, '\n', ' ');  // said in one line
    return found;
  } catch (const SQLite::Exception& error) {
    return error.what();
  }
}

std::optional<std::string> schema_fault_in(const std::string& folder) {
  const std::string path = database_path(folder);
  if (!fs::exists(path))
    throw Error(path + ": there is no such file; is --data the folder of a museum?", ErrorKind::permanent);
  return guarded(path, [&] { return schema_difference(*open_for_reading(path)); });
}

struct Restoration::State {
  State(const std::string& in, const std::string& from)
      : folder(in), path(database_path(in)), copy(path + ".restoring"), lock(in) {
    if (fs::exists(path) && fs::exists(from) && fs::equivalent(path, from))
      throw Error(from + ": this is the folder's own museum; name a backup of it", ErrorKind::permanent);
  }
  std::string folder, path, copy;
  FolderLock lock;
};

Restoration::Restoration(const std::string& folder, const std::string& from,
                         const ProgressCallback& progress) {
  const std::unique_ptr<SQLite::Database> backup = guarded(from, [&] { return open_given(from); });
  state_ = std::make_unique<State>(folder, from);
  const std::string& copy = state_->copy;
  fs::remove(copy);  // of a restoration that was killed
  const int file = ::open(copy.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) throw Error(copy + ": " + std::strerror(errno), ErrorKind::transient);
  ::close(file);
  try {
    guarded(from, [&] { copy_pages(*backup, copy, progress); });
    if (const auto damage = damage_in(copy))
      throw Error(from + ": the file is damaged: " + *damage, ErrorKind::permanent);
    guarded(copy, [&] {
      SQLite::Database database(copy, SQLite::OPEN_READWRITE | SQLite::OPEN_NOMUTEX, kBusyMs);
      if (const auto fault = schema_difference(database))
        throw Error(from + ": " + *fault, ErrorKind::permanent);
      migrate(database);
    });
  } catch (...) {
    std::error_code ignored;
    fs::remove(copy, ignored);
    throw;
  }
}

Restoration::~Restoration() {
  std::error_code ignored;
  for (const char* part : {"", "-journal"}) fs::remove(state_->copy + part, ignored);
}

const std::string& Restoration::copy() const { return state_->copy; }

std::string Restoration::put_in_place(std::int64_t now_ms) {
  const std::string& path = state_->path;
  const std::string name = path + ".before-restore-" + compact_time(now_ms);
  std::string kept = name;
  for (int number = 2; fs::exists(kept); ++number) kept = name + "." + std::to_string(number);
  const bool replaces = fs::exists(path);
  if (replaces) fold_log(path);
  // The log of a damaged database cannot be merged; left alone, it would be taken for the new database's log.
  for (const char* part : {"-wal", "-shm"}) rename_if_there(path + part, kept + part);
  // A hard link first, so that the folder is never without a database.
  if (replaces && ::link(path.c_str(), kept.c_str()) != 0) rename_if_there(path, kept);
  std::error_code ignored;
  for (const char* part : {"", "-wal", "-shm"}) fs::remove(state_->folder + "/index.db" + part, ignored);
  rename_if_there(state_->copy, path);
  sync_to_disk(path);
  sync_to_disk(state_->folder);
  return replaces ? kept : std::string();
}

}  // namespace menagerie::store
