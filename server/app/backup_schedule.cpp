#include "server/app/backup_schedule.hpp"

#include "engine/parse_number.hpp"
#include "server/app/backup_files.hpp"
#include "server/app/child_process.hpp"
#include "server/app/command.hpp"
#include "server/ledger/clocks.hpp"
#include "server/store/thread_priority.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr seconds kRetryAfter{600};  // or the interval, where that is shorter
constexpr std::size_t kKeepMax = 10'000;
constexpr std::int64_t kLongestS = 366 * 86400;

/// The last line that a command printed, without its name.
std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  text.erase(0, text.find_last_of('\n') + 1);
  constexpr std::string_view kName = "menagerie backup: ";
  if (text.starts_with(kName)) text.erase(0, kName.size());
  return text.empty() ? "it ended without a word" : text;
}

}  // namespace

std::optional<seconds> parse_interval(std::string_view text) {
  if (text == "off") return seconds{0};
  if (text.size() < 2) return std::nullopt;
  constexpr std::pair<char, std::int64_t> kUnits[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
  const auto* unit = std::ranges::find(kUnits, text.back(), &std::pair<char, std::int64_t>::first);
  const auto number = parse_number<std::int64_t>(text.substr(0, text.size() - 1));
  if (unit == std::end(kUnits) || !number || *number < 1 || *number > kLongestS / unit->second)
    return std::nullopt;
  return seconds{*number * unit->second};
}

void add_backup_options(CLI::App& command, BackupOptions& options) {
  command
      .add_option("--backup-every", options.every,
                  "how often the server makes a verified backup, such as 24h, 30m or 7d; or off")
      ->check([](const std::string& text) {
        return parse_interval(text) ? std::string()
                                    : "\"" + text +
                                          "\" is no interval: off, or a number with s, m, h or d, "
                                          "such as 24h";
      })
      ->group("Backups")
      ->capture_default_str();
  in_range(command.add_option("--backup-keep", options.keep, "how many of these backups are kept"),
           std::size_t{1}, kKeepMax)
      ->group("Backups")
      ->capture_default_str();
  command.add_option("--backup-dir", options.folder, "folder of these backups (default: backups in --data)")
      ->group("Backups");
}

BackupSchedule::BackupSchedule(std::string data, const BackupOptions& options)
    : data_(std::move(data)),
      folder_(options.folder.empty() ? default_backup_folder(data_) : options.folder),
      every_(parse_interval(options.every).value_or(seconds{0})),
      keep_(options.keep) {
  figures_.every_s = every_.count();
  look_at_folder();
  if (every_.count() == 0) return;
  remove_unfinished_backups(folder_);
  spdlog::info("a backup is made every {} in {}, and the newest {} are kept", options.every, folder_, keep_);
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

net::BackupFigures BackupSchedule::figures() const {
  const std::lock_guard lock(mutex_);
  return figures_;
}

void BackupSchedule::run(const std::stop_token& stop) {
  store::set_nice(store::kBackupNice);  // of what it starts, too
  while (!stop.stop_requested()) {
    std::unique_lock lock(sleep_);
    try {
      const milliseconds wait = retry_.count() > 0 ? retry_ : until_due();
      if (wake_.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); })) return;
      attempt(stop);
    } catch (const std::exception& error) {  // such as a lack of memory
      note_failure(folder_, error.what());
    }
  }
}

void BackupSchedule::note_failure(const std::string& path, const std::string& fault) {
  retry_ = std::min<milliseconds>(kRetryAfter, every_);
  spdlog::error(
      "backup: {} could not be made: {}. The backups that are there are kept. See that {} can be written and "
      "has room, or name another folder with --backup-dir; `menagerie backup --data {} --out FILE` tells "
      "whether it works. It is tried again in {} s",
      path, fault, folder_, data_, std::chrono::duration_cast<seconds>(retry_).count());
  const std::lock_guard lock(mutex_);
  ++figures_.failed;
}

/// By the clock of the wall, as the files' names are; where that was put back, no longer than the interval.
milliseconds BackupSchedule::until_due() const {
  const std::vector<BackupFile> files = backup_files(folder_);
  if (files.empty()) return milliseconds{0};
  const milliseconds left = every_ - milliseconds{ledger::wall_ms() - files.back().time_ms};
  return std::clamp(left, milliseconds{0}, milliseconds{every_});
}

void BackupSchedule::attempt(const std::stop_token& stop) {
  const std::string path = folder_ + "/" + backup_name(ledger::wall_ms());
  const std::string fault = make_backup(path, stop);
  if (stop.stop_requested() && !fault.empty()) return;
  if (fault.empty()) {
    retry_ = {};
    spdlog::info("backup: {} is made and verified", path);
    remove_oldest(path);
    const std::lock_guard lock(mutex_);
    ++figures_.made;
  } else {
    note_failure(path, fault);
  }
  look_at_folder();
}

std::string BackupSchedule::make_backup(const std::string& path, const std::stop_token& stop) const {
  try {
    fs::create_directories(folder_);
    remove_unfinished_backups(folder_);
    const ChildResult result = run_self({"backup", "--data", data_, "--out", path}, stop);
    if (result.success) return {};
    remove_unfinished_backups(folder_);
    return last_line(result.output);
  } catch (const std::exception& error) {
    return error.what();
  }
}

void BackupSchedule::remove_oldest(const std::string& newest) {
  std::vector<BackupFile> files = backup_files(folder_);
  // Last, whatever its name says: the clock may have been put back.
  std::stable_partition(files.begin(), files.end(), [&](const BackupFile& it) { return it.path != newest; });
  if (files.size() <= keep_) return;
  for (std::size_t i = 0; i < files.size() - keep_; ++i) {
    std::error_code problem;
    fs::remove(files[i].path, problem);
    if (problem) {
      spdlog::warn("backup: {} is more than the {} that are kept, but cannot be removed: {}", files[i].path,
                   keep_, problem.message());
    } else {
      spdlog::info("backup: {} is removed; the newest {} are kept", files[i].path, keep_);
    }
  }
}

void BackupSchedule::look_at_folder() {
  const std::vector<BackupFile> files = backup_files(folder_);
  const std::lock_guard lock(mutex_);
  figures_.kept = files.size();
  figures_.newest_ms = files.empty() ? 0 : files.back().time_ms;
  figures_.newest_bytes = files.empty() ? 0 : files.back().bytes;
}

}  // namespace menagerie::app
