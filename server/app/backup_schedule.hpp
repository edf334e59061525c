// Backups that the server makes by itself, every so often.
#pragma once

#include "server/app/options.hpp"
#include "server/net/storage_figures.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

namespace CLI {
class App;
}

namespace menagerie::app {

/// --backup-every, --backup-keep and --backup-dir.
void add_backup_options(CLI::App& command, BackupOptions& options);

/// `off` is 0; otherwise a number with s, m, h or d, from 1s to 366d. Nothing where it is not that.
std::optional<std::chrono::seconds> parse_interval(std::string_view text);

/// Makes a backup when the newest one is as old as the interval, in a process of its own (`menagerie
/// backup`), which verifies it before it gets its name. Only then the oldest ones beyond those to be kept are
/// removed. What fails is logged and tried again.
class BackupSchedule {
 public:
  /// Begins, where backups are wanted.
  BackupSchedule(std::string data, const BackupOptions& options);
  /// Ends a backup that is being made; it leaves nothing.
  ~BackupSchedule() = default;

  /// Any thread.
  net::BackupFigures figures() const;

 private:
  void run(const std::stop_token& stop);
  std::chrono::milliseconds until_due() const;
  void note_failure(const std::string& path, const std::string& fault);
  void attempt(const std::stop_token& stop);
  /// Empty when it was made, or why not.
  std::string make_backup(const std::string& path, const std::stop_token& stop) const;
  void remove_oldest(const std::string& newest);
  void look_at_folder();

  const std::string data_, folder_;
  const std::chrono::seconds every_;
  const std::size_t keep_;
  mutable std::mutex mutex_;  // guards figures_
  net::BackupFigures figures_;
  std::chrono::milliseconds retry_{0};  ///< not 0: the last attempt failed
  std::condition_variable_any wake_;
  std::mutex sleep_;
  std::jthread thread_;  // goes first: it uses the others
};

}  // namespace menagerie::app
