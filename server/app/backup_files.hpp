// The files that scheduled backups are kept in: their names, which tell their times, and what is in a folder.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace menagerie::app {

struct BackupFile {
  std::string path;
  std::int64_t time_ms = 0;  ///< when it was begun, as its name says
  std::uint64_t bytes = 0;
};

/// Where scheduled backups go unless another folder is named.
std::string default_backup_folder(const std::string& data);

/// `menagerie-20261122T030000Z.db`
std::string backup_name(std::int64_t time_ms);

/// The files in `folder` that have such a name, oldest first. A backup gets its name only once it is
/// verified. Empty where there is no such folder.
std::vector<BackupFile> backup_files(const std::string& folder);

/// Removes what backups that were killed have left in the folder; those that are being made stay.
void remove_unfinished_backups(const std::string& folder);

}  // namespace menagerie::app
