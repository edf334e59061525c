// What the Server knows of each of its connections, HTTP or WebSocket. Network thread only.
#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace menagerie::net {

/// Concrete types: no type-erased executor on the way of a move.
using Executor = boost::asio::io_context::executor_type;
using Socket = boost::asio::basic_stream_socket<boost::asio::ip::tcp, Executor>;

class Server;

/// In the server's ConnectionRegistry for as long as it lives; owned by its own pending operations.
class Connection {
 public:
  enum class Kind : std::uint8_t { http, refused, play, watch };

  Connection(Server& server, Kind kind);
  virtual ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  Kind kind() const { return kind_; }

  /// Called every second or so: enforces what has a time limit.
  virtual void sweep(std::int64_t now_ms) = 0;
  /// Server shutdown: a WebSocket sends this close frame, HTTP ends once the answer is out.
  virtual void shut(unsigned code, std::string_view reason) = 0;
  /// Closes the socket now. What is pending completes with an error.
  virtual void drop() = 0;
  /// The server is destroyed before the connection is: release everything that is the server's.
  virtual void orphan() { server_ = nullptr; }

 protected:
  Server* server_;  ///< null once orphaned

 private:
  friend class ConnectionRegistry;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::size_t place_ = kNowhere;  // in the registry
  Kind kind_;
};

}  // namespace menagerie::net
