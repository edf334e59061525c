#include "server/store/disk_usage.hpp"

#include "server/store/sqlite_database.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>

namespace menagerie::store {
namespace {

namespace fs = std::filesystem;

std::uint64_t bytes_of(const std::string& path) {
  std::error_code problem;
  const std::uintmax_t size = fs::file_size(path, problem);
  return problem ? 0 : size;
}

}  // namespace

DiskUsage DiskUsage::of(const std::string& folder) {
  DiskUsage disk;
  disk.database = bytes_of(database_path(folder));
  disk.log = bytes_of(database_path(folder) + "-wal");
  disk.index = bytes_of(folder + "/index.db") + bytes_of(folder + "/index.db-wal");
  std::error_code problem;
  const fs::space_info room = fs::space(folder, problem);
  if (!problem) disk.free = room.available;
  return disk;
}

bool is_served(const std::string& folder) {
  const int file = ::open((folder + "/menagerie.lock").c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool served = ::flock(file, LOCK_SH | LOCK_NB) != 0;
  ::close(file);
  return served;
}

}  // namespace menagerie::store
