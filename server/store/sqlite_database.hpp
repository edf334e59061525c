// The database file: locking its folder, opening, checking and migrating it, and making a consistent copy.
// Private to store/.
#pragma once

#include "server/store/backup.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::store {

// PRAGMA application_id of our files.
inline constexpr int kDatabaseId = 0x4d454e41;     // "MENA": a museum's database
inline constexpr int kMachineFileId = 0x4d454e58;  // "MENX": one machine's record, exported

inline constexpr int kBusyMs = 10'000;
/// Busy timeout of the writing connection: short, so that a lock held by another program is reported soon.
inline constexpr int kWriterBusyMs = 3'000;
/// A checkpoint is made once the write-ahead log has this many pages: 16 MiB.
inline constexpr int kCheckpointPages = 4000;

/// What can be done about a result code of the library.
ErrorKind kind_of(int code);

/// The Error of a result code of the library. `path` names the file, `what` is the library's message.
Error sqlite_error(const std::string& path, int code, const std::string& what);

/// Runs `work` and converts the library's exceptions to Error.
template <typename Work>
auto guarded(const std::string& path, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw sqlite_error(path, error.getErrorCode(), error.what());
  }
}

inline std::string database_path(const std::string& folder) { return folder + "/menagerie.db"; }

/// Locks the folder for the one process that writes, creating it if needed. The kernel releases the lock
/// when the process ends.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

/// The SQLite URI of a path with `options`, such as "mode=ro".
std::string database_uri(const std::string& path, const std::string& options);

enum class Schema : std::uint8_t { newest, any };

/// Opens a database for reading, by path or URI. Every connection except the writing one is opened by this
/// function: none of them makes a checkpoint, not even when it is the last to close. (SQLite before
/// 3.51.3 can lose a commit when one connection makes a checkpoint while another one commits.) Throws
/// SQLite::Exception.
std::unique_ptr<SQLite::Database> open_read_only(const std::string& name);

/// Whether the connection makes a checkpoint when it is the last one to close; else the write-ahead log stays
/// as it is.
void checkpoint_on_close(SQLite::Database& database, bool wanted);

/// Checkpoint: copies the write-ahead log into the database, syncs, and truncates the log. Returns SQLite's
/// result code: SQLITE_BUSY if readers prevented it.
int copy_log_back(SQLite::Database& database);

/// Updates `pages` to the size of the write-ahead log after each commit. `pages` must outlive the database.
void count_log_pages(SQLite::Database& database, int& pages);

/// Opens a museum's database, whose server may be writing, for reading. Throws Error if it is not one or its
/// schema is newer than this program's; also if it is older, unless `schema` is any.
std::unique_ptr<SQLite::Database> open_for_reading(const std::string& path, Schema schema = Schema::newest);

/// The same for a self-contained file such as a backup: no other file is created beside it.
std::unique_ptr<SQLite::Database> open_alone(const std::string& path, Schema schema = Schema::newest);

/// The same for writing: created if missing, synchronous=FULL, and migrated to the newest schema, each
/// migration in its own transaction and only after the old database was copied to `PATH.schema-N`.
/// Commits make no automatic checkpoint. Precondition: the folder is locked.
std::unique_ptr<SQLite::Database> open_for_writing(const std::string& path,
                                                   const UpgradeCallback& upgraded = {});

/// Throws Error if the database is missing or empty while other files of a museum are in the folder: a new
/// database must not silently replace a lost one.
void refuse_lost_database(const std::string& folder);

/// Runs the missing migrations, up to `newest` if given, without making a copy first.
void migrate(SQLite::Database& database);
void migrate(SQLite::Database& database, int newest);

/// Describes the first difference from the schema that the migrations create; empty if there is none.
std::optional<std::string> schema_difference(SQLite::Database& database);

/// Makes a consistent copy of `from` in the existing, empty file `path` without blocking the writer. The copy
/// has no write-ahead log and is on disk on return. Throws SQLite::Exception, or Error if the disk cannot
/// hold it.
void copy_pages(SQLite::Database& from, const std::string& path, const ProgressCallback& progress = {});

/// fsync of a file or a folder. Throws Error.
void sync_to_disk(const std::string& path);

}  // namespace menagerie::store
