#include "server/store/database_files.hpp"

#include "server/store/sqlite_database.hpp"

#include <sys/stat.h>

namespace menagerie::store {
namespace {

std::optional<std::string> problem_with(const std::string& path, const std::optional<FileIdentity>& opened) {
  const std::optional<FileIdentity> now = FileIdentity::of(path);
  if (now == opened) return std::nullopt;
  return path + (now ? " was replaced by another file" : " was removed") +
         " while the museum is open: nothing can be stored. Put the file back that was there, or stop the "
         "server and look at the folder before you start it again";
}

}  // namespace

// What SQLITE_FCNTL_HAS_MOVED compares, for the write-ahead log too and from any thread.
std::optional<FileIdentity> FileIdentity::of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

DatabaseFiles::DatabaseFiles(const std::string& folder)
    : database_(database_path(folder)),
      log_(database_ + "-wal"),
      database_file_(FileIdentity::of(database_)),
      log_file_(FileIdentity::of(log_)) {
  // Without them problem() would compare nothing with nothing.
  if (!database_file_ || !log_file_)
    throw Error(
        (database_file_ ? log_ : database_) + " is not there, although the museum has just been opened",
        ErrorKind::transient);
}

std::optional<std::string> DatabaseFiles::problem() const {
  if (auto problem = problem_with(database_, database_file_)) return problem;
  return problem_with(log_, log_file_);
}

}  // namespace menagerie::store
