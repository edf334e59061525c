// Rooms: play, errors, watchers; the store is a real SQLite file.
#include "log_lines.hpp"
#include "museum_fixtures.hpp"

namespace museum_room_tests {

using namespace menagerie;
using namespace menagerie::test;

TEST_CASE("an episode is played, learned, and told with every bead change") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest guest;
  std::mt19937 rng(1);
  room.join(guest.visitor);
  REQUIRE(guest.last()["type"] == "hello");
  CHECK(guest.last()["boxes"] == 304);
  room.begin(guest.visitor, {});
  const json first = guest.newest("state");
  CHECK(first["ply"] == 1);
  CHECK(first["played"].size() == 1);
  CHECK(first["drawn"]["number"] == 1);
  CHECK(first["legal"].size() == 8);
  house.play_out(room, guest, rng);
  const json last = guest.newest("state");
  CHECK(last["legal"].empty());
  house.pump_until([&] { return guest.count("learned") == 1; });
  const json learned = guest.newest("learned");
  CHECK(learned["seq"] == 2);
  CHECK(learned["outcome"] == last["outcome"]);
  for (const json& change : learned["changes"]) {
    const int step = change["after"].get<int>() - change["before"].get<int>();
    CHECK(step == (learned["outcome"] == "win" ? 3 : learned["outcome"] == "draw" ? 1 : -1));
  }
  CHECK(room.state().tally.episodes == 1);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("what is wrong gets its code and leaves the episode as it was") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest guest, other;
  room.join(guest.visitor);
  room.join(other.visitor);
  room.move(guest.visitor, {store::Id{{1}}, 1, "a1"});
  CHECK(guest.last()["code"] == "no-episode");
  room.give_up(guest.visitor);
  CHECK(guest.last()["code"] == "no-episode");
  room.begin(guest.visitor, {Player::second, std::nullopt, false});
  CHECK(guest.last()["code"] == "bad-seat");
  room.begin(guest.visitor, {});
  room.begin(other.visitor, {});
  const json state = guest.newest("state");
  room.move(guest.visitor, move_of(other.newest("state"), "a1"));
  CHECK(guest.last()["code"] == "not-your-episode");
  CHECK(guest.visitor.protocol_errors == 1);
  room.move(guest.visitor, move_of(state, "z9"));
  CHECK(guest.last()["code"] == "illegal-move");
  room.move(guest.visitor, move_of(state, state["played"][0]["move"].get<std::string>()));
  CHECK(guest.last()["code"] == "illegal-move");
  wire::MoveMade early = first_legal(state);
  early.ply = 3;
  room.move(guest.visitor, early);
  CHECK(guest.last()["code"] == "wrong-ply");
  room.move(guest.visitor, first_legal(state));
  REQUIRE(guest.last()["type"] == "state");
  CHECK(guest.last()["ply"] == 3);
  const json after = guest.last();
  room.move(guest.visitor, first_legal(state));  // repeated: the same answer once more
  CHECK(guest.last()["position"] == after["position"]);
  CHECK(guest.last()["ply"] == 3);
  wire::MoveMade changed = first_legal(state);
  changed.move = state["legal"][1].get<std::string>();
  room.move(guest.visitor, changed);  // another move for an old ply
  CHECK(guest.last()["code"] == "wrong-ply");
  CHECK(other.newest("state")["ply"] == 1);
}

TEST_CASE("the next episode follows by itself, in one go with what was learned") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  Guest guest;
  std::mt19937 rng(3);
  room.join(guest.visitor);
  room.begin(guest.visitor, {std::nullopt, std::nullopt, true});
  for (std::size_t game = 1; game <= 5; ++game) {
    const std::string episode = guest.newest("state")["episode"].get<std::string>();
    house.play_out(room, guest, rng);
    house.pump_until([&] { return guest.count("learned") == game; });
    CHECK(guest.last()["type"] == "state");
    CHECK(guest.frames[guest.frames.size() - 2]["episode"] == episode);
    CHECK(guest.last()["episode"] != episode);
  }
}

TEST_CASE("an either machine lets the visitor choose, and his moves need no box") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("him");
  Guest guest;
  room.begin(guest.visitor, {});
  CHECK(guest.last()["seat"] == "second");
  CHECK(guest.last()["ply"] == 0);
  room.begin(guest.visitor, {Player::first, std::nullopt, false});
  CHECK(guest.last()["seat"] == "first");
  CHECK(guest.last()["ply"] == 1);
}

TEST_CASE("HER reads an episode that opens c1-c2 in the mirror") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  Guest guest;
  std::mt19937 rng(5);
  for (int game = 0; game < 20; ++game) {
    room.begin(guest.visitor, {});
    room.move(guest.visitor, move_of(guest.newest("state"), "c1-c2"));
    const json state = guest.newest("state");
    REQUIRE(state.contains("drawn"));
    if (!state["drawn"]["bead"].is_null()) {
      CHECK(state["drawn"]["orientation"] == "mirror");
      CHECK(state["drawn"]["position"] == "bbb/..w/ww. b");
    }
    house.play_out(room, guest, rng);
    house.pump_until([&] { return guest.count("learned") == static_cast<std::size_t>(game + 1); });
  }
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("watchers are told every seq") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest watcher, guest;
  std::mt19937 rng(6);
  room.watch(watcher);
  CHECK(watcher.last()["type"] == "hello");
  std::uint64_t next = 2;
  for (int game = 0; game < 30; ++game) {
    house.play(room, guest, rng);
    if (game % 7 != 6) continue;
    house.now_ms += 50;
    house.rooms->flush_feeds();
    const json feed = watcher.last();
    REQUIRE(feed["type"] == "feed");
    CHECK(feed["from"] == next);
    CHECK(feed["outcomes"].get<std::string>().size() == feed["to"].get<std::uint64_t>() - next + 1);
    next = feed["to"].get<std::uint64_t>() + 1;
    for (const json& count : feed["counts"]) {
      const Box& box = room.machine().boxes.boxes()[count[0].get<std::size_t>() - 1];
      CHECK(room.state().beads[box.first_bead + count[1].get<std::size_t>()] == count[2].get<std::int64_t>());
    }
  }
  room.unwatch(watcher);
}

TEST_CASE("an episode that follows by itself is counted too") {
  class Patient : public Guest {
   public:
    std::optional<int> wait_for_episode() override { return 7; }
  };
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  Patient guest;
  std::mt19937 rng(8);
  room.begin(guest.visitor, {std::nullopt, std::nullopt, true});
  house.play_out(room, guest, rng);
  house.pump_until([&] { return guest.count("learned") == 1; });
  CHECK(guest.last()["code"] == "too-many-episodes");
  CHECK(guest.last()["retry_after_s"] == 7);
  CHECK_FALSE(guest.visitor.again);
}

TEST_CASE("a watcher who comes after others left is told nothing old") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest early, late, guest;
  std::mt19937 rng(6);
  room.watch(early);
  house.play(room, guest, rng);
  room.unwatch(early);  // before the feed was flushed
  house.play(room, guest, rng);
  room.watch(late);
  house.play(room, guest, rng);
  house.rooms->flush_feeds();
  CHECK(late.last()["from"] == 4);
  CHECK(late.last()["to"] == 4);
  room.unwatch(late);
}

TEST_CASE("a row that does not go on where a room's view stands is counted, and changes nothing") {
  const LogLines log;
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  const std::uint64_t seq = room.state().seq;
  store::LogRow row;
  row.machine = room.machine().row.machine;
  row.kind = store::Kind::freeze;
  row.seq = seq + 2;  // one is missing
  room.follow(row);
  CHECK(house.rooms->counters().views_diverged == 1);
  row.seq = seq;  // once more
  room.follow(row);
  CHECK(house.rooms->counters().views_diverged == 2);
  CHECK(room.state().seq == seq);
  CHECK_FALSE(room.state().frozen);
  row.seq = seq + 1;
  row.changes = {{0, 0, 1'000'000, 1}};  // not what lies there
  room.follow(row);
  CHECK(house.rooms->counters().views_diverged == 3);
  const auto lines = log.with("is not what was learned");
  REQUIRE(lines.size() == 1);  // once a room, with what to do
  CHECK_THAT(lines.front(), StartsWith("critical: room of menace: it stands at seq " + std::to_string(seq) +
                                       " and does not go on with row " + std::to_string(seq + 2)) &&
                                ContainsSubstring("Start the server anew") &&
                                ContainsSubstring("`menagerie verify` checks it"));
}

}  // namespace museum_room_tests
