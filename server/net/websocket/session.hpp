// A WebSocket connection: Beast's stream, what a peer may send and how fast, and how the connection ends; of
// what a message means it knows nothing. PlaySession and WatchSession (visitor_sessions.cpp) do.
// Private to net/. Network thread.
//
// All that has come is read first, then served, then all answers leave (see TurnScheduler): each of the
// three finds its code and data in the processor's caches.
#pragma once

#include "server/museum/rooms.hpp"
#include "server/net/connection.hpp"
#include "server/net/cut_sockets.hpp"
#include "server/net/limiter.hpp"
#include "server/net/server.hpp"
#include "server/net/turn_scheduler.hpp"
#include "server/net/websocket/buffered_socket.hpp"
#include "server/net/websocket/upgrade.hpp"
#include "server/wire/frames.hpp"

#include <boost/beast/websocket/stream.hpp>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace menagerie::net {

/// What players' and watchers' sessions have in common. A museum::Subscriber from accept() to finish(); it
/// keeps itself alive that long.
class WebSocketSession : public Connection,
                         public museum::Subscriber,
                         public BufferedSocket::Owner,
                         public TurnScheduler::Client,
                         public std::enable_shared_from_this<WebSocketSession> {
 public:
  /// `plan` has no refusal.
  WebSocketSession(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold);
  ~WebSocketSession() override;

  /// Through which proxy the peer comes, if any: it hears of connections that are cut.
  void stand_behind(CutSockets::Proxy* proxy) { proxy_ = proxy; }
  /// Sends the answer to the upgrade request and enters the museum. `plan` is the constructor's.
  void accept(const UpgradePlan& plan);

  void send(const museum::Text& text) override;
  void send(std::string_view text) override;
  /// Kept back until something else is sent, or sweep() finds that it has waited long enough: an episode's
  /// last `state` and what follows its commit then leave in one write.
  void send_before_more(std::string_view text) override;
  /// Of `reason`, which is ASCII, as much as a close frame may carry.
  void close(unsigned code, std::string_view reason) override;

  void sweep(std::int64_t now_ms) override;
  void shut(unsigned code, std::string_view reason) override { close(code, reason); }
  void drop() override;
  void orphan() override;
  void serve() override;
  void flush() override;

 protected:
  virtual void joined() = 0;                        ///< the upgrade is done: enter the room
  virtual void left() = 0;                          ///< leave it; called once after joined()
  virtual void message(std::string_view text) = 0;  ///< a text message that was granted

  void refuse(wire::Code code, std::string_view message, std::optional<int> retry_after_s = {});
  void note_protocol_error();
  /// Counts a message, by its place in wire::ClientFrame; the last is any that is none of the others.
  void count(std::size_t kind) { ++server_->rooms().counters().frames_in[kind]; }
  static constexpr std::size_t kOther = std::variant_size_v<wire::ClientFrame> - 1;
  std::uint8_t& protocol_errors() { return *protocol_errors_; }
  /// A player's are counted by his room too, in one counter.
  void count_errors_in(std::uint8_t& counter) { protocol_errors_ = &counter; }

  museum::Room* room_;                   ///< null: the hall
  std::shared_ptr<museum::Room> aside_;  ///< the same, where it is held by those who play in it
  AddressBook::Hold address_hold_;

 private:
  enum class State : std::uint8_t {
    open,
    closing,  ///< our close frame is sent, or is about to be; the peer's has not come
    ended,    ///< nothing is said or heard any more; what is to be sent leaves, and the peer closes
    gone      ///< left the museum
  };
  using error_code = boost::system::error_code;
  using Stream = boost::beast::websocket::stream<BufferedSocket, false>;  // without compression

  TurnScheduler::Rank rank() const {
    return kind() == Kind::watch ? TurnScheduler::Rank::watcher : TurnScheduler::Rank::player;
  }
  BufferedSocket& socket() { return stream_.next_layer(); }
  bool is_over() const { return dropped_ || !server_; }
  bool can_send() const { return state_ == State::open && stream_.is_open(); }

  void read();
  void on_read(const error_code& error, std::size_t bytes);
  void on_control(boost::beast::websocket::frame_type kind);
  void on_reading() override;
  void on_end(const error_code& error);
  void on_input_end(const error_code& error);
  void discard();
  void note_cut();
  void heard(std::int64_t now_ms);
  void handle(std::string_view text);
  void charge();
  bool granted(std::int64_t now_ms);
  void close_offender();
  bool append_or_wait(std::string_view payload);
  void append(std::string_view payload);
  void wait_for_room(museum::Text payload);
  void append_waiting();
  void ask_flush();
  void on_writing() override;
  void drain();
  void on_drained(const error_code& error);
  void end();
  void finish();

  Stream stream_;
  std::int64_t heard_ms_ = monotonic_ms();  // when the peer's last frame came
  std::int64_t sent_ms_ = heard_ms_;        // when something was last sent
  FrameCredits credits_;
  std::uint8_t own_errors_ = 0;
  State state_ = State::open;
  bool draining_ = false;  // the kernel takes no more for now
  bool flush_asked_ = false;
  bool to_serve_ = false;     // a message, in message_ and piece_
  bool input_ended_ = false;  // the peer sends no more
  bool dropped_ = false;
  bool frame_came_ = true;  // since Beast last read; the handshake counts as one
  std::uint8_t pings_ = 0;  // of ours since the peer's last frame
  bool kept_back_ = false;  // a frame is kept back in the socket's buffer: no flush was asked for it
  std::uint8_t* protocol_errors_ = &own_errors_;
  std::size_t piece_size_ = 0;
  std::array<char, 256> piece_;  // the last of a message; moves fit
  std::string message_;          // what of a longer one came before it

  std::shared_ptr<WebSocketSession> self_;  // until finish() or orphan()
  /// While draining_; bounded by the limits. Null: a frame of Beast's, which is in the socket's buffer.
  std::vector<museum::Text> outbox_;
  std::int64_t busy_since_ms_ = 0;  // when draining, closing or ending began
  std::int64_t kept_back_since_ms_ = 0;
  std::uint32_t discarded_ = 0;  // reads after our close frame
  std::int64_t opened_ms_ = heard_ms_;
  CutSockets::Proxy* proxy_ = nullptr;  // null: the peer is a visitor
};

}  // namespace menagerie::net
