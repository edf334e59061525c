// Detects that the database files were moved, removed or replaced while a server has them open: what it
// writes from then on would be lost with the unlinked files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace menagerie::store {

/// A file's identity (device and inode): a rename keeps it, a copy has another.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  /// Identity of the file now at that path; empty if there is none.
  static std::optional<FileIdentity> of(const std::string& path);
  bool operator==(const FileIdentity&) const = default;
};

/// The database and its write-ahead log as they are now; any thread.
class DatabaseFiles {
 public:
  /// Precondition: the database in `folder` is open for writing.
  explicit DatabaseFiles(const std::string& folder);
  /// Describes what is wrong in one sentence; empty while both files are in place.
  std::optional<std::string> problem() const;

 private:
  std::string database_, log_;
  std::optional<FileIdentity> database_file_, log_file_;
};

}  // namespace menagerie::store
