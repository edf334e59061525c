// Rooms: play, errors, tickets, learning, dry machines; the store is a real SQLite file.
#include "museum_fixtures.hpp"

#include "server/wire/time_text.hpp"

using namespace menagerie;
using namespace menagerie::test;

namespace {

wire::MoveMade move_of(const json& state, std::string_view move) {
  return {*store::Id::parse(state["episode"].get<std::string>()), state["ply"].get<int>(), std::string(move)};
}
wire::MoveMade first_legal(const json& state) { return move_of(state, state["legal"][0].get<std::string>()); }

}  // namespace

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

TEST_CASE("tickets") {
  Folder folder;
  auto house = std::make_unique<TestHouse>(folder.path());
  museum::Room* room = &house->room("menace");
  Guest guest;
  std::mt19937 rng(7);
  room->join(guest.visitor);
  room->begin(guest.visitor, {});
  const json first = guest.newest("state");
  const std::string ticket = first["ticket"].get<std::string>();

  SECTION("a forged one is refused, as is one of another machine") {
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
  SECTION("a live room goes on where the episode stands, never at an older ply") {
    room->move(guest.visitor, first_legal(first));
    const json second = guest.newest("state");
    room->leave(guest.visitor);
    Guest back;
    room->resume(back.visitor, {ticket, std::nullopt, false});
    CHECK(back.newest("state")["ply"] == second["ply"]);
    CHECK(back.newest("state")["position"] == second["position"]);
    CHECK(back.newest("state")["drawn"]["bead"] == second["drawn"]["bead"]);
  }
  SECTION("another connection takes the episode over and the first is told") {
    Guest tab;
    room->resume(tab.visitor, {ticket, std::nullopt, false});
    CHECK(tab.newest("state")["ply"] == 1);
    CHECK(guest.last()["code"] == "no-episode");
    room->move(guest.visitor, first_legal(first));
    CHECK(guest.last()["code"] == "no-episode");
  }
  SECTION("it survives a restart, and the same ply draws the same bead") {
    room->move(guest.visitor, first_legal(first));
    const json second = guest.newest("state");
    house.reset();
    house = std::make_unique<TestHouse>(folder.path());
    room = &house->room("menace");
    Guest back;
    room->resume(back.visitor, {ticket, std::nullopt, false});
    house->pump_until([&] { return back.count("state") == 1; });
    CHECK(back.newest("state")["position"] == first["position"]);
    room->move(back.visitor, first_legal(back.newest("state")));
    CHECK(back.newest("state")["position"] == second["position"]);
    house->play_out(*room, back, rng);
    house->pump_until([&] { return back.count("learned") == 1; });
  }
  SECTION("it expires") {
    house->now_ms += 86'400'001;
    Guest late;
    room->resume(late.visitor, {ticket, std::nullopt, false});
    CHECK(late.last()["code"] == "stale-ticket");
  }
  SECTION("a finished episode sent again is learned once") {
    house->play_out(*room, guest, rng);
    const std::string finished = guest.newest("state")["ticket"].get<std::string>();
    house->pump_until([&] { return guest.count("learned") == 1; });
    for (const std::string& again : {finished, ticket}) {
      Guest back;
      room->resume(back.visitor, {again, std::nullopt, false});
      house->pump_until([&] { return back.count("learned") == 1; });
      CHECK(back.newest("learned") == guest.newest("learned"));
    }
    house.reset();
    house = std::make_unique<TestHouse>(folder.path());
    Guest back;
    house->room("menace").resume(back.visitor, {finished, std::nullopt, false});
    house->pump_until([&] { return back.count("learned") == 1; });
    CHECK(back.newest("learned") == guest.newest("learned"));
    CHECK(house->room("menace").state().tally.episodes == 1);
  }
  SECTION("a finished episode that was never learned is learned by its ticket") {
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
  house.reset();
  CHECK(verify_folder(folder.path()) == "ok");
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

TEST_CASE("a machine that runs dry says so, and a new era begins after its time") {
  Folder folder;
  std::mt19937 rng(11);
  wire::Limits limits;
  limits.dry_era_after_s = 600;
  TestHouse house(folder.path(), limits);
  museum::Room& room = house.room("menace");
  const GameGraph& graph = *room.machine().graph;
  const Solution solution = solve(graph);
  Guest guest, loser;
  std::size_t games = 0;
  // A visitor who starts the same episode over until MENACE has opened where it loses: he gives up every
  // line that does not end in a win for him, and so only losses are ever learned.
  while (!room.state().dry && games < 400) {
    room.begin(guest.visitor, {});
    bool lost = false;
    while (!lost) {
      const json state = guest.newest("state");
      if (state.contains("outcome")) break;
      const Node node = graph.find(*graph.game().parse(state["position"].get<std::string>()));
      Edge best = kNone;
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        const bool wins = graph.outcome(graph.target(edge)) == Outcome::second_wins;
        const bool ends = graph.outcome(graph.target(edge)).has_value();
        if (wins || (best == kNone && !ends && solution.value[graph.target(edge)] <= solution.value[node]))
          best = edge;
      }
      const bool last_chance =
          state["ply"].get<int>() >= 7 && (best == kNone || !graph.outcome(graph.target(best)));
      if (best == kNone || last_chance) break;
      room.move(guest.visitor, move_of(state, graph.move_text(best)));
      const json answer = guest.newest("state");
      lost = answer.contains("outcome");
    }
    if (!lost) continue;  // begin() gives the episode up
    ++games;
    house.pump_until([&] { return guest.count("learned") == games; });
  }
  REQUIRE(room.state().dry);
  const std::int64_t dry_at = room.state().dry->since_ms;
  room.begin(loser.visitor, {});
  REQUIRE(loser.last()["type"] == "dry");
  CHECK(loser.last()["box"] == ".../.../...");
  CHECK(loser.last()["new_era_at"] == wire::time_text(dry_at + 600'000));
  house.room("menace-two").begin(loser.visitor, {});  // the others play on
  CHECK(loser.last()["type"] == "state");
  house.room("menace-two").leave(loser.visitor);

  house.now_ms = dry_at + 599'999;
  room.tick();
  house.now_ms = dry_at + 600'000;
  room.tick();
  house.pump_until([&] { return room.state().era == 2; });
  CHECK_FALSE(room.state().dry);
  CHECK(room.state().bead_total == 1720);
  CHECK(room.state().era_tally.episodes == 0);
  CHECK(room.state().tally.episodes == games);
  room.begin(loser.visitor, {});
  CHECK(loser.last()["type"] == "state");
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("an empty box makes the machine resign, and the next visitor is served") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  const GameGraph& graph = *room.machine().graph;
  Guest guest;
  std::mt19937 rng(2);
  // This box holds one bead, and it loses: met once it is emptied, met again HER resigns. The visitor
  // never ends an episode by himself, so that little else is learned on the way.
  const std::string target = "b../www/... b";
  std::size_t met = 0, games = 0;
  for (int tries = 0; tries < 5000 && met < 2; ++tries) {
    room.begin(guest.visitor, {});
    json drawn;
    for (json state = guest.newest("state"); !state.contains("outcome"); state = guest.newest("state")) {
      drawn = state.value("drawn", json::object());
      const Node node = graph.find(*graph.game().parse(state["position"].get<std::string>()));
      std::vector<std::string> quiet;
      for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
        if (!graph.outcome(graph.target(edge)) || drawn.value("box", "") == target)
          quiet.push_back(graph.move_text(edge));
      }
      if (quiet.empty()) break;  // begin() gives it up
      room.move(guest.visitor, move_of(state, quiet[rng() % quiet.size()]));
    }
    json state = guest.newest("state");
    if (!state.contains("outcome")) continue;
    ++games;
    house.pump_until([&] { return guest.count("learned") == games; });
    if (state.contains("drawn")) drawn = state["drawn"];
    if (drawn.value("box", "") != target) continue;
    ++met;
    CHECK(state["outcome"] == "loss");
    CHECK(state["why"] == (met == 1 ? "board" : "resign"));
    CHECK(drawn["bead"].is_null() == (met == 2));
    CHECK(drawn["beads"][0]["count"] == (met == 1 ? 1 : 0));
    CHECK(guest.newest("learned")["reason"] == (met == 1 ? "loss" : "resign"));
    CHECK(guest.newest("learned")["changes"].size() == 1);
  }
  CHECK(met == 2);
  house.play(room, guest, rng);
  for (const std::int64_t count : room.state().beads) CHECK(count >= 0);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("two visitors finishing together are both learned, in one order, without a gap") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  std::mt19937 rng(9);
  std::vector<std::unique_ptr<Guest>> guests;
  for (int i = 0; i < 40; ++i) guests.push_back(std::make_unique<Guest>());
  for (int round = 0; round < 5; ++round) {
    for (auto& guest : guests) room.begin(guest->visitor, {});
    for (auto& guest : guests) house.play_out(room, *guest, rng);
    house.pump_until([&] {
      return std::all_of(guests.begin(), guests.end(), [&](auto& guest) {
        return guest->count("learned") == static_cast<std::size_t>(round + 1);
      });
    });
  }
  std::vector<std::uint64_t> seqs;
  for (auto& guest : guests) {
    for (const json& frame : guest->frames) {
      if (frame["type"] == "learned") seqs.push_back(frame["seq"].get<std::uint64_t>());
    }
  }
  std::sort(seqs.begin(), seqs.end());
  for (std::size_t i = 0; i < seqs.size(); ++i) CHECK(seqs[i] == i + 2);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("a full disk keeps what waits, and tells nobody before it is stored") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  std::mt19937 rng(4);
  Guest guest;
  *house.failing = true;
  room.begin(guest.visitor, {});
  house.play_out(room, guest, rng);
  while (house.learner->storing()) std::this_thread::sleep_for(std::chrono::milliseconds{1});
  CHECK(guest.count("learned") == 0);
  room.begin(guest.visitor, {});  // waits for the lesson to be stored
  const std::size_t states = guest.count("state");
  *house.failing = false;
  house.pump_until([&] { return guest.count("state") == states + 1; });
  CHECK(guest.count("learned") == 1);
  CHECK(house.learner->storing());
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
    house.lobby->flush_feeds();
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

TEST_CASE("a game that was given up stays given up, and its ticket is stale") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Guest guest;
  for (const bool by_begin : {false, true}) {
    room.begin(guest.visitor, {});
    const std::string ticket = guest.newest("state")["ticket"].get<std::string>();
    if (by_begin) {
      room.begin(guest.visitor, {});
    } else {
      room.give_up(guest.visitor);
    }
    Guest back;
    room.resume(back.visitor, {ticket, std::nullopt, false});
    CHECK(back.last()["code"] == "stale-ticket");
  }
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
  house.lobby->flush_feeds();
  CHECK(late.last()["from"] == 4);
  CHECK(late.last()["to"] == 4);
  room.unwatch(late);
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

TEST_CASE("a crowd of random visitors with a failing store: the one invariant holds") {
  const std::uint32_t seed = 20261120;
  INFO("seed " << seed);
  std::mt19937 rng(seed);
  Folder folder;
  for (int life = 0; life < 3; ++life) {
    TestHouse house(folder.path());
    std::vector<std::unique_ptr<Guest>> guests;
    for (int i = 0; i < 12; ++i) guests.push_back(std::make_unique<Guest>());
    std::vector<std::string> tickets;
    for (int step = 0; step < 1500; ++step) {
      Guest& guest = *guests[rng() % guests.size()];
      museum::Room& room = *house.lobby->rooms()[rng() % 4];
      const json state = guest.newest("state");
      const bool here = guest.visitor.table == nullptr || !state.is_object() ||
                        guest.visitor.table->so_far.machine == room.machine().row.machine;
      if (!here) continue;
      switch (rng() % 10) {
        case 0:
          room.begin(guest.visitor, {std::nullopt, std::nullopt, rng() % 2 == 0});
          break;
        case 1:
          room.leave(guest.visitor);
          break;
        case 2:
          if (!tickets.empty() && guest.visitor.table == nullptr)
            room.resume(guest.visitor, {tickets[rng() % tickets.size()], std::nullopt, false});
          break;
        case 3:
          *house.failing = rng() % 20 == 0;
          break;
        default:
          if (!state.is_object() || state["legal"].empty()) break;
          tickets.push_back(state["ticket"].get<std::string>());
          room.move(guest.visitor,
                    move_of(state, state["legal"][rng() % state["legal"].size()].get<std::string>()));
      }
      if (step % 50 == 0) {
        *house.failing = false;
        house.pump_until([&] { return house.learner->waiting() == 0; });
      }
    }
    for (auto& guest : guests) {
      for (const auto& room : house.lobby->rooms()) {
        if (guest->visitor.table && guest->visitor.table->so_far.machine == room->machine().row.machine)
          room->leave(guest->visitor);
      }
    }
    *house.failing = false;
  }
  CHECK(verify_folder(folder.path()) == "ok");
}
