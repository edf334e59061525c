// The ledger: one verdict for each submission, from the log and the ticket alone; commits of unknown outcome.
#include "museum_fixtures.hpp"
#include "server/ledger/writer.hpp"
#include "tests/memory_store.hpp"

namespace ledger_verdicts_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

using Kind = core::Verdict::Kind;
using store::DiskFault;

std::int64_t the_time() { return 1'700'000'000'000; }

/// HER on a disk in memory, and a writer that keeps what it publishes.
class Her {
 public:
  Her() {
    disk->fault = [this](store::Operation operation) {
      if (operation == store::Operation::read || disk_faults.empty()) return DiskFault::none;
      const DiskFault disk_fault = disk_faults.front();
      disk_faults.erase(disk_faults.begin());
      return disk_fault;
    };
    const auto store = store::open_memory(disk);
    create_exhibit(*store, "her", the_time());
    open();
  }
  /// As another process does.
  void open() {
    auto store = store::open_memory(disk);
    const std::vector machines{*core::load_machine(*store, "her")};
    writer = std::make_unique<ledger::Writer>(
        std::move(store),
        [this] {
          ++opened;
          return store::open_memory(disk);
        },
        machines, the_time,
        [this](std::shared_ptr<const ledger::Published> batch) {
          answers.insert(answers.end(), batch->answers.begin(), batch->answers.end());
          rows += batch->rows.size();
        });
  }
  core::Finished episode(std::uint8_t id, std::uint64_t last_seq) const {
    core::Finished it;
    it.machine = 1;
    it.id = store::Id{{id}};
    it.seat = Player::second;
    it.moves = "b1-b2 a3xb2 a1xb2";
    it.outcome = Outcome::first_wins;
    it.resigned = true;
    it.last_seq = last_seq;
    return it;
  }
  bool submit(const std::vector<core::Finished>& episodes) {
    ledger::Work work;
    work.inbox.episodes = episodes;
    writer->take(std::move(work));
    return writer->proceed();
  }
  std::string order(store::Kind kind) {
    std::string answer = "none";
    ledger::Work work;
    work.orders.emplace_back(core::Order{.kind = kind, .machine = 1},
                             [&](const core::Plan* done, const std::exception_ptr&) {
                               answer = done != nullptr ? "done" : "thrown";
                             });
    writer->take(std::move(work));
    while (!writer->proceed()) continue;
    return answer;
  }
  std::size_t log() const { return disk->machines.front().log.size(); }

  std::shared_ptr<store::MemoryDisk> disk = std::make_shared<store::MemoryDisk>();
  std::vector<DiskFault> disk_faults;  // of what is written next
  std::unique_ptr<ledger::Writer> writer;
  std::vector<core::Answer> answers;
  std::size_t rows = 0;
  int opened = 0;
};

}  // namespace

TEST_CASE("ledger: each submission gets one verdict, in its order, and an episode is learned once") {
  Her her;
  CHECK(her.submit({her.episode(1, 1), her.episode(2, 1), her.episode(1, 1)}));
  REQUIRE(her.answers.size() == 3);
  CHECK(her.answers[0].verdict == core::Verdict{Kind::learned, 2});
  CHECK(her.answers[1].verdict == core::Verdict{Kind::learned, 3});
  CHECK(her.answers[2].verdict == core::Verdict{Kind::known, 2});
  her.open();
  CHECK(her.submit({her.episode(2, 1)}));
  CHECK(her.answers.back().verdict == core::Verdict{Kind::known, 3});
  core::Finished elsewhere = her.episode(4, 1);
  elsewhere.machine = 9;
  CHECK(her.submit({elsewhere}));
  CHECK(her.answers.back().verdict.code == "no-such-machine");
  CHECK(her.order(store::Kind::reset) == "done");
  CHECK(her.submit({her.episode(5, 3)}));
  CHECK(her.answers.back().verdict.kind == Kind::era_over);
  CHECK(her.log() == 4);
}

TEST_CASE(
    "ledger: what ended while the machine was frozen is not learned after the thaw, also by another "
    "process") {
  Her her;
  const bool restart = GENERATE(false, true);
  CHECK(her.order(store::Kind::freeze) == "done");  // row 2
  CHECK(her.submit({her.episode(1, 1), her.episode(2, 2)}));
  CHECK(her.answers[0].verdict.kind == Kind::frozen);  // it came too late
  CHECK(her.answers[1].verdict.kind == Kind::frozen);
  CHECK(her.order(store::Kind::thaw) == "done");  // row 3
  if (restart) her.open();
  CHECK(her.submit({her.episode(1, 1), her.episode(2, 2), her.episode(3, 3)}));
  CHECK(her.answers[2].verdict.kind == Kind::frozen);
  CHECK(her.answers[3].verdict.kind == Kind::frozen);
  CHECK(her.answers[4].verdict == core::Verdict{Kind::learned, 4});
}

TEST_CASE("ledger: a commit of unknown outcome is read back before anything is tried again") {
  Her her;
  const DiskFault disk_fault = GENERATE(DiskFault::kept, DiskFault::lost);
  her.disk_faults = {disk_fault};
  CHECK_FALSE(her.submit({her.episode(1, 1), her.episode(2, 1)}));
  CHECK(her.answers.empty());
  CHECK(her.log() == (disk_fault == DiskFault::kept ? 3 : 1));
  CHECK(her.writer->failures().unknown_commits == 1);
  CHECK(her.writer->proceed());
  CHECK(her.opened == 1);
  CHECK(her.log() == 3);
  CHECK(her.rows == 2);
  REQUIRE(her.answers.size() == 2);
  // What was kept is found in the log.
  CHECK(her.answers[1].verdict ==
        core::Verdict{disk_fault == DiskFault::kept ? Kind::known : Kind::learned, 3});
  her.disk_faults = {disk_fault};
  CHECK(her.order(store::Kind::freeze) == "done");
  CHECK(her.log() == 4);
  CHECK(her.writer->failures().unknown_commits == 2);
}

TEST_CASE("ledger: a full store is tried again, a broken one never") {
  Her her;
  her.disk_faults = {DiskFault::refused, DiskFault::refused};
  CHECK_FALSE(her.submit({her.episode(1, 1)}));
  CHECK_FALSE(her.writer->proceed());
  CHECK(her.writer->failures().count == 2);
  CHECK_FALSE(her.writer->failures().permanent);
  CHECK(her.writer->proceed());
  CHECK(her.opened == 0);
  CHECK(her.answers.size() == 1);
  her.disk_faults = {DiskFault::broken};
  CHECK_FALSE(her.submit({her.episode(2, 1)}));
  CHECK(her.writer->failures().permanent);
  her.disk_faults.clear();
  CHECK_FALSE(her.writer->proceed());
  CHECK(her.log() == 2);
}

TEST_CASE("ledger: a log that another program writes is told, and not written any more") {
  Her her;
  Her other;
  other.disk = her.disk;
  other.open();
  CHECK(other.submit({other.episode(1, 1)}));
  CHECK_FALSE(her.submit({her.episode(2, 1)}));
  CHECK(her.writer->failures().permanent);
  CHECK(her.answers.empty());
  CHECK(her.log() == 2);
}

TEST_CASE("a game that ended while the machine was frozen stays spared after a restart") {
  Folder folder;
  std::string ticket;
  const auto order = [](TestHouse& house, store::Kind kind) {
    bool done = false;
    house.rooms->carry_out({.kind = kind, .machine = house.room("her").machine().row.machine},
                           [&](const core::Plan*, const std::exception_ptr&) { done = true; });
    house.pump_until([&] { return done; });
  };
  {
    TestHouse house(folder.path());
    museum::Room& room = house.room("her");
    order(house, store::Kind::freeze);
    Guest guest;
    std::mt19937 rng(3);
    room.begin(guest.visitor, {});
    house.play_out(room, guest, rng);
    ticket = guest.newest("state")["ticket"].get<std::string>();
    house.pump_until([&] { return guest.newest("error")["code"] == "frozen"; });
    room.leave(guest.visitor);
  }
  {
    TestHouse house(folder.path());
    order(house, store::Kind::thaw);
  }
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  const std::uint64_t seq = room.state().seq;
  Guest back;
  room.resume(back.visitor, {ticket, std::nullopt, false});
  house.pump_until([&] { return back.newest("error")["code"] == "frozen"; });
  CHECK(back.count("learned") == 0);
  CHECK(room.state().seq == seq);
}

TEST_CASE("a room that cannot follow a row says so, and counts it") {
  Folder folder;
  TestHouse house(folder.path());
  museum::Room& room = house.room("her");
  Guest guest;
  std::mt19937 rng(5);
  room.join(guest.visitor);
  house.play(room, guest, rng);
  CHECK(house.rooms->counters().views_diverged == 0);
  ledger::Published batch;
  batch.rows =
      store::open_sqlite(folder.path(), store::Mode::read)->log_after(room.machine().row.machine, 1, 1);
  const std::vector<std::int64_t> beads = room.state().beads;
  house.rooms->published(batch);  // once more
  CHECK(house.rooms->counters().views_diverged == 1);
  CHECK(room.state().beads == beads);
  batch.rows.front().seq = 3;
  batch.rows.front().changes = {{0, 0, 999, 1000}};
  house.rooms->published(batch);
  CHECK(house.rooms->counters().views_diverged == 2);
}

}  // namespace ledger_verdicts_tests
