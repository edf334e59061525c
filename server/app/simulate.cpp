// menagerie simulate: repeated training runs of a machine from its initial beads, on all cores.
#include "engine/experiments.hpp"
#include "engine/parse_number.hpp"
#include "server/api/experiment_lives.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/parallel.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <array>
#include <iostream>
#include <thread>

namespace menagerie::app {
namespace {

using Json = nlohmann::ordered_json;

/// Games from..to of every run, counted from 1, both included.
struct Window {
  std::size_t from = 1;
  std::size_t to = 1;
};

struct Plan {
  MachineChoice choice;
  std::string against = "random";
  std::string window;
  std::size_t games = 1000;
  std::size_t runs = 1000;
  std::uint64_t seed = 1;
  unsigned threads = std::max(1u, std::thread::hardware_concurrency());
  std::string format = "text";
};

Window parse_window(const Plan& plan) {
  if (plan.window.empty()) return {1, plan.games};
  const std::string_view text = plan.window;
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto from = parse_number<std::size_t>(text.substr(0, dash));
  const auto to = parse_number<std::size_t>(text.substr(std::min(dash + 1, text.size())));
  if (!from || !to || *from < 1 || *from > *to || *to > plan.games) {
    throw Usage(fmt::format("--window {} is no range of games; it looks like 1-20, and ends by game {}",
                            plan.window, plan.games));
  }
  return {*from, *to};
}

/// The figures of one run.
struct RunOutcome {
  std::optional<double> episodes_until_perfect, defeats_until_perfect, first_box_dry;
  std::array<double, 3> window{};  ///< shares of games won, drawn and lost
};

RunOutcome kept_of(const RunResult& run, const Window& window) {
  const ResultCounts tally = run.tally(window.from, window.to);
  const auto games = static_cast<double>(tally.games());
  return {run.episodes_until_perfect,
          run.defeats_until_perfect,
          run.first_box_dry,
          {static_cast<double>(tally.win) / games, static_cast<double>(tally.draw) / games,
           static_cast<double>(tally.loss) / games}};
}

/// Each run writes to its own element, so the result does not depend on the threads.
std::vector<RunOutcome> live(const Experiment& experiment, const Plan& plan, const Window& window) {
  std::vector<RunOutcome> outcomes(plan.runs);
  in_parallel(plan.runs, plan.threads, "runs",
              [&](std::size_t run) { outcomes[run] = kept_of(experiment.run(plan.seed, run), window); });
  return outcomes;
}

template <typename Figure>
Summary summary_of(const std::vector<RunOutcome>& outcomes, Figure figure) {
  std::vector<std::optional<double>> figures;
  figures.reserve(outcomes.size());
  for (const RunOutcome& outcome : outcomes) figures.push_back(figure(outcome));
  return summarise(figures);
}

struct Results {
  std::optional<Summary> episodes_until_perfect, defeats_until_perfect;  ///< not where it cannot be told
  Summary first_box_dry;
  std::array<Summary, 3> window;
};

constexpr std::array<const char*, 3> kResults{"win", "draw", "loss"};

Results results_of(const std::vector<RunOutcome>& outcomes, bool evaluated) {
  Results results;
  if (evaluated) {
    results.episodes_until_perfect =
        summary_of(outcomes, [](const RunOutcome& outcome) { return outcome.episodes_until_perfect; });
    results.defeats_until_perfect =
        summary_of(outcomes, [](const RunOutcome& outcome) { return outcome.defeats_until_perfect; });
  }
  results.first_box_dry =
      summary_of(outcomes, [](const RunOutcome& outcome) { return outcome.first_box_dry; });
  for (std::size_t i = 0; i < kResults.size(); ++i)
    results.window[i] =
        summary_of(outcomes, [i](const RunOutcome& outcome) { return std::optional(outcome.window[i]); });
  return results;
}

/// A figure that there is; one that no run has is null, and so is the error of a single one.
Json figure(const Summary& summary, double value, std::size_t runs_min = 1) {
  return summary.runs < runs_min ? Json(nullptr) : Json(value);
}

Json to_json(const std::optional<Summary>& figures) {
  return figures ? api::summary_json(*figures) : Json(nullptr);
}

void print_json(const Plan& plan, const Window& window, const store::MachineRow& row,
                const Results& results) {
  Json shares{{"from", window.from}, {"to", window.to}};
  for (std::size_t i = 0; i < kResults.size(); ++i) {
    const Summary& summary = results.window[i];
    shares[kResults[i]] = {{"mean", summary.mean}, {"se", figure(summary, summary.se, 2)}};
  }
  const Json json{{"machine", row.name},
                  {"game", row.game},
                  {"seat", row.seat},
                  {"rule", row.rule},
                  {"boxes", row.convention},
                  {"against", plan.against},
                  {"games", plan.games},
                  {"runs", plan.runs},
                  {"seed", plan.seed},
                  {"episodes_until_perfect", to_json(results.episodes_until_perfect)},
                  {"defeats_until_perfect", to_json(results.defeats_until_perfect)},
                  {"window", shares},
                  {"first_box_dry", to_json(results.first_box_dry)}};
  std::cout << json.dump() << '\n';
}

void print_csv(const Results& results) {
  const auto line = [](const char* name, const Summary& it) {
    std::cout << fmt::format("{},{},{}", name, it.runs, it.unfinished);
    for (const double value : {it.mean, it.se, it.median, it.p5, it.p95})
      std::cout << (it.runs == 0 ? "," : fmt::format(",{:.17g}", value));
    std::cout << '\n';
  };
  std::cout << "figure,runs,unfinished,mean,se,median,p5,p95\n";
  if (results.episodes_until_perfect) line("episodes_until_perfect", *results.episodes_until_perfect);
  if (results.defeats_until_perfect) line("defeats_until_perfect", *results.defeats_until_perfect);
  for (std::size_t i = 0; i < kResults.size(); ++i)
    line(fmt::format("window_{}", kResults[i]).c_str(), results.window[i]);
  line("first_box_dry", results.first_box_dry);
}

void print_text(const Plan& plan, const Window& window, const store::MachineRow& row,
                const Results& results) {
  const auto line = [](const char* name, const Summary& it, const char* others) {
    std::cout << fmt::format("{:<23}", name);
    if (it.runs > 0) {
      std::cout << fmt::format("mean {:.3f} +- {:.3f}, median {:g}, 5 % {:g}, 95 % {:g}; ", it.mean, it.se,
                               it.median, it.p5, it.p95);
    }
    std::cout << fmt::format("{}, {} {}\n", counted(it.runs, "run"), it.unfinished, others);
  };
  std::cout << fmt::format("{} against {}: {} of {}, seed {} (+- is the standard error)\n", description(row),
                           plan.against, counted(plan.runs, "run"), counted(plan.games, "game"), plan.seed);
  if (!results.episodes_until_perfect)
    std::cout << fmt::format("{:<23}not told: {} is not evaluated\n", "games until perfect", row.game);
  if (results.episodes_until_perfect)
    line("episodes until perfect", *results.episodes_until_perfect, "not perfect in the end");
  if (results.defeats_until_perfect && plan.against != to_text(Teacher::itself))
    line("defeats until perfect", *results.defeats_until_perfect, "not perfect in the end");
  line("first box dry, game", results.first_box_dry, "never");
  std::cout << fmt::format("{:<23}", fmt::format("games {}-{}", window.from, window.to));
  for (std::size_t i = 0; i < kResults.size(); ++i) {
    std::cout << fmt::format("{}{} {:.5f} +- {:.5f}", i == 0 ? "" : ", ", kResults[i], results.window[i].mean,
                             results.window[i].se);
  }
  std::cout << '\n';
}

/// The opponent; a name that is not a player's is another machine's.
Teacher teacher_of(const std::string& against) {
  const auto teacher = parse_teacher(against);
  return teacher ? *teacher : Teacher::machine;
}

store::MachineRow teaching_machine(const std::string& against, const store::MachineRow& row) {
  store::MachineRow other;
  try {
    other = row_of({against, "", "", ""});
  } catch (const Usage& error) {
    throw Usage(
        "--against takes random, optimal, fastest-win, longest-delay, best-response, itself or a "
        "machine: " +
        std::string(error.what()));
  }
  if (other.game == row.game) return other;
  throw Usage(fmt::format("{} plays {} and {} plays {}: they cannot meet", row.name, row.game, other.name,
                          other.game));
}

void add_options(CLI::App& command, Plan& plan) {
  command.add_option("name", plan.choice.name, "an exhibit (menace, her, ...) or a game")->required();
  command
      .add_option("--against", plan.against,
                  "random, optimal, fastest-win, longest-delay, best-response, itself, or a machine of the "
                  "other seat")
      ->capture_default_str();
  in_range(command.add_option("--games", plan.games, "games a run"), std::size_t{1}, kManyMax)
      ->capture_default_str();
  in_range(command.add_option("--runs", plan.runs, "runs, each from the first bead on"), std::size_t{1},
           kManyMax)
      ->capture_default_str();
  add_seed(command, plan.seed);
  command.add_option("--window", plan.window, "range of games to tell of, as 481-500 (default: all)");
  in_range(command.add_option("--threads", plan.threads,
                              "threads to run on; the results do not depend on it (default: one a core)"),
           1u, 1024u);
  add_machine_options(command, plan.choice);
  add_format(command, plan.format);
}

}  // namespace

int simulate(int argc, const char* const* argv) {
  CLI::App command{
      "Teaches a machine from its first bead on, so many games a run, and tells the means over all runs with "
      "their standard errors: the games and defeats until it is perfect (nobody can beat it any more), "
      "the game after which the box it opens with was dry, and the parts of a range of games that it won, "
      "drew and lost. Another machine that it plays against learns too.",
      "menagerie simulate"};
  Plan plan;
  add_options(command, plan);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  const Window window = parse_window(plan);
  const store::MachineRow row = row_of(plan.choice);
  const Game& game = *find_game(row.game);
  ExperimentSetup setup;
  setup.teacher = teacher_of(plan.against);
  std::optional<store::MachineRow> other;
  if (setup.teacher == Teacher::machine) other = teaching_machine(plan.against, row);

  // Which moves are best in Go depends on what was played before; a game too large to be evaluated is
  // solved only for a teacher who plays by the solution.
  const bool follows_solution = setup.teacher != Teacher::random && setup.teacher != Teacher::machine &&
                                setup.teacher != Teacher::itself;
  std::optional<SolvedGame> solved;
  if (!game.repetition_forbidden() && (game.listed() || follows_solution)) solved = SolvedGame::of(game);
  const MachineWithBeads fresh = untaught(row);
  const std::optional<MachineWithBeads> met = other ? std::optional(untaught(*other)) : std::nullopt;
  setup.machine = fresh.contestant();
  setup.solution = solved ? &solved->solution : nullptr;
  if (met) setup.other = met->contestant();
  setup.games = plan.games;
  std::string why;
  const auto experiment = Experiment::make(std::move(setup), &why);
  if (!experiment) throw Usage(row.name + " against " + plan.against + ": " + why);

  const Results results = results_of(live(*experiment, plan, window), experiment->evaluated());
  if (plan.format == "json") {
    print_json(plan, window, row, results);
  } else if (plan.format == "csv") {
    print_csv(results);
  } else {
    print_text(plan, window, row, results);
  }
  return 0;
}

}  // namespace menagerie::app
