// A copy of a machine that plays and learns is the machine's own learner, and leaves the machine alone.
#include "engine/solver.hpp"
#include "engine/unbeatable.hpp"
#include "server/core/practice.hpp"
#include "server/museum/museum.hpp"

#include "tests/unit/catch.hpp"

namespace core_practice_tests {

using namespace menagerie;

namespace {

struct Fresh {
  std::shared_ptr<const core::Machine> machine;
  core::MachineState state;
};

Fresh fresh(std::string_view name) {
  Fresh it{core::Machine::make(*museum::find_exhibit(name)), {}};
  core::start_machine(*it.machine, it.state, store::Why::created, 1);
  return it;
}

}  // namespace

TEST_CASE("a practice changes neither the machine nor its state, and the same seed plays the same games") {
  for (const std::string_view name : {"her", "menace", "him", "nimble", "carnival", "go-2x2", "caswell"}) {
    const Fresh it = fresh(name);
    const auto beads = it.state.beads;
    const std::size_t boxes = it.machine->boxes.boxes().size();
    for (const auto opponent : {core::PracticeOpponent::random, core::PracticeOpponent::twin}) {
      core::Practice one(it.machine, it.state, {.opponent = opponent, .seed = 5});
      core::Practice other(it.machine, it.state, {.opponent = opponent, .seed = 5});
      for (int game = 0; game < 12; ++game) {
        const core::PracticeGame played = one.play();
        CHECK(played.moves == other.play().moves);
        CHECK((played.resigned ? played.result == Result::loss : true));
      }
      CHECK(one.state().beads == other.state().beads);
      CHECK(one.state().era_tally.episodes == 12);
    }
    CHECK(it.state.beads == beads);
    CHECK(it.state.seq == 1);
    CHECK(it.machine->boxes.boxes().size() == boxes);
  }
}

TEST_CASE("what a copy learns is what its rule makes of its games") {
  const Fresh her = fresh("her");
  core::Practice practice(her.machine, her.state, {.seed = 9});
  core::MachineState expected = her.state;
  for (int game = 0; game < 120; ++game) {
    const auto before = practice.state().beads;
    const core::PracticeGame played = practice.play();
    const bool lost = played.result == Result::loss;
    CHECK((practice.state().beads != before) == lost);  // HER learns by her defeats only
  }
  LossSearch search(her.machine->boxes, her.machine->rule);
  CHECK(practice.state().era_tally.losses <= 19);
  if (!search.can_lose(practice.state().beads)) {
    for (int game = 0; game < 20; ++game) CHECK(practice.play().result == Result::win);
  }
}

TEST_CASE(
    "an opponent that never errs never loses a game that it should not, and an untaught copy begins anew") {
  const Fresh menace = fresh("menace");
  const Solution solution = solve(*menace.machine->graph);
  core::Practice practice(menace.machine, menace.state,
                          {.opponent = core::PracticeOpponent::optimal, .solution = &solution, .seed = 2});
  for (int game = 0; game < 60 && !practice.state().dry; ++game) CHECK(practice.play().result != Result::win);
  core::Practice anew(menace.machine, practice.state(), {.seed = 2, .untaught = true});
  CHECK(anew.state().beads == menace.state.beads);
  core::Practice on(menace.machine, practice.state(), {.seed = 2});
  CHECK(on.state().beads == practice.state().beads);
}

TEST_CASE("a copy of either seat takes turns to begin, and so does its twin") {
  const Fresh him = fresh("him");
  core::Practice practice(him.machine, him.state, {.opponent = core::PracticeOpponent::twin, .seed = 3});
  for (int game = 0; game < 6; ++game)
    CHECK(practice.play().seat == (game % 2 == 0 ? Player::first : Player::second));
  for (const std::string_view name : {"random", "optimal", "twin"})
    CHECK(core::to_text(*core::parse_practice_opponent(name)) == name);
  CHECK_FALSE(core::parse_practice_opponent("visitor"));
}

TEST_CASE("what is played after the twin ran dry is a walkover: neither learns from it") {
  const Fresh her = fresh("her");
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    core::Practice practice(her.machine, her.state, {.opponent = core::PracticeOpponent::twin, .seed = seed});
    int games = 0;
    while (true) {
      const auto before = practice.state().beads;
      const auto learned = practice.state().era_tally.episodes;
      const core::PracticeGame played = practice.play();
      if (played.walkover) {  // as RAT, which is dry after some twenty games
        CHECK(practice.state().beads == before);
        CHECK(practice.state().era_tally.episodes == learned);
        break;
      }
      CHECK_FALSE(played.moves.empty());
      REQUIRE(++games < 200);
    }
    CHECK(games >= 10);
  }
}

}  // namespace core_practice_tests
