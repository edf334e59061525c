#include "server/app/backup_files.hpp"

#include "server/app/new_file.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <regex>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

const std::regex& name_pattern() {
  static const std::regex pattern(
      R"(menagerie-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(\.part-\w{6}(-journal|-wal|-shm)?)?)");
  return pattern;
}

/// The time that a name tells; nothing where it is no backup's. `finished`: whether it is a whole one's.
std::optional<std::int64_t> time_of(const std::string& name, bool& finished) {
  std::smatch parts;
  if (!std::regex_match(name, parts, name_pattern())) return std::nullopt;
  finished = !parts[7].matched;
  const auto part = [&](std::size_t number) { return parts[number].str(); };
  return wire::parse_time(part(1) + "-" + part(2) + "-" + part(3) + "T" + part(4) + ":" + part(5) + ":" +
                          part(6) + "Z");
}

/// Calls `each(entry, time_ms, finished)` for the files that are backups or parts of such.
template <typename Each>
void each_file(const std::string& folder, Each each) {
  std::error_code problem;
  for (fs::directory_iterator it(folder, problem), end; !problem && it != end; it.increment(problem)) {
    bool finished = false;
    const auto time_ms = time_of(it->path().filename().string(), finished);
    std::error_code ignored;
    if (time_ms && it->is_regular_file(ignored)) each(*it, *time_ms, finished);
  }
}

}  // namespace

std::string default_backup_folder(const std::string& data) { return data + "/backups"; }

std::string backup_name(std::int64_t time_ms) {
  std::string text = wire::time_text(time_ms).substr(0, 19);  // 2026-11-22T03:00:00
  std::erase_if(text, [](char it) { return it == '-' || it == ':'; });
  return "menagerie-" + text + "Z.db";
}

std::vector<BackupFile> backup_files(const std::string& folder) {
  std::vector<BackupFile> files;
  each_file(folder, [&](const fs::directory_entry& entry, std::int64_t time_ms, bool finished) {
    std::error_code problem;
    const std::uintmax_t bytes = entry.file_size(problem);
    if (finished && !problem) files.push_back({entry.path().string(), time_ms, bytes});
  });
  std::ranges::sort(files, {}, &BackupFile::time_ms);
  return files;
}

void remove_unfinished_backups(const std::string& folder) {
  std::vector<fs::path> parts;
  each_file(folder, [&](const fs::directory_entry& entry, std::int64_t, bool finished) {
    if (!finished) parts.push_back(entry.path());
  });
  for (const fs::path& part : parts) remove_abandoned(part.string());
}

}  // namespace menagerie::app
