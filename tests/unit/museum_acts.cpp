// The curator's acts against the invariant: after thousands of them at random the beads are what folding the
// list of effective episodes gives, every earlier seq reads as it did, and verify agrees.
#include "museum_career.hpp"
#include "server/core/acts.hpp"
#include "server/core/record.hpp"

#include <chrono>
#include <future>
#include <map>
#include <thread>

namespace museum_acts_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

// Under a sanitizer each step takes ten times as long, and a few hundred find as much.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kSteps = 250;
#else
constexpr std::size_t kSteps = 600;
#endif

/// A machine that the curator puts up.
core::Loaded create_machine(store::Store& store, std::string name, std::string game, std::string seat,
                            std::string rule) {
  core::Order order{.kind = Kind::start};
  order.row.name = std::move(name);
  order.row.game = std::move(game);
  order.row.seat = std::move(seat);
  order.row.rule = std::move(rule);
  order.row.convention = "canonical";
  const core::Plan plan = core::plan(store, nullptr, nullptr, order, 1'700'000'000'000);
  store.create_machine(plan.machine->row, plan.machine->boxes, {plan.row},
                       plan.state.snapshot(*plan.machine));
  return *core::load_machine(store, plan.machine->row.name);
}

}  // namespace

TEST_CASE("thousands of acts at random: the beads are the fold, the past stays, verify holds") {
  Folder folder;
  std::int64_t forks = 0;
  std::size_t acts = 0;
  std::map<std::string, std::vector<std::int64_t>> beads;
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    museum::open_museum(*store, [] { return std::int64_t{1'700'000'000'000}; });
    create_machine(*store, "kept-up", "go-2x2", "first", "michie-1961,start=1,upkeep=3");
    create_machine(*store, "kept-up-too", "hexapawn", "either",
                   "gardner-reward,upkeep=1,win=+2/last,floor=1");
    create_machine(*store, "all-gone", "go-2x2", "either", "michie-1961,loss=-all/keep,empty=top-up");
    std::uint64_t seed = 7;
    for (const char* name : {"her", "him", "nimble", "carnival", "minicheckers", "menace", "go-2x2", "go-3x3",
                             "caswell", "kept-up", "kept-up-too", "all-gone"}) {
      CAPTURE(name);
      Career career(*store, *core::load_machine(*store, name), seed++);
      const std::size_t steps = career.machine().listed() ? kSteps : kSteps / 8;
      for (std::size_t step = 0; step < steps; ++step) {
        if (!career.frozen() && step % 2 == 0) {
          career.teach();
        } else {
          acts += career.act(forks) ? 1 : 0;
        }
      }
      career.check_past();
      beads[name] = career.state().beads;
    }
  }
  CHECK(acts > kSteps);  // on twelve machines
  CHECK(forks > static_cast<std::int64_t>(kSteps / 75));
  CHECK(verify_folder(folder.path()) == "ok");
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  for (const core::Loaded& loaded : museum::open_museum(*store, [] { return std::int64_t{0}; })) {
    if (beads.contains(loaded.machine->row.name))
      CHECK(loaded.state.beads == beads[loaded.machine->row.name]);
  }
}

namespace {

/// Gives an order to the learner and waits: "done", or why it was refused.
std::string outcome_of(TestHouse& house, core::Order asked) {
  std::promise<std::string> answered;
  house.learner->order(std::move(asked), [&](const core::Plan*, std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
      answered.set_value("done");
    } catch (const core::Refused& refused) {
      answered.set_value(refused.code);
    }
  });
  return answered.get_future().get();
}

}  // namespace

TEST_CASE("acts through the learner: rooms follow, copies open, a frozen machine learns nothing") {
  Folder folder;
  std::mt19937 rng(3);
  {
    TestHouse house(folder.path());
    const auto order = [&](core::Order asked) { return outcome_of(house, std::move(asked)); };
    museum::Room& go = house.room("go-2x2");
    Guest guest;
    go.join(guest.visitor);
    for (int game = 0; game < 12; ++game) house.play(go, guest, rng);
    const std::int64_t number = go.machine().row.machine;
    const std::vector<std::int64_t> taught = go.state().beads;
    const std::uint64_t seq = go.state().seq;

    CHECK(order({.kind = Kind::rewind, .machine = number, .seq = seq}) == "bad-seq");
    CHECK(order({.kind = Kind::thaw, .machine = number}) == "not-frozen");
    CHECK(order({.kind = Kind::unteach, .machine = number, .visit = store::Id{{9}}}) == "no-such-visit");
    CHECK(order({.kind = Kind::fork, .machine = number, .seq = seq, .row = {.name = "Go"}}) == "bad-name");
    CHECK(order({.kind = Kind::fork, .machine = number, .seq = seq, .row = {.name = "her"}}) == "name-taken");
    CHECK(order({.kind = Kind::start, .row = {.name = "x", .game = "chess"}}) == "bad-machine");
    CHECK(order({.kind = Kind::topup, .machine = number, .to = 0}) == "bad-count");

    CHECK(order({.kind = Kind::fork, .machine = number, .seq = seq, .row = {.name = "go-again"}}) == "done");
    CHECK(order({.kind = Kind::unteach, .machine = number, .visit = guest.visitor.visit}) == "done");
    house.pump_until([&] { return go.state().seq == seq + 1; });
    for (const Box& box : go.machine().boxes.boxes()) {
      for (const std::int64_t count : go.state().beads_in(box))
        CHECK(count == go.machine().rule.start_at(box.turn));
    }
    house.pump_until([&] { return house.rooms->find("go-again") != nullptr; });
    CHECK(house.room("go-again").state().beads == taught);
    Guest other;
    house.room("go-again").join(other.visitor);
    house.play(house.room("go-again"), other, rng);
    CHECK(order({.kind = Kind::unteach,
                 .machine = house.room("go-again").machine().row.machine,
                 .visit = guest.visitor.visit}) == "done");

    CHECK(order({.kind = Kind::rewind, .machine = number, .seq = seq}) == "done");
    CHECK(order({.kind = Kind::freeze, .machine = number}) == "done");
    CHECK(order({.kind = Kind::reset, .machine = number}) == "frozen");
    house.pump_until([&] { return go.state().frozen; });
    CHECK(go.state().beads == taught);
    go.begin(guest.visitor, {});
    house.play_out(go, guest, rng);
    house.pump_until([&] { return guest.newest("error")["code"] == "frozen"; });
    CHECK(go.state().beads == taught);
    CHECK(order({.kind = Kind::thaw, .machine = number}) == "done");
    house.pump_until([&] { return !go.state().frozen; });
    house.play(go, guest, rng);
  }
  CHECK(verify_folder(folder.path()) == "ok");
  TestHouse again(folder.path());
  CHECK(again.rooms->find("go-again") != nullptr);
}

TEST_CASE("a machine that the curator creates is played and taught, also after a restart") {
  Folder folder;
  std::mt19937 rng(3);
  {
    TestHouse house(folder.path());
    store::MachineRow label;
    label.name = "mine";
    label.game = "hexapawn";
    label.seat = "either";
    label.rule = "scroggs-2015,win=+4,floor=1";
    label.convention = "canonical";
    CHECK(outcome_of(house, {.kind = Kind::start, .row = label}) == "done");
    house.pump_until([&] { return house.rooms->find("mine") != nullptr; });
    Guest guest;
    house.room("mine").join(guest.visitor);
    house.play(house.room("mine"), guest, rng);
  }
  CHECK(verify_folder(folder.path()) == "ok");
  TestHouse again(folder.path());
  CHECK(again.room("mine").state().tally.episodes == 1);
}

TEST_CASE("a new machine that was stored is read back however long the store may take") {
  Folder folder;
  std::mt19937 rng(4);
  {
    TestHouse house(folder.path());
    store::MachineRow label;
    label.name = "mine";
    label.game = "hexapawn";
    label.seat = "second";
    label.rule = "gardner-her";
    label.convention = "canonical";
    std::promise<bool> answered;
    std::future<bool> done = answered.get_future();
    *house.failing = true;
    house.learner->order(
        {.kind = Kind::start, .row = label},
        [&](const core::Plan* plan, const std::exception_ptr&) { answered.set_value(plan != nullptr); });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (house.learner->storing() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds{5});
    CHECK_FALSE(house.learner->storing());
    *house.failing = false;
    CHECK(done.get());
    house.pump_until([&] { return house.rooms->find("mine") != nullptr; });
    Guest guest;
    house.room("mine").join(guest.visitor);
    house.play(house.room("mine"), guest, rng);
    CHECK(house.learner->storing());
  }
  CHECK(verify_folder(folder.path()) == "ok");
}

}  // namespace museum_acts_tests
