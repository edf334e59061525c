// The readers' threads: jobs of any length end when the server closes, and what closes a reader's store.
#include "server/api/past.hpp"
#include "server/core/acts.hpp"
#include "server/core/record.hpp"
#include "server/net/readers.hpp"
#include "tests/memory_store.hpp"

#include "museum_fixtures.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <functional>
#include <latch>
#include <stdexcept>

namespace net_readers_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

/// A log without end, which tells of each read.
class Endless : public FailingStore {
 public:
  Endless(std::unique_ptr<store::Store> inner, store::LogRow pattern, std::function<void()> on_read)
      : FailingStore(std::move(inner), std::make_shared<std::atomic<bool>>(false)),
        pattern_(std::move(pattern)),
        on_read_(std::move(on_read)) {}
  void each_after(std::int64_t, std::uint64_t after, std::size_t limit, store::RowPart,
                  const std::function<void(const store::LogRow&)>& each) override {
    on_read_();
    store::LogRow row = pattern_;
    for (std::size_t i = 0; i < limit; ++i) {
      row.seq = ++after;
      each(row);
    }
  }

 private:
  store::LogRow pattern_;
  std::function<void()> on_read_;
};

}  // namespace

TEST_CASE("a reader's job looks at the stop while it reads rows") {
  Folder folder;
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    create_exhibit(*store, "menace");
  }
  const auto open = [&] { return store::open_sqlite(folder.path(), store::Mode::read); };
  const std::shared_ptr<const core::Machine> machine = core::load_machine(*open(), "menace")->machine;
  constexpr std::uint64_t kLast = 1'000'000'000'000;
  const core::EffectiveList list = {{machine->row.machine, 2, kLast, {}}};
  const std::function<void(store::Store&)> jobs[] = {
      [](store::Store& store) { core::each_row(store, 1, 1, kLast, [](const auto&) { return true; }); },
      [&](store::Store& store) {
        api::walk_era(store, *machine, kLast, 100, [](const auto&) {});
      },  // a curve
      [&](store::Store& store) {
        core::folded(store, *machine, list, machine->boxes.boxes().size());
      },  // an unteach
  };
  const std::size_t job = GENERATE(0, 1, 2);
  INFO("job " << job);
  store::LogRow freeze;  // a row that changes nothing
  freeze.machine = machine->row.machine;
  freeze.kind = store::Kind::freeze;
  freeze.act = {store::Why::curator, store::Freeze{}};
  std::atomic<int> reads = 0;
  std::latch under_way(1), stopped(1);
  const auto on_read = [&] {
    if (++reads != 3) return;
    under_way.count_down();
    stopped.wait();
  };
  boost::asio::io_context network;
  const wire::Limits limits;
  auto pool = std::make_unique<net::ReaderPool>(network, net::ReaderPool::Threads{1, 1}, limits, [&] {
    return std::make_unique<Endless>(open(), freeze, on_read);
  });
  std::exception_ptr thrown;
  pool->read({.lane = api::Lane::costly}, jobs[job], [&](std::exception_ptr it) { thrown = it; });
  under_way.wait();
  pool->stop();
  stopped.count_down();
  const auto work = boost::asio::make_work_guard(network);
  while (!thrown) network.run_one();  // no clock: the job ends, or this test does not
  CHECK_THROWS_AS(std::rethrow_exception(thrown), store::Stopped);
  CHECK(reads == 3);  // not one more
  pool = nullptr;
}

TEST_CASE("a reader's store is opened again after it failed, and not after a request was refused") {
  boost::asio::io_context network;
  const auto stays = boost::asio::make_work_guard(network);
  const wire::Limits limits;
  std::atomic<int> opened = 0;
  net::ReaderPool pool(network, {1, 1}, limits, [&] {
    ++opened;
    return store::open_memory(std::make_shared<store::MemoryDisk>());
  });
  const auto read = [&](const api::Readers::Work& work) {
    bool thrown = false, done = false;
    pool.read({}, work, [&](std::exception_ptr what) {
      thrown = what != nullptr;
      done = true;
    });
    while (!done) network.run_one();
    return thrown;
  };
  const auto nothing = [](store::Store&) {};
  CHECK_FALSE(read(nothing));
  CHECK(opened == 1);
  CHECK(read([](store::Store&) { throw std::invalid_argument("there is no such machine"); }));
  CHECK(read([](store::Store&) { throw store::NoRoom("the disk is full"); }));
  CHECK_FALSE(read(nothing));
  CHECK(opened == 1);
  CHECK(read([](store::Store&) { throw store::Error("the file is away", store::ErrorKind::transient); }));
  CHECK_FALSE(read(nothing));
  CHECK(opened == 2);
}

}  // namespace net_readers_tests
