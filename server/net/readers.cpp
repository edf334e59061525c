#include "server/net/readers.hpp"

#include "server/store/thread_priority.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <utility>

namespace menagerie::net {
namespace {

/// The calling reader's store, opened when first needed. A pool's threads serve no other pool.
thread_local std::unique_ptr<store::Store> own_store;

std::exception_ptr run(const ReaderPool::Open& open, const std::stop_token& stop,
                       const api::Readers::Work& work) {
  try {
    if (!own_store) {
      own_store = open();
      own_store->stop_on(stop);
    }
    work(*own_store);
    return nullptr;
  } catch (const store::NoRoom&) {
    return std::current_exception();
  } catch (const store::Error&) {
    own_store = nullptr;  // a fresh one next time: the file may have come back
    return std::current_exception();
  } catch (...) {  // a refusal, which says nothing of the store
    return std::current_exception();
  }
}

/// Lowers the priority of this thread, the first time.
void lower_priority(int nice) {
  static thread_local bool lowered = false;
  if (!std::exchange(lowered, true)) store::set_nice(nice);
}

}  // namespace

/// One address never has all the threads of a lane, unless there is only one.
ReaderPool::LaneThreads::LaneThreads(std::size_t count, std::size_t per_address, int nice_level)
    : queue(std::clamp<std::size_t>(per_address, 1, std::max<std::size_t>(count, 2) - 1)),
      jobs(static_cast<int>(count)),
      idle(count),
      nice(nice_level) {
  while (threads.size() < count) {
    threads.emplace_back([this](const std::stop_token& stop) {
      const std::stop_callback end(stop, [this] { jobs.stop(); });  // also where a thread after it is refused
      jobs.run();
    });
  }
}

ReaderPool::ReaderPool(boost::asio::io_context& network, Threads threads, const wire::Limits& limits,
                       Open open)
    : network_(network),
      limits_(limits),
      open_(std::move(open)),
      brief_(threads.brief, limits.reads_per_address_max, store::kBriefReaderNice),
      costly_(threads.costly, limits.reads_per_address_max, store::kCostlyReaderNice) {}

ReaderPool::~ReaderPool() { stop(); }

void ReaderPool::stop() {
  stop_.request_stop();
  for (LaneThreads* lane : {&brief_, &costly_}) lane->jobs.stop();
}

bool ReaderPool::has_room(const LaneThreads& lane, const AddressKey& owner) const {
  if (owner == AddressKey{api::kServerItself}) return true;
  return lane.queue.waiting(owner) < limits_.reads_waiting_per_address_max &&
         waiting() < limits_.reads_waiting_max;
}

void ReaderPool::read(const api::ReadOrder& order, Work work, Done done) {
  LaneThreads& threads = lane(order.lane);
  const AddressKey owner{order.client};
  if (!order.continues && !has_room(threads, owner)) {
    ++refused_;
    boost::asio::post(network_,
                      [done = std::move(done)] { done(std::make_exception_ptr(api::TooManyReads())); });
    return;
  }
  threads.queue.put(owner, {std::move(work), std::move(done)});
  begin_next(threads);
}

void ReaderPool::begin_next(LaneThreads& lane) {
  while (lane.idle > 0) {
    auto taken = lane.queue.take();
    if (!taken) return;
    begin(lane, *std::move(taken));
  }
}

void ReaderPool::begin(LaneThreads& lane, FairQueue<Job>::Taken taken) {
  --lane.idle;
  boost::asio::post(lane.jobs, [this, &lane, taken = std::move(taken)]() mutable {
    lower_priority(lane.nice);
    std::exception_ptr thrown = run(open_, stop_.get_token(), taken.job.work);
    // Both are moved, never copied: the network thread alone destroys what was thrown, which it reads, and
    // the work, whose captures were made there.
    boost::asio::post(network_, [this, &lane, taken = std::move(taken), thrown = std::move(thrown)] {
      ++lane.idle;
      lane.queue.end(taken.owner);
      begin_next(lane);
      taken.job.done(thrown);
    });
  });
}

void ReaderPool::dispose(std::shared_ptr<void> what) {
  if (!what) return;
  boost::asio::post(costly_.jobs, [this, what = std::move(what)]() mutable {
    lower_priority(costly_.nice);
    what = nullptr;
  });
}

}  // namespace menagerie::net
