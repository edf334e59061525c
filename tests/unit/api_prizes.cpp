// What machines pay that pay prizes, the tickets that tell it, and what the solver says of a box.
#include "engine/experiments.hpp"
#include "server/api/labels/document.hpp"
#include "server/api/labels/ticket.hpp"
#include "server/api/prizes.hpp"
#include "server/museum/museum.hpp"

#include "tests/unit/catch.hpp"

#include <cmath>

namespace api_prizes_tests {

using namespace menagerie;
using namespace menagerie::api;

namespace {

std::shared_ptr<const core::Machine> exhibit(std::string_view name) {
  return core::Machine::make(*museum::find_exhibit(name));
}

Strength with_chance(double loss) {
  Strength strength;
  strength.sides.resize(1);
  strength.sides[0].against_random = {1 - loss, 0, loss};
  return strength;
}

}  // namespace

TEST_CASE("prizes grow with the machine, each from its chance on") {
  REQUIRE(prizes().front().from_one_in == 1);
  for (std::size_t i = 1; i < prizes().size(); ++i) {
    CHECK(prizes()[i].from_one_in > prizes()[i - 1].from_one_in);
    const double at = 1.0 / prizes()[i].from_one_in;
    CHECK(offer_for(with_chance(at)).prize == i);
    CHECK(offer_for(with_chance(at * 1.001)).prize == i - 1);
  }
  CHECK(offer_for(with_chance(1)).prize == 0);
  CHECK(offer_for(with_chance(0)).prize == prizes().size() - 1);
}

TEST_CASE("Carnival pays by its exact strength, and more once it has won") {
  const auto carnival = exhibit("carnival");
  CHECK(pays_prizes(carnival->rule));
  CHECK(pays_prizes(*parse_rule("tanner-carnival,start=2")));
  CHECK_FALSE(pays_prizes(exhibit("her")->rule));
  Strengths strengths;
  std::vector<std::int64_t> beads = start_beads(carnival->rule, carnival->boxes);
  const PrizeOffer untaught = offer_for(strengths.of(carnival, beads).value());
  CHECK(std::abs(untaught.chance - strengths.of(carnival, beads)->sides[0].against_random.loss) < 1e-15);
  CHECK(prizes()[untaught.prize].from_one_in <= 1 / untaught.chance);
  // A hundred beads more on every move that keeps the value, as after very many wins.
  const std::vector<BeadMark>& marks = *strengths.marks(carnival);
  for (std::size_t i = 0; i < beads.size(); ++i) beads[i] += marks[i] == BeadMark::winning ? 100 : 0;
  CHECK(offer_for(strengths.of(carnival, beads).value()).prize > untaught.prize);
}

TEST_CASE("every prize of Carnival can be won: in a thousand games many lives come to the last of them") {
  const auto carnival = exhibit("carnival");
  ExperimentSetup setup;
  setup.machine = Contestant::untaught(carnival->boxes, carnival->rule);
  setup.teacher = Teacher::random;
  setup.games = 1000;
  const Experiment experiment = *Experiment::make(setup);
  Strengths strengths;
  constexpr std::uint64_t kLives = 40;
  int won = 0;
  for (std::uint64_t life = 0; life < kLives; ++life) {
    const RunResult run = experiment.run(1962, life);
    won += offer_for(strengths.of(carnival, run.beads).value()).prize + 1 == prizes().size() ? 1 : 0;
  }
  INFO("the last prize in " << won << " of " << kLives << " lives");
  CHECK(won >= 10);  // about half of the lives
}

TEST_CASE("tickets are one sheet, and only for machines that pay") {
  Strengths strengths;
  const auto order_of = [](const std::shared_ptr<const core::Machine>& machine) {
    labels::LabelOrder order;
    order.machine = machine.get();
    order.box_count = machine->boxes.boxes().size();
    order.paper = labels::find_paper("a4");
    std::string why;
    order.size = labels::parse_size("front", why).value();
    order.numbers = {1, order.box_count};
    labels::fill_with_start(order);
    return order;
  };
  const auto carnival = exhibit("carnival"), her = exhibit("her");
  labels::LabelOrder order = order_of(carnival);
  const std::string labels_svg = labels::draw(order, labels::Format::svg);
  REQUIRE_FALSE(labels::order_tickets(order, strengths, carnival));
  REQUIRE(order.prize);
  const std::string tickets = labels::draw(order, labels::Format::svg);
  CHECK(tickets != labels_svg);
  CHECK(tickets.find("height=\"841.889764pt\"") != std::string::npos);  // one sheet of A4
  CHECK(labels::draw(order, labels::Format::pdf).starts_with("%PDF-"));
  labels::LabelOrder other = order;
  other.prize->prize = 3;
  CHECK(labels::draw(other, labels::Format::svg) != tickets);
  CHECK(labels::odds_text(*order.prize) == "Of 100 players who move at random, 60 beat it.");
  labels::LabelOrder hers = order_of(her);
  CHECK_THAT(labels::order_tickets(hers, strengths, her).value_or(""), ContainsSubstring("pays no prizes"));
}

TEST_CASE("a box is solved when every bead that is left keeps the value of its position") {
  using enum BeadMark;
  const auto solved = [](std::vector<BeadMark> marks, std::vector<std::int64_t> counts) {
    return evaluate_box(marks, counts).solved;
  };
  CHECK_FALSE(solved({winning, losing}, {1, 1}));
  CHECK(solved({winning, losing, winning}, {3, 0, 1}));
  CHECK_FALSE(solved({winning, losing}, {0, 0}));
  CHECK_FALSE(solved({winning, drawing}, {0, 4}));
  CHECK(solved({drawing, losing}, {4, 0}));
  CHECK(solved({losing, losing}, {1, 1}));
  CHECK(evaluate_box(std::vector{losing, drawing}, std::vector<std::int64_t>{1, 0}).value == drawing);
}

}  // namespace api_prizes_tests
