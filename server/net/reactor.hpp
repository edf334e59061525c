// One edge-triggered epoll set for all WebSocket transports, itself waited for by Asio.
//
// With Asio alone each frame would cost a read that finds nothing, a wait, a read, and an operation made and
// completed. Here all that are ready are told so in one turn, and only then is anything served or sent.
// Network thread only.
#pragma once

#include "server/net/connection.hpp"

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <sys/epoll.h>

#include <array>
#include <cstddef>
#include <functional>

namespace menagerie::net {

class Reactor {
 public:
  /// A socket in the set. Removes itself before it is destroyed.
  class Client {
   public:
    /// Called once for each change (edge-triggered). `ended`: the peer sends no more.
    virtual void ready(bool to_read, bool to_write, bool ended) = 0;

   protected:
    ~Client() = default;
  };

  /// `after_turn` is called when all that were ready have been told. Throws boost::system::system_error
  /// where the kernel has no room for the set.
  Reactor(boost::asio::io_context& io, std::function<void()> after_turn);
  Reactor(const Reactor&) = delete;
  Reactor& operator=(const Reactor&) = delete;

  /// False: the kernel has no room for one more (errno says so).
  bool add(int socket, Client& client);
  /// Before the socket is closed. Its client is not called any more, not even in the turn under way.
  void remove(int socket, Client& client);

 private:
  void wait();
  std::size_t turn();

  boost::asio::posix::basic_stream_descriptor<Executor> set_;
  std::function<void()> after_turn_;
  std::array<epoll_event, 256> events_;
  std::size_t count_ = 0;  // of the turn under way
};

}  // namespace menagerie::net
