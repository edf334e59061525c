#include "server/net/websocket_session.hpp"

#include "server/net/line.hpp"
#include "server/net/listener.hpp"
#include "server/net/plain_frame.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/play_text.hpp"

#include <boost/asio/post.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <spdlog/spdlog.h>

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace menagerie::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

constexpr std::uint8_t kProtocolErrorsMax = 3;
constexpr std::int64_t kPingAfterMs = 30'000;  // proxies commonly cut a line that was silent for a minute
constexpr unsigned kPolicyViolation = 1008;

/// What a player and a watcher have in common. A member of the museum from accept to finish(), and kept
/// alive by itself as long.
class WebSocketSession : public Connection,
                         public museum::Member,
                         public Line::Owner,
                         public std::enable_shared_from_this<WebSocketSession> {
 public:
  WebSocketSession(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold)
      : Connection(server, plan.kind),
        room_(plan.room),
        hold_(std::move(hold)),
        line_(std::move(socket), server.arrivals(), *this),
        ws_(line_) {}

  void accept(const UpgradeMessage& request, bool echo_subprotocol);

  void send(const museum::Text& text) override;
  void send(std::string_view text) override;
  void close(unsigned code, std::string_view reason) override;

  void sweep(std::int64_t now_ms) override;
  void shut(unsigned code, std::string_view reason) override { close(code, reason); }
  void drop() override;
  void orphan() override;
  void serve() override;
  void flush() override;

 protected:
  virtual void joined() = 0;                      ///< the upgrade is done: enter the room
  virtual void left() = 0;                        ///< leave it; called once after joined()
  virtual void frame(std::string_view text) = 0;  ///< a text frame that was granted

  void refuse(wire::Code code, std::string_view message, std::optional<int> retry_after_s = {});
  void protocol_error();
  /// Counts a frame, by its place in wire::ClientFrame; the last is any that is none of the others.
  void came(std::size_t kind) { ++server_->lobby().counters().frames_in[kind]; }
  static constexpr std::size_t kOther = std::variant_size_v<wire::ClientFrame> - 1;
  std::uint8_t& protocol_errors() { return *protocol_errors_; }
  void count_errors_in(std::uint8_t& counter) { protocol_errors_ = &counter; }

  museum::Room* room_;  ///< null: the hall
  AddressBook::Hold hold_;

 private:
  enum class State : std::uint8_t { accepting, open, closing, gone };

  void on_accept(const error_code& error);
  void arrived() override;
  void receive();
  void look_at_piece();
  void let_beast_read();
  void read_by_beast();
  void on_read(const error_code& error, std::size_t bytes);
  void serve_beasts();
  void take_frame(std::string_view text, bool is_text);
  bool granted(std::int64_t now_ms);
  void keep(museum::Text text);
  void close_offender();
  void drained(const error_code& error) override;
  void on_drained(const error_code& error);
  void start_close();
  void goodbye() override;
  void finish();

  // What a move touches stands together, from the line on (see Arrivals).
  Line line_;
  std::int64_t seen_ms_ = Server::now_ms();
  FrameCredits credits_;
  std::uint8_t own_errors_ = 0;
  State state_ = State::accepting;
  bool draining_ = false;  // the kernel takes no more for now
  bool flush_asked_ = false;
  bool pinging_ = false;
  bool wants_close_ = false;
  bool dropped_ = false;
  bool beast_reads_ = true;  // from the upgrade until the first message, and where a frame is not plain
  bool to_serve_ = false;    // the frame that was read
  std::uint8_t* protocol_errors_ = &own_errors_;
  std::size_t piece_size_ = 0;
  PlainFrame plain_;             // the frame to serve, where Beast did not read it
  std::array<char, 256> piece_;  // moves fit

  websocket::stream<Line&, false> ws_;
  std::shared_ptr<WebSocketSession> self_;  // until finish()
  std::vector<museum::Text> outbox_;        // while the kernel takes no more
  std::string long_frame_;                  // the pieces so far of a frame that Beast reads
  std::int64_t busy_since_ms_ = 0;          // when draining (or closing) began
  websocket::close_reason close_reason_;
};

void WebSocketSession::accept(const UpgradeMessage& request, bool echo_subprotocol) {
  self_ = shared_from_this();
  if (!line_.is_open()) return drop();
  ws_.set_option(websocket::stream_base::decorator([echo_subprotocol](websocket::response_type& response) {
    response.set(beast::http::field::server, "menagerie");
    if (echo_subprotocol)
      response.set(beast::http::field::sec_websocket_protocol, std::string(wire::kProtocol));
  }));
  ws_.auto_fragment(false);
  ws_.text(true);
  ws_.read_message_max(server_->limits().resume_bytes_max);
  ws_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    seen_ms_ = Server::now_ms();
    if (!server_) return;
    if (kind == websocket::frame_type::close) return goodbye();
    if (!granted(seen_ms_)) close_offender();  // pings and pongs cost credits too
  });
  busy_since_ms_ = Server::now_ms();
  ws_.async_accept(request,
                   [self = shared_from_this()](const error_code& failed) { self->on_accept(failed); });
}

void WebSocketSession::on_accept(const error_code& error) {
  if (!server_) return;
  if (error || state_ != State::accepting) return drop();
  state_ = State::open;
  server_->traffic().answered(101);
  spdlog::debug("net: a visitor came; {} connections", server_->connections());
  beast_reads_ = false;
  joined();
  receive();
}

// ---------------------------------------------------------------- frames in

/// Something has come that Beast does not wait for.
void WebSocketSession::arrived() {
  // What comes while a frame waits to be served, or Beast is about to read, is read afterwards.
  if (server_ && !beast_reads_ && !to_serve_ && !wants_close_) receive();
}

void WebSocketSession::receive() {
  error_code error;
  piece_size_ += line_.receive(std::span(piece_).subspan(piece_size_), error);
  if (error) {
    flush();  // who has only said that no more will come still hears the answers
    return drop();
  }
  look_at_piece();
  if (!to_serve_ && !beast_reads_ && line_.has_ended()) receive();  // its end
}

/// The first frame of the piece, if it is there, is served. Not at once: first all that has come is read,
/// then all of it is served, then all answers leave. Each of the three finds its code and data in the
/// processor's caches.
void WebSocketSession::look_at_piece() {
  if (piece_size_ == 0) return;
  plain_ = take_plain_frame(std::span(piece_).first(piece_size_));
  const bool full = piece_size_ == piece_.size();
  if (plain_.kind == FrameKind::other || (plain_.kind == FrameKind::partial && full)) return let_beast_read();
  if (plain_.kind == FrameKind::partial) return;
  to_serve_ = true;
  server_->serve_soon(*this);
}

/// Beast reads from here to the end of the next message.
void WebSocketSession::let_beast_read() {
  line_.give_back(std::span(piece_).first(piece_size_));
  piece_size_ = 0;
  beast_reads_ = true;
  read_by_beast();
}

void WebSocketSession::read_by_beast() {
  ws_.async_read_some(asio::buffer(piece_),
                      [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                        self->on_read(error, bytes);
                      });
}

void WebSocketSession::on_read(const error_code& error, std::size_t bytes) {
  if (!server_) return;
  if (error) return drop();
  long_frame_.append(piece_.data(), bytes);
  if (!ws_.is_message_done()) return read_by_beast();
  to_serve_ = true;
  server_->serve_soon(*this);
}

void WebSocketSession::serve() {
  if (!to_serve_ || !server_) return;
  seen_ms_ = server_->turn_ms();
  if (beast_reads_) return serve_beasts();
  take_frame(plain_.text, true);
  close_offender();
  to_serve_ = false;
  if (state_ != State::open) return;  // the rest is Beast's already
  // A client may have sent more than one frame, or the kernel may have had more than there was room for.
  const std::span<char> rest = std::span(piece_).first(piece_size_).subspan(plain_.size);
  std::memmove(piece_.data(), rest.data(), rest.size());
  piece_size_ = rest.size();
  if (wants_close_) return;
  look_at_piece();
  if (!to_serve_ && !beast_reads_ && line_.may_have_more()) receive();
}

/// The message that Beast has read. What follows goes past Beast again.
void WebSocketSession::serve_beasts() {
  to_serve_ = false;
  take_frame(std::exchange(long_frame_, {}), ws_.got_text());
  close_offender();
  if (state_ != State::open || wants_close_) return;
  if (!line_.at_frame_end()) return read_by_beast();
  beast_reads_ = false;
  receive();
}

void WebSocketSession::take_frame(std::string_view text, bool is_text) {
  if (state_ != State::open || wants_close_) return;
  if (!granted(server_->turn_ms())) return came(kOther);
  if (is_text) return frame(text);
  came(kOther);
  refuse(wire::Code::bad_frame, "frames are JSON texts, not binary");
  protocol_error();
}

/// Whether the connection has a credit left for a frame; answers it otherwise.
bool WebSocketSession::granted(std::int64_t now_ms) {
  const FrameCredits::Verdict verdict = credits_.take(now_ms, server_->limits());
  if (verdict == FrameCredits::Verdict::fine) return true;
  refuse(wire::Code::too_fast, "too many frames; please wait a moment",
         credits_.retry_after_s(server_->limits()));
  if (verdict == FrameCredits::Verdict::abuse) protocol_error();
  return false;
}

void WebSocketSession::refuse(wire::Code code, std::string_view message, std::optional<int> retry_after_s) {
  server_->lobby().counters().refused(code);
  send(wire::error_text(code, message, retry_after_s));
}

void WebSocketSession::protocol_error() {
  if (protocol_errors() < kProtocolErrorsMax) ++protocol_errors();
}

void WebSocketSession::close_offender() {
  if (protocol_errors() >= kProtocolErrorsMax) close(kPolicyViolation, "three protocol errors");
}

// ---------------------------------------------------------------- frames out

void WebSocketSession::send(const museum::Text& text) {
  if (draining_) return keep(text);
  send(std::string_view(*text));
}

/// A frame goes to the stream's buffer; it leaves with the others of this turn in one send().
void WebSocketSession::send(std::string_view text) {
  if (draining_) return keep(std::make_shared<const std::string>(text));
  if (state_ != State::open || wants_close_) return;
  line_.append_text_frame(text);
  if (flush_asked_) return;
  flush_asked_ = true;
  server_->flush_soon(*this);
}

/// For later: the kernel takes no more just now.
void WebSocketSession::keep(museum::Text text) {
  if (state_ != State::open || wants_close_) return;
  if (outbox_.size() < server_->limits().outbox_frames_max) return outbox_.push_back(std::move(text));
  spdlog::debug("net: an outbox is full; closing its connection");
  drop();
}

void WebSocketSession::flush() {
  flush_asked_ = false;
  if (!server_ || draining_ || !line_.is_open()) return;
  error_code error;
  if (line_.flush(error)) return;
  if (error) return drop();
  draining_ = true;  // new frames wait in the outbox, which has a bound
  busy_since_ms_ = Server::now_ms();
}

/// Not at once: it may be Beast, in the midst of an operation, who has sent the last of it.
void WebSocketSession::drained(const error_code& error) {
  asio::post(ws_.get_executor(), [self = shared_from_this(), error] { self->on_drained(error); });
}

void WebSocketSession::on_drained(const error_code& error) {
  draining_ = false;
  if (!server_ || state_ == State::gone) return;
  if (error) return drop();
  for (const museum::Text& text : std::exchange(outbox_, {})) line_.append_text_frame(*text);
  flush();
  const bool said_goodbye = state_ != State::open;  // what drained was perhaps the close frame itself
  if (wants_close_ && !said_goodbye && !draining_ && line_.is_open()) start_close();
}

// ---------------------------------------------------------------- ends

void WebSocketSession::close(unsigned code, std::string_view reason) {
  if (state_ != State::open || wants_close_) {
    if (state_ == State::accepting) drop();
    return;
  }
  wants_close_ = true;
  busy_since_ms_ = Server::now_ms();
  close_reason_.code = static_cast<std::uint16_t>(code);
  close_reason_.reason.assign(reason.data(), std::min(reason.size(), close_reason_.reason.max_size()));
  if (!draining_) start_close();
}

/// Beast says goodbye, and reads until the other end has.
void WebSocketSession::start_close() {
  state_ = State::closing;
  if (!std::exchange(beast_reads_, true)) {
    const std::size_t served = to_serve_ ? plain_.size : 0;  // its frame is not Beast's any more
    line_.give_back(std::span(piece_).first(piece_size_).subspan(served));
    piece_size_ = 0;
  }
  ws_.async_close(close_reason_, [self = shared_from_this()](const error_code&) {
    if (self->server_) self->drop();
  });
}

/// Beast says goodbye by itself, since the visitor has or has broken the protocol: from now on it is as if we
/// had, nothing more is sent and it may not take long.
void WebSocketSession::goodbye() {
  if (state_ != State::open) return;
  state_ = State::closing;
  wants_close_ = true;
  busy_since_ms_ = Server::now_ms();
  outbox_.clear();
}

/// The line is gone: leaves the museum. Not at once, since whoever drops a session may be using it.
void WebSocketSession::drop() {
  line_.close();
  if (std::exchange(dropped_, true)) return;
  asio::post(ws_.get_executor(), [self = shared_from_this()] {
    if (self->server_) self->finish();
  });
}

/// The session ends with its last operation.
void WebSocketSession::finish() {
  const bool was_in = state_ != State::accepting;
  state_ = State::gone;
  if (was_in) left();
  hold_.release();
  self_ = nullptr;
}

/// Its operations, and itself, go when the network thread comes round to them, or is taken down.
void WebSocketSession::orphan() {
  if (state_ == State::open || state_ == State::closing) left();
  state_ = State::gone;
  hold_.release();
  Connection::orphan();
  asio::post(ws_.get_executor(), [self = std::move(self_)] {});
}

void WebSocketSession::sweep(std::int64_t now_ms) {
  const wire::Limits& limits = server_->limits();
  const bool busy = draining_ || wants_close_ || state_ == State::accepting;
  if (busy && now_ms - busy_since_ms_ > limits.write_s * 1000) return drop();
  if (state_ != State::open || busy) return;
  const std::int64_t silent_ms = now_ms - seen_ms_;
  if (silent_ms > limits.idle_socket_s * 1000)
    return close(websocket::close_code::going_away, "nothing was heard for long");
  if (pinging_ || silent_ms < std::min(kPingAfterMs, limits.idle_socket_s * 500)) return;
  pinging_ = true;
  ws_.async_ping({}, [self = shared_from_this()](const error_code&) { self->pinging_ = false; });
}

// ---------------------------------------------------------------- who they are

class PlaySession final : public WebSocketSession {
 public:
  PlaySession(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold)
      : WebSocketSession(server, std::move(socket), plan, std::move(hold)) {
    count_errors_in(visitor_.protocol_errors);
  }

 private:
  void joined() override { room_->join(visitor_); }
  void left() override { room_->leave(visitor_); }
  void frame(std::string_view text) override;
  std::optional<int> wait_for_episode() override {
    return server_->addresses().begin_episode(hold_, Server::now_ms());
  }
  void play(wire::Begin& begin);
  void play(wire::MoveMade& move) { room_->move(visitor_, move); }
  void play(wire::Resume& resume) { room_->resume(visitor_, resume); }
  void play(wire::GiveUp&) { room_->give_up(visitor_); }
  void play(wire::Refusal& refusal);

  museum::Visitor visitor_{*this};
};

void PlaySession::frame(std::string_view text) {
  wire::ClientFrame parsed = wire::parse_client_frame(text);
  if (text.size() > server_->limits().frame_bytes_max && !std::holds_alternative<wire::Resume>(parsed)) {
    parsed =
        wire::Refusal{wire::Code::bad_frame,
                      "a frame may have " + std::to_string(server_->limits().frame_bytes_max) + " bytes"};
  }
  came(parsed.index());
  std::visit([this](auto& it) { play(it); }, parsed);
}

void PlaySession::play(wire::Begin& begin) {
  if (server_->lobby().is_shut())
    return refuse(wire::Code::shutting_down, "the house is closing; come back in a minute", 10);
  if (const std::optional<int> wait_s = wait_for_episode())
    return refuse(wire::Code::too_many_episodes, "many games were begun from your address; please wait",
                  wait_s);
  room_->begin(visitor_, begin);
}

void PlaySession::play(wire::Refusal& refusal) {
  refuse(refusal.code, refusal.message);
  if (wire::is_protocol_error(refusal.code)) protocol_error();
}

class WatchSession final : public WebSocketSession {
 public:
  using WebSocketSession::WebSocketSession;

 private:
  void joined() override {
    if (room_) {
      room_->watch(*this);
    } else {
      server_->lobby().watch(*this);
    }
  }
  void left() override {
    if (room_) {
      room_->unwatch(*this);
    } else {
      server_->lobby().unwatch(*this);
    }
  }
  void frame(std::string_view) override {
    came(kOther);
    refuse(wire::Code::unknown_type, "watchers only listen");
    protocol_error();
  }
};

}  // namespace

void start_websocket(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold,
                     const UpgradeMessage& request) {
  std::shared_ptr<WebSocketSession> session;
  if (plan.kind == Connection::Kind::play) {
    session = std::make_shared<PlaySession>(server, std::move(socket), plan, std::move(hold));
  } else {
    session = std::make_shared<WatchSession>(server, std::move(socket), plan, std::move(hold));
  }
  session->accept(request, plan.echo_subprotocol);
}

}  // namespace menagerie::net
