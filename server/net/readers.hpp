// The threads that read the log for resources, each with a store of its own opened for reading.
#pragma once

#include "server/api/readers.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace menagerie::net {

/// Created and destroyed on the network thread. Jobs waiting are bounded by the connections: each has at
/// most one at a time.
class ReaderPool : public api::Readers {
 public:
  /// Opens a store for the calling thread; may throw store::Error.
  using Open = std::function<std::unique_ptr<store::Store>()>;

  /// `threads` for what is short, and as many for what is long. `network` gets the results; it must outlive
  /// the pool.
  ReaderPool(boost::asio::io_context& network, std::size_t threads, Open open);
  /// Ends the jobs that have begun, forgets those that wait.
  ~ReaderPool() override;

  void read(Work work, Done done) override;
  void read_behind(Work work, Done done) override;

 private:
  void post(boost::asio::thread_pool& threads, Work work, Done done);

  boost::asio::io_context& network_;
  Open open_;
  boost::asio::thread_pool threads_, threads_behind_;
};

}  // namespace menagerie::net
