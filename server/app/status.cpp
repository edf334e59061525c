// menagerie status: what an operator asks of a data folder, beside a running server or without one.
#include "server/api/listing.hpp"
#include "server/app/backup_files.hpp"
#include "server/app/command.hpp"
#include "server/core/record.hpp"
#include "server/store/house_disk.hpp"
#include "server/store/migrations.hpp"
#include "server/store/sqlite_version.hpp"
#include "server/wire/time_text.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>

namespace menagerie::app {
namespace {

using Json = nlohmann::ordered_json;

struct MachineStatus {
  std::string name;
  core::MachineState state;
  std::int64_t last_lesson_ms = 0;   ///< 0: it has had none
  std::uint64_t since_snapshot = 0;  ///< rows that the next start replays
  bool finished = false;
};

struct Status {
  std::string data;
  bool served = false;
  int schema = 0;
  std::vector<MachineStatus> machines;
  store::HouseDisk disk;
  std::string backup_folder;
  std::vector<BackupFile> backups;

  std::int64_t last_lesson_ms() const {
    std::int64_t newest = 0;
    for (const MachineStatus& it : machines) newest = std::max(newest, it.last_lesson_ms);
    return newest;
  }
};

std::vector<MachineStatus> read_machines(store::Store& store) {
  std::vector<MachineStatus> machines;
  for (const store::MachineRow& row : store.machines()) {
    MachineStatus machine;
    machine.name = row.name;
    const std::vector<store::LogRow> last = store.episodes_before(row.machine, store::kSeqMax, 1);
    if (!last.empty()) machine.last_lesson_ms = last.front().time_ms;
    const std::vector<std::uint64_t> snapshots = store.snapshot_seqs(row.machine);
    core::Loaded loaded = core::load_machine(store, row);
    machine.state = std::move(loaded.state);
    machine.since_snapshot = machine.state.seq - (snapshots.empty() ? 0 : snapshots.back());
    machine.finished = loaded.graduation.has_value();
    machines.push_back(std::move(machine));
  }
  return machines;
}

Status read_status(const std::string& data, const std::string& backup_folder) {
  Status status;
  status.data = data;
  const std::unique_ptr<store::Store> store = store::open_sqlite(data, store::Mode::read);
  status.served = store::is_served(data);
  status.schema = store::migrations().back().version;  // another one is refused
  status.machines = read_machines(*store);
  status.disk = store::HouseDisk::of(data);
  status.backup_folder = backup_folder.empty() ? default_backup_folder(data) : backup_folder;
  status.backups = backup_files(status.backup_folder);
  return status;
}

/// Null for a time that never was.
Json time_or_null(std::int64_t ms) { return ms == 0 ? Json(nullptr) : Json(wire::time_text(ms)); }

Json to_json(const MachineStatus& machine) {
  const core::MachineState& state = machine.state;
  return {{"name", machine.name},
          {"seq", state.seq},
          {"era", state.era},
          {"episodes", state.tally.episodes},
          {"beads", state.bead_total},
          {"last_lesson", time_or_null(machine.last_lesson_ms)},
          {"dry", state.dry.has_value()},
          {"finished", machine.finished},
          {"frozen", state.frozen},
          {"rows_since_snapshot", machine.since_snapshot}};
}

Json to_json(const Status& status) {
  Json machines = Json::array();
  for (const MachineStatus& it : status.machines) machines.push_back(to_json(it));
  Json newest = nullptr;
  if (!status.backups.empty()) {
    const BackupFile& file = status.backups.back();
    newest = {{"file", file.path}, {"time", wire::time_text(file.time_ms)}, {"bytes", file.bytes}};
  }
  const std::string commit = MENAGERIE_COMMIT;
  return {
      {"version", MENAGERIE_VERSION},
      {"commit", commit.empty() ? Json(nullptr) : Json(commit)},
      {"sqlite", store::sqlite_version()},
      {"schema", status.schema},
      {"data", status.data},
      {"served", status.served},
      {"last_lesson", time_or_null(status.last_lesson_ms())},
      {"machines", std::move(machines)},
      {"disk",
       {{"database_bytes", status.disk.database},
        {"wal_bytes", status.disk.log},
        {"index_bytes", status.disk.index},
        {"free_bytes", status.disk.free}}},
      {"backups",
       {{"folder", status.backup_folder}, {"count", status.backups.size()}, {"newest", std::move(newest)}}}};
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? api::csv_field(value.get<std::string>()) : value.dump();
}

/// One figure a row; those of no machine are the house's.
void print_csv(const Status& status) {
  const Json all = to_json(status);
  std::cout << "machine,figure,value\n";
  const auto print = [](const std::string& machine, const std::string& figure, const Json& value) {
    std::cout << machine << ',' << figure << ',' << csv_cell(value) << '\n';
  };
  for (const auto& [name, value] : all.items()) {
    if (value.is_primitive()) print("", name, value);
  }
  for (const auto& [name, value] : all["disk"].items()) print("", name, value);
  const Json& newest = all["backups"]["newest"];
  print("", "backup_folder", all["backups"]["folder"]);
  print("", "backups", all["backups"]["count"]);
  for (const char* name : {"file", "time", "bytes"})
    print("", std::string("newest_backup_") + name, newest.is_null() ? newest : newest[name]);
  for (const Json& machine : all["machines"]) {
    for (const auto& [name, value] : machine.items()) {
      if (name != "name") print(machine["name"].get<std::string>(), name, value);
    }
  }
}

std::string size_text(std::uint64_t bytes) {
  const bool large = bytes >= std::uint64_t{1} << 30;
  return fmt::format("{:.1f} {}", static_cast<double>(bytes) / (large ? 1 << 30 : 1 << 20),
                     large ? "GiB" : "MiB");
}

std::string seconds_text(std::int64_t ms) {
  return ms == 0 ? std::string("none yet") : wire::time_text(ms).substr(0, 19) + "Z";
}

/// ` (3 hours ago)`; empty where it is not in the past.
std::string ago(std::int64_t ms) {
  using namespace std::chrono;
  const std::int64_t s = duration_cast<seconds>(system_clock::now().time_since_epoch()).count() - ms / 1000;
  if (ms == 0 || s < 0) return {};
  const auto told = [](std::int64_t number, const char* unit) {
    return " (" + counted(static_cast<std::uint64_t>(number), unit) + " ago)";
  };
  if (s < 120) return told(s, "second");
  if (s < 7200) return told(s / 60, "minute");
  if (s < 2 * 86400) return told(s / 3600, "hour");
  return told(s / 86400, "day");
}

std::string notes_of(const MachineStatus& machine) {
  std::string notes;
  if (machine.state.dry) notes += "  dry";
  if (machine.finished) notes += "  finished";
  if (machine.state.frozen) notes += "  frozen";
  return notes;
}

void print_machines(const Status& status) {
  std::size_t width = 7;
  for (const MachineStatus& it : status.machines) width = std::max(width, it.name.size());
  std::cout << fmt::format("{:<{}}  {:>5}  {:>10}  {:>10}  {}\n", "machine", width, "era", "seq", "episodes",
                           "last lesson");
  for (const MachineStatus& it : status.machines) {
    std::cout << fmt::format("{:<{}}  {:>5}  {:>10}  {:>10}  {}{}\n", it.name, width, it.state.era,
                             it.state.seq, it.state.tally.episodes, seconds_text(it.last_lesson_ms),
                             notes_of(it));
  }
}

void print_text(const Status& status) {
  const std::string commit = MENAGERIE_COMMIT;
  std::cout << fmt::format("menagerie {}{}, SQLite {}, schema {}\n", MENAGERIE_VERSION,
                           commit.empty() ? "" : " (commit " + commit + ")", store::sqlite_version(),
                           status.schema);
  std::cout << fmt::format("data folder: {}; {}\n", status.data,
                           status.served ? "a server has it open" : "no server has it open");
  const std::int64_t last = status.last_lesson_ms();
  std::cout << fmt::format("last lesson: {}{}\n\n", seconds_text(last), ago(last));
  print_machines(status);
  const store::HouseDisk& disk = status.disk;
  std::cout << fmt::format("\ndisk: database {}, write-ahead log {}, index {}; {} free\n",
                           size_text(disk.database), size_text(disk.log), size_text(disk.index),
                           size_text(disk.free));
  if (status.backups.empty()) {
    std::cout << fmt::format("backups: none in {}; `menagerie serve --backup-every 24h` makes them\n",
                             status.backup_folder);
    return;
  }
  const BackupFile& newest = status.backups.back();
  std::cout << fmt::format("backups: {} in {}; the newest is of {}{}, {}\n", status.backups.size(),
                           status.backup_folder, seconds_text(newest.time_ms), ago(newest.time_ms),
                           size_text(newest.bytes));
}

}  // namespace

int status(int argc, const char* const* argv) {
  CLI::App command{
      "Tells of a data folder: its machines and when each learned last, what it takes on the disk, its "
      "scheduled "
      "backups, and the versions of what serves it. Changes nothing; the server may be running.",
      "menagerie status"};
  std::string data = "data", backup_folder, format = "text";
  command.add_option("--data", data, "folder of the house")
      ->capture_default_str()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command
      .add_option("--backup-dir", backup_folder,
                  "folder of the server's backups (default: backups in --data)")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add_format(command, format);
  if (const int fault = parse(command, with_environment(command, arguments_of(argc, argv))); fault >= 0)
    return fault;

  const Status found = read_status(data, backup_folder);
  if (format == "json") {
    std::cout << to_json(found).dump() << '\n';
  } else if (format == "csv") {
    print_csv(found);
  } else {
    print_text(found);
  }
  return 0;
}

}  // namespace menagerie::app
