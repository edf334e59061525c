// A ticket is played on once: what was given up or played on is not tried another way; and everybody who asks
// for a learned game hears of it.
#include "museum_fixtures.hpp"
#include "server/museum/left_episodes.hpp"

#include <array>
#include <cstring>

namespace museum_played_once_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

struct Table {
  Folder folder;
  std::unique_ptr<TestHouse> house = std::make_unique<TestHouse>(folder.path());
  museum::Room* room = &house->room("menace");
  std::mt19937 rng{17};

  json begin(Guest& guest) {
    room->join(guest.visitor);
    room->begin(guest.visitor, {});
    return guest.newest("state");
  }
  void restart() {
    house.reset();
    house = std::make_unique<TestHouse>(folder.path());
    room = &house->room("menace");
  }
  void resume(Guest& guest, const json& state, bool again = false) {
    room->resume(guest.visitor, {state["ticket"].get<std::string>(), std::nullopt, again});
  }
  /// What a ticket is answered with: "state", "learned", or an error's code.
  std::string answer(const json& state) {
    Guest guest;
    resume(guest, state);
    house->pump_until([&] { return !guest.frames.empty(); });
    const std::string type = guest.last()["type"];
    room->leave(guest.visitor);
    return type == "error" ? guest.last()["code"].get<std::string>() : type;
  }
  ~Table() {
    house.reset();
    CHECK(verify_folder(folder.path()) == "ok");
  }
};

json moved(museum::Room& room, Guest& guest, const json& state) {
  room.move(guest.visitor, first_legal(state));
  return guest.newest("state");
}

}  // namespace

TEST_CASE_METHOD(Table, "no eight replies to one opening are tried before the best one is learned") {
  Guest guest;
  const json first = begin(guest);
  REQUIRE(first["legal"].size() == 8);
  std::size_t tried = 0;
  for (const json& move : first["legal"]) {
    Guest again;
    resume(again, first);
    house->pump_until([&] { return !again.frames.empty(); });
    if (again.last()["type"] != "state") {
      CHECK(again.last()["code"] == "stale-ticket");
      continue;
    }
    ++tried;
    room->move(again.visitor, move_of(first, move.get<std::string>()));
    CHECK(again.last()["ply"] == 3);
    room->give_up(again.visitor);
  }
  CHECK(tried == 1);
  CHECK(room->state().tally.episodes == 0);
}

TEST_CASE_METHOD(Table, "a game is given up by give_up, by the next one, and for another one") {
  for (int how = 0; how < 3; ++how) {
    Guest guest, other;
    const json state = begin(guest), elsewhere = begin(other);
    const json newest = moved(*room, guest, state);
    room->leave(other.visitor);
    if (how == 0) room->give_up(guest.visitor);
    if (how == 1) room->begin(guest.visitor, {});
    if (how == 2) resume(guest, elsewhere);
    CHECK(answer(state) == "stale-ticket");
    CHECK(answer(newest) == "stale-ticket");
    CHECK(guest.newest("state")["episode"] != (how == 0 ? json() : state["episode"]));
    room->leave(guest.visitor);
  }
}

TEST_CASE_METHOD(Table, "a stale ticket costs no game that is in play") {
  Guest guest;
  const json old = begin(guest);
  room->give_up(guest.visitor);
  room->begin(guest.visitor, {});
  const json state = guest.newest("state");
  resume(guest, old);
  CHECK(guest.last()["code"] == "stale-ticket");
  CHECK(moved(*room, guest, state)["ply"] == 3);
}

TEST_CASE_METHOD(Table, "a game that was left goes on from its newest ticket alone") {
  Guest guest;
  const json first = begin(guest);
  const json second = moved(*room, guest, first);
  room->leave(guest.visitor);
  house->now_ms += 1'000'000;
  room->tick();  // put away
  CHECK(answer(first) == "stale-ticket");
  CHECK(answer(second) == "state");
  Guest back;
  resume(back, second);
  house->play_out(*room, back, rng);
  house->pump_until([&] { return back.count("learned") == 1; });
  for (const json& ticket : {first, second, back.newest("state")}) {  // the log tells
    Guest later;
    resume(later, ticket);
    house->pump_until([&] { return later.count("learned") == 1; });
    CHECK(later.newest("learned") == back.newest("learned"));
  }
}

TEST_CASE("a server remembers the games that were left last, and no more than it has room for") {
  museum::LeftEpisodes left;
  const auto ticket = [](std::uint32_t number, std::size_t moves) {
    core::Ticket it;
    std::memcpy(it.id.bytes.data() + 12, &number, sizeof number);
    it.moves.resize(moves);
    return it;
  };
  left.give_up(ticket(1, 0).id);
  left.leave(ticket(2, 0).id, 4);
  CHECK(left.outdates(ticket(1, 300)));
  CHECK(left.outdates(ticket(2, 3)));
  CHECK_FALSE(left.outdates(ticket(2, 4)));
  CHECK_FALSE(left.outdates(ticket(3, 0)));
  auto more = [&, next = 10u](std::size_t count) mutable {
    for (std::size_t i = 0; i < count; ++i) left.give_up(ticket(next++, 0).id);
  };
  more(museum::LeftEpisodes::kRememberedMin - 1);
  CHECK(left.outdates(ticket(1, 300)));
  CHECK(left.outdates(ticket(2, 3)));
  more(2 * museum::LeftEpisodes::kRememberedMin);
  CHECK_FALSE(left.outdates(ticket(1, 300)));
  CHECK_FALSE(left.outdates(ticket(2, 3)));
}

TEST_CASE_METHOD(Table, "whoever asks for a learned game hears of it, however many ask at once") {
  Guest guest;
  const json first = begin(guest);
  house->play_out(*room, guest, rng);
  const json last = guest.newest("state");
  house->pump_until([&] { return guest.count("learned") == 1; });
  for (const bool anew : {false, true}) {
    if (anew) restart();
    std::array<Guest, 6> crowd;
    for (std::size_t i = 0; i < crowd.size(); ++i) resume(crowd[i], i % 3 == 1 ? last : first);
    house->pump_until([&] {
      return std::all_of(crowd.begin(), crowd.end(),
                         [](const Guest& it) { return it.count("learned") == 1; });
    });
    for (Guest& it : crowd) {
      CHECK(it.newest("learned") == guest.newest("learned"));
      CHECK(it.count("error") == 0);
      CHECK(it.visitor.table == nullptr);
      CHECK(it.visitor.waits_at == nullptr);
    }
  }
}

TEST_CASE_METHOD(Table,
                 "a game that is taken over while it is being learned is told to both, and both go on") {
  Guest guest, other, gone;
  room->join(guest.visitor);
  room->begin(guest.visitor, {std::nullopt, std::nullopt, true});
  house->play_out(*room, guest, rng);
  const json last = guest.newest("state");
  resume(gone, last);
  resume(other, last);  // what the ledger says has not come to the room yet
  room->leave(gone.visitor);
  house->pump_until([&] { return guest.count("learned") == 1 && other.count("learned") == 1; });
  CHECK(guest.count("error") == 0);
  CHECK(guest.last()["type"] == "state");  // its next game
  CHECK(other.last()["type"] == "learned");
  CHECK(gone.count("learned") == 0);
}

TEST_CASE_METHOD(Table, "of those who resume a game at once the last one plays it, from the newest ticket") {
  Guest guest;
  const json first = begin(guest);
  const json second = moved(*room, guest, first);
  restart();
  std::array<Guest, 3> tabs;
  resume(tabs[0], first);
  resume(tabs[1], second);
  resume(tabs[2], first);
  house->pump_until([&] { return tabs[2].count("state") == 1; });
  CHECK(tabs[2].newest("state")["ply"] == second["ply"]);
  CHECK(tabs[2].newest("state")["position"] == second["position"]);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(tabs[i].last()["code"] == "no-episode");
    CHECK(tabs[i].visitor.waits_at == nullptr);
  }
  house->play_out(*room, tabs[2], rng);
  house->pump_until([&] { return tabs[2].count("learned") == 1; });
  CHECK(tabs[0].count("learned") + tabs[1].count("learned") == 0);
}

TEST_CASE_METHOD(Table, "a game that went on at another server goes on from there") {
  Guest guest, back;
  const json first = begin(guest);
  room->leave(guest.visitor);  // its table waits here
  const Folder folder_of_other;
  std::filesystem::copy(
      folder.path(), folder_of_other.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  TestHouse other(folder_of_other.path());
  Guest there;
  other.room("menace").resume(there.visitor, {first["ticket"].get<std::string>(), std::nullopt, false});
  other.pump_until([&] { return there.count("state") == 1; });
  const json second = moved(other.room("menace"), there, first);
  resume(back, second);
  house->pump_until([&] { return back.count("state") == 1; });
  CHECK(back.newest("state")["position"] == second["position"]);
}

TEST_CASE("between two games a visitor still plays; a visit is one visitor, and its pages do not look on") {
  const Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  std::mt19937 rng(3);
  Guest guest, tab, other, page, tabs_page, others_page, stranger;
  const auto counts = [&] { return std::pair(room.attendance().playing, room.attendance().watching); };
  room.watch(page);
  room.join(guest.visitor);
  CHECK(counts() == std::pair<std::size_t, std::size_t>(0, 1));
  const std::string visit = guest.newest("hello")["visit_token"];
  house.play(room, guest, rng);
  CHECK(room.attendance().episodes == 0);
  CHECK(counts() == std::pair<std::size_t, std::size_t>(1, 0));
  room.watch(tabs_page);
  room.join(tab.visitor);
  room.begin(tab.visitor, {std::nullopt, visit, false});
  CHECK(counts() == std::pair<std::size_t, std::size_t>(1, 0));
  room.watch(others_page);
  room.join(other.visitor);
  room.begin(other.visitor, {});
  room.watch(stranger);
  CHECK(counts() == std::pair<std::size_t, std::size_t>(2, 1));
  CHECK(room.attendance().watchers == 4);
  house.rooms->flush_feeds();
  CHECK(stranger.last()["playing"] == 2);
  CHECK(stranger.last()["watching"] == 1);
  room.leave(guest.visitor);
  CHECK(counts() == std::pair<std::size_t, std::size_t>(2, 2));
  room.give_up(tab.visitor);
  room.leave(other.visitor);
  CHECK(counts() == std::pair<std::size_t, std::size_t>(0, 4));
  room.begin(tab.visitor, {});
  CHECK(counts() == std::pair<std::size_t, std::size_t>(1, 3));
  room.leave(tab.visitor);
  for (Guest* it : {&page, &tabs_page, &others_page, &stranger}) room.unwatch(*it);
  CHECK(counts() == std::pair<std::size_t, std::size_t>(0, 0));
}

}  // namespace museum_played_once_tests
