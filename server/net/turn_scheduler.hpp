// The order of work within one turn of the network thread: all sockets that are ready are read first, then
// every frame that was read is served, then every connection that has something to send sends it. Each of
// the three steps finds its code and data in the processor's caches, and what several frames caused leaves
// in one send(). Network thread only.
#pragma once

#include "server/net/connection.hpp"
#include "server/net/monotonic_clock.hpp"

#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace menagerie::net {

class TurnScheduler {
 public:
  /// `io` is the network thread's; it must outlive the scheduler.
  explicit TurnScheduler(boost::asio::io_context& io) : io_(io) {}

  /// Calls connection.serve() once all that is ready has been read, and before anything is flushed. To be
  /// called again only once it was served.
  void serve_soon(Connection& connection) {
    to_serve_.push_back(&connection);
    run_soon();
  }
  /// Calls connection.flush() at the end of this turn. To be called again only once it was flushed.
  void flush_soon(Connection& connection) {
    to_flush_.push_back(&connection);
    run_soon();
  }
  /// The connection is destroyed. Precondition: run() is not under way.
  void forget(const Connection& connection);

  /// Serves and flushes what waits. Called at the end of a reactor's turn; by itself where none comes.
  void run();

  std::size_t to_be_served() const { return to_serve_.size(); }
  /// monotonic_ms() as it was when the frames served now were read.
  std::int64_t now_ms() const { return turn_ms_; }

 private:
  void run_soon() {
    if (!posted_) post();
  }
  void post();

  boost::asio::io_context& io_;
  std::vector<Connection*> to_serve_, to_flush_, running_;
  bool posted_ = false;
  std::int64_t turn_ms_ = monotonic_ms();
};

}  // namespace menagerie::net
