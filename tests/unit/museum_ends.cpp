// The last state of an episode tells why it ended, with the cells as the visitor's board has them.
#include "museum_fixtures.hpp"

#include <set>

namespace museum_ends_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

/// What stands on a cell of a position's text (rows from the top, '/' between them).
char piece_on(const std::string& position, const std::string& cell) {
  const std::string board = position.substr(0, position.find(' '));
  const auto columns = board.find('/');
  const auto rows = (board.size() + 1) / (columns + 1);
  const auto from_top = rows - static_cast<std::size_t>(cell[1] - '0');
  return board.at(from_top * (columns + 1) + static_cast<std::size_t>(cell[0] - 'a'));
}

/// The last states of so many games, opened by `opening` where the visitor opens and it is legal.
std::vector<json> last_states(TestHouse& house, std::string_view machine, int games,
                              const std::string& opening = {}) {
  museum::Room& room = house.room(machine);
  Guest guest;
  std::mt19937 rng(31);
  room.join(guest.visitor);
  std::vector<json> states;
  for (int game = 0; game < games; ++game) {
    room.begin(guest.visitor, {});
    const json first = guest.newest("state");
    if (!first.is_object()) break;  // dry
    if (!opening.empty() && first["ply"] == 0)
      room.move(guest.visitor, {*store::Id::parse(first["episode"].get<std::string>()), 0, opening});
    house.play_out(room, guest, rng);
    states.push_back(guest.newest("state"));
    const auto learned = static_cast<std::size_t>(game) + 1;
    house.pump_until([&] { return guest.count("learned") == learned; });
    if (guest.newest("dry").is_object() || room.state().dry) break;
  }
  return states;
}

}  // namespace

TEST_CASE("a line of noughts and crosses is told with its three cells") {
  Folder folder;
  TestHouse house(folder.path());
  std::set<std::string> reasons;
  for (const json& state : last_states(house, "menace", 25)) {
    const json& end = state["end"];
    reasons.insert(end["reason"].get<std::string>());
    std::set<char> pieces;
    for (const json& cell : end["cells"]) pieces.insert(piece_on(state["position"], cell));
    if (end["reason"] == "line") {
      CHECK(end["cells"].size() >= 3);
      CHECK(pieces == std::set<char>{state["outcome"] == "win" ? 'X' : 'O'});
    } else {
      CHECK(state["outcome"] == "draw");
      CHECK(end["cells"].empty());
    }
    CHECK(state["why"] == "board");
  }
  CHECK(reasons.contains("line"));
}

TEST_CASE("HER's mirrored games end on the cells that the visitor sees") {
  Folder folder;
  TestHouse house(folder.path());
  for (const char* opening : {"a1-a2", "c1-c2"}) {
    std::set<std::string> reasons;
    for (const json& state : last_states(house, "her", 12, opening)) {
      const json& end = state["end"];
      const std::string reason = end["reason"];
      reasons.insert(reason);
      const bool visitor_won = state["outcome"] == "loss";
      if (reason == "resign") {
        CHECK(end["cells"].empty());
        CHECK(state["why"] == "resign");
        continue;
      }
      REQUIRE(!end["cells"].empty());
      for (const json& cell : end["cells"]) {
        const char piece = piece_on(state["position"], cell);
        if (reason == "blocked") CHECK(piece == (visitor_won ? 'b' : 'w'));
        if (reason != "blocked") CHECK(piece == (visitor_won ? 'w' : 'b'));
        if (reason == "far-row") CHECK(cell.get<std::string>()[1] == (visitor_won ? '3' : '1'));
      }
    }
    CHECK(!reasons.empty());
  }
}

TEST_CASE("Nim names the pile, Go the points that count and the score") {
  Folder folder;
  TestHouse house(folder.path());
  std::size_t counted = 0;
  for (const json& state : last_states(house, "nimble", 6)) {
    if (state["end"]["reason"] == "resign") continue;  // it has lost the beads of a box
    REQUIRE(state["end"]["reason"] == "last-counter");
    ++counted;
    CHECK(state["end"]["cells"][0] == state["played"].back()["move"].get<std::string>().substr(0, 1));
  }
  CHECK(counted > 0);
  for (const json& state : last_states(house, "go-2x2", 12)) {
    const json& end = state["end"];
    if (end["reason"] != "score") continue;
    const int points = end["points"];
    CHECK(end["cells"].empty() == (points == 0));
    CHECK(state["outcome"] == (points < 0 ? "win" : points > 0 ? "loss" : "draw"));  // it plays second
  }
}

}  // namespace museum_ends_tests
