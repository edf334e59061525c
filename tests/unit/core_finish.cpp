// Finished machines: the row since which a machine is finished follows from its log, and its new era begins
// exactly once, also after restarts.
#include "museum_fixtures.hpp"
#include "server/core/acts.hpp"
#include "server/core/finish.hpp"
#include "server/core/record.hpp"

namespace core_finish_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

/// Plays until the room's machine is finished; how many games that took.
int finish(TestHouse& house, Guest& guest, std::mt19937& rng, std::string_view name = "her") {
  museum::Room& room = house.room(name);
  room.join(guest.visitor);
  for (int game = 1; game <= 2000; ++game) {
    house.play(room, guest, rng);
    if (room.graduation()) return game;
    REQUIRE_FALSE(room.state().dry);
  }
  FAIL("it is never finished");
  return 0;
}

std::optional<core::Graduation> as_log_tells(const std::string& folder, std::string_view name) {
  const auto store = store::open_sqlite(folder, store::Mode::read);
  return core::load_machine(*store, name)->graduation;
}

std::vector<store::LogRow> resets(const std::string& folder, std::string_view name) {
  const auto store = store::open_sqlite(folder, store::Mode::read);
  std::vector<store::LogRow> acts = store->acts(core::load_machine(*store, name)->machine->row.machine);
  std::erase_if(acts, [](const auto& act) { return act.kind != store::Kind::reset; });
  return acts;
}

}  // namespace

TEST_CASE("HER is finished by her last defeat; after so many games more a new era begins, right behind one") {
  const Folder folder;
  std::mt19937 rng(1);
  wire::Limits limits;
  limits.finished_games = 5;
  TestHouse house(folder.path(), limits);
  Guest guest;
  const int games = finish(house, guest, rng);
  museum::Room& room = house.room("her");
  const core::Graduation graduation = *room.graduation();
  CHECK(graduation.seq == room.state().seq);
  CHECK(graduation.tally.episodes == static_cast<std::uint64_t>(games));
  CHECK(graduation.tally.losses <= 19);
  CHECK(core::games_left(room.state(), graduation, 5) == 5);
  CHECK(core::games_left(room.state(), graduation, 0) == std::nullopt);
  CHECK(as_log_tells(folder.path(), "her") == graduation);
  const auto beads = room.state().beads;
  for (std::uint64_t left = 5; left > 1; --left) {
    const json learned = house.play(room, guest, rng);
    CHECK(learned["outcome"] == "win");
    CHECK(room.state().beads == beads);
    CHECK(room.graduation() == graduation);
    CHECK(core::games_left(room.state(), graduation, 5) == left - 1);
    CHECK(resets(folder.path(), "her").empty());
  }
  house.play(room, guest, rng);
  CHECK(room.state().era == 2);
  CHECK(room.state().seq == graduation.seq + 6);
  CHECK(room.state().era_seq == room.state().seq);
  CHECK_FALSE(room.graduation());
  const auto acts = resets(folder.path(), "her");
  REQUIRE(acts.size() == 1);
  CHECK(acts[0].act->why == store::Why::finished);
  const store::Plaque& plaque = store::act_as<store::EraReset>(acts[0]).plaque;
  REQUIRE(plaque.finished);
  CHECK(plaque.finished->seq == graduation.seq);
  CHECK(plaque.finished->tally == graduation.tally);
  CHECK(plaque.tally.episodes == graduation.tally.episodes + 5);
  house.play(room, guest, rng);  // the visitor just goes on, in the new era
  CHECK(room.state().era == 2);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("a restart changes nothing: how long it has been finished follows from the log") {
  const Folder folder;
  std::mt19937 rng(2);
  wire::Limits limits;
  limits.finished_games = 7;
  std::optional<core::Graduation> graduation;
  {
    TestHouse house(folder.path(), limits);
    Guest guest;
    finish(house, guest, rng);
    graduation = house.room("her").graduation();
    for (int game = 0; game < 3; ++game) house.play(house.room("her"), guest, rng);
  }
  for (int more = 0; more < 3; ++more) {
    TestHouse house(folder.path(), limits);
    museum::Room& room = house.room("her");
    CHECK(room.graduation() == graduation);
    Guest guest;
    room.join(guest.visitor);
    house.play(room, guest, rng);
    CHECK(room.state().era == 1);
  }
  TestHouse house(folder.path(), limits);
  Guest guest;
  house.room("her").join(guest.visitor);
  house.play(house.room("her"), guest, rng);
  CHECK(house.room("her").state().era == 2);
  CHECK(resets(folder.path(), "her").size() == 1);
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("no new era begins by itself where none shall, or while it is frozen; a topup can undo it") {
  const Folder folder;
  std::mt19937 rng(3);
  wire::Limits limits;
  limits.finished_games = 0;
  TestHouse house(folder.path(), limits);
  Guest guest;
  finish(house, guest, rng);
  museum::Room& room = house.room("her");
  const auto graduation = room.graduation();
  for (int game = 0; game < 60; ++game) house.play(room, guest, rng);
  CHECK(room.state().era == 1);
  CHECK(room.graduation() == graduation);
  bool done = false;
  house.rooms->carry_out({.kind = store::Kind::topup, .machine = room.machine().row.machine, .to = 1},
                         [&](const core::Plan* plan, const std::exception_ptr&) { done = plan != nullptr; });
  house.pump_until([&] { return done; });
  CHECK_FALSE(room.graduation());
  CHECK_FALSE(as_log_tells(folder.path(), "her"));
  CHECK(verify_folder(folder.path()) == "ok");
}

TEST_CASE("a machine whose game its side must lose, and one that makes its boxes, is never finished") {
  const Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  museum::open_museum(*store, [] { return std::int64_t{1}; });
  for (const std::string_view name : {"go-2x2", "caswell", "extendapawn", "her", "menace"}) {
    const auto loaded = core::load_machine(*store, name);
    CHECK_FALSE(loaded->graduation);
    core::FinishWatch watch(*loaded);
    CHECK_FALSE(watch.follow(store->log_after(loaded->machine->row.machine, 0, 1).front()));
  }
}

TEST_CASE("verify finds a new era that began as if nobody could beat the machine") {
  const Folder folder;
  {
    TestHouse house(folder.path());
    std::mt19937 rng(4);
    Guest guest;
    house.room("her").join(guest.visitor);
    house.play(house.room("her"), guest, rng);
  }
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    auto loaded = core::load_machine(*store, "her");
    const store::LogRow row =
        core::begin_era(*loaded->machine, loaded->state, store::Why::finished, 1'800'000'000'000);
    const store::Snapshot snapshot = loaded->state.snapshot(*loaded->machine);
    store->append({&row, 1}, {}, {&snapshot, 1});
  }
  CHECK(verify_folder(folder.path()).find("as if the machine could not be beaten, and it could") !=
        std::string::npos);
}

TEST_CASE(
    "a finished machine is searched no more, and one that can be beaten only where its way to win is gone") {
  const Folder folder;
  std::mt19937 rng(5);
  wire::Limits limits;
  limits.finished_games = 0;
  constexpr std::uint64_t kMore = 60;
  std::uint64_t finished_at = 0;
  {
    TestHouse house(folder.path(), limits);
    Guest guest;
    finish(house, guest, rng);
    finished_at = house.room("her").graduation()->seq;
    for (std::uint64_t game = 0; game < kMore; ++game) house.play(house.room("her"), guest, rng);
  }
  const auto store = store::open_sqlite(folder.path(), store::Mode::read);
  const auto loaded = *core::load_machine(*store, "her");
  const core::Machine& machine = *loaded.machine;
  core::MachineState state;
  core::FinishWatch watch(loaded.machine, state);
  LossSearch each(machine.boxes, machine.rule);  // asked at each row, as it once was on two threads
  std::uint32_t then = 0, each_then = 0;
  for (const store::LogRow& row : store->log_after(machine.row.machine, 0, 10'000)) {
    state.apply(machine, row);
    const bool finished = watch.follow(row);
    REQUIRE(finished == !each.can_lose(state.beads));
    REQUIRE(finished == (row.seq >= finished_at));
    if (row.seq != finished_at) continue;
    then = watch.searches();
    each_then = each.searches();
  }
  INFO("searches until it is finished: " << then << ", and " << each_then << " if asked at each row");
  CHECK(then <= each_then + 1);  // the initial beads
  CHECK(watch.searches() == then);
  CHECK(each.searches() == each_then + kMore);
  CHECK(loaded.graduation->seq == finished_at);
  CHECK(core::graduation_at(*store, machine, loaded.state) == loaded.graduation);
}

TEST_CASE("a room believes the ledger, which has looked, whether its machine can be beaten") {
  const Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  store::LogRow row;
  row.machine = room.machine().row.machine;
  row.kind = store::Kind::freeze;
  row.seq = room.state().seq + 1;
  row.time_ms = 1'800'000'000'000;
  room.follow(row, true);
  REQUIRE(room.graduation());
  CHECK(room.graduation()->seq == row.seq);
  CHECK(room.view()->graduation == room.graduation());
  ++row.seq;
  row.kind = store::Kind::thaw;
  room.follow(row, false);
  CHECK_FALSE(room.graduation());
}

TEST_CASE("the curator's new era keeps the graduate of the one that it ends") {
  const Folder folder;
  std::mt19937 rng(6);
  TestHouse house(folder.path());
  Guest guest;
  finish(house, guest, rng);
  museum::Room& room = house.room("her");
  house.play(room, guest, rng);
  const core::Graduation graduation = *room.graduation();
  const core::Order order{.kind = store::Kind::reset, .machine = room.machine().row.machine};
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::read);
    const core::Plan seen = core::preview(*store, &room.machine(), order, 1'900'000'000'000);
    CHECK(store::act_as<store::EraReset>(seen.row).plaque.finished.has_value());
  }
  bool done = false;
  house.rooms->carry_out(order,
                         [&](const core::Plan* plan, const std::exception_ptr&) { done = plan != nullptr; });
  house.pump_until([&] { return done; });
  CHECK(room.state().era == 2);
  CHECK_FALSE(room.graduation());
  const auto acts = resets(folder.path(), "her");
  REQUIRE(acts.size() == 1);
  CHECK(acts[0].act->why == store::Why::curator);
  const auto& finished = store::act_as<store::EraReset>(acts[0]).plaque.finished;
  REQUIRE(finished);
  CHECK(finished->seq == graduation.seq);
  CHECK(finished->tally == graduation.tally);
  CHECK(verify_folder(folder.path()) == "ok");
}

}  // namespace core_finish_tests
