// What the ledgers' threads make of what is thrown on them: memory that is lacking, mistakes of the program,
// a schema that is being changed, a disk that is full while the curator waits.
#include "ledger_fixtures.hpp"
#include "log_lines.hpp"
#include "server/ledger/writer.hpp"

#include <functional>
#include <new>
#include <stdexcept>

namespace ledger_faults_tests {

using namespace menagerie;
using namespace menagerie::test;
using store::DiskFault;
using store::ErrorKind;
using store::Operation;

namespace {

/// How appending fails, or does not; set by any thread.
enum class Append : std::uint8_t { works, lacks_memory, lacks_memory_once, is_mistaken, is_full };

/// A disk whose appends fail so.
std::shared_ptr<store::MemoryDisk> disk_of(std::atomic<Append>& append) {
  const auto disk = her_disk();
  disk->fault = [&append](Operation operation) {
    if (operation == Operation::read) return DiskFault::none;
    Append once = Append::lacks_memory_once;
    if (append.compare_exchange_strong(once, Append::works) || append == Append::lacks_memory)
      throw std::bad_alloc();
    if (append == Append::is_mistaken) throw std::out_of_range("no such bead");
    return append == Append::is_full ? DiskFault::refused : DiskFault::none;
  };
  return disk;
}

/// What an order was answered with.
struct Answer {
  std::atomic<bool> came = false, refused = false;

  ledger::OrderAnswer callback() {
    return [this](const core::Plan* done, const std::exception_ptr&) {
      refused = done == nullptr;
      came = true;
    };
  }
};

core::Order freeze() { return {.kind = store::Kind::freeze, .machine = 1}; }

}  // namespace

TEST_CASE(
    "ledger: where memory is lacking it is tried again; a mistake of the program ends the storing and is "
    "told") {
  const LogLines log;
  std::atomic append = Append::lacks_memory_once;
  const auto disk = disk_of(append);
  std::atomic<int> heard = 0;
  const auto ledger = open_ledger(GENERATE(false, true), disk, heard);
  ledger->submit(episode(1));
  wait_until([&] { return heard == 1; });
  CHECK(ledger->failures().count == 1);
  CHECK_FALSE(ledger->failures().permanent);
  CHECK(log.with("there is not enough memory").size() == 1);
  CHECK(log.with("ledger: storing again").size() == 1);

  append = Append::is_mistaken;
  ledger->submit(episode(2));
  wait_until([&] { return ledger->failures().permanent; });
  CHECK_FALSE(ledger->storing());
  CHECK_THAT(ledger->why(), ContainsSubstring("an error in this program: no such bead"));
  wait_until(
      [&] { return log.with("critical: ledger: an error in this program: no such bead").size() == 1; });

  Answer answer;
  ledger->order(freeze(), answer.callback());
  wait_until([&] { return answer.came.load(); });
  CHECK(answer.refused);
  append = Append::works;
  CHECK_FALSE(ledger->stop(std::chrono::seconds{0}));
  CHECK(heard == 1);
  CHECK(disk->machines.front().log.size() == 2);
  CHECK(ledger->failures().count == 2);
}

TEST_CASE("ledger: an order behind a batch that cannot be stored is refused at once, and not done later") {
  std::atomic append = GENERATE(Append::is_full, Append::lacks_memory);
  const auto disk = disk_of(append);
  std::atomic<int> heard = 0;
  const auto ledger = open_ledger(GENERATE(false, true), disk, heard);
  ledger->submit(episode());
  wait_until([&] { return !ledger->storing(); });
  Answer answer;
  ledger->order(freeze(), answer.callback());
  wait_until([&] { return answer.came.load(); });
  CHECK(answer.refused);
  CHECK(heard == 0);
  append = Append::works;
  wait_until([&] { return heard == 1; });
  wait_until([&] { return ledger->storing(); });
  Answer again;
  ledger->order(freeze(), again.callback());
  wait_until([&] { return again.came.load(); });
  CHECK_FALSE(again.refused);
  CHECK(ledger->stop(std::chrono::seconds{60}));
  CHECK(disk->machines.front().log.size() == 3);  // the era, the episode, one act
}

TEST_CASE("ledger: a store whose state is unknown is closed before it is opened again, also after an order") {
  const auto disk = her_disk();
  bool fails = false;
  disk->fault = [&](Operation operation) {
    if (operation == Operation::read && std::exchange(fails, false))
      throw store::Error("disk I/O error", ErrorKind::unknown);
    return DiskFault::none;
  };
  int opened = 0;
  long open_meanwhile = 0;
  ledger::Writer writer(
      store::open_memory(disk),
      [&] {
        ++opened;
        open_meanwhile = disk.use_count() - 1;  // a folder's lock would refuse a second store
        return store::open_memory(disk);
      },
      {*core::load_machine(*store::open_memory(disk), "her")}, the_time,
      [](const std::shared_ptr<const ledger::Published>&) {});
  Answer failed, done;
  ledger::Work work;
  work.orders.emplace_back(freeze(), failed.callback());
  work.orders.emplace_back(freeze(), done.callback());
  fails = true;
  writer.take(std::move(work));
  CHECK(writer.proceed());
  CHECK(failed.refused);
  CHECK(opened == 1);
  CHECK(open_meanwhile == 0);
  CHECK(done.came);
  CHECK_FALSE(done.refused);
}

TEST_CASE("ledger: what is missing in the schema is looked for again for a minute, then it is permanent") {
  const auto disk = her_disk();
  bool fails = false;
  std::int64_t now_ms = 1'000'000;
  ledger::Writer writer(
      std::make_unique<SharedStore>(disk,
                                    [&] {
                                      if (fails)
                                        throw store::Error("relation \"head\" does not exist",
                                                           ErrorKind::schema);
                                    }),
      nullptr, {*core::load_machine(*store::open_memory(disk), "her")}, the_time,
      [](const std::shared_ptr<const ledger::Published>&) {}, 0, [&] { return now_ms; });
  const auto looks = [&] {
    if (writer.idle()) {
      ledger::Work work;
      work.look = true;
      writer.take(std::move(work));
    }
    return writer.proceed();
  };
  CHECK(looks());
  for (int time = 0; time < 2; ++time) {  // the minute is counted anew
    fails = true;
    CHECK_FALSE(looks());
    now_ms += 59'999;
    CHECK_FALSE(looks());
    CHECK(writer.kind() == ErrorKind::schema);
    fails = false;
    CHECK(looks());
    now_ms += 1;
  }
  fails = true;
  CHECK_FALSE(looks());
  now_ms += 60'000;
  CHECK_FALSE(looks());
  CHECK(writer.kind() == ErrorKind::permanent);
  CHECK(writer.failures().permanent);
  fails = false;
  CHECK_FALSE(looks());
}

TEST_CASE("ledger: without its doorbell a server says so, and learns by looking") {
  const LogLines log;
  const auto disk = her_disk();
  std::atomic<int> heard = 0, opened = 0;
  const auto ledger = open_ledger(true, disk, heard, [&]() -> std::unique_ptr<store::Doorbell> {
    if (++opened == 1) throw std::bad_alloc();
    throw std::out_of_range("no such bell");
  });
  wait_until(
      [&] { return log.with("ledger: no doorbell: an error in this program: no such bell").size() == 1; });
  CHECK(opened == 2);
  ledger->submit(episode());
  wait_until([&] { return heard == 1; });
  CHECK(ledger->stop(std::chrono::seconds{60}));
}

}  // namespace ledger_faults_tests
