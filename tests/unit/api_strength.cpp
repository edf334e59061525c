// Strength as REST and /metrics tell it: the engine's figures, for every exhibit, from any thread.
#include "server/api/strength.hpp"
#include "server/museum/museum.hpp"

#include "tests/unit/catch.hpp"

#include <cmath>
#include <thread>

namespace api_strength_tests {

using namespace menagerie;
using api::Strength;
using api::Strengths;

namespace {

std::shared_ptr<const core::Machine> exhibit(std::string_view name) {
  return core::Machine::make(*museum::find_exhibit(name));
}

Strength strength_of(Strengths& strengths, const std::shared_ptr<const core::Machine>& machine,
                     std::span<const std::int64_t> counts) {
  std::string why;
  const auto strength = strengths.of(machine, counts, &why);
  INFO(why);
  REQUIRE(strength);
  return *strength;
}

void require_close(const Chances& chances, const Chances& expected) {
  REQUIRE(std::abs(chances.win - expected.win) < 1e-12);
  REQUIRE(std::abs(chances.draw - expected.draw) < 1e-12);
  REQUIRE(std::abs(chances.loss - expected.loss) < 1e-12);
}

bool same(const Chances& a, const Chances& b) {
  return a.win == b.win && a.draw == b.draw && a.loss == b.loss;
}

}  // namespace

TEST_CASE("the strength of untaught machines that are known by other means") {
  Strengths strengths;
  const auto menace = exhibit("menace");
  const Strength m = strength_of(strengths, menace, start_beads(menace->rule, menace->boxes));
  REQUIRE(m.sides.size() == 1);
  REQUIRE(m.sides[0].side == Player::first);
  require_close(m.sides[0].against_random, {0.60682818700396812, 0.1263055279982363, 0.2668662849977953});
  require_close(m.sides[0].against_optimal, {0, 0.23585207231040567, 0.76414792768959439});
  require_close(m.sides[0].against_best_response, {5.0 / 252, 0.082275132275132265, 0.89788359788359773});
  REQUIRE(!m.unbeatable());
  REQUIRE(m.beads.all() == 1720);

  const auto her = exhibit("her");
  std::vector<std::int64_t> beads = start_beads(her->rule, her->boxes);
  const Strength untaught = strength_of(strengths, her, beads);
  require_close(untaught.sides[0].against_random, {115.0 / 288, 0, 173.0 / 288});
  REQUIRE(untaught.beads.all() == 55);
  REQUIRE(untaught.beads.losing == 19);

  const Solution solution = solve(*her->graph);
  const std::vector<BeadMark> marks = mark_beads(her->boxes, solution);
  for (std::size_t i = 0; i < beads.size(); ++i) {
    if (marks[i] == BeadMark::losing) beads[i] = 0;
  }
  const Strength taught = strength_of(strengths, her, beads);
  REQUIRE(taught.unbeatable());
  REQUIRE(taught.sides[0].guarantees.optimal);
  REQUIRE(taught.sides[0].against_best_response.win == 1);
  REQUIRE(taught.beads.losing == 0);
  REQUIRE(taught.beads.losing_share() == 0);
}

TEST_CASE("every exhibit whose boxes are known beforehand has a strength, a side at a time") {
  Strengths strengths;
  for (const store::MachineRow& row : museum::exhibits()) {
    INFO(row.name);
    const auto machine = core::Machine::make(row);
    const bool grown = row.game.starts_with("go-") || row.game == "checkers-5x5";
    REQUIRE(Strengths::fault(*machine).has_value() == grown);
    if (grown) {
      std::string why;
      REQUIRE(!strengths.of(machine, {}, &why));
      REQUIRE(why == row.game + " is not evaluated: its machines make each box when they first meet it");
      continue;
    }
    const std::vector<std::int64_t> counts = start_beads(machine->rule, machine->boxes);
    const Strength strength = strength_of(strengths, machine, counts);
    REQUIRE(strength.sides.size() == (row.seat == "either" ? 2 : 1));
    const Solution solution = solve(*machine->graph);
    for (const api::SideStrength& side : strength.sides) {
      REQUIRE(plays(machine->boxes.seat(), side.side));
      const Evaluator alone = Evaluator::compile(machine->boxes, side.side, solution).value();
      const Filling filling{machine->rule, counts};
      REQUIRE(same(side.against_random, alone.against(Strategy::random, filling)));
      REQUIRE(same(side.against_optimal, alone.against(Strategy::optimal, filling)));
      REQUIRE(same(side.against_best_response, alone.best_response(filling).chances));
      REQUIRE(side.guarantees.unbeatable == alone.judge(filling).unbeatable);
    }
    std::int64_t beads = 0;
    for (const std::int64_t count : counts) beads += count;
    REQUIRE(strength.beads.all() == beads);
  }
}

TEST_CASE("a machine of either seat is unbeatable only where both its sides are") {
  Strength strength;
  strength.sides.resize(2);
  strength.sides[0].guarantees.unbeatable = true;
  REQUIRE(!strength.unbeatable());
  strength.sides[1].guarantees.unbeatable = true;
  REQUIRE(strength.unbeatable());
}

TEST_CASE("several threads ask for strengths at once and are told the same") {
  const auto menace = exhibit("menace"), ellis = exhibit("ellis");
  const std::vector<std::int64_t> first = start_beads(menace->rule, menace->boxes);
  const std::vector<std::int64_t> either = start_beads(ellis->rule, ellis->boxes);
  Strengths strengths;
  std::vector<std::optional<Strength>> told(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < told.size(); ++i) {
    threads.emplace_back(
        [&, i] { told[i] = i % 2 == 0 ? strengths.of(menace, first) : strengths.of(ellis, either); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < told.size(); ++i) {
    REQUIRE(told[i]);
    REQUIRE(told[i]->sides.size() == 1 + i % 2);
    REQUIRE(same(told[i]->sides[0].against_random, told[i % 2]->sides[0].against_random));
  }
}

}  // namespace api_strength_tests
