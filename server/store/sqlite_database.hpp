// The house's database file: its folder locked, the file opened, checked and brought up to date, and copied
// as it is at one moment. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::store {

// What marks a file as ours: PRAGMA application_id.
inline constexpr int kHouseId = 0x4d454e41;        // "MENA": a house
inline constexpr int kMachineFileId = 0x4d454e58;  // "MENX": one machine's record, exported

inline constexpr int kBusyMs = 10'000;
/// The one that writes waits no longer: another program that holds the write lock is to be told of soon.
inline constexpr int kWriterBusyMs = 3'000;
/// The write-ahead log is copied back into the database once it has grown to so many pages: 16 MiB.
inline constexpr int kCheckpointPages = 4000;

/// What an error of the library's comes to.
Trouble trouble_of(int error_code);

/// Runs `work`, turning the library's exceptions into ours.
template <typename Work>
auto guarded(const std::string& path, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const SQLite::Exception& error) {
    throw Error(path + ": " + error.what(), trouble_of(error.getErrorCode()));
  }
}

inline std::string database_path(const std::string& folder) { return folder + "/menagerie.db"; }

/// Holds the folder for the one process that writes, and makes it where it is not there. The kernel lets go
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

/// How a path is named to SQLite where it is opened with `options`, such as "mode=ro".
std::string database_uri(const std::string& path, const std::string& options);

enum class Schema : std::uint8_t { newest, any };

/// Opens a database for reading, by its path or URI. Every connection but the one that writes is opened by
/// this function: none of them makes a checkpoint, not even when it is the last to close. (SQLite before
/// 3.51.3 can lose a commit when one connection makes a checkpoint while another one commits.) Throws
/// SQLite::Exception.
std::unique_ptr<SQLite::Database> open_read_only(const std::string& name);

/// Whether a connection leaves the write-ahead log as it is when it closes.
void checkpoint_on_close(SQLite::Database& database, bool wanted);

/// Writes all that the write-ahead log holds into the database, synced, and empties the log. Returns SQLite's
/// result: SQLITE_BUSY where others that read keep it from that.
int copy_log_back(SQLite::Database& database);

/// Keeps `pages` at what the write-ahead log holds after each commit. It must outlive the database.
void count_log_pages(SQLite::Database& database, int& pages);

/// A house's database, whose server may be writing. Throws Error where it is none, or of a schema newer than
/// this program knows; of an older one too, unless `schema` is any.
std::unique_ptr<SQLite::Database> open_for_reading(const std::string& path, Schema schema = Schema::newest);

/// The same of a file that stands alone, as a backup does: nothing is made beside it.
std::unique_ptr<SQLite::Database> open_alone(const std::string& path, Schema schema = Schema::newest);

/// The same for writing, made where it is not there, durable, and brought to the newest schema: each
/// migration in a transaction of its own, and only once a copy of what was there stands beside it as
/// `PATH.schema-N`. Makes no checkpoint by itself when it commits. Precondition: the folder is locked.
std::unique_ptr<SQLite::Database> open_for_writing(const std::string& path, const UpgradeTold& told = {});

/// Refuses, with Error, a folder whose database is missing or empty while other files of a house are there:
/// a new house must not take the place of one that was lost.
void refuse_lost_house(const std::string& folder);

/// Runs the migrations that the database lacks, up to `newest` where that is given, without a copy.
void migrate(SQLite::Database& database);
void migrate(SQLite::Database& database, int newest);

/// What in the schema is not as the migrations make it for its version; nothing where all of it is.
std::optional<std::string> schema_difference(SQLite::Database& database);

/// Pages done, of so many in all.
using PagesTold = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Copies all pages of `from`, as they are at one moment, into the file `path`, which is there and empty;
/// nobody who writes waits for it. The copy stands alone, without a write-ahead log, and is on disk on
/// return. Throws SQLite::Exception, or Error where the disk does not take it.
void copy_pages(SQLite::Database& from, const std::string& path, const PagesTold& told = {});

/// Has the kernel write a file, or a folder's names, to disk. Throws Error.
void sync_to_disk(const std::string& path);

}  // namespace menagerie::store
