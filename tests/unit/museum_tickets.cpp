// Tickets: how episodes go on after a lost line, a reload or a restart; and what is not at a table any more.
#include "museum_fixtures.hpp"

namespace museum_tickets_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

/// A visitor at a table of MENACE's, with the ticket of the first position. At the end the house is closed
/// and verified.
struct TicketCase {
  Folder folder;
  std::unique_ptr<TestHouse> house = std::make_unique<TestHouse>(folder.path());
  museum::Room* room = &house->room("menace");
  Guest guest;
  std::mt19937 rng{7};
  json first = begin();
  std::string ticket = first["ticket"].get<std::string>();

  json begin() {
    room->join(guest.visitor);
    room->begin(guest.visitor, {});
    return guest.newest("state");
  }
  void restart() {
    house.reset();
    house = std::make_unique<TestHouse>(folder.path());
    room = &house->room("menace");
  }
  ~TicketCase() {
    house.reset();
    CHECK(verify_folder(folder.path()) == "ok");
  }
};

}  // namespace

TEST_CASE_METHOD(TicketCase, "a forged ticket is refused, as is one of another machine") {
  Guest thief;
  for (std::size_t at = 0; at < ticket.size(); at += 7) {
    std::string forged = ticket;
    forged[at] = forged[at] == 'A' ? 'B' : 'A';
    room->resume(thief.visitor, {forged, std::nullopt, false});
    CHECK(thief.last()["code"] == "bad-ticket");
  }
  room->resume(thief.visitor, {"", std::nullopt, false});
  CHECK(thief.last()["code"] == "bad-ticket");
  house->room("her").resume(thief.visitor, {ticket, std::nullopt, false});
  CHECK(thief.last()["code"] == "bad-ticket");
}

TEST_CASE_METHOD(TicketCase, "a live room goes on where the episode stands, never at an older ply") {
  room->move(guest.visitor, first_legal(first));
  const json second = guest.newest("state");
  room->leave(guest.visitor);
  Guest back;
  room->resume(back.visitor, {ticket, std::nullopt, false});
  CHECK(back.newest("state")["ply"] == second["ply"]);
  CHECK(back.newest("state")["position"] == second["position"]);
  CHECK(back.newest("state")["drawn"]["bead"] == second["drawn"]["bead"]);
}

TEST_CASE_METHOD(TicketCase, "by a ticket another connection takes the episode over, and the first is told") {
  Guest tab;
  room->resume(tab.visitor, {ticket, std::nullopt, false});
  CHECK(tab.newest("state")["ply"] == 1);
  CHECK(guest.last()["code"] == "no-episode");
  room->move(guest.visitor, first_legal(first));
  CHECK(guest.last()["code"] == "no-episode");
}

TEST_CASE_METHOD(TicketCase, "a ticket survives a restart, and the same ply draws the same bead") {
  room->move(guest.visitor, first_legal(first));
  const json second = guest.newest("state");
  restart();
  Guest back;
  room->resume(back.visitor, {ticket, std::nullopt, false});
  house->pump_until([&] { return back.count("state") == 1; });
  CHECK(back.newest("state")["position"] == first["position"]);
  room->move(back.visitor, first_legal(back.newest("state")));
  CHECK(back.newest("state")["position"] == second["position"]);
  house->play_out(*room, back, rng);
  house->pump_until([&] { return back.count("learned") == 1; });
}

TEST_CASE("an episode with boxes of its own goes on from a newer ticket than the one that opened its table") {
  Folder folder;
  auto house = std::make_unique<TestHouse>(folder.path());
  Guest guest;
  house->room("go-3x3").begin(guest.visitor, {});
  const json first = guest.newest("state");
  house->room("go-3x3").move(guest.visitor, first_legal(first));
  const json second = guest.newest("state");
  house.reset();
  house = std::make_unique<TestHouse>(folder.path());
  for (const json& state : {first, second}) {
    Guest back;
    house->room("go-3x3").resume(back.visitor, {state["ticket"].get<std::string>(), std::nullopt, false});
    house->pump_until([&] { return back.count("state") == 1; });
    CHECK(back.newest("state")["position"] == state["position"]);
    CHECK(back.newest("state")["legal"] == state["legal"]);
    house->room("go-3x3").leave(back.visitor);
  }
}

TEST_CASE_METHOD(TicketCase, "a ticket expires") {
  house->now_ms += 86'400'001;
  Guest late;
  room->resume(late.visitor, {ticket, std::nullopt, false});
  CHECK(late.last()["code"] == "stale-ticket");
}

TEST_CASE_METHOD(TicketCase, "a finished episode sent again is learned once") {
  house->play_out(*room, guest, rng);
  const std::string finished = guest.newest("state")["ticket"].get<std::string>();
  house->pump_until([&] { return guest.count("learned") == 1; });
  for (const std::string& again : {finished, ticket}) {
    Guest back;
    room->resume(back.visitor, {again, std::nullopt, false});
    house->pump_until([&] { return back.count("learned") == 1; });
    CHECK(back.newest("learned") == guest.newest("learned"));
  }
  restart();
  Guest back;
  house->room("menace").resume(back.visitor, {finished, std::nullopt, false});
  house->pump_until([&] { return back.count("learned") == 1; });
  CHECK(back.newest("learned") == guest.newest("learned"));
  CHECK(house->room("menace").state().tally.episodes == 1);
}

TEST_CASE_METHOD(TicketCase, "a finished episode that was never learned is learned by its ticket") {
  *house->failing = true;
  house->play_out(*room, guest, rng);
  const std::string finished = guest.newest("state")["ticket"].get<std::string>();
  Folder crashed;
  std::filesystem::copy(
      folder.path(), crashed.path(),
      std::filesystem::copy_options::recursive | std::filesystem::copy_options::overwrite_existing);
  TestHouse next(crashed.path());
  Guest back;
  next.room("menace").resume(back.visitor, {finished, std::nullopt, false});
  next.pump_until([&] { return back.count("learned") == 1; });
  CHECK(next.room("menace").state().tally.episodes == 1);
  *house->failing = false;
}

TEST_CASE("a table that nobody came back to is put away, and its ticket stays good") {
  Folder folder;
  wire::Limits limits;
  limits.idle_episode_s = 900;
  TestHouse house(folder.path(), limits);
  museum::Room& room = house.room("menace");
  Guest early, late;
  room.begin(early.visitor, {});
  const json state = early.newest("state");
  room.leave(early.visitor);
  house.now_ms += 500'000;
  room.begin(late.visitor, {});
  const json other = late.newest("state");
  room.leave(late.visitor);
  house.now_ms += 400'000;
  room.tick();  // the first one's time is up, the second one's is not
  Guest back;
  room.resume(back.visitor, {other["ticket"].get<std::string>(), std::nullopt, false});
  CHECK(back.count("state") == 1);  // still at its table: answered at once
  room.resume(back.visitor, {state["ticket"].get<std::string>(), std::nullopt, false});
  CHECK(back.count("state") == 1);  // put away: the log is asked first
  house.pump_until([&] { return back.count("state") == 2; });
  CHECK(back.newest("state")["position"] == state["position"]);
}

TEST_CASE("a machine's view is made when somebody asks, once for each seq, and never changes") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest guest;
  std::mt19937 rng(3);
  const auto before = room.view();
  CHECK(room.view() == before);
  const std::vector<std::int64_t> beads = before->state.beads;
  house.play(room, guest, rng);
  const auto after = room.view();
  CHECK(after != before);
  CHECK(before->state.beads == beads);
  CHECK(before->state.seq + 1 == after->state.seq);
  CHECK(after->state.beads == room.state().beads);
  CHECK(after->machine == before->machine);
}

TEST_CASE("a visit goes on with what was signed for it, and with nothing that others can see") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  Guest guest, other, later;
  for (Guest* it : {&guest, &other, &later}) room.join(it->visitor);
  const json hello = guest.last();
  const store::Id visit = guest.visitor.visit;
  CHECK(hello["visit"] == visit.text());
  room.begin(other.visitor, {std::nullopt, hello["visit"].get<std::string>(), false});  // as lists show it
  CHECK(other.last()["type"] == "state");
  CHECK(other.visitor.visit != visit);
  std::string forged = hello["visit_token"].get<std::string>();
  forged[40] = forged[40] == 'A' ? 'B' : 'A';
  room.begin(other.visitor, {std::nullopt, forged, false});
  CHECK(other.last()["code"] == "bad-visit");
  room.begin(later.visitor, {std::nullopt, hello["visit_token"].get<std::string>(), false});
  CHECK(later.last()["type"] == "state");
  CHECK(later.visitor.visit == visit);
}

TEST_CASE("resume waits for better times while nothing can be stored") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  std::mt19937 rng(4);
  Guest guest, other;
  room.begin(other.visitor, {});
  room.leave(other.visitor);
  *house.failing = true;
  room.begin(guest.visitor, {});
  house.play_out(room, guest, rng);
  while (house.learner->storing()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  Guest back;
  room.resume(back.visitor, {other.newest("state")["ticket"].get<std::string>(), std::nullopt, false});
  CHECK(back.last()["code"] == "busy");
  *house.failing = false;
  house.pump_until([&] { return guest.count("learned") == 1; });
  room.resume(back.visitor, {other.newest("state")["ticket"].get<std::string>(), std::nullopt, false});
  CHECK(back.last()["type"] == "state");
}

TEST_CASE("a repeated last move is answered as it was at first") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest guest;
  std::mt19937 rng(21);
  *house.failing = true;  // so that the finished episode stays at its table
  for (int game = 0; game < 20; ++game) {
    Guest other;
    room.begin(other.visitor, {});
    json before;
    while (!other.newest("state").contains("outcome")) {
      before = other.newest("state");
      room.move(other.visitor,
                move_of(before, before["legal"][rng() % before["legal"].size()].get<std::string>()));
    }
    const json first = other.newest("state");
    room.move(other.visitor, move_of(before, first["played"][0]["move"].get<std::string>()));
    const json again = other.newest("state");
    CHECK(again["position"] == first["position"]);
    CHECK(again["outcome"] == first["outcome"]);
    CHECK(again["played"].back() == first["played"].back());
    room.leave(other.visitor);
  }
  *house.failing = false;
}

}  // namespace museum_tickets_tests
