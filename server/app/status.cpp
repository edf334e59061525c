// menagerie status: what an operator asks of a museum, beside running servers or without one.
#include "server/api/listing.hpp"
#include "server/app/backup_files.hpp"
#include "server/app/command.hpp"
#include "server/app/store_location.hpp"
#include "server/app/version.hpp"
#include "server/core/record.hpp"
#include "server/ledger/clocks.hpp"
#include "server/store/disk_usage.hpp"
#include "server/store/migrations.hpp"
#include "server/store/postgres.hpp"
#include "server/store/store.hpp"
#include "server/wire/time_text.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>

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

/// What a museum in a folder has.
struct FolderStatus {
  bool served = false;
  store::DiskUsage disk;
  std::string backup_folder;
  std::vector<BackupFile> backups;
};

struct Status {
  std::string place, backend;  // the second: what stores it, with its version
  int schema = 0;
  std::vector<MachineStatus> machines;
  std::optional<FolderStatus> folder;
  std::vector<std::string> warnings;  // of PostgreSQL's settings

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

FolderStatus read_folder(const std::string& data, const std::string& backup_folder) {
  FolderStatus folder;
  folder.served = store::is_served(data);
  folder.disk = store::DiskUsage::of(data);
  folder.backup_folder = backup_folder.empty() ? default_backup_folder(data) : backup_folder;
  folder.backups = backup_files(folder.backup_folder);
  return folder;
}

/// Where the packaged service keeps its museum, as its settings say; nothing where there are none.
std::optional<StoreLocation> packaged_place(const std::string& settings) {
  std::ifstream file(settings);
  if (!file) return std::nullopt;
  StoreLocation place;
  place.data = "/var/lib/menagerie";  // as its unit has it
  for (const CLI::ConfigItem& item : CLI::ConfigTOML().from_config(file)) {
    if (item.inputs.empty()) continue;
    if (item.name == "data") place.data = item.inputs.front();
    if (item.name == "store") place.store = item.inputs.front();
  }
  return place;
}

Status read_status(const StoreLocation& place, const std::string& backup_folder) {
  Status status;
  status.place = place.name();
  status.machines = read_machines(*place.open());
  // A museum of another schema was refused.
  if (place.is_postgres()) {
    status.backend = "libpq " + store::postgres_library_version();
    status.schema = store::postgres_migrations().back().version;
    status.warnings = store::postgres_warnings(place.store);
  } else {
    status.backend = fmt::format("SQLite {}", store::sqlite_version());
    status.schema = store::migrations().back().version;
    status.folder = read_folder(place.data, backup_folder);
  }
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

void add_folder(Json& json, const FolderStatus& folder) {
  Json newest = nullptr;
  if (!folder.backups.empty()) {
    const BackupFile& file = folder.backups.back();
    newest = {{"file", file.path}, {"time", wire::time_text(file.time_ms)}, {"bytes", file.bytes}};
  }
  json["disk"] = {{"database_bytes", folder.disk.database},
                  {"wal_bytes", folder.disk.log},
                  {"index_bytes", folder.disk.index},
                  {"free_bytes", folder.disk.free}};
  json["backups"] = {
      {"folder", folder.backup_folder}, {"count", folder.backups.size()}, {"newest", std::move(newest)}};
}

Json to_json(const Status& status) {
  Json machines = Json::array();
  for (const MachineStatus& it : status.machines) machines.push_back(to_json(it));
  const std::string commit = built_from();
  Json json = {{"version", MENAGERIE_VERSION}, {"commit", commit.empty() ? Json(nullptr) : Json(commit)}};
  if (status.folder) {
    json["sqlite"] = store::sqlite_version();
  } else {
    json["libpq"] = store::postgres_library_version();
  }
  json["schema"] = status.schema;
  json[status.folder ? "data" : "store"] = status.place;
  if (status.folder) json["served"] = status.folder->served;
  json["last_lesson"] = time_or_null(status.last_lesson_ms());
  json["machines"] = std::move(machines);
  if (status.folder) add_folder(json, *status.folder);
  if (!status.folder) json["warnings"] = status.warnings;
  return json;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return {};
  return value.is_string() ? api::csv_field(value.get<std::string>()) : value.dump();
}

/// One figure a row; those of no machine are the museum's.
void print_csv(const Status& status) {
  const Json all = to_json(status);
  std::cout << "machine,figure,value\n";
  const auto print = [](const std::string& machine, const std::string& figure, const Json& value) {
    std::cout << machine << ',' << figure << ',' << csv_cell(value) << '\n';
  };
  for (const auto& [name, value] : all.items()) {
    if (value.is_primitive()) print("", name, value);
  }
  if (status.folder) {
    for (const auto& [name, value] : all["disk"].items()) print("", name, value);
    const Json& newest = all["backups"]["newest"];
    print("", "backup_folder", all["backups"]["folder"]);
    print("", "backups", all["backups"]["count"]);
    for (const char* name : {"file", "time", "bytes"})
      print("", std::string("newest_backup_") + name, newest.is_null() ? newest : newest[name]);
  } else {
    for (const Json& warning : all["warnings"]) print("", "warning", warning);
  }
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
  const std::int64_t s = ledger::wall_ms() / 1000 - ms / 1000;
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

void print_folder(const FolderStatus& folder) {
  const store::DiskUsage& disk = folder.disk;
  std::cout << fmt::format("\ndisk: database {}, write-ahead log {}, index {}; {} free\n",
                           size_text(disk.database), size_text(disk.log), size_text(disk.index),
                           size_text(disk.free));
  if (folder.backups.empty()) {
    std::cout << fmt::format("backups: none in {}; `menagerie serve --backup-every 24h` makes them\n",
                             folder.backup_folder);
    return;
  }
  const BackupFile& newest = folder.backups.back();
  std::cout << fmt::format("backups: {} in {}; the newest is of {}{}, {}\n", folder.backups.size(),
                           folder.backup_folder, seconds_text(newest.time_ms), ago(newest.time_ms),
                           size_text(newest.bytes));
}

void print_text(const Status& status) {
  const std::string commit = built_from();
  std::cout << fmt::format("menagerie {}{}, {}, schema {}\n", MENAGERIE_VERSION,
                           commit.empty() ? "" : " (commit " + commit + ")", status.backend, status.schema);
  if (status.folder) {
    std::cout << fmt::format("data folder: {}; {}\n", status.place,
                             status.folder->served ? "a server has it open" : "no server has it open");
  } else {
    std::cout << fmt::format("database: {}\n", status.place);
  }
  const std::int64_t last = status.last_lesson_ms();
  std::cout << fmt::format("last lesson: {}{}\n\n", seconds_text(last), ago(last));
  print_machines(status);
  if (status.folder) print_folder(*status.folder);
  if (!status.warnings.empty()) std::cout << '\n';
  for (const std::string& warning : status.warnings) std::cout << "warning: " << warning << '\n';
}

}  // namespace

int status(int argc, const char* const* argv) {
  CLI::App command{
      "Tells of a museum: its machines and when each learned last, the versions of what serves it, and what "
      "it takes on the disk with its scheduled backups. Changes nothing; servers may be running.",
      "menagerie status"};
  StoreLocation place;
  std::string backup_folder, format = "text";
  add_place_options(command, place, "folder of the museum; where there is none here, the packaged service's");
  std::string settings = "/etc/menagerie/menagerie.conf";
  command.add_option("--config", settings, "settings of the packaged service, which name its folder")
      ->capture_default_str();
  command.add_option("--backup-dir", backup_folder,
                     "folder of the server's backups (default: backups in --data)");
  add_format(command, format);
  if (const int fault = parse(command, with_environment(command, arguments_of(argc, argv))); fault >= 0)
    return fault;

  const bool named = command.count("--data") + command.count("--store") > 0;
  if (std::error_code ignored; !named && !std::filesystem::exists(place.data, ignored))
    place = packaged_place(settings).value_or(place);
  const Status found = read_status(place, backup_folder);
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
