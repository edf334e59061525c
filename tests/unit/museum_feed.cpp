// Feeds and their crowds: how often frames go out, to how many at once, and that each watcher is sent each
// once.
#include "museum_fixtures.hpp"

#include <algorithm>
#include <list>
#include <random>
#include <vector>

namespace museum_feed_tests {

using namespace menagerie;
using namespace menagerie::test;
using museum::FrameOut;

namespace {

/// Counts what it is sent.
class Listener : public museum::Subscriber {
 public:
  void send(const museum::Text& text) override {
    ++frames;
    newest = text;
  }
  void send(std::string_view) override { ++own; }
  void close(unsigned, std::string_view) override {}

  int frames = 0, own = 0;  ///< those that go to many, and to this one alone
  museum::Text newest;
};

std::vector<Listener> crowd_at(museum::Room& room, std::size_t size) {
  std::vector<Listener> crowd(size);
  for (Listener& it : crowd) room.watch(it);
  return crowd;
}

std::uint64_t feeds_sent(const TestHouse& house) {
  return house.rooms->counters().frames_out[static_cast<std::size_t>(FrameOut::feed)];
}

/// Lets the feeds' timer come when it was asked to; `each` is called every millisecond. The most frames that
/// went out at once.
template <typename Each>
std::uint64_t run_for(TestHouse& house, int ms, Each each) {
  std::uint64_t most = 0;
  for (int i = 0; i < ms; ++i) {
    ++house.now_ms;
    each();
    if (!house.feeds_at_ms || house.now_ms < *house.feeds_at_ms) continue;
    house.feeds_at_ms.reset();
    const std::uint64_t before = feeds_sent(house);
    house.rooms->flush_feeds();
    most = std::max(most, feeds_sent(house) - before);
  }
  return most;
}

/// A player whose board changes whenever it is asked to; nothing is learned.
struct Restless {
  explicit Restless(museum::Room& its_room) : room(its_room) { room.join(session); }
  ~Restless() { room.leave(session); }
  void play() {
    if (session.table != nullptr) room.give_up(session);
    room.begin(session, {});
  }
  museum::Room& room;
  Listener line;
  museum::PlayerSession session{line};
};

}  // namespace

TEST_CASE("a crowd that comes and goes is told of once a second") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Listener first;
  room.watch(first);
  std::list<Listener> crowd;
  run_for(house, 2000, [&] { room.watch(crowd.emplace_back()); });
  CHECK(first.frames <= 3);
  CHECK(feeds_sent(house) <= 3 * crowd.size());
  const json feed = json::parse(*first.newest);
  CHECK(feed["watching"].get<std::size_t>() > 900);
  const int before = first.frames;
  run_for(house, 2000, [&] {
    room.unwatch(crowd.back());
    crowd.pop_back();
  });
  CHECK(first.frames <= before + 3);
  run_for(house, 1000, [] {});
  CHECK(json::parse(*first.newest)["watching"] == 1);
  CHECK(room.attendance().watching == 1);
  run_for(house, 6000, [] {});  // nothing is left to be told
  const std::uint64_t sent = feeds_sent(house);
  run_for(house, 6000, [] {});
  CHECK(feeds_sent(house) == sent);
  room.unwatch(first);
}

TEST_CASE("a feed's rate falls with its crowd, and no step tells more than a few") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  Restless player(room);
  const auto [size, least, most] =
      GENERATE(std::tuple(1, 98, 101), std::tuple(100, 98, 101), std::tuple(250, 62, 65),
               std::tuple(1'000, 21, 24), std::tuple(5'000, 4, 6), std::tuple(10'000, 4, 6));
  std::vector<Listener> crowd = crowd_at(room, static_cast<std::size_t>(size));
  const std::uint64_t at_once = run_for(house, 5000, [&] { player.play(); });
  CHECK(at_once <= museum::Rooms::kFramesAStep);
  CHECK(crowd.front().frames >= least);
  CHECK(crowd.front().frames <= most);
  run_for(house, 6000, [] {});
  for (const Listener& it : crowd) {
    REQUIRE(it.own == 1);  // hello
    REQUIRE(it.frames == crowd.front().frames);
    REQUIRE(it.newest == crowd.front().newest);  // the very same text
  }
  for (Listener& it : crowd) room.unwatch(it);
}

TEST_CASE("a crowd in one room keeps no other feed waiting") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room &menace = house.room("menace"), &her = house.room("her");
  Restless one(menace), other(her);
  std::vector<Listener> crowd = crowd_at(menace, 5'000);
  Listener alone, hall;
  her.watch(alone);
  house.rooms->watch(hall);
  run_for(house, 2000, [&] {
    one.play();
    other.play();
  });
  CHECK(alone.frames >= 38);
  CHECK(hall.frames >= 1);  // who plays is told there once a second
  CHECK(hall.frames <= 3);
  her.unwatch(alone);
  house.rooms->unwatch(hall);
  for (Listener& it : crowd) menace.unwatch(it);
}

TEST_CASE("a visitor who played when somebody came to the hall, and left since, does not play there") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& menace = house.room("menace");
  const auto playing = [](const Guest& guest) {
    int known = -1;
    for (const json& frame : guest.frames) {
      for (const json& machine : frame["machines"]) {
        if (machine["name"] == "menace") known = machine["playing"].get<int>();
      }
    }
    return known;
  };
  Guest player, first, second;
  menace.join(player.visitor);
  menace.begin(player.visitor, {});
  run_for(house, 1500, [] {});
  house.rooms->watch(first);
  CHECK(playing(first) == 1);
  menace.leave(player.visitor);
  run_for(house, 1500, [] {});
  CHECK(playing(first) == 0);
  menace.begin(player.visitor, {});
  house.rooms->watch(second);  // before the others are told
  menace.leave(player.visitor);
  run_for(house, 1500, [] {});
  CHECK(playing(first) == 0);
  CHECK(playing(second) == 0);
  house.rooms->unwatch(first);
  house.rooms->unwatch(second);
}

TEST_CASE("each watcher is sent each frame that begins while it watches, once, whoever comes and goes") {
  class Numbered : public museum::Subscriber {
   public:
    void send(const museum::Text& text) override { heard.push_back(std::stoi(*text)); }
    void send(std::string_view) override {}
    void close(unsigned, std::string_view) override {}
    int came_after = 0;
    std::vector<int> heard;
  };
  museum::Watchers watchers;
  std::list<Numbered> here;
  std::mt19937 random(7);
  int frame = 0;
  const auto fits = [&](const Numbered& it, int newest) {
    if (it.heard.size() != static_cast<std::size_t>(newest - it.came_after)) return false;
    for (std::size_t i = 0; i < it.heard.size(); ++i)
      if (it.heard[i] != it.came_after + 1 + static_cast<int>(i)) return false;
    return true;
  };
  for (int step = 0; step < 20'000; ++step) {
    const auto choice = random() % 8;
    if (choice < 2) {
      here.emplace_back().came_after = frame;
      watchers.add(here.back());
    } else if (choice == 2 && !here.empty()) {
      auto gone = std::next(here.begin(), static_cast<std::ptrdiff_t>(random() % here.size()));
      watchers.remove(*gone);
      REQUIRE((fits(*gone, frame) || fits(*gone, frame - 1)));
      here.erase(gone);
    } else if (choice < 5 && !watchers.sending() && !here.empty()) {
      watchers.begin(std::make_shared<const std::string>(std::to_string(++frame)));
    } else {
      watchers.send_some(random() % 40);
    }
    REQUIRE(watchers.size() == here.size());
    if (watchers.sending()) continue;
    for (const Numbered& it : here) REQUIRE(fits(it, frame));
  }
  CHECK(frame > 100);
}

}  // namespace museum_feed_tests
