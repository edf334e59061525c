// menagerie restore: installs a backup as the museum's database.
#include "server/app/command.hpp"
#include "server/app/machine_checks.hpp"
#include "server/app/progress.hpp"
#include "server/ledger/clocks.hpp"
#include "server/store/backup.hpp"
#include "server/wire/time_text.hpp"

#include <signal.h>
#include <spdlog/fmt/fmt.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

/// A data folder for a drill, where temporary files belong (TMPDIR). The program goes on in a child process;
/// its parent removes the folder once that has ended, as it ends by itself or is ended for SIGINT, SIGTERM or
/// SIGHUP: nobody writes there any more. To be made before any thread.
class DrillFolder {
 public:
  DrillFolder() : path_((fs::temp_directory_path() / "menagerie-drill-XXXXXX").string()) {
    ::sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGCHLD}) ::sigaddset(&signals_, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    if (::mkdtemp(path_.data()) == nullptr)
      throw std::runtime_error(path_ + ": " + std::strerror(errno) + "; TMPDIR names another folder");
    std::signal(SIGCHLD, SIG_DFL);  // else nobody could wait for it
    const pid_t child = ::fork();
    if (child > 0) await_end_of(child);
    if (child < 0) {
      const std::string why = std::strerror(errno);
      remove();
      throw std::runtime_error("no process can be started: " + why);
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  DrillFolder(const DrillFolder&) = delete;
  DrillFolder& operator=(const DrillFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  void remove() const {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }

  /// In the parent: the end of the program, as that of its child.
  [[noreturn]] void await_end_of(pid_t child) const {
    int status = 0, signal = 0;
    pid_t ended = 0;
    while (ended == 0) {
      ::sigwait(&signals_, &signal);
      if (signal != SIGCHLD) ::kill(child, SIGKILL);
      ended = ::waitpid(child, &status, signal == SIGCHLD ? WNOHANG : 0);
    }
    remove();
    if (signal == SIGCHLD && WIFEXITED(status)) std::_Exit(WEXITSTATUS(status));
    if (signal == SIGCHLD) signal = WTERMSIG(status);
    std::signal(signal, SIG_DFL);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    ::raise(signal);
    std::_Exit(1);
  }

  std::string path_;
  sigset_t signals_{}, before_{};
};

/// The newest lesson of any machine in a database file; nothing where none has learned.
std::string newest_lesson(const std::string& path) {
  std::int64_t newest_ms = 0;
  const std::unique_ptr<store::Store> store = store::open_sqlite_file(path);
  for (const store::MachineRow& row : store->machines()) {
    for (const store::LogRow& last : store->episodes_before(row.machine, store::kSeqMax, 1))
      newest_ms = std::max(newest_ms, last.time_ms);
  }
  return newest_ms == 0 ? std::string() : ", the newest lesson of " + wire::time_text(newest_ms);
}

/// Restores `from` into `data`, verified; returns the number of its log rows. `kept`: what it replaced.
std::uint64_t restore_verified(const std::string& data, const std::string& from, std::string& kept) {
  auto progress = std::make_unique<Progress>("copying the museum, in percent:", 100);
  store::Restoration restoration(data, from, [&](std::uint64_t done, std::uint64_t all) {
    progress->done(100 * done / std::max<std::uint64_t>(all, 1));
  });
  progress = nullptr;
  const std::uint64_t rows = require_verified(restoration.copy(), from);
  kept = restoration.put_in_place(ledger::wall_ms());
  return rows;
}

/// Restores into a folder of its own and tells what came of it; everything else stays as it is.
int drill(const std::string& from) {
  const auto began = std::chrono::steady_clock::now();
  const DrillFolder folder;
  std::string none;
  const std::uint64_t rows = restore_verified(folder.path(), from, none);
  const std::string newest = newest_lesson(folder.path() + "/menagerie.db");
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::cout << fmt::format("{}: {}, verified{}; restored into a temporary folder in {:.1f} s\n", from,
                           counted(rows, "log row"), newest, took.count());
  return 0;
}

}  // namespace

int restore(int argc, const char* const* argv) {
  CLI::App command{
      "Makes the museum in a file, as `menagerie backup` writes it, the museum of a data folder. The file is "
      "copied and verified, its pages and every bead, before anything is changed; a museum of an older "
      "schema is brought up to date in the copy. No server may have the folder open.",
      "menagerie restore"};
  std::string data = "data", from;
  bool check = false;
  command.add_option("--data", data, "folder of the museum; made where it is not there")
      ->capture_default_str();
  command.add_option("--from", from, "the backup; it stays as it is")->required();
  command.add_flag(
      "--check", check,
      "a drill: restore it into a temporary folder (in TMPDIR), verify that, and remove it again; "
      "--data is left alone, and its server may be running");
  command.footer(
      "What was in the folder is kept beside it, as menagerie.db.before-restore-TIME: to undo, restore from "
      "that file. house.key is left alone.");
  if (const int status = parse(command, with_environment(command, arguments_of(argc, argv))); status >= 0)
    return status;

  ::umask(0077);  // as `serve` has it
  if (check) return drill(from);
  std::string kept;
  const std::uint64_t rows = restore_verified(data, from, kept);
  if (!kept.empty()) std::cout << "what was there is kept as " << kept << '\n';
  std::cout << data << ": " << counted(rows, "log row") << " restored, verified\n";
  return 0;
}

}  // namespace menagerie::app
