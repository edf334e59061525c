// What the house counts while it is played in: every frame, error, lesson and commit, against what the
// guests saw of it.
#include "museum_fixtures.hpp"

#include "server/museum/counters.hpp"

#include <numeric>

namespace museum_counters_tests {

using namespace menagerie;
using namespace menagerie::test;
using museum::FrameOut;

namespace {

std::uint64_t out(TestHouse& house, FrameOut frame) {
  return house.rooms->counters().frames_out[static_cast<std::size_t>(frame)];
}

std::uint64_t sum(std::span<const std::uint64_t> counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

TEST_CASE("a histogram counts each value under the first bound that it does not pass") {
  museum::Histogram<3> histogram({1, 2.5, 10});
  for (const double value : {0.0, 1.0, 1.5, 2.5, 2.6, 10.0, 11.0, 1e9}) histogram.add(value);
  CHECK(std::vector(histogram.counts().begin(), histogram.counts().end()) ==
        std::vector<std::uint64_t>{2, 2, 2, 2});
  CHECK(histogram.sum() == Approx(1e9 + 28.6));
  CHECK(histogram.bounds().size() == 3);
}

TEST_CASE("frames, lessons and commits are counted as they happened") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  museum::Room& her = house.room("her");
  Guest guest, other, watcher, hall;
  std::mt19937 rng(5);
  room.join(guest.visitor);
  her.join(other.visitor);
  room.watch(watcher);
  house.rooms->watch(hall);
  for (int game = 0; game < 20; ++game) house.play(room, guest, rng);
  for (int game = 0; game < 10 && !her.state().dry; ++game) house.play(her, other, rng);
  for (int flush = 0; flush < 5; ++flush) {
    house.now_ms += 250;
    house.rooms->flush_feeds();
  }

  for (const auto& [frame, name] : {std::pair{FrameOut::hello, "hello"},
                                    {FrameOut::state, "state"},
                                    {FrameOut::learned, "learned"},
                                    {FrameOut::feed, "feed"},
                                    {FrameOut::house, "house"},
                                    {FrameOut::error, "error"}}) {
    INFO(name);
    CHECK(out(house, frame) ==
          guest.count(name) + other.count(name) + watcher.count(name) + hall.count(name));
  }
  CHECK(out(house, FrameOut::hello) == 4);
  CHECK(out(house, FrameOut::learned) == 20 + her.state().tally.episodes);
  CHECK(out(house, FrameOut::feed) > 0);
  CHECK(out(house, FrameOut::house) > 0);

  for (const museum::Room* it : {&room, &her}) {
    const store::Tally& tally = it->state().tally;
    CHECK(it->lessons().rows == tally.episodes);
    CHECK(it->lessons().episodes[static_cast<std::size_t>(Result::win)] == tally.wins);
    CHECK(it->lessons().episodes[static_cast<std::size_t>(Result::draw)] == tally.draws);
    CHECK(it->lessons().episodes[static_cast<std::size_t>(Result::loss)] == tally.losses);
  }
  const museum::Counters& counters = house.rooms->counters();
  CHECK(counters.batch_rows.sum() == static_cast<double>(room.lessons().rows + her.lessons().rows));
  CHECK(sum(counters.batch_rows.counts()) == sum(counters.commit_s.counts()));
  CHECK(counters.commit_s.sum() > 0);
  CHECK(house.learner->failures().count == 0);
  house.rooms->unwatch(hall);
  room.unwatch(watcher);
}

TEST_CASE("errors are counted under their codes, tickets as they are taken, resignations apart") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  const museum::Counters& counters = house.rooms->counters();
  const auto errors = [&](wire::Code code) { return counters.errors[static_cast<std::size_t>(code)]; };
  Guest guest, back;
  room.give_up(guest.visitor);
  room.give_up(guest.visitor);
  room.begin(guest.visitor, {Player::second, std::nullopt, false});
  room.resume(guest.visitor, {"no ticket", std::nullopt, false});
  CHECK(errors(wire::Code::no_episode) == 2);
  CHECK(errors(wire::Code::bad_seat) == 1);
  CHECK(errors(wire::Code::bad_ticket) == 1);
  CHECK(sum(counters.errors) == 4);
  CHECK(out(house, FrameOut::error) == guest.count("error"));
  CHECK(counters.tickets_resumed == 0);

  room.begin(guest.visitor, {});
  const std::string ticket = guest.newest("state")["ticket"];
  room.leave(guest.visitor);
  room.resume(back.visitor, {ticket, std::nullopt, false});  // its table is still there
  CHECK(back.count("state") == 1);
  CHECK(counters.tickets_resumed == 1);

  store::LogRow row;
  row.opponent = store::kVisitor;
  row.seat = Player::first;
  row.outcome = Outcome::second_wins;
  row.reason = Reason::resign;
  museum::Lessons lessons;
  lessons.add(row);
  row.opponent = store::kItself;
  row.reason = Reason::loss;
  lessons.add(row);
  row.kind = store::Kind::reset;
  lessons.add(row);
  CHECK(lessons.rows == 3);
  CHECK(lessons.resigned == 1);
  CHECK(lessons.episodes == std::array<std::uint64_t, 3>{0, 0, 1});
}

TEST_CASE("a store that fails is counted, and its commit once it succeeds") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("menace");
  std::mt19937 rng(4);
  Guest guest;
  *house.failing = true;
  room.begin(guest.visitor, {});
  house.play_out(room, guest, rng);
  while (house.learner->failures().count == 0) std::this_thread::yield();
  CHECK(sum(house.rooms->counters().commit_s.counts()) == 0);
  *house.failing = false;
  house.pump_until([&] { return guest.count("learned") == 1; });
  CHECK(sum(house.rooms->counters().commit_s.counts()) == 1);
  CHECK(house.rooms->counters().batch_rows.sum() == 1);
  CHECK(house.learner->failures().count >= 1);
}

}  // namespace museum_counters_tests
