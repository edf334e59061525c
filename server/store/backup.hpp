// Backup and restore: whole copies of a museum's database, made while a server uses it.
//
// A copy is one self-contained file, consistent at one moment. It does not contain the signing key: its
// holder can read everything that the museum shows, but cannot forge tickets. Before open_sqlite() migrates
// an older schema it copies the database to `menagerie.db.schema-N`; that copy is never overwritten.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::store {

/// Progress callback: steps done, and steps in all.
using ProgressCallback = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Copies the database in `folder` into the existing, empty file `path`. A server may be using the folder;
/// neither waits for the other. On return the copy is on disk. Throws Error.
void copy_database(const std::string& folder, const std::string& path, const ProgressCallback& progress = {});

/// Describes damage in a database file's pages and indexes; empty if there is none. The meaning of the rows
/// is checked by museum::verify().
std::optional<std::string> damage_in(const std::string& path);

/// Describes the first difference between the schema in `folder` and the one that this program creates, such
/// as an added trigger; empty if there is none. A server may be using the folder. Throws Error.
std::optional<std::string> schema_fault_in(const std::string& folder);

/// A backup that is being restored into a folder. The folder is locked meanwhile.
class Restoration {
 public:
  /// Copies the backup `from` to `FOLDER/menagerie.db.restoring`, checks it, and migrates that copy to this
  /// program's schema; `from` is not changed. Throws Error if a server is using the folder, or if the file is
  /// not a Menagerie database, is damaged, or has a newer or a hand-edited schema.
  Restoration(const std::string& folder, const std::string& from, const ProgressCallback& progress = {});
  ~Restoration();  ///< removes the copy if commit was not reached
  Restoration(const Restoration&) = delete;
  Restoration& operator=(const Restoration&) = delete;

  const std::string& copy() const;  ///< path of the copy, to be verified before it is installed

  /// Installs the copy as the folder's database, atomically. The database that it replaces is kept as
  /// `menagerie.db.before-restore-TIME`, including its write-ahead log; index.db is removed and rebuilt
  /// later. Returns the path of the replaced database, empty if there was none. Throws Error.
  std::string put_in_place(std::int64_t now_ms);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace menagerie::store
