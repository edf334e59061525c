// A machine as it was then: anybody may play, nothing is learned.
#include "museum_fixtures.hpp"
#include "server/core/record.hpp"

namespace museum_past_rooms_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr museum::PastRooms::Owner kHere{1}, kThere{2};

std::shared_ptr<museum::Room> open_past(TestHouse& house, const std::string& folder, std::uint64_t seq,
                                        const museum::PastRooms::Owner& owner = kHere) {
  const auto store = store::open_sqlite(folder, store::Mode::read);
  const auto machine = house.room("menace").view()->machine;
  return house.rooms->past().open(owner, machine, core::state_at(*store, *machine, seq));
}

}  // namespace

TEST_CASE("a game with a machine as it was then is played to its end and teaches nobody") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(5);
  Guest now;
  museum::Room& room = house.room("menace");
  room.join(now.visitor);
  for (int game = 0; game < 4; ++game) house.play(room, now, rng);
  const auto beads = room.state().beads;
  const auto past = open_past(house, folder.path(), 2);
  CHECK(past->state().seq == 2);
  CHECK(past->state().beads != beads);
  CHECK(house.rooms->past().find(room.machine().row.machine, 2) == past);
  Guest guest;
  past->join(guest.visitor);
  CHECK(guest.newest("hello")["as_of"] == 2);
  CHECK(guest.newest("hello")["frozen"] == true);
  CHECK_FALSE(now.newest("hello").contains("as_of"));
  past->begin(guest.visitor, {});
  house.play_out(*past, guest, rng);
  house.pump_until([&] { return guest.count("error") > 0; });
  CHECK(guest.newest("error")["code"] == "frozen");
  CHECK(guest.newest("error")["message"].get<std::string>().find("as it was then") != std::string::npos);
  CHECK(guest.count("learned") == 0);
  CHECK(room.state().seq == 5);
  CHECK(room.state().beads == beads);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("a ticket of the past is good there, and nowhere else") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(6);
  Guest now, guest, again;
  museum::Room& room = house.room("menace");
  room.join(now.visitor);
  house.play(room, now, rng);
  auto past = open_past(house, folder.path(), 1);
  past->join(guest.visitor);
  past->begin(guest.visitor, {});
  const std::string ticket = guest.newest("state")["ticket"];
  room.resume(now.visitor, {ticket, {}, false});
  CHECK(now.newest("error")["code"] == "bad-ticket");
  past->leave(guest.visitor);
  past = nullptr;  // nobody is there: the room is gone
  house.rooms->tick();
  CHECK(house.rooms->past().open_rooms() == 0);
  CHECK(house.rooms->past().find(room.machine().row.machine, 1) == nullptr);
  past = open_past(house, folder.path(), 1);
  past->join(again.visitor);
  past->resume(again.visitor, {ticket, {}, false});
  house.pump_until([&] { return again.count("state") > 0; });
  CHECK(again.newest("state")["episode"] == guest.newest("state")["episode"]);
  past->leave(again.visitor);
}

TEST_CASE("rooms of the past are bounded for an address and in all, and one that nobody holds makes room") {
  const Folder folder;
  TestHouse house(folder.path());
  std::mt19937 rng(7);
  Guest now;
  museum::Room& room = house.room("menace");
  room.join(now.visitor);
  for (int game = 0; game < 4; ++game) house.play(room, now, rng);
  house.limits.past_rooms_max = 3;
  house.limits.past_rooms_per_address_max = 2;
  auto one = open_past(house, folder.path(), 1);
  const auto two = open_past(house, folder.path(), 2);
  CHECK(open_past(house, folder.path(), 3) == nullptr);
  CHECK(open_past(house, folder.path(), 2) == two);
  const auto three = open_past(house, folder.path(), 3, kThere);
  CHECK(three != nullptr);
  CHECK(open_past(house, folder.path(), 4, kThere) == nullptr);
  CHECK(open_past(house, folder.path(), 3) == three);  // somebody else's is as good
  one = nullptr;
  CHECK(open_past(house, folder.path(), 4) != nullptr);
}

}  // namespace museum_past_rooms_tests
