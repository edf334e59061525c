// Signals as events of the network thread. No thread handles them: they are blocked in all, and read from a
// descriptor. A signal handler would run in whichever thread the kernel picks, in the middle of what it does.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <functional>

namespace menagerie::app {

/// Of store::request_signals(). To be used by the thread that runs `io`, the main one; every other thread has
/// them blocked (store::SignalBlock).
class SignalReader {
 public:
  /// Blocks them in the calling thread, and in those that it starts from now on. Throws std::system_error.
  explicit SignalReader(boost::asio::io_context& io);

  /// Calls `arrived` for each signal, also for those that came before, until release().
  void listen(std::function<void(int signal)> arrived);

  /// From now on they do to the process what they do by default. One that came before and was not read does
  /// nothing.
  void release();

 private:
  void wait();
  /// The next signal that has come, or 0.
  int take();

  boost::asio::posix::stream_descriptor source_;
  std::function<void(int)> arrived_;
};

}  // namespace menagerie::app
