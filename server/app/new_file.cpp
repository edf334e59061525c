#include "server/app/new_file.hpp"

#include "server/app/options.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <vector>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPart = ".part-";
constexpr std::size_t kRandomLetters = 6;
/// What SQLite puts beside a database, and the database itself, last: without it nothing tells whose they
/// are.
constexpr std::array<std::string_view, 4> kEndings = {"-journal", "-wal", "-shm", ""};

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

/// Locks a byte that no file reaches, since SQLite locks others of the same file. The lock is that of the
/// opened file and goes with it, however its program ends. False where somebody else has it, and where the
/// file system has no such locks.
bool lock(int file) {
  struct flock range{};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = std::int64_t{1} << 62;
  range.l_len = 1;
  return ::fcntl(file, F_OFD_SETLK, &range) == 0;
}

std::string folder_of(const std::string& name) {
  const fs::path folder = fs::path(name).parent_path();
  return folder.empty() ? "." : folder.string();
}

/// What killed programs have left of this file.
void remove_abandoned_of(const std::string& name) {
  const std::string file = fs::path(name).filename().string();
  std::vector<std::string> parts;
  std::error_code problem;
  for (fs::directory_iterator it(folder_of(name), problem), end; !problem && it != end;
       it.increment(problem)) {
    if (is_part_of(it->path().filename().string(), file)) parts.push_back(it->path().string());
  }
  for (const std::string& part : parts) remove_abandoned(part);
}

}  // namespace

/// The names that a signal unlinks. Made once and never freed, so that a signal may come at any time, in any
/// thread.
struct NewFile::Doomed {
  explicit Doomed(const std::string& path) {
    for (const std::string_view ending : kEndings) names.push_back(path + std::string(ending));
  }
  std::vector<std::string> names;
  std::atomic<bool> there{true};
  Doomed* next = nullptr;

  static std::atomic<Doomed*> first;
  static void remove_all(int signal);
  static void catch_signals();
};

std::atomic<NewFile::Doomed*> NewFile::Doomed::first{nullptr};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal reads it");

void NewFile::Doomed::remove_all(int signal) {
  for (const Doomed* it = first.load(); it != nullptr; it = it->next) {
    if (!it->there.load()) continue;
    for (const std::string& name : it->names) ::unlink(name.c_str());
  }
  std::signal(signal, SIG_DFL);
  ::raise(signal);  // blocked until this returns, and then it ends the program as if it had not been caught
}

void NewFile::Doomed::catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action{};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
      continue;  // as nohup has it
    action.sa_handler = remove_all;
    ::sigfillset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

NewFile::NewFile(std::string name, Access access) : name_(std::move(name)) {
  std::error_code ignored;
  if (name_.empty() || fs::is_directory(name_, ignored))
    throw Usage("--out \"" + name_ + "\" is a folder; name a file in it");
  if (fs::exists(name_, ignored) && !fs::is_regular_file(name_, ignored))
    throw Usage("--out \"" + name_ + "\" is no file that can be replaced");
  Doomed::catch_signals();
  remove_abandoned_of(name_);
  create(access);
}

/// Makes the file and tells signals of it; none comes in between, when it would be left. Sets errno.
void NewFile::doom_new_part() {
  sigset_t all{}, before{};
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  lock_ = ::mkostemp(path_.data(), O_CLOEXEC);
  const int why = errno;
  if (lock_ >= 0) {
    doomed_ = new Doomed(path_);
    doomed_->next = Doomed::first.load();
    while (!Doomed::first.compare_exchange_weak(doomed_->next, doomed_)) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = why;
}

/// Until the lock is there, another program that starts may take the file for an abandoned one, lock it first
/// and remove it.
void NewFile::create(Access access) {
  for (;;) {
    path_ = name_ + std::string(kPart) + std::string(kRandomLetters, 'X');
    doom_new_part();
    if (lock_ < 0) fail(name_);
    const bool taken = !lock(lock_) && errno == EAGAIN;
    struct stat facts{};
    if (!taken && ::fstat(lock_, &facts) == 0 && facts.st_nlink > 0) break;
    let_go();
  }
  if (access == Access::usual && ::fchmod(lock_, usual_mode()) != 0) {
    const int why = errno;
    ::unlink(path_.c_str());
    let_go();
    errno = why;
    fail(name_);
  }
}

void NewFile::let_go() {
  doomed_->there.store(false);
  ::close(lock_);
}

NewFile::~NewFile() {
  if (path_.empty()) return;
  for (const std::string& name : doomed_->names) ::unlink(name.c_str());
  let_go();
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
  let_go();
  path_.clear();
  sync_to_disk(folder_of(name_));
}

void write_whole(const std::string& name, const std::function<void(std::ostream&)>& write) {
  const auto write_to = [&](const std::string& path) {
    errno = 0;
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    write(out);
    out.flush();
    if (!out) fail(name);
  };
  std::error_code ignored;
  if (fs::exists(name, ignored) && fs::is_other(fs::status(name, ignored))) return write_to(name);
  NewFile file(name);
  write_to(file.path());
  file.put_in_place(true);
}

bool is_part_of(std::string_view file, std::string_view name) {
  if (!file.starts_with(name)) return false;
  file.remove_prefix(name.size());
  if (!file.starts_with(kPart)) return false;
  file.remove_prefix(kPart.size());
  if (file.size() < kRandomLetters) return false;
  const auto is_letter = [](const char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  return std::ranges::all_of(file.substr(0, kRandomLetters), is_letter) &&
         std::ranges::find(kEndings, file.substr(kRandomLetters)) != kEndings.end();
}

void remove_abandoned(const std::string& part) {
  const std::size_t letters = part.rfind(kPart) + kPart.size();
  const std::string path = part.substr(0, letters + kRandomLetters);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const bool gone = file < 0 && errno == ENOENT;
  if (gone || (file >= 0 && lock(file))) {
    for (const std::string_view ending : kEndings) ::unlink((path + std::string(ending)).c_str());
  }
  if (file >= 0) ::close(file);
}

void require_free(const std::string& name) {
  std::error_code ignored;
  if (fs::exists(name, ignored)) throw Usage(name + " is there already; name another file, or give --force");
}

}  // namespace menagerie::app
