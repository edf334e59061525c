// menagerie experiment: what GET /api/v1/experiments plays, without its limits and on every core.
#include "engine/text.hpp"
#include "server/api/experiment_lives.hpp"
#include "server/api/url.hpp"
#include "server/app/command.hpp"
#include "server/app/parallel.hpp"
#include "server/app/store_location.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <thread>

namespace menagerie::app {
namespace {

constexpr std::size_t kGamesInAllMax = 100'000'000;

/// The parameters of a link, of the part of one behind its ? or #, or of a file that holds either.
std::map<std::string, std::string> parameters_of(std::string text) {
  std::error_code error;
  if (std::filesystem::is_regular_file(text, error)) {
    std::ifstream file(text);
    text.assign(std::istreambuf_iterator<char>(file), {});
    if (!file) throw Usage("--spec: the file cannot be read");
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  }
  text.erase(0, text.find_first_of("?#") + 1);  // npos + 1 is 0
  const auto target = api::parse_target("/?" + text);
  if (!target) throw Usage("--spec: it must look like machine=her&against=random&games=50&lives=1000");
  return target->query;
}

/// The machine of that name: of the museum, where there is one, else an exhibit as it is at first or a
/// game's.
std::optional<api::NamedMachine> find_machine(store::Store* museum, std::string_view name) {
  const std::string lower = lower_case(name);
  if (museum != nullptr) {
    for (store::MachineRow& row : museum->machines()) {
      if (row.name != lower) continue;
      const std::uint64_t newest = museum->newest(row.machine);
      return api::NamedMachine{std::move(row), newest};
    }
  }
  return api::machine_named(lower);
}

void print_life(const api::PreparedExperiment& prepared) {
  api::ExperimentRun life(prepared, 0);
  std::string rows;
  for (bool more = true; more; rows.clear()) {
    more = life.play(&rows);
    std::cout << rows;
  }
}

void print_lives(const api::PreparedExperiment& prepared, unsigned threads) {
  api::LivesSummary summary(prepared.spec());
  std::mutex mutex;
  in_parallel(prepared.spec().lives, threads, "lives", [&](std::size_t run) {
    api::ExperimentRun life(prepared, run);
    while (life.play(nullptr)) {
    }
    const std::scoped_lock lock(mutex);
    summary.set(run, life.record());
  });
  std::string lines;
  for (bool more = true; more; lines.clear()) {
    more = summary.next(lines);
    std::cout << lines;
  }
}

}  // namespace

int experiment(int argc, const char* const* argv) {
  CLI::App command{
      "Teaches machines from their first bead on as a link says, and prints what happened as lines of JSON: "
      "every game of one life, or for many lives how each game ended in how many of them, and figures over "
      "all. The same link gives the same games, here and from a server's /api/v1/experiments, which "
      "describes the parameters and the lines.",
      "menagerie experiment"};
  std::string spec, data;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  command
      .add_option(
          "--spec", spec,
          "a link, what stands behind its ? or #, as machine=her&against=random&games=50&lives=1000, or "
          "a file that holds one")
      ->required();
  command.add_option("--data", data,
                     "the museum whose machines names with @now or @ROW mean: its folder or database, "
                     "which is only read");
  in_range(command.add_option("--threads", threads,
                              "threads to run on; the results do not depend on it (default: one a core)"),
           1u, 1024u);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;
  try {
    const std::unique_ptr<store::Store> museum = data.empty() ? nullptr : place_of(data).open();
    api::ExperimentSpec parsed = api::parse_experiment(
        parameters_of(spec), [&](std::string_view name) { return find_machine(museum.get(), name); });
    if (parsed.games > kGamesInAllMax / parsed.lives)
      throw Usage("games times lives are at most " + std::to_string(kGamesInAllMax));
    const api::PreparedExperiment prepared(std::move(parsed), core::Machine::Listing::whole, museum.get());
    std::cout << api::experiment_line(prepared.spec());
    if (prepared.spec().lives == 1) {
      print_life(prepared);
    } else {
      print_lives(prepared, threads);
    }
  } catch (const api::BadExperiment& bad) {
    throw Usage(std::string("--spec: ") + bad.what());
  }
  return 0;
}

}  // namespace menagerie::app
