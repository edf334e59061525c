// menagerie backup: the whole museum as one file, made while it is open.
#include "server/store/backup.hpp"
#include "server/app/command.hpp"
#include "server/app/machine_checks.hpp"
#include "server/app/new_file.hpp"
#include "server/app/progress.hpp"

#include <spdlog/fmt/fmt.h>

#include <filesystem>
#include <iostream>

namespace menagerie::app {
namespace {

namespace fs = std::filesystem;

/// A backup must not overwrite the database itself.
void require_outside(const std::string& data, const std::string& out) {
  for (const char* name : {"menagerie.db", "menagerie.db-wal", "menagerie.db-shm", "index.db", "house.key"}) {
    std::error_code ignored;
    if (fs::equivalent(fs::path(data) / name, out, ignored))
      throw Usage("--out " + out + " is the museum itself; name another file");
  }
}

}  // namespace

int backup(int argc, const char* const* argv) {
  CLI::App command{
      "Copies the museum's database, all machines and their logs, as it is at one moment, into one file. The "
      "server may be running: it goes on playing and learning. The copy is verified, its pages and every "
      "bead, before it gets its name.",
      "menagerie backup"};
  std::string data = "data", out;
  bool force = false;
  command.add_option("--data", data, "folder of the museum")->capture_default_str();
  command.add_option("--out", out, "file to make, such as menagerie-2026-11-20.db")->required();
  command.add_flag("--force", force, "replace the file where there is one");
  command.footer(
      "The copy is readable by you alone and holds no key. house.key, which signs the tickets of games in "
      "progress, stays in the data folder: a museum without it makes a new one, and only those games are "
      "lost.");
  if (const int status = parse(command, with_environment(command, arguments_of(argc, argv))); status >= 0)
    return status;

  if (!force) require_free(out);
  require_outside(data, out);
  if (const auto fault = store::schema_fault_in(data))
    throw std::runtime_error(data + "/menagerie.db: " + *fault);
  NewFile file(out, NewFile::Access::owner_only);
  {
    Progress progress("copying the museum, in percent:", 100);
    store::copy_database(data, file.path(), [&](std::uint64_t done, std::uint64_t all) {
      progress.done(100 * done / std::max<std::uint64_t>(all, 1));
    });
  }
  const std::uint64_t rows = require_verified(file.path(), "the copy of " + data);
  const std::uintmax_t bytes = fs::file_size(file.path());
  file.put_in_place(force);
  std::cout << fmt::format("{}: {:.1f} MiB, {}, verified\n", out, static_cast<double>(bytes) / (1 << 20),
                           counted(rows, "log row"));
  return 0;
}

}  // namespace menagerie::app
