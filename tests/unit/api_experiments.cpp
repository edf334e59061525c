// Experiments as REST and the command line tell them: the same link, the same lines; and what is refused.
#include "server/api/experiment_lives.hpp"

#include "tests/unit/catch.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace api_experiments_tests {

using namespace menagerie;
using namespace menagerie::api;

namespace {

using Parameters = std::map<std::string, std::string>;

PreparedExperiment prepared(const Parameters& parameters) {
  return {parse_experiment(parameters, machine_named), core::Machine::Listing::whole};
}

/// Of the first life, at most so many games.
std::string rows_of(const PreparedExperiment& experiment, std::size_t games_max = 1000) {
  ExperimentRun life(experiment, 0);
  std::string rows;
  for (std::size_t game = 0; game < games_max && life.play(&rows); ++game) {
  }
  return rows;
}

std::string summary_of(const PreparedExperiment& experiment, bool backwards = false) {
  LivesSummary summary(experiment.spec());
  const std::size_t lives = experiment.spec().lives;
  for (std::size_t i = 0; i < lives; ++i) {
    const std::size_t run = backwards ? lives - 1 - i : i;
    ExperimentRun life(experiment, run);
    while (life.play(nullptr)) {
    }
    summary.set(run, life.record());
  }
  std::string lines;
  while (summary.next(lines)) {
  }
  return lines;
}

nlohmann::json last_line(const std::string& lines) {
  const std::size_t end = lines.size() - 1;
  return nlohmann::json::parse(lines.substr(lines.rfind('\n', end - 1) + 1));
}

/// FNV-1a, as hex digits.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::ostringstream hex;
  hex << std::hex;
  hex.width(16);
  hex.fill('0');
  hex << hash;
  return hex.str();
}

std::string fault_of(const Parameters& parameters) {
  try {
    prepared(parameters);
  } catch (const BadExperiment& bad) {
    return bad.field + ": " + bad.what();
  }
  return "";
}

}  // namespace

TEST_CASE("golden: the first thousand rows of six links, on every compiler", "[golden]") {
  const std::map<std::string, Parameters> links{
      {"her", {{"machine", "her"}, {"games", "1000"}}},
      {"menace, two teachers",
       {{"machine", "menace"}, {"against", "optimal,21:best-response"}, {"games", "220"}, {"seed", "1961"}}},
      {"rat",
       {{"machine", "hexapawn"},
        {"seat", "first"},
        {"rule", "gardner-her"},
        {"against", "her"},
        {"games", "60"},
        {"stop", "dry"}}},
      {"him and her", {{"machine", "him"}, {"against", "her"}, {"games", "50"}, {"seed", "7"}}},
      {"ellis", {{"machine", "ellis"}, {"against", "itself"}, {"games", "1000"}, {"seed", "3"}}},
      {"tretyakov, argmax",
       {{"machine", "minicheckers"}, {"rule", "tretyakov,choose=most"}, {"games", "300"}, {"seed", "5"}}}};
  std::string text;
  for (const auto& [name, parameters] : links)
    text += hash_of(rows_of(prepared(parameters))) + " " + name + "\n";
  const std::string path = std::string(MENAGERIE_GOLDEN_DIR) + "/experiments.txt";
  const char* update = std::getenv("GOLDEN_UPDATE");
  if (update != nullptr && std::string_view(update) == "1") std::ofstream(path) << text;
  std::ostringstream golden;
  golden << std::ifstream(path).rdbuf();
  REQUIRE(text == golden.str());
  INFO("other games than before: kPlaySignature is to be " << hash_of(text));
  REQUIRE(kPlaySignature == hash_of(text));
}

TEST_CASE("many lives: what is told does not depend on the order in which they were played") {
  const PreparedExperiment experiment =
      prepared({{"machine", "her"}, {"games", "60"}, {"lives", "40"}, {"every", "20"}});
  REQUIRE(summary_of(experiment) == summary_of(experiment, true));
}

TEST_CASE("a summary is the sum of its lives") {
  const PreparedExperiment experiment =
      prepared({{"machine", "her"}, {"games", "300"}, {"lives", "30"}, {"stop", "unbeatable"}});
  std::istringstream lines(summary_of(experiment));
  std::size_t before = 30, lost = 0;
  nlohmann::json last;
  for (std::string line; std::getline(lines, line);) {
    last = nlohmann::json::parse(line);
    if (!last.contains("game")) continue;
    REQUIRE(last["lives"] <= before);  // lives end, and none begins
    before = last["lives"];
    REQUIRE(last["win"].get<std::size_t>() + last["draw"].get<std::size_t>() +
                last["loss"].get<std::size_t>() ==
            before);
    lost += last["loss"].get<std::size_t>();
  }
  const auto& figures = last["figures"];
  REQUIRE(figures["lost"]["mean"].get<double>() * 30 == Approx(static_cast<double>(lost)));
  REQUIRE(figures["lost"]["p95"] <= 19);
  REQUIRE(figures["unbeatable_after"]["runs"].get<int>() +
              figures["unbeatable_after"]["unfinished"].get<int>() ==
          30);
}

TEST_CASE("published figures come out: RAT against HER, HIM against HER, Gardner's 36 games", "[facts]") {
  const auto figures = [](Parameters parameters) {
    parameters["lives"] = "1000";
    return last_line(summary_of(prepared(parameters)));
  };
  const auto rat = figures({{"machine", "hexapawn"},
                            {"seat", "first"},
                            {"rule", "gardner-her"},
                            {"against", "her"},
                            {"games", "80"},
                            {"stop", "dry"}});
  const auto within = [](const nlohmann::json& figure, double published, double rounded) {
    CAPTURE(figure.dump(), published);
    REQUIRE(std::abs(figure["mean"].get<double>() - published) <= 4 * figure["se"].get<double>() + rounded);
  };
  within(rat["figures"]["dry_after"], 20.5, 0.25);
  REQUIRE(std::abs(rat["figures"]["dry_after"]["p5"].get<double>() - 16) <= 1);
  REQUIRE(std::abs(rat["figures"]["dry_after"]["p95"].get<double>() - 25) <= 1);
  within(figures({{"machine", "him"}, {"against", "her"}, {"games", "50"}})["figures"]["won"], 25.6, 0.05);
  const auto her = figures({{"machine", "her"}, {"games", "600"}, {"stop", "unbeatable"}});
  within(her["figures"]["unbeatable_after"], 104.2, 0.7);
  within(her["figures"]["lost"], 11.45, 0.005);
}

TEST_CASE("with its boards a life can be shown: boxes fold to what changes, and draws lie in the moves") {
  const PreparedExperiment experiment =
      prepared({{"machine", "him"}, {"against", "her"}, {"games", "20"}, {"boards", "1"}});
  std::istringstream lines(rows_of(experiment));
  std::string line;
  std::getline(lines, line);
  const auto boxes = nlohmann::json::parse(line);
  std::map<std::string, std::map<std::pair<int, int>, std::int64_t>> beads;
  for (std::getline(lines, line); line.find("\"end\"") == std::string::npos; std::getline(lines, line)) {
    const auto game = nlohmann::json::parse(line);
    const std::string moves = game["moves"];
    REQUIRE(game["boards"].size() ==
            static_cast<std::size_t>(std::count(moves.begin(), moves.end(), ' ')) + 2);
    for (const auto& [changes, of] :
         {std::pair("changes", "boxes"), std::pair("other_changes", "other_boxes")}) {
      for (const auto& change : game[changes]) {
        const auto& box = boxes[of][change[0].get<std::size_t>() - 1];
        REQUIRE(change[1] < box["moves"].size());
        auto [count, fresh] = beads[of].try_emplace({change[0], change[1]}, box["beads"].get<std::int64_t>());
        REQUIRE(count->second == change[2]);
        count->second = change[3];
      }
    }
    for (const char* draws : {"draws", "other_draws"})
      for (const auto& draw : game[draws]) REQUIRE(draw[0] < game["boards"].size());
  }
  REQUIRE(!beads["boxes"].empty());
  REQUIRE(!beads["other_boxes"].empty());
}

TEST_CASE("a description is read back from what is told of it") {
  const ExperimentSpec spec = parse_experiment({{"machine", "menace"},
                                                {"rule", "scroggs-2015,loss=-2"},
                                                {"against", "optimal,21:best-response"},
                                                {"games", "220"},
                                                {"lives", "3"},
                                                {"seed", "9"},
                                                {"stop", "dry,unbeatable,defeats:8"},
                                                {"every", "20"}},
                                               machine_named);
  const auto json = spec.json();
  REQUIRE(json["against"] == "optimal,21:best-response");
  REQUIRE(json["stop"] == "dry,unbeatable,defeats:8");
  REQUIRE(json["machine"]["rule"] == "scroggs-2015,loss=-2");
  REQUIRE((json["games"] == 220 && json["lives"] == 3 && json["seed"] == 9 && json["every"] == 20));
}

TEST_CASE("a description that cannot be played is refused: the parameter, and what would be right") {
  REQUIRE(fault_of({{"machine", "her"}}).empty());
  REQUIRE(fault_of({}).find("machine: \"machine\" is missing") == 0);
  REQUIRE(fault_of({{"machine", "hal"}}).find("machine: \"machine\" is \"hal\"; it must be menace, ") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"lifes", "3"}}).find(": there is no parameter \"lifes\"") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"games", "0"}}) ==
          "games: \"games\" is \"0\"; it must be a whole number from 1 to 10000000");
  REQUIRE(fault_of({{"machine", "her"}, {"against", ""}}).find("against: ") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"against", "menace"}})
              .find("it must be a machine that plays hexapawn") != std::string::npos);
  REQUIRE(fault_of({{"machine", "her"}, {"against", "her"}})
              .find("against: the other machine does not play the other seat") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"against", "itself"}})
              .find("against: a machine can play against itself only if") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"against", "random,best-response"}})
              .find("each but the first behind its game") != std::string::npos);
  REQUIRE(fault_of({{"machine", "her"}, {"against", "random,9:optimal,4:random"}}).find("ascending games") !=
          std::string::npos);
  REQUIRE(fault_of({{"machine", "her"}, {"rule", "gardner"}}).find("machine: her: ") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"boxes", "tretyakov-24"}}).find("machine: her: ") == 0);
  REQUIRE(fault_of({{"machine", "her"}, {"stop", "defeats:0"}}).find("stop: ") == 0);
  REQUIRE(fault_of({{"machine", "go-2x2"}, {"every", "5"}}).find("every: go-2x2 is not evaluated") == 0);
  REQUIRE(fault_of({{"machine", "go-2x2"}, {"against", "optimal"}})
              .find("against: the best moves are not known") == 0);
}

}  // namespace api_experiments_tests
