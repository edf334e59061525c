// menagerie restore: installs a backup as the museum's database.
#include "server/app/command.hpp"
#include "server/app/machine_checks.hpp"
#include "server/app/progress.hpp"
#include "server/store/backup.hpp"

#include <sys/stat.h>
#include <chrono>
#include <iostream>

namespace menagerie::app {

int restore(int argc, const char* const* argv) {
  CLI::App command{
      "Makes the house in a file, as `menagerie backup` writes it, the house of a data folder. The file is "
      "copied and verified, its pages and every bead, before anything is changed; a house of an older schema "
      "is "
      "brought up to date in the copy. No server may have the folder open.",
      "menagerie restore"};
  std::string data = "data", from;
  command.add_option("--data", data, "folder of the house; made where it is not there")
      ->capture_default_str()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command.add_option("--from", from, "the backup; it stays as it is")
      ->required()
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command.footer(
      "What was in the folder is kept beside it, as menagerie.db.before-restore-TIME: to undo, restore from "
      "that file. house.key is left alone.");
  if (const int status = parse(command, with_environment(command, arguments_of(argc, argv))); status >= 0)
    return status;

  using namespace std::chrono;
  ::umask(0077);  // as `serve` has it
  auto progress = std::make_unique<Progress>("copying the house, in percent:", 100);
  store::Restoration restoration(data, from, [&](std::uint64_t done, std::uint64_t all) {
    progress->done(100 * done / std::max<std::uint64_t>(all, 1));
  });
  progress = nullptr;
  const std::uint64_t rows = require_verified(restoration.copy(), from);
  const std::string kept =
      restoration.put_in_place(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
  if (!kept.empty()) std::cout << "what was there is kept as " << kept << '\n';
  std::cout << data << ": " << counted(rows, "log row") << " restored, verified\n";
  return 0;
}

}  // namespace menagerie::app
