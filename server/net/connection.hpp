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

/// Enters the server's list for as long as it lives; owned by its own pending operations.
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
  /// The house closes: says goodbye (WebSocket 1001; HTTP once the answer is out).
  virtual void shut(unsigned code, std::string_view reason) = 0;
  /// Closes the socket now. What is pending completes with an error.
  virtual void drop() = 0;
  /// Handles what was read (see Server::serve_soon).
  virtual void serve() {}
  /// Sends what was gathered (see Server::flush_soon).
  virtual void flush() {}
  /// The server goes before the connection does: let go of everything that is the house's.
  virtual void orphan() { server_ = nullptr; }

 protected:
  Server* server_;  ///< null once orphaned

 private:
  friend class Server;
  std::size_t place_ = 0;  // in the server's list
  Kind kind_;
};

}  // namespace menagerie::net
