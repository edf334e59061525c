// The house's database file: its folder locked, the file opened, checked and brought up to date, and copied
// as it is at one moment. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace menagerie::store {

// What marks a file as ours: PRAGMA application_id.
inline constexpr int kHouseId = 0x4d454e41;        // "MENA": a house
inline constexpr int kMachineFileId = 0x4d454e58;  // "MENX": one machine's record, exported

inline constexpr int kBusyMs = 10'000;

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

/// A house's database, whose server may be writing. Throws Error where it is none, or of a schema newer than
/// this program knows; of an older one too, unless `schema` is any.
std::unique_ptr<SQLite::Database> open_for_reading(const std::string& path, Schema schema = Schema::newest);

/// The same of a file that stands alone, as a backup does: nothing is made beside it.
std::unique_ptr<SQLite::Database> open_alone(const std::string& path, Schema schema = Schema::newest);

/// The same for writing, made where it is not there, durable, and brought to the newest schema: each
/// migration in a transaction of its own, and only once a copy of what was there stands beside it as
/// `PATH.schema-N`. Precondition: the folder is locked.
std::unique_ptr<SQLite::Database> open_for_writing(const std::string& path);

/// Runs the migrations that the database lacks, without a copy.
void migrate(SQLite::Database& database);

/// Pages done, of so many in all.
using PagesTold = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Copies all pages of `from`, as they are at one moment, into the file `path`, which is there and empty;
/// nobody who writes waits for it. The copy stands alone, without a write-ahead log, and is on disk on
/// return. Throws SQLite::Exception, or Error where the disk does not take it.
void copy_pages(SQLite::Database& from, const std::string& path, const PagesTold& told = {});

/// Has the kernel write a file, or a folder's names, to disk. Throws Error.
void sync_to_disk(const std::string& path);

}  // namespace menagerie::store
