// What each rule does with an episode: facts' table, by hand.
#include "engine_fixtures.hpp"

#include <catch2/catch.hpp>

using namespace menagerie;
using namespace menagerie::tests;

namespace {

const std::vector<Draw> kTrace{{0, 0, 1}, {2, 1, 3}, {13, 0, 5}};

/// The changes that a rule makes to HER's new beads for one episode with kTrace.
std::vector<BeadChange> taught(std::string_view rule_name, Outcome outcome) {
  const BoxSet boxes = her_boxes();
  const Rule& rule = *find_rule(rule_name);
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  learn(rule, boxes, beads, kTrace, outcome, changes);
  return changes;
}

}  // namespace

TEST_CASE("starts are by turn, and one bead after the last figure") {
  const Rule& michie = *find_rule("michie-1961");
  REQUIRE(michie.start_at(1) == 4);
  REQUIRE(michie.start_at(4) == 1);
  REQUIRE(michie.start_at(5) == 1);
  REQUIRE(find_rule("scroggs-2015")->start_at(1) == 8);
  REQUIRE(find_rule("gardner-her")->start_at(3) == 1);
  REQUIRE(find_rule("no-such-rule") == nullptr);
}

TEST_CASE("MENACE is rewarded for every bead of a win or a draw, and pays for every one of a loss") {
  REQUIRE(taught("michie-1961", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 4, 7}, {2, 1, 3, 6}, {13, 0, 2, 5}});
  REQUIRE(taught("michie-1961", Outcome::draw) ==
          std::vector<BeadChange>{{0, 0, 4, 5}, {2, 1, 3, 4}, {13, 0, 2, 3}});
  REQUIRE(taught("michie-1961", Outcome::first_wins) ==
          std::vector<BeadChange>{{0, 0, 4, 3}, {2, 1, 3, 2}, {13, 0, 2, 1}});
}

TEST_CASE("HER pays for the last bead of a loss only") {
  REQUIRE(taught("gardner-her", Outcome::second_wins).empty());
  REQUIRE(taught("gardner-her", Outcome::draw).empty());
  REQUIRE(taught("gardner-her", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 1, 0}});
  REQUIRE(taught("gardner-reward", Outcome::second_wins) ==
          std::vector<BeadChange>{{0, 0, 1, 2}, {2, 1, 1, 2}, {13, 0, 1, 2}});
  REQUIRE(taught("gardner-reward", Outcome::first_wins) == std::vector<BeadChange>{{13, 0, 1, 0}});
}

TEST_CASE("a change that an empty count or the floor swallows whole is not recorded") {
  const BoxSet boxes = her_boxes();
  Rule rule = *find_rule("michie-1961");
  rule.loss.change = -3;
  std::vector<std::int64_t> beads(boxes.bead_count(), 2);
  std::vector<BeadChange> changes;
  const std::vector<Draw> twice{{0, 0, 1}, {0, 0, 3}};
  learn(rule, boxes, beads, twice, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 2, 0}});
  rule.floor = 1;
  beads.assign(boxes.bead_count(), 2);
  changes.clear();
  learn(rule, boxes, beads, twice, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 2, 1}});
  beads[0] = 0;  // below the floor already: a loss does not lift it
  changes.clear();
  learn(rule, boxes, beads, twice, Outcome::first_wins, changes);
  REQUIRE(changes.empty());
}

TEST_CASE("a bead drawn twice changes twice, each time from where it was") {
  const BoxSet boxes = her_boxes();
  std::vector<std::int64_t> beads = start_beads(*find_rule("michie-1961"), boxes);
  std::vector<BeadChange> changes;
  learn(*find_rule("michie-1961"), boxes, beads, std::vector<Draw>{{0, 0, 1}, {0, 0, 3}}, Outcome::draw,
        changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 4, 5}, {0, 0, 5, 6}});
}

TEST_CASE("an episode against itself teaches each side what came of its own moves") {
  const BoxSet boxes = boxes_of(hexapawn(), Seat::either);
  const Rule& rule = *find_rule("gardner-reward");
  std::vector<std::int64_t> beads = start_beads(rule, boxes);
  std::vector<BeadChange> changes;
  const std::vector<Draw> both{{0, 0, 0}, {1, 0, 1}, {4, 0, 2}, {5, 0, 3}, {20, 0, 4}};
  learn(rule, boxes, beads, both, Outcome::first_wins, changes);
  REQUIRE(changes == std::vector<BeadChange>{{0, 0, 1, 2}, {4, 0, 1, 2}, {5, 0, 1, 0}, {20, 0, 1, 2}});
}

TEST_CASE("an episode without draws teaches nothing") {
  const BoxSet boxes = her_boxes();
  for (const Rule& rule : all_rules()) {
    std::vector<std::int64_t> beads = start_beads(rule, boxes);
    std::vector<BeadChange> changes;
    learn(rule, boxes, beads, {}, Outcome::first_wins, changes);
    REQUIRE(changes.empty());
  }
}

TEST_CASE("names of seats, conventions and reasons are read back") {
  for (const Seat seat : kSeats) REQUIRE(parse_seat(to_text(seat)) == seat);
  for (const BoxConvention convention : kConventions) {
    REQUIRE(parse_box_convention(to_text(convention)) == convention);
  }
  REQUIRE(!parse_seat("third"));
  REQUIRE(!parse_box_convention(""));
  REQUIRE(to_text(Reason::resign) == "resign");
}
