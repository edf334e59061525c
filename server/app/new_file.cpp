#include "server/app/new_file.hpp"

#include "server/app/options.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path) {
  throw std::runtime_error(path + " cannot be written: " + std::strerror(errno));
}

void sync_to_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) fail(path);
  const bool synced = ::fsync(file) == 0;
  const int why = errno;
  ::close(file);
  errno = why;
  if (!synced) fail(path);
}

mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

NewFile::NewFile(std::string name, Access access) : name_(std::move(name)), path_(name_ + ".part-XXXXXX") {
  std::error_code ignored;
  if (name_.empty() || fs::is_directory(name_, ignored))
    throw Usage("--out \"" + name_ + "\" is a folder; name a file in it");
  if (fs::exists(name_, ignored) && !fs::is_regular_file(name_, ignored))
    throw Usage("--out \"" + name_ + "\" is no file that can be replaced");
  const int file = ::mkostemp(path_.data(), O_CLOEXEC);
  if (file < 0) fail(name_);
  const bool made = access == Access::owner_only || ::fchmod(file, usual_mode()) == 0;
  ::close(file);
  if (!made) fail(name_);
}

NewFile::~NewFile() {
  if (path_.empty()) return;
  for (const char* part : {"", "-journal", "-wal", "-shm"}) ::unlink((path_ + part).c_str());
}

void NewFile::put_in_place(bool replace) {
  sync_to_disk(path_);
  // link() never replaces another file; on file systems without hard links check first.
  const bool linked = !replace && ::link(path_.c_str(), name_.c_str()) == 0;
  if (!replace && !linked) require_free(name_);
  if (linked) {
    ::unlink(path_.c_str());
  } else if (::rename(path_.c_str(), name_.c_str()) != 0) {
    fail(name_);
  }
  path_.clear();
  const fs::path folder = fs::path(name_).parent_path();
  sync_to_disk(folder.empty() ? "." : folder.string());
}

void require_free(const std::string& name) {
  std::error_code ignored;
  if (fs::exists(name, ignored)) throw Usage(name + " is there already; name another file, or give --force");
}

}  // namespace menagerie::app
