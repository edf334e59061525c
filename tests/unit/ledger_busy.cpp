// What a supervisor's watchdog looks at: whether the ledger's thread stands still.
#include "museum_fixtures.hpp"

#include "server/ledger/clocks.hpp"
#include "server/ledger/threaded_ledger.hpp"
#include "tests/memory_store.hpp"

#include <future>
#include <thread>

namespace ledger_busy_tests {

using namespace menagerie;
using namespace menagerie::test;

TEST_CASE("the ledger tells since when its thread is at one turn, and that it waits") {
  const auto now = [] { return std::int64_t{1'700'000'000'000}; };
  const auto disk = std::make_shared<store::MemoryDisk>();
  create_exhibit(*store::open_memory(disk), "her", now());
  std::promise<void> entered, released;
  bool first = true;  // of the ledger's thread
  disk->fault = [&](store::Operation operation) {
    if (operation != store::Operation::read && std::exchange(first, false)) {
      entered.set_value();
      released.get_future().wait();
    }
    return store::DiskFault::none;
  };
  auto store = store::open_memory(disk);
  const std::vector machines{*core::load_machine(*store, "her")};
  ledger::ThreadedLedger ledger(
      std::move(store), [&] { return store::open_memory(disk); }, machines, now,
      [](const std::shared_ptr<const ledger::Published>&) {});
  CHECK(ledger.busy_since_ms() == 0);
  core::Finished episode;
  episode.machine = 1;
  episode.id = store::Id{{1}};
  episode.seat = Player::second;
  episode.moves = "b1-b2 a3xb2 a1xb2";
  episode.outcome = Outcome::first_wins;
  episode.resigned = true;
  episode.last_seq = 1;
  const std::int64_t before_ms = ledger::steady_ms();
  ledger.submit(std::move(episode));
  entered.get_future().wait();
  CHECK(ledger.busy_since_ms() >= before_ms);
  CHECK(ledger.busy_since_ms() <= ledger::steady_ms());
  released.set_value();
  while (ledger.busy_since_ms() != 0) std::this_thread::yield();
  CHECK(ledger.stop(std::chrono::minutes{1}));
}

}  // namespace ledger_busy_tests
