// A clock that is wrong for a while: rows carry the right time again once it is right, filters by time and
// verify stay right, and no wait is shortened or prolonged.
#include "museum_fixtures.hpp"
#include "server/core/clock.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

namespace museum_clock_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr std::int64_t kHour = 3'600'000, kDay = 24 * kHour;
constexpr std::int64_t kNow = 1'795'000'000'000;  // November 2026

/// Plays an episode with MENACE and returns its row's time.
std::int64_t lesson(TestHouse& house, Guest& guest, std::mt19937& rng) {
  museum::Room& room = house.room("menace");
  house.play(room, guest, rng);
  return room.state().time_ms;
}

store::LogRow row_of(std::uint64_t seq, std::int64_t time_ms, bool clock_back = false) {
  store::LogRow row;
  row.machine = 1;
  row.seq = seq;
  row.time_ms = time_ms;
  row.clock_back = clock_back;
  row.id.bytes[0] = static_cast<std::uint8_t>(seq);
  row.opponent = "visitor";
  row.outcome = Outcome::first_wins;
  row.reason = Reason::win;
  return row;
}

}  // namespace

TEST_CASE("a run in another decade: later rows carry the right time again, and the log is verified") {
  Folder folder;
  std::mt19937 rng(8);
  std::uint64_t before = 0, wrong = 0;
  {
    TestHouse house(folder.path(), {}, kNow);
    Guest guest;
    CHECK(lesson(house, guest, rng) == kNow);
    before = house.room("menace").state().seq;
  }
  {
    TestHouse house(folder.path(), {}, kNow + kHour);
    house.wrong_ms = 3'652 * kDay;
    Guest guest;
    CHECK(lesson(house, guest, rng) == kNow + kHour + 3'652 * kDay);
    wrong = house.room("menace").state().seq;
    house.wrong_ms = 0;  // put right while the house is open
    house.now_ms += kHour;
    CHECK(lesson(house, guest, rng) == kNow + 2 * kHour);
    CHECK(lesson(house, guest, rng) == kNow + 2 * kHour);
    CHECK(lesson(house, guest, rng) == kNow + 2 * kHour);
    house.room("menace").leave(guest.visitor);
  }
  CHECK(verify_folder(folder.path()) == "ok");
  {
    TestHouse house(folder.path(), {}, kNow + 3 * kHour);
    Guest guest;
    CHECK(lesson(house, guest, rng) == kNow + 3 * kHour);
    house.wrong_ms = -2 * kHour;  // less than a day: the log waits until the clock has caught up
    CHECK(lesson(house, guest, rng) == kNow + 3 * kHour);
    house.wrong_ms = -20'000 * kDay;  // a computer without a battery
    CHECK(lesson(house, guest, rng) == kNow + 3 * kHour);
    house.wrong_ms = 0;
    house.now_ms += kHour;
    CHECK(lesson(house, guest, rng) == kNow + 4 * kHour);
  }
  CHECK(verify_folder(folder.path()) == "ok");
  const auto store = store::open_sqlite(folder.path(), store::Mode::read);
  CHECK(store->last_before(1, kNow + 2 * kHour) == before);
  CHECK(store->last_before(1, kNow + 2 * kHour + 1) ==
        wrong + 3);  // what the wrong clock stamped came before
  CHECK(store->last_before(1, kNow + kHour) == before);
  CHECK(store->last_before(1, kNow + 1) == before);
  CHECK(store->last_before(1, kNow + 3 * kHour) == wrong + 3);
  CHECK(store->last_before(1, kNow + 3'000 * kDay) == wrong + 7);
  CHECK(store->last_before(1, INT64_MAX) == wrong + 7);
}

TEST_CASE("a museum that was created by a clock that was ahead is not left in the future") {
  Folder folder;
  std::mt19937 rng(9);
  {
    TestHouse house(folder.path(), {}, kNow + 3'652 * kDay);
    Guest guest;
    lesson(house, guest, rng);
  }
  TestHouse house(folder.path(), {}, kNow);
  Guest guest;
  CHECK(lesson(house, guest, rng) == kNow);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("last_before where the clock was put back more than once") {
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  museum::open_museum(*store, [] { return std::int64_t{100}; });
  const std::int64_t times[] = {100, 110, 900, 910, 120, 130, 950, 125, 140};  // of row 1 and so on
  const bool back[] = {false, false, false, false, true, false, false, true, false};
  for (std::uint64_t seq = 2; seq <= std::size(times); ++seq) {
    const store::LogRow row = row_of(seq, times[seq - 1], back[seq - 1]);
    store->append({&row, 1}, {}, {});
  }
  for (std::int64_t time = 95; time < 960; ++time) {
    std::uint64_t expected = 0;  // a row was learned before every later one that goes back
    for (std::size_t i = 0; i < std::size(times); ++i) {
      std::int64_t learned = times[i];
      for (std::size_t later = i + 1; later < std::size(times); ++later)
        learned = std::min(learned, times[later]);
      if (learned < time) expected = i + 1;
    }
    INFO(time);
    CHECK(store->last_before(1, time) == expected);
  }
  const auto rows = store->log_after(1, 0, 100);
  for (std::size_t i = 0; i < rows.size(); ++i) CHECK(rows[i].clock_back == back[i]);
}

TEST_CASE("a row that goes back in time without saying so is found by verify") {
  Folder folder;
  std::mt19937 rng(10);
  {
    TestHouse house(folder.path(), {}, kNow);
    Guest guest;
    lesson(house, guest, rng);
    house.now_ms += kHour;
    lesson(house, guest, rng);
  }
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  const auto rows = store->log_after(1, 0, 10);
  store::LogRow row = rows.back();
  ++row.seq;
  row.id.bytes[0] ^= 1;
  row.time_ms -= kHour;
  store->append({&row, 1}, {}, {});
  CHECK_THAT(verify_folder(folder.path()),
             ContainsSubstring("its time is earlier than that of the row before"));
}

TEST_CASE("the wait for a new era is counted on a clock that no one puts forward or back") {
  core::MachineState state;
  state.dry = core::Dry{5, kNow, 0};
  core::DryWait wait;
  wait.follow(state, 600, kNow, 1000);
  CHECK(wait.left_ms(1000) == 600'000);
  CHECK(wait.left_ms(601'000) == 0);
  CHECK(wait.end_ms(kNow + 100'000, 101'000) == kNow + 600'000);
  wait.follow(state, 600, kNow + 3'652 * kDay, 101'000);  // the clock jumps: the wait stays what it was
  CHECK(wait.left_ms(101'000) == 500'000);
  CHECK(wait.end_ms(kNow + 3'652 * kDay, 101'000) == kNow + 3'652 * kDay + 500'000);
  state.frozen = true;
  wait.follow(state, 600, kNow, 101'000);
  CHECK_FALSE(wait.left_ms(101'000));

  // Opened anew: what had passed counts, and a time that lies ahead is no reason to wait longer.
  state.frozen = false;
  core::DryWait again;
  again.follow(state, 600, kNow + 200'000, 0);
  CHECK(again.left_ms(0) == 400'000);
  state.dry->since_ms = kNow + 3'652 * kDay;
  again.follow(state, 600, kNow, 0);
  CHECK(again.left_ms(0) == 600'000);
}

TEST_CASE("jumps of the clock are told") {
  core::ClockWatch watch;
  CHECK(watch.look(kNow, 0).empty());
  CHECK(watch.look(kNow + 1'200, 1'000).empty());
  CHECK(watch.look(kNow + 2'000 + 10 * kDay, 2'000) ==
        "the clock was put forward by 9 days, to " + wire::time_text(kNow + 2'000 + 10 * kDay));
  CHECK(watch.look(kNow + 3'000 + 10 * kDay, 3'000).empty());
  CHECK(watch.look(kNow + 4'000, 4'000) ==
        "the clock was put back by 10 days, to " + wire::time_text(kNow + 4'000));

  CHECK(core::clock_at_start(0, kNow).empty());
  CHECK(core::clock_at_start(kNow - kDay, kNow).empty());
  CHECK_THAT(core::clock_at_start(kNow + 10 * kDay, kNow),
             ContainsSubstring("10 days later: one of them is wrong"));
  CHECK_THAT(core::clock_at_start(kNow, kNow + 3'652 * kDay), ContainsSubstring("3652 days ago"));
}

}  // namespace museum_clock_tests
