// What was told of single lives of machines, against the distribution of many: where the published run lies.
#include "engine/evaluate.hpp"
#include "engine/experiments.hpp"
#include "engine_fixtures.hpp"

#include "tests/unit/catch.hpp"

#include <algorithm>
#include <cmath>

namespace engine_facts_soft_tests {

using namespace menagerie;
using namespace menagerie::tests;

namespace {

/// The share of `values` that are at most `value`.
double share_up_to(const std::vector<double>& values, double value) {
  const auto count = std::count_if(values.begin(), values.end(), [&](double it) { return it <= value; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("Tretyakov's mini-checkers machine: after thirty games of random play it loses a tenth", "[soft]") {
  const GameGraph& graph = graph_of(*find_game("mini-checkers-russian"));
  const BoxSet boxes = *BoxSet::make(graph, Seat::second, BoxConvention::tretyakov_24);
  const Rule& rule = *find_rule("tretyakov");
  const Solution solution = solve(graph);
  const Evaluator evaluator = *Evaluator::compile(boxes, Player::second, solution);
  const auto loss = [&](std::span<const std::int64_t> beads) {
    return evaluator.against(Strategy::optimal, Filling{rule, beads}).loss;
  };
  CHECK(loss(start_beads(rule, boxes)) == Approx(0.68).margin(0.005));

  ExperimentSetup setup;
  setup.machine = Contestant::untaught(boxes, rule);
  setup.solution = &solution;
  setup.teacher = Teacher::random;
  setup.games = 30;
  const Experiment experiment = *Experiment::make(setup);
  constexpr std::uint64_t kRuns = 1000;
  std::vector<double> losses;
  for (std::uint64_t run = 0; run < kRuns; ++run) losses.push_back(loss(experiment.run(2012, run).beads));
  double sum = 0, squares = 0;
  for (const double it : losses) sum += it, squares += it * it;
  const double mean = sum / kRuns;
  const double error = std::sqrt((squares / kRuns - mean * mean) / kRuns);
  WARN("chance to lose against best play after 30 games: mean "
       << mean << " +- " << error << "; a tenth or less in " << share_up_to(losses, 0.1) << " of the runs");
  CHECK(mean > 0.1 - 0.05 - 4 * error);
  CHECK(mean < 0.1 + 0.05 + 4 * error);
}

TEST_CASE("Gardner's run of HER, 36 games and 11 defeats, lies within what random opponents give", "[soft]") {
  const GameGraph& graph = graph_of(*find_game("hexapawn"));
  const BoxSet boxes = *BoxSet::make(graph, Seat::second, BoxConvention::gardner_24);
  const Solution solution = solve(graph);
  for (const Teacher teacher : {Teacher::random, Teacher::optimal}) {
    ExperimentSetup setup;
    setup.machine = Contestant::untaught(boxes, *find_rule("gardner-her"));
    setup.solution = &solution;
    setup.teacher = teacher;
    setup.games = 1000;
    const Experiment experiment = *Experiment::make(setup);
    std::vector<double> episodes, defeats;
    for (std::uint64_t run = 0; run < 500; ++run) {
      const RunResult result = experiment.run(1962, run);
      if (!result.episodes_until_perfect) continue;
      episodes.push_back(static_cast<double>(*result.episodes_until_perfect));
      defeats.push_back(static_cast<double>(*result.defeats_until_perfect));
    }
    REQUIRE(episodes.size() > 490);
    WARN(to_text(teacher) << " opponent: 36 games or fewer in " << share_up_to(episodes, 36)
                          << ", 11 defeats or fewer in " << share_up_to(defeats, 11) << " of "
                          << episodes.size() << " runs");
    CHECK(share_up_to(defeats, 11) > 0.2);
    CHECK(share_up_to(defeats, 10) < 0.9);
    CHECK(share_up_to(episodes, 36) > 0);
    CHECK(share_up_to(episodes, 36) < 1);
  }
}

TEST_CASE("HER against the best response: ties broken uniformly, 10.5 defeats and 23.1 games on average",
          "[soft]") {
  const GameGraph& graph = graph_of(*find_game("hexapawn"));
  const BoxSet boxes = *BoxSet::make(graph, Seat::second, BoxConvention::gardner_24);
  const Solution solution = solve(graph);
  ExperimentSetup setup;
  setup.machine = Contestant::untaught(boxes, *find_rule("gardner-her"));
  setup.solution = &solution;
  setup.teacher = Teacher::best_response;
  setup.games = 200;
  const Experiment experiment = *Experiment::make(setup);
  constexpr std::uint64_t kRuns = 2000;
  const auto require_mean = [&](const std::vector<double>& values, double published) {
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / kRuns;
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const double error = std::sqrt(squares / kRuns / kRuns);
    CAPTURE(mean, error);
    CHECK(error > 0);                                       // always alike: the fault that this test is for
    CHECK(std::abs(mean - published) <= 4 * error + 0.05);  // the published figure is rounded
  };
  std::vector<double> defeats, games;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const RunResult result = experiment.run(1962, run);
    REQUIRE(result.episodes_until_perfect);
    games.push_back(static_cast<double>(*result.episodes_until_perfect));
    defeats.push_back(static_cast<double>(*result.defeats_until_perfect));
  }
  require_mean(defeats, 10.5);
  require_mean(games, 23.1);
}

TEST_CASE("NIMBLE always beginning plays its 31st game perfectly in .85 to .91 of its lives", "[soft]") {
  const GameGraph& graph = graph_of(*find_game("nim-3x3"));
  const BoxSet boxes = boxes_of(graph, Seat::first);
  const Solution solution = solve(graph);
  constexpr std::uint64_t kRuns = 1000;
  // From three piles of three a player who makes no mistake wins, and against these two no other does.
  const auto require_share = [&](const char* rule, Teacher teacher, double share) {
    ExperimentSetup setup;
    setup.machine = Contestant::untaught(boxes, *find_rule(rule));
    setup.solution = &solution;
    setup.teacher = teacher;
    setup.games = 31;
    const Experiment experiment = *Experiment::make(setup);
    double won = 0;
    for (std::uint64_t run = 0; run < kRuns; ++run)
      won += experiment.run(31, run).results.back() == Result::win ? 1.0 / kRuns : 0;
    CAPTURE(rule, to_text(teacher), won);
    CHECK(std::abs(won - share) <= 4 * std::sqrt(share * (1 - share) / kRuns));
  };
  require_share("nimble", Teacher::optimal, 0.85);
  require_share("nimble", Teacher::best_response, 0.91);
  require_share("nimble-two-beads", Teacher::optimal, 0.29);
}

TEST_CASE(
    "Ellis: 2,000 games against itself make a player that loses seldom to who never errs, and often to "
    "the best reply",
    "[soft]") {
  const BoxSet boxes = boxes_of(noughts(), Seat::either);
  const Solution solution = solve(noughts());
  struct Losses {
    double optimal = 0, random = 0, best_response = 0;
  };
  const auto losses = [&](const char* name) {
    const Rule& rule = *find_rule(name);
    ExperimentSetup setup;
    setup.machine = Contestant::untaught(boxes, rule);
    setup.teacher = Teacher::itself;
    setup.games = 2000;
    const Experiment experiment = *Experiment::make(setup);
    std::array<Losses, 2> lost{};
    constexpr std::uint64_t kRuns = 8;
    for (const Player side : {Player::first, Player::second}) {
      const Evaluator evaluator = Evaluator::compile(boxes, side, solution).value();
      Losses& mean = lost[side == Player::first ? 0 : 1];
      for (std::uint64_t run = 0; run < kRuns; ++run) {
        const RunResult state = experiment.run(1960, run);
        CHECK_FALSE(state.first_box_dry);
        const Filling filling{rule, state.beads};
        mean.optimal += evaluator.against(Strategy::optimal, filling).loss / kRuns;
        mean.random += evaluator.against(Strategy::random, filling).loss / kRuns;
        mean.best_response += evaluator.best_response(filling).chances.loss / kRuns;
      }
    }
    return lost;
  };
  // What is told of it: 1 game in 80 to who never errs, 1 in 12 to random moves, 2 in 3 to the best reply.
  const auto ellis = losses("tretyakov-pruned");
  WARN("Ellis loses, first and second: to who never errs "
       << ellis[0].optimal << ", " << ellis[1].optimal << "; to random moves " << ellis[0].random << ", "
       << ellis[1].random << "; to the best reply " << ellis[0].best_response << ", "
       << ellis[1].best_response);
  CHECK(ellis[0].optimal < 0.01);
  CHECK(ellis[1].optimal < 0.035);
  CHECK(ellis[0].random == Approx(0.10).margin(0.04));
  CHECK(ellis[1].random == Approx(0.06).margin(0.03));
  CHECK(ellis[0].best_response == Approx(0.68).margin(0.15));
  CHECK(ellis[1].best_response == Approx(0.66).margin(0.15));
  const auto cs441 = losses("cs441");  // as the exhibit was taught before
  CHECK(cs441[0].optimal == Approx(0.67).margin(0.03));
  CHECK(cs441[1].optimal == Approx(0.93).margin(0.02));
}

TEST_CASE("Tretyakov's machine: of 500 lives of 300 games some four in five are not perfect", "[soft]") {
  const GameGraph& graph = graph_of(*find_game("mini-checkers-russian"));
  const BoxSet boxes = *BoxSet::make(graph, Seat::second, BoxConvention::tretyakov_24);
  const Solution solution = solve(graph);
  ExperimentSetup setup;
  setup.machine = Contestant::untaught(boxes, *find_rule("tretyakov"));
  setup.solution = &solution;
  setup.teacher = Teacher::random;
  setup.games = 300;
  const Experiment experiment = *Experiment::make(setup);
  int imperfect = 0;
  for (std::uint64_t run = 0; run < 500; ++run)
    imperfect += experiment.run(2012, run).episodes_until_perfect ? 0 : 1;
  WARN("not perfect after 300 games: " << imperfect << " of 500");
  CHECK(imperfect > 413 - 4 * 9);  // nine: the standard deviation of such a count
  CHECK(imperfect < 413 + 4 * 9);
}

TEST_CASE("HER untaught: against who never errs .304, against the best reply .125") {
  const GameGraph& graph = graph_of(*find_game("hexapawn"));
  const BoxSet boxes = *BoxSet::make(graph, Seat::second, BoxConvention::gardner_24);
  const Evaluator evaluator = Evaluator::compile(boxes, Player::second, solve(graph)).value();
  const Rule& rule = *find_rule("gardner-her");
  const auto beads = start_beads(rule, boxes);
  CHECK(evaluator.against(Strategy::optimal, {rule, beads}).win == Approx(0.304).margin(0.001));
  CHECK(evaluator.best_response({rule, beads}).chances.win == Approx(0.125).margin(0.0005));
}

}  // namespace engine_facts_soft_tests
