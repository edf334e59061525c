// Reads are shared fairly between addresses: the queue alone, and with real threads behind it.
#include "museum_fixtures.hpp"

#include "server/net/fair_queue.hpp"
#include "server/net/readers.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <future>
#include <string>
#include <vector>

namespace net_fair_queue_tests {

using namespace menagerie;
using namespace menagerie::test;
using net::AddressKey;

namespace {

AddressKey key(std::uint8_t last) {
  AddressKey made;
  made.bytes[15] = last;
  return made;
}

const AddressKey kOne = key(1), kOther = key(2), kThird = key(3);

/// Takes and ends everything, one after another.
std::string order_of(net::FairQueue<char>& queue) {
  std::string order;
  while (auto taken = queue.take()) {
    order += taken->job;
    queue.end(taken->owner);
  }
  return order;
}

/// A pool on a new, empty store, and the network thread's part of it.
struct Pool {
  Folder folder;
  std::unique_ptr<store::Store> writer = store::open_sqlite(folder.path(), store::Mode::write);
  boost::asio::io_context network{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> open{network.get_executor()};
  wire::Limits limits;
  std::string order;
  int refused = 0;
  net::ReaderPool pool;

  explicit Pool(net::ReaderPool::Threads threads, const wire::Limits& given = {})
      : limits(given), pool(network, threads, limits, [path = folder.path()] {
          return store::open_sqlite(path, store::Mode::read);
        }) {}

  /// A read that waits for `gate`, where it has one.
  void read(const AddressKey& client, char name, std::shared_future<void> gate = {}, bool continues = false) {
    pool.read(
        {.client = client.bytes, .lane = api::Lane::brief, .continues = continues},
        [gate](store::Store&) {
          if (gate.valid()) gate.wait();
        },
        [this, name](std::exception_ptr thrown) {
          if (thrown) {
            ++refused;
          } else {
            order += name;
          }
        });
  }
  void run_until(std::size_t ended) {
    while (order.size() + static_cast<std::size_t>(refused) < ended) network.run_one();
  }
};

}  // namespace

TEST_CASE("owners take turns, each in its own order") {
  net::FairQueue<char> queue(2);
  for (const char job : {'a', 'b', 'c', 'd'}) queue.put(kOne, job);
  for (const char job : {'1', '2'}) queue.put(kOther, job);
  queue.put(kThird, '!');
  CHECK(queue.waiting(kOne) == 4);
  CHECK(queue.waiting() == 7);
  CHECK(order_of(queue) == "a1!b2cd");
  CHECK(queue.waiting() == 0);
  CHECK(queue.waiting(kOne) == 0);
}

TEST_CASE("an owner has only so many jobs under way, however many wait") {
  net::FairQueue<char> queue(2);
  for (const char job : {'a', 'b', 'c'}) queue.put(kOne, job);
  REQUIRE(queue.take()->job == 'a');
  REQUIRE(queue.take()->job == 'b');
  CHECK_FALSE(queue.take());
  queue.put(kOther, '1');
  REQUIRE(queue.take()->job == '1');
  queue.put(kOne, 'd');
  CHECK_FALSE(queue.take());
  queue.end(kOne);
  REQUIRE(queue.take()->job == 'c');
  CHECK_FALSE(queue.take());
  queue.end(kOne);
  queue.end(kOne);
  REQUIRE(queue.take()->job == 'd');
  CHECK_FALSE(queue.take());
}

TEST_CASE("one address with many reads does not keep another waiting") {
  Pool it({.brief = 2, .costly = 1});
  std::promise<void> open;
  const std::shared_future<void> gate = open.get_future().share();
  for (int i = 0; i < 50; ++i) it.read(kOne, 'h', gate);
  it.read(kOther, '!');
  it.run_until(1);  // while not one of the fifty has ended: one thread is always left to others
  CHECK(it.order == "!");
  open.set_value();
  it.read(kOther, '?');
  it.run_until(52);
  CHECK(it.order.find('?') < 6);  // behind those under way, before those that wait
}

TEST_CASE("beyond what may wait, reads are refused; the next piece of an answer never is") {
  wire::Limits limits;
  limits.reads_waiting_per_address_max = 3;
  limits.reads_waiting_max = 5;
  Pool it({.brief = 2, .costly = 1}, limits);
  std::promise<void> open;
  const std::shared_future<void> gate = open.get_future().share();
  for (int i = 0; i < 10; ++i) it.read(kOne, 'a', gate);  // one under way, three waiting
  CHECK(it.pool.refused() == 6);
  for (int i = 0; i < 10; ++i) it.read(kOther, 'b', gate);  // one under way, two waiting: five in all
  CHECK(it.pool.refused() == 13);
  CHECK(it.pool.waiting() == 5);
  it.read(kOne, 'c', gate, true);
  it.read(AddressKey{api::kServerItself}, 's', gate);
  CHECK(it.pool.refused() == 13);
  open.set_value();
  it.run_until(22);
  CHECK(it.refused == 13);
  CHECK(it.order.size() == 9);
}

}  // namespace net_fair_queue_tests
