// The Listener: binds an address and accepts connections there. Network thread only.
#pragma once

#include "server/net/connection.hpp"

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace menagerie::net {

class Listener {
 public:
  using Accepted = std::function<void(Socket)>;

  /// `accepted` is called with each new connection. `io` must outlive the listener.
  Listener(boost::asio::io_context& io, Accepted accepted);

  /// Binds and begins to accept; port 0 = any free one. Throws std::runtime_error (address, port, why) when
  /// it cannot. Precondition: it was not started before.
  void start(const std::string& address, std::uint16_t port);
  /// The same at a unix socket.
  void start_at_path(const std::string& path);
  void stop();
  std::uint16_t port() const { return port_; }  ///< the one really bound; 0 at a unix socket

 private:
  void accept();
  void accept_after(std::chrono::milliseconds pause);

  using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
  using Timer =
      boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                        boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

  Accepted accepted_;
  Acceptor acceptor_;
  Timer pause_;
  std::uint16_t port_ = 0;
  std::string path_;  ///< of the unix socket; empty: none
};

}  // namespace menagerie::net
