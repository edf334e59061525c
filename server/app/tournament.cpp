// menagerie tournament: two machines play each other, and both learn.
#include "engine/experiments.hpp"
#include "server/api/experiment_lives.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"
#include "server/app/parallel.hpp"

#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <thread>

namespace menagerie::app {
namespace {

struct TournamentPlan {
  std::array<std::string, 2> names;
  std::size_t games = 50, runs = 1;
  std::uint64_t seed = 1;
  std::string format = "text";
};

struct Score {
  std::array<int, 2> won{};
  int drawn = 0;
};

Score score_of(const std::vector<TournamentGame>& games) {
  Score score;
  for (const TournamentGame& game : games) {
    ++(game.winner ? score.won[static_cast<std::size_t>(*game.winner)] : score.drawn);
  }
  return score;
}

/// The machine as it enters: one with a single seat is rebuilt for both, with canonical boxes, as Gardner
/// says.
store::MachineRow entering(const std::string& name) {
  store::MachineRow row = row_of({name, "", "", ""});
  if (row.seat != "either") {
    row.seat = "either";
    row.convention = "canonical";
  }
  return row;
}

/// One of the plan's tournaments, from untaught machines on.
std::vector<TournamentGame> play(std::array<Contestant, 2> contestants, const TournamentPlan& plan,
                                 std::size_t run, Progress& progress) {
  constexpr std::size_t kGamesAtOnce = 1000;  // even, so that the same machine begins each block
  Random random = random_of_run(plan.seed, run);
  std::vector<TournamentGame> games;
  while (games.size() < plan.games) {
    const std::size_t block = std::min(kGamesAtOnce, plan.games - games.size());
    const auto played = play_tournament(contestants, block, random);
    games.insert(games.end(), played.begin(), played.end());
    progress.step(block);
  }
  return games;
}

std::string title_of(const store::MachineRow& row) { return row.title.empty() ? row.name : row.title; }

std::array<std::string, 2> told_apart(const std::string& one, const std::string& another) {
  return {one, another == one ? another + " (2)" : another};
}

void print_json(const TournamentPlan& plan, const std::array<std::string, 2>& names,
                const std::vector<TournamentGame>& games, const Score& score) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < games.size(); ++i) {
    const TournamentGame& game = games[i];
    nlohmann::ordered_json row{{"game", i + 1}, {"starter", names[static_cast<std::size_t>(game.starter)]}};
    row["winner"] = nullptr;
    if (game.winner) row["winner"] = names[static_cast<std::size_t>(*game.winner)];
    row["resigned"] = game.resigned;
    row["plies"] = game.plies;
    list.push_back(std::move(row));
  }
  const nlohmann::ordered_json json{
      {"machines", names},
      {"seed", plan.seed},
      {"games", std::move(list)},
      {"score", {{names[0], score.won[0]}, {names[1], score.won[1]}, {"draws", score.drawn}}}};
  std::cout << json.dump() << '\n';
}

void print_csv(const std::array<std::string, 2>& names, const std::vector<TournamentGame>& games) {
  std::cout << "game,starter,winner,resigned,plies\n";
  for (std::size_t i = 0; i < games.size(); ++i) {
    const TournamentGame& game = games[i];
    std::cout << fmt::format("{},{},{},{},{}\n", i + 1, names[static_cast<std::size_t>(game.starter)],
                             game.winner ? names[static_cast<std::size_t>(*game.winner)] : "", game.resigned,
                             game.plies);
  }
}

void print_text(const std::array<std::string, 2>& names, const std::vector<TournamentGame>& games,
                const Score& score) {
  for (std::size_t i = 0; i < games.size(); ++i) {
    const TournamentGame& game = games[i];
    const std::string end = game.winner ? names[static_cast<std::size_t>(*game.winner)] + " wins" : "a draw";
    std::cout << fmt::format(
        "{:>4}  {} begins, {} after {} {}{}\n", i + 1, names[static_cast<std::size_t>(game.starter)], end,
        game.plies, game.plies == 1 ? "ply" : "plies", game.resigned ? ": the other's box is empty" : "");
  }
  std::cout << fmt::format("{} {}, {} {}, draws {}\n", names[0], score.won[0], names[1], score.won[1],
                           score.drawn);
}

double share(const std::vector<Score>& scores, bool (*which)(const Score&)) {
  return static_cast<double>(std::ranges::count_if(scores, which)) / static_cast<double>(scores.size());
}

/// What came of many tournaments, each from untaught machines on.
void print_runs(const TournamentPlan& plan, const std::array<std::string, 2>& names,
                const std::vector<Score>& scores) {
  if (plan.format == "csv") {
    std::cout << "run," << names[0] << ',' << names[1] << ",draws\n";
    for (std::size_t run = 0; run < scores.size(); ++run) {
      const Score& score = scores[run];
      std::cout << fmt::format("{},{},{},{}\n", run + 1, score.won[0], score.won[1], score.drawn);
    }
    return;
  }
  const auto figures = [&](auto figure) {
    std::vector<std::optional<double>> values;
    for (const Score& score : scores) values.emplace_back(figure(score));
    return summarise(values);
  };
  const std::array<Summary, 3> sums{figures([](const Score& score) { return score.won[0]; }),
                                    figures([](const Score& score) { return score.won[1]; }),
                                    figures([](const Score& score) { return score.drawn; })};
  const std::array<double, 3> ahead{share(scores, [](const Score& it) { return it.won[0] > it.won[1]; }),
                                    share(scores, [](const Score& it) { return it.won[0] < it.won[1]; }),
                                    share(scores, [](const Score& it) { return it.won[0] == it.won[1]; })};
  if (plan.format == "json") {
    const nlohmann::ordered_json json{
        {"machines", names},
        {"seed", plan.seed},
        {"runs", plan.runs},
        {"games", plan.games},
        {"won",
         {{names[0], api::summary_json(sums[0])},
          {names[1], api::summary_json(sums[1])},
          {"draws", api::summary_json(sums[2])}}},
        {"ahead", {{names[0], ahead[0]}, {names[1], ahead[1]}, {"even", ahead[2]}}}};
    std::cout << json.dump() << '\n';
    return;
  }
  std::cout << fmt::format("{} tournaments of {} games\n", plan.runs, plan.games);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    std::cout << fmt::format("{:<16} {:>6.1f} games (5 to 95 %: {:.0f} to {:.0f}), {} in {:.3f}\n",
                             i < 2 ? names[i] + " wins" : "drawn", sums[i].mean, sums[i].p5, sums[i].p95,
                             i < 2 ? "ahead" : "even", ahead[i]);
  }
}

}  // namespace

int tournament(int argc, const char* const* argv) {
  CLI::App command{
      "Lets two untaught machines play each other, beginning by turns, the first one named the first game. "
      "Both learn from every game. A machine of one seat is made for both, with canonical boxes.",
      "menagerie tournament"};
  TournamentPlan plan;
  command.add_option("one", plan.names[0], "an exhibit (him, her, ...) or a game")->required();
  command.add_option("other", plan.names[1], "another, of the same game")->required();
  in_range(command.add_option("--games", plan.games, "games in all"), std::size_t{1}, kManyMax)
      ->capture_default_str();
  in_range(
      command.add_option("--runs", plan.runs,
                         "tournaments, each from untaught machines on; of several their figures are told"),
      std::size_t{1}, kManyMax)
      ->capture_default_str();
  add_seed(command, plan.seed);
  add_format(command, plan.format);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  const std::array<store::MachineRow, 2> rows{entering(plan.names[0]), entering(plan.names[1])};
  if (rows[0].game != rows[1].game) {
    throw Usage(fmt::format("{} plays {} and {} plays {}: they cannot meet", rows[0].name, rows[0].game,
                            rows[1].name, rows[1].game));
  }
  const MachineWithBeads one = untaught(rows[0]);
  const MachineWithBeads another = untaught(rows[1]);
  if (plan.games > kManyMax / plan.runs)
    throw Usage(fmt::format("--games times --runs is more than {}", kManyMax));
  std::vector<Score> scores(plan.runs);
  std::vector<TournamentGame> games;
  Progress progress("games", plan.games * plan.runs);
  in_parallel(plan.runs, std::max(1u, std::thread::hardware_concurrency()), [&](std::size_t run) {
    auto played = play({one.contestant(), another.contestant()}, plan, run, progress);
    scores[run] = score_of(played);
    if (run == 0) games = std::move(played);
  });
  if (plan.runs > 1) {
    const bool text = plan.format == "text";
    print_runs(plan,
               told_apart(text ? title_of(rows[0]) : rows[0].name, text ? title_of(rows[1]) : rows[1].name),
               scores);
    return 0;
  }

  const Score& score = scores.front();
  if (plan.format == "json") {
    print_json(plan, told_apart(rows[0].name, rows[1].name), games, score);
  } else if (plan.format == "csv") {
    print_csv(told_apart(rows[0].name, rows[1].name), games);
  } else {
    print_text(told_apart(title_of(rows[0]), title_of(rows[1])), games, score);
  }
  return 0;
}

}  // namespace menagerie::app
