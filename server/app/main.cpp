// The command line: `menagerie COMMAND`.
#include "server/app/nearest.hpp"
#include "server/app/options.hpp"
#include "server/app/redacted.hpp"
#include "server/app/version.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Command {
  std::string_view name;
  int (*run)(int argc, const char* const* argv);
  const char* what;
};

constexpr Command kCommands[] = {
    {"serve", menagerie::app::serve, "serve the museum"},
    {"boxes", menagerie::app::boxes, "list a machine's matchboxes and beads"},
    {"solve", menagerie::app::solve, "tell a game's value, move by move"},
    {"evaluate", menagerie::app::evaluate, "tell exactly how good a machine is"},
    {"simulate", menagerie::app::simulate, "teach a machine again and again"},
    {"experiment", menagerie::app::experiment, "play a published experiment, or your own"},
    {"tournament", menagerie::app::tournament, "let two machines play and learn"},
    {"label", menagerie::app::label, "print labels for real matchboxes"},
    {"learn", menagerie::app::learn, "let X and O play on from a position of yours"},
    {"export", menagerie::app::export_record,
     "print every bead that ever moved, or make a SQLite file of it"},
    {"verify", menagerie::app::verify, "recompute every log and compare the beads"},
    {"backup", menagerie::app::backup, "copy the museum while it is open"},
    {"restore", menagerie::app::restore, "put a backup back"},
    {"status", menagerie::app::status, "tell of a data folder: machines, disk, backups, versions"},
    {"copy", menagerie::app::copy, "move a museum between SQLite and PostgreSQL"},
    {"healthcheck", menagerie::app::healthcheck, "ask the running server whether it is well"},
};

int usage(std::FILE* out) {
  std::fprintf(
      out,
      "Menagerie %s: a public museum of matchbox learning machines.\n\nusage: menagerie COMMAND [...]\n\n",
      MENAGERIE_VERSION);
  for (const Command& command : kCommands) {
    std::fprintf(out, "  %-12.*s %s\n", static_cast<int>(command.name.size()), command.name.data(),
                 command.what);
  }
  std::fprintf(out, "\nEach has --help; `menagerie help COMMAND` prints it too.\n");
  return out == stdout ? 0 : menagerie::app::kBadUsage;
}

int run_command(const Command& command, int argc, const char* const* argv) {
  const std::string name(command.name);
  try {
    return command.run(argc, argv);
  } catch (const menagerie::app::Usage& error) {
    std::fprintf(stderr, "menagerie %s: %s\n", name.c_str(), menagerie::app::redacted(error.what()).c_str());
    return menagerie::app::kBadUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "menagerie %s: %s\n", name.c_str(), menagerie::app::redacted(error.what()).c_str());
    return menagerie::app::kFailed;
  }
}

/// Says that there is no such command, and which one was meant or which there are.
int refuse(const std::string& name) {
  std::vector<std::string> names = {"help"};
  for (const Command& command : kCommands) names.emplace_back(command.name);
  const std::string hint = menagerie::app::did_you_mean(name, names);
  std::fprintf(stderr, "menagerie: there is no command \"%s\"%s%s\n", name.c_str(), hint.c_str(),
               hint.empty() ? "\n" : " (see menagerie --help)");
  return hint.empty() ? usage(stderr) : menagerie::app::kBadUsage;
}

int run(int argc, char** argv) {
  std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--version" || name == "-V")
    return std::printf("%s", menagerie::app::version_text().c_str()), 0;
  if (name.empty()) return usage(stderr);
  const bool asks_for_help = name == "--help" || name == "-h" || name == "help";
  if (asks_for_help && argc == 2) return usage(stdout);
  if (asks_for_help) name = argv[2];
  constexpr const char* kHelp[] = {"--help"};
  for (const Command& command : kCommands) {
    if (command.name != name) continue;
    return asks_for_help ? run_command(command, 1, kHelp) : run_command(command, argc - 2, argv + 2);
  }
  return refuse(std::string(name));
}

/// Whether all output was written: a full disk shows only when the buffer is flushed.
bool has_printed() {
  std::cout.flush();
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) return true;
  std::fprintf(stderr, "menagerie: standard output cannot be written%s%s\n", errno == 0 ? "" : ": ",
               errno == 0 ? "" : std::strerror(errno));
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const int status = run(argc, argv);
  return has_printed() || status != 0 ? status : menagerie::app::kFailed;
}
