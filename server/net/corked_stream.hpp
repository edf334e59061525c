// A stream under Beast that gathers finished frames, so that several to one connection leave in one send().
//
// The session appends whole frames and flushes once it has no more to say for now: one send(), no
// operation of its own. What Beast writes itself (the answer to the upgrade, pong, close) goes behind
// them and flushes at once. When the kernel takes no more, the rest stays behind as backlog, and writes
// complete only after it has drained: a reader that is too slow therefore shows in the session.
// Everything is copied in whole, so frames never mix. Nothing stays allocated while nothing waits. One
// thread; whoever starts an operation keeps the stream alive.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/asio/compose.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/socket_base.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::net {

template <class NextLayer>
class CorkedStream {
 public:
  using next_layer_type = NextLayer;
  using executor_type = typename NextLayer::executor_type;
  using error_code = boost::system::error_code;

  explicit CorkedStream(NextLayer next) : next_(std::move(next)) {}

  executor_type get_executor() noexcept { return next_.get_executor(); }
  next_layer_type& next_layer() noexcept { return next_; }
  const next_layer_type& next_layer() const noexcept { return next_; }

  /// Appends a text frame, as a server sends it (RFC 6455, 5.2): whole and unmasked.
  void append_text_frame(std::string_view text) {
    std::array<char, 10> header;
    const std::size_t size = frame_header(text.size(), header);
    make_room(size + text.size());
    waiting_.append(header.data(), size).append(text);
  }
  /// Sends what was gathered. False: some is left (call async_drain), or `error` is set.
  bool flush(error_code& error) { return send_waiting(error); }
  std::size_t waiting() const { return waiting_.size() - sent_; }

  /// Completes with void(error_code) once nothing waits any more.
  template <class Handler>
  void async_drain(Handler&& handler) {
    boost::asio::async_compose<Handler, void(error_code)>(Drain{*this, 0}, handler, next_);
  }

  /// Reads into the first buffer only: Beast's second one is nearly always empty, and one is a cheaper call.
  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    for (const boost::asio::mutable_buffer part : boost::beast::buffers_range_ref(buffers)) {
      if (part.size() != 0) return next_.async_read_some(part, std::forward<Handler>(handler));
    }
    return next_.async_read_some(boost::asio::mutable_buffer(), std::forward<Handler>(handler));
  }

  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    const std::size_t size = boost::asio::buffer_size(buffers);
    make_room(size);
    for (const boost::asio::const_buffer part : boost::beast::buffers_range_ref(buffers)) {
      waiting_.append(static_cast<const char*>(part.data()), part.size());
    }
    error_code error;
    if (send_waiting(error) || error) {
      boost::asio::post(get_executor(),
                        boost::beast::bind_front_handler(std::forward<Handler>(handler), error,
                                                         error ? std::size_t{0} : size));
      return;
    }
    boost::asio::async_compose<Handler, void(error_code, std::size_t)>(Drain{*this, size}, handler, next_);
  }

 private:
  static constexpr std::size_t kSpareMax = 64 * 1024;  // bytes of a buffer worth keeping

  /// Waits until the kernel has taken everything.
  struct Drain {
    CorkedStream& stream;
    std::size_t size;
    bool begun = false;

    template <class Self>
    void operator()(Self& self, error_code error = {}) {
      const bool drained = begun && !error && stream.send_waiting(error);
      begun = true;
      if (drained || error) return finish(self, error);
      stream.next_.async_wait(boost::asio::socket_base::wait_write, std::move(self));
    }
    template <class Self>
    void finish(Self& self, error_code error) {
      if constexpr (requires { self.complete(error, size); }) {
        self.complete(error, error ? 0 : size);
      } else {
        self.complete(error);
      }
    }
  };

  static std::size_t frame_header(std::size_t length, std::array<char, 10>& header) {
    constexpr unsigned kFinalText = 0x81;
    const std::size_t more = length < 126 ? 0 : length < 65536 ? 2 : 8;
    header[0] = static_cast<char>(kFinalText);
    header[1] = static_cast<char>(more == 0 ? length : more == 2 ? 126 : 127);
    for (std::size_t i = 0; i < more; ++i)
      header[2 + i] = static_cast<char>(length >> (8 * (more - 1 - i)) & 0xFF);
    return 2 + more;
  }

  void make_room(std::size_t size) {
    if (waiting_.empty() && waiting_.capacity() < 64) waiting_.swap(spare());
    if (waiting_.capacity() < waiting_.size() + size) {
      waiting_.reserve(std::max({waiting_.size() + size, 2 * waiting_.size(), std::size_t{4096}}));
    }
  }
  /// One buffer goes round: connections hardly ever wait at the same time.
  static std::string& spare() {
    static thread_local std::string buffer;
    return buffer;
  }

  /// Whether nothing is left.
  bool send_waiting(error_code& error) {
    while (sent_ < waiting_.size()) {
      const std::size_t sent = next_.send(boost::asio::buffer(waiting_) + sent_, 0, error);
      if (error == boost::asio::error::would_block || error == boost::asio::error::try_again) {
        error = {};
        return false;
      }
      if (error) break;
      sent_ += sent;
    }
    sent_ = 0;
    waiting_.clear();
    if (waiting_.capacity() > spare().capacity() && waiting_.capacity() <= kSpareMax) waiting_.swap(spare());
    std::string().swap(waiting_);  // assigning {} would keep the memory
    return !error;
  }

  NextLayer next_;  // non-blocking: set by the session
  std::string waiting_;
  std::size_t sent_ = 0;
};

template <class NextLayer>
void teardown(boost::beast::role_type role, CorkedStream<NextLayer>& stream,
              boost::system::error_code& error) {
  boost::beast::websocket::teardown(role, stream.next_layer(), error);
}

template <class NextLayer, class Handler>
void async_teardown(boost::beast::role_type role, CorkedStream<NextLayer>& stream, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, stream.next_layer(), std::forward<Handler>(handler));
}

}  // namespace menagerie::net
