// The socket of one WebSocket, as a stream under Beast and past it.
//
// Plain frames go past Beast: the session reads bytes with receive(), and appends whole frames with
// append_text_frame(), which leave in one send() once it has no more to say for now. What is not plain it
// gives back (give_back) and lets Beast read. Beast is handed the bytes of one frame at most at a time, so
// that it never holds any of the next one, and the session can go on past it after each message.
//
// What Beast writes itself (the answer to the upgrade, pong, close) goes behind the frames that wait and is
// sent at once. When the kernel takes no more, the rest stays behind as backlog, and writes complete only
// after it has drained: a reader that is too slow therefore shows in the session. Everything is copied in
// whole, so frames never mix. Nothing stays allocated while nothing waits. Network thread only; whoever
// starts an operation keeps the line alive.
#pragma once

#include "server/net/arrivals.hpp"
#include "server/net/connection.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/bind_handler.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/core/role.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::net {

class Line final : public Arrivals::Client {
 public:
  using executor_type = Executor;
  using error_code = boost::system::error_code;

  /// Who speaks on the line.
  class Owner {
   public:
    virtual void arrived() = 0;  ///< something can be read, and Beast does not wait for it
    /// Nothing waits any more (see flush). Perhaps called while Beast writes: to be answered later.
    virtual void drained(const error_code& error) = 0;
    virtual void goodbye() = 0;  ///< Beast sends a close frame now, after which nothing may follow

   protected:
    ~Owner() = default;
  };

  /// Takes the socket over from Asio. `owner` outlives the line; a line that cannot be set up is not open.
  Line(Socket socket, Arrivals& arrivals, Owner& owner);
  ~Line() { close(); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  executor_type get_executor() const noexcept { return executor_; }
  bool is_open() const { return socket_ >= 0; }
  /// What waits completes with operation_aborted. The owner hears no more.
  void close();
  /// Tells the other end that no more will come.
  void shut_down();

  // ---- past Beast

  /// Bytes read; 0 where nothing has come. Whether more may have come: may_have_more().
  std::size_t receive(std::span<char> room, error_code& error);
  bool may_have_more() const { return more_ || ended_; }
  /// Whether the other end has said that no more will come: it is told once, perhaps before all was received.
  bool has_ended() const { return ended_; }
  /// Bytes that were received, for Beast.
  void give_back(std::span<const char> bytes) { unread_.append(bytes.data(), bytes.size()); }
  /// Whether Beast has been handed all that was given back or came since, and that was whole frames.
  bool at_frame_end() const { return unread_.size() == handed_ && frame_left_ == 0; }

  /// Appends a text frame, as a server sends it (RFC 6455, 5.2): whole and unmasked.
  void append_text_frame(std::string_view text);
  /// Sends what was gathered. False: some is left (the owner hears when it has drained), or `error` is set.
  bool flush(error_code& error);

  // ---- under Beast

  template <class Buffers, class Handler>
  auto async_read_some(const Buffers& buffers, Handler&& handler) {
    boost::asio::mutable_buffer room;
    for (const boost::asio::mutable_buffer part : boost::beast::buffers_range_ref(buffers)) {
      if (room.size() == 0) room = part;
    }
    return boost::asio::async_initiate<Handler, void(error_code, std::size_t)>(
        [this, room](auto completion) { begin_read(room, keep(std::move(completion))); }, handler);
  }

  template <class Buffers, class Handler>
  auto async_write_some(const Buffers& buffers, Handler&& handler) {
    const std::size_t size = boost::asio::buffer_size(buffers);
    bool first = true;
    for (const boost::asio::const_buffer part : boost::beast::buffers_range_ref(buffers)) {
      if (std::exchange(first, false)) look_for_goodbye(part);
      append({static_cast<const char*>(part.data()), part.size()});
    }
    return boost::asio::async_initiate<Handler, void(error_code, std::size_t)>(
        [this, size](auto completion) { begin_write(size, keep(std::move(completion))); }, handler);
  }

  /// What comes is not frames any more: Beast only waits for the end.
  void read_raw() { raw_ = true; }

 private:
  /// A completion handler of Beast's, whatever its type. Posted, never called at once.
  struct Waiting {
    virtual ~Waiting() = default;
    virtual void complete(const error_code& error, std::size_t bytes) = 0;
  };
  template <class Handler>
  struct WaitingFor final : Waiting {
    WaitingFor(Executor executor, Handler handler) : on(executor), then(std::move(handler)) {}
    void complete(const error_code& error, std::size_t bytes) override {
      boost::asio::post(on, boost::beast::bind_front_handler(std::move(then), error, bytes));
    }
    Executor on;
    Handler then;
  };
  template <class Handler>
  std::unique_ptr<Waiting> keep(Handler handler) {
    return std::make_unique<WaitingFor<Handler>>(executor_, std::move(handler));
  }

  void ready(bool to_read, bool to_write, bool ended) override;
  void begin_read(boost::asio::mutable_buffer room, std::unique_ptr<Waiting> reader);
  void begin_write(std::size_t size, std::unique_ptr<Waiting> writer);
  void look_for_goodbye(boost::asio::const_buffer written);
  void go_on_reading();
  std::size_t hand_over(std::span<char> room);
  void append(std::string_view bytes);
  bool send_waiting(error_code& error);

  Executor executor_;
  Arrivals* arrivals_;
  Owner* owner_;
  int socket_ = -1;
  bool more_ = false;  // the last receive() filled all the room
  bool ended_ = false;
  bool raw_ = false;
  bool draining_ = false;  // the owner waits for it
  std::string waiting_;    // to be sent; before sent_ it is
  std::size_t sent_ = 0;
  std::string unread_;  // for Beast; before handed_ it has had it
  std::size_t handed_ = 0;
  std::uint64_t frame_left_ = 0;  // bytes of the frame that Beast is in, not handed over yet
  boost::asio::mutable_buffer room_;
  std::unique_ptr<Waiting> reader_, writer_;
  std::size_t written_ = 0;  // what the writer asked for
};

/// Beast's closing of the connection after the closing handshake, as for any socket: the other end closes
/// first, so that it can read all that was sent. The session's sweep ends it when it takes long.
template <class Handler>
struct Teardown {
  Line& line;
  Handler handler;
  std::unique_ptr<std::array<char, 512>> room = std::make_unique<std::array<char, 512>>();

  void operator()(boost::system::error_code error = {}, std::size_t = 0) {
    if (error) return handler(error == boost::asio::error::eof ? boost::system::error_code() : error);
    const auto buffer = boost::asio::buffer(*room);
    line.async_read_some(buffer, std::move(*this));
  }
};

/// Beast's own way to close what it stands on.
inline void beast_close_socket(Line& line) { line.close(); }

inline void teardown(boost::beast::role_type, Line& line, boost::system::error_code& error) {
  error = {};
  line.shut_down();
}

template <class Handler>
void async_teardown(boost::beast::role_type, Line& line, Handler&& handler) {
  line.shut_down();
  line.read_raw();
  Teardown<std::decay_t<Handler>>{line, std::forward<Handler>(handler)}();
}

}  // namespace menagerie::net
