// Whether the files that a house was opened from are still in their places. Somebody who removes or replaces
// them behind a running server leaves it with files that nobody will find again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace menagerie::store {

/// The identity of a file, which a rename keeps and a copy does not have.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  /// Of the file that stands there now; nothing where there is none.
  static std::optional<FileIdentity> of(const std::string& path);
  bool operator==(const FileIdentity&) const = default;
};

/// The database and its write-ahead log as they are now; any thread.
class HouseFiles {
 public:
  /// Precondition: the database in `folder` is open for writing.
  explicit HouseFiles(const std::string& folder);
  /// What is wrong, as a sentence; nothing while both are in their places.
  std::optional<std::string> trouble() const;

 private:
  std::string database_, log_;
  std::optional<FileIdentity> database_file_, log_file_;
};

}  // namespace menagerie::store
