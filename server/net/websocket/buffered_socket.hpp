// The socket under Beast's WebSocket stream. Beast writes frame by frame; here all frames of a turn are
// gathered in one buffer, which leaves with flush() in as few send() as possible. So a write never waits, and
// frames may be written while Beast writes one of its own. The buffer is released when empty. Network thread
// only.
#pragma once

#include "server/net/connection.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace menagerie::net {

class BufferedSocket {
 public:
  using error_code = boost::system::error_code;
  using executor_type = Executor;

  class Owner {
   public:
    /// Before each read of the socket: every whole frame that the last one brought has been handled.
    virtual void on_reading() = 0;
    /// Beast has put a frame of its own into the buffer: a pong or a close.
    virtual void on_writing() = 0;

   protected:
    ~Owner() = default;
  };

  /// `owner` outlives it.
  BufferedSocket(Socket socket, Owner& owner);

  executor_type get_executor() { return socket_.get_executor(); }
  void close();
  /// Tells the peer that no more will come.
  void shut_down_sending();
  /// Sends what was gathered. False: the kernel takes no more for now (see async_wait_for_room), or `error`
  /// is set.
  bool flush(error_code& error);
  /// Calls handler(error_code) when the kernel takes more.
  template <typename Handler>
  void async_wait_for_room(Handler handler) {
    socket_.async_wait(Socket::wait_write, std::move(handler));
  }

  // What follows is Beast's: it asks it of the stream below its own.

  template <typename Buffers, typename Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    owner_->on_reading();
    // Beast's ring has two parts at most; the first will do, and recv() costs less than recvmsg().
    const boost::asio::mutable_buffer room(*boost::asio::buffer_sequence_begin(buffers));
    socket_.async_read_some(room, std::forward<Handler>(handler));
  }
  template <typename Buffers, typename Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    const std::size_t size = write_some(buffers);
    owner_->on_writing();
    boost::asio::post(get_executor(),
                      boost::beast::bind_front_handler(std::forward<Handler>(handler), error_code{}, size));
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers) {
    const std::size_t before = outgoing_.size();
    outgoing_.reserve(before + boost::asio::buffer_size(buffers));
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto it = boost::asio::buffer_sequence_begin(buffers); it != end; ++it) {
      const boost::asio::const_buffer piece(*it);
      outgoing_.append(static_cast<const char*>(piece.data()), piece.size());
    }
    return outgoing_.size() - before;
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers, error_code& error) {
    error = {};
    return write_some(buffers);
  }
  // Declared, never defined: Beast's write() demands a stream that has both.
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers);
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers, error_code& error);

 private:
  Socket socket_;
  Owner* owner_;
  std::size_t sent_ = 0;  // bytes of outgoing_ that are out
  std::string outgoing_;
};

/// Beast's end of a connection; the session ends it itself, once what was gathered is out.
template <typename Handler>
void async_teardown(boost::beast::role_type, BufferedSocket& socket, Handler&& handler) {
  boost::asio::post(socket.get_executor(), boost::beast::bind_front_handler(std::forward<Handler>(handler),
                                                                            boost::system::error_code{}));
}
inline void beast_close_socket(BufferedSocket& socket) { socket.close(); }

}  // namespace menagerie::net
