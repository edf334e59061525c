// The threads that read the log for resources, each with a store of its own opened for reading, shared fairly
// between addresses.
#pragma once

#include "server/api/readers.hpp"
#include "server/net/fair_queue.hpp"
#include "server/wire/limits.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

namespace menagerie::net {

/// Created, used and destroyed on the network thread; only the jobs themselves run on the pool's threads.
/// Waiting jobs stand in one queue a lane; a thread gets its next job only when it has ended one.
class ReaderPool : public api::Readers {
 public:
  /// Opens a store for the calling thread; may throw store::Error.
  using Open = std::function<std::unique_ptr<store::Store>()>;

  /// How many threads each lane has.
  struct Threads {
    std::size_t brief = 3, costly = 2;
  };

  /// `network` gets the results; it and `limits` must outlive the pool. Throws std::system_error where the
  /// system refuses a thread.
  ReaderPool(boost::asio::io_context& network, Threads threads, const wire::Limits& limits, Open open);
  /// As stop(), and waits for the jobs that have begun.
  ~ReaderPool() override;

  /// Jobs that have begun end as soon as they look (Store::look_at_stop), those that wait are forgotten.
  void stop();

  void read(const api::ReadOrder& order, Work work, Done done) override;
  void dispose(std::shared_ptr<void> what) override;

  /// Reads that were refused because too many waited.
  std::uint64_t refused() const { return refused_; }
  std::size_t waiting() const { return brief_.queue.waiting() + costly_.queue.waiting(); }

 private:
  struct Job {
    Work work;
    Done done;
  };
  struct LaneThreads {
    LaneThreads(std::size_t threads, std::size_t per_address, int nice_level);
    FairQueue<Job> queue;
    boost::asio::io_context jobs;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{jobs.get_executor()};
    std::size_t idle;
    int nice;
    // Not asio::thread_pool: where the system refuses one of its threads, its constructor waits for ever.
    std::vector<std::jthread> threads;
  };

  LaneThreads& lane(api::Lane lane) { return lane == api::Lane::brief ? brief_ : costly_; }
  bool has_room(const LaneThreads& lane, const AddressKey& owner) const;
  void begin_next(LaneThreads& lane);
  void begin(LaneThreads& lane, FairQueue<Job>::Taken taken);

  boost::asio::io_context& network_;
  const wire::Limits& limits_;
  Open open_;
  std::stop_source stop_;
  std::uint64_t refused_ = 0;
  LaneThreads brief_, costly_;
};

}  // namespace menagerie::net
