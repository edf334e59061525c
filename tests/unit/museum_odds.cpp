// The odds that frames tell are those of the draw as it was made.
#include "museum_fixtures.hpp"

namespace museum_odds_tests {

using namespace menagerie;
using namespace menagerie::test;

TEST_CASE("a state tells the odds of the draw as it was made, and both compartments") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("minicheckers-gardner");
  std::mt19937 rng(5);
  std::size_t pruned = 0;
  Guest guest;
  room.join(guest.visitor);
  CHECK(guest.last()["drawing"] ==
        json({{"prune", true}, {"empty", "resign"}, {"choose", "chance"}, {"compartments", true}}));
  for (int episode = 0; episode < 5000 && pruned < 3; ++episode) {
    house.play(room, guest, rng);
    for (const json& frame : guest.frames) {
      if (frame["type"] != "state" || !frame.contains("drawn")) continue;
      std::int64_t in_a = 0, in_b = 0;
      for (const json& bead : frame["drawn"]["beads"]) {
        CHECK(bead["compartments"][0].get<int>() + bead["compartments"][1].get<int>() == bead["count"]);
        in_a += bead["compartments"][0].get<int>();
        in_b += bead["compartments"][1].get<int>();
      }
      const std::size_t from = in_a > 0 ? 0 : 1;
      bool told = false;
      for (const json& bead : frame["drawn"]["beads"]) {
        const double chance =
            bead["compartments"][from].get<double>() / static_cast<double>(in_a > 0 ? in_a : in_b);
        CHECK(bead["odds"].get<double>() == Approx(chance).margin(1e-6));
        // Drawn always, though there are beads of other colours: by count it would be told two in three.
        told = told || (bead["odds"] == 1 && in_a + in_b > bead["count"].get<int>());
      }
      pruned += told ? 1 : 0;
    }
    guest.frames.erase(guest.frames.begin() + 1, guest.frames.end());
  }
  CHECK(pruned >= 3);
}

TEST_CASE("in Go a bead that superko forbids is shown with odds 0") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("go-2x2");
  std::mt19937 rng(11);
  Guest guest;
  room.join(guest.visitor);
  std::size_t forbidden = 0;
  for (int episode = 0; episode < 600 && forbidden == 0; ++episode) {
    house.play(room, guest, rng);
    for (const json& frame : guest.frames) {
      if (frame["type"] != "state" || !frame.contains("drawn") || frame["drawn"]["bead"].is_null()) continue;
      const json& drawn = frame["drawn"];
      double sum = 0;
      for (const json& bead : drawn["beads"]) {
        sum += bead["odds"].get<double>();
        forbidden += bead["count"] > 0 && bead["odds"] == 0 ? 1u : 0u;
      }
      CHECK(sum == Approx(1).margin(1e-5));
      CHECK(drawn["beads"][drawn["bead"].get<std::size_t>()]["odds"] > 0);
    }
  }
  CHECK(forbidden > 0);
}

}  // namespace museum_odds_tests
