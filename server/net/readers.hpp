// The threads that read the log for resources, each with a store of its own opened for reading, shared fairly
// between addresses.
#pragma once

#include "server/api/readers.hpp"
#include "server/net/fair_queue.hpp"
#include "server/wire/limits.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <cstddef>
#include <functional>
#include <memory>

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

  /// `network` gets the results; it and `limits` must outlive the pool.
  ReaderPool(boost::asio::io_context& network, Threads threads, const wire::Limits& limits, Open open);
  /// Ends the jobs that have begun, forgets those that wait.
  ~ReaderPool() override;

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
    boost::asio::thread_pool threads;
    std::size_t idle;
    int nice;
  };

  LaneThreads& lane(api::Lane lane) { return lane == api::Lane::brief ? brief_ : costly_; }
  bool has_room(const LaneThreads& lane, const AddressKey& owner) const;
  void begin_next(LaneThreads& lane);
  void begin(LaneThreads& lane, FairQueue<Job>::Taken taken);

  boost::asio::io_context& network_;
  const wire::Limits& limits_;
  Open open_;
  std::uint64_t refused_ = 0;
  LaneThreads brief_, costly_;
};

}  // namespace menagerie::net
