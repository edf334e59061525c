#include "server/net/websocket/session.hpp"

#include "engine/check.hpp"
#include "server/wire/play_text.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/http/empty_body.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace menagerie::net {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

namespace {

constexpr std::uint8_t kProtocolErrorsMax = 3;
constexpr std::uint8_t kPingsMax = 2;  // without an answer
/// A frame that waited so long for another one leaves with the next sweep.
constexpr std::int64_t kKeptBackMsMax = 500;
/// From a peer that was told that the connection ends, of some KiB each; then it is dropped, answer or not.
constexpr std::uint32_t kDiscardedReadsMax = 4096;

}  // namespace

WebSocketSession::WebSocketSession(Server& server, Socket socket, const UpgradePlan& plan,
                                   AddressBook::Hold hold)
    : Connection(server, plan.kind),
      room_(plan.room),
      aside_(plan.aside),
      address_hold_(std::move(hold)),
      stream_(std::move(socket), static_cast<BufferedSocket::Owner&>(*this)) {
  stream_.text(true);
  stream_.auto_fragment(false);
  stream_.read_message_max(server.limits().resume_bytes_max);
  stream_.control_callback([this](websocket::frame_type kind, auto) { on_control(kind); });
}

WebSocketSession::~WebSocketSession() {
  if (server_) server_->turns().forget(*this, rank());
}

/// plan_upgrade() has checked the request, on all lines of each field. Beast, which looks at the first line
/// of each, is shown what it asks for.
void WebSocketSession::accept(const UpgradePlan& plan) {
  http::request<http::empty_body> request(http::verb::get, "/", 11);
  request.set(http::field::host, "menagerie");
  request.set(http::field::upgrade, "websocket");
  request.set(http::field::connection, "upgrade");
  request.set(http::field::sec_websocket_version, "13");
  request.set(http::field::sec_websocket_key, plan.key);
  stream_.set_option(
      websocket::stream_base::decorator([subprotocol = plan.subprotocol](websocket::response_type& answer) {
        answer.set(http::field::server, "menagerie");
        if (subprotocol) answer.set(http::field::sec_websocket_protocol, wire::kProtocol);
      }));
  error_code error;
  stream_.accept(request, error);
  MENAGERIE_CHECK(!error);
  self_ = shared_from_this();
  ask_flush();
  server_->traffic().answered(101);
  spdlog::debug("net: a WebSocket was opened; {} connections", server_->connections().size());
  joined();
  if (state_ == State::open) read();
}

// ---------------------------------------------------------------- in

void WebSocketSession::read() {
  stream_.async_read_some(asio::buffer(piece_),
                          [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                            self->on_read(error, bytes);
                          });
}

/// A message that is whole is served later in this turn.
void WebSocketSession::on_read(const error_code& error, std::size_t bytes) {
  if (is_over() || state_ == State::ended) return;
  if (state_ == State::closing && (!error || error == asio::error::operation_aborted))
    return;  // Beast's async_close reads on
  if (error) return on_end(error);
  frame_came_ = true;
  piece_size_ = bytes;
  if (stream_.is_message_done()) {
    to_serve_ = true;
    return server_->turns().serve_soon(*this, rank());
  }
  message_.append(piece_.data(), bytes);
  // A full piece is free: the size of a message is bounded. A shorter one ends a fragment or what has come.
  if (bytes < piece_.size()) charge();
  if (state_ == State::open && !is_over()) read();
}

/// Beast answers a ping, and a peer that closes.
void WebSocketSession::on_control(websocket::frame_type kind) {
  if (is_over() || state_ != State::open) return;
  frame_came_ = true;
  if (kind != websocket::frame_type::close) return charge();
  heard(monotonic_ms());
  outbox_.clear();  // a peer that closes needs nothing more
}

/// Where the last read brought no frame that Beast tells of, it brought a part of one, or empty fragments of
/// a message, which Beast passes over: they could come without end.
void WebSocketSession::on_reading() {
  if (is_over()) return;
  if (state_ != State::open) {
    if (++discarded_ > kDiscardedReadsMax) drop();
  } else if (!std::exchange(frame_came_, false)) {
    charge();
  }
}

/// Nothing more can be read: our close frame was answered (no error), Beast has told the peer why it closes
/// (its own error), or the connection is broken.
void WebSocketSession::on_end(const error_code& error) {
  if (is_over() || state_ == State::ended) return;
  if (error && error.category() != make_error_code(websocket::error::closed).category())
    return on_input_end(error);
  end();
  discard();
}

/// A half-closed peer still receives what the socket's buffer has for it.
void WebSocketSession::on_input_end(const error_code& error) {
  if (state_ == State::open) note_cut();
  if (error != asio::error::eof) return drop();
  input_ended_ = true;
  if (state_ != State::ended) end();
  if (!draining_) flush();
}

/// Once ended: a socket that is closed with bytes unread takes from the peer what it has not read yet.
void WebSocketSession::discard() {
  static thread_local std::array<char, 4096> scratch;
  socket().async_read_some(asio::buffer(scratch),
                           [self = shared_from_this()](const error_code& error, std::size_t) {
                             if (self->is_over()) return;
                             if (error) return self->on_input_end(error);
                             self->discard();
                           });
}

/// Nobody has closed the connection, and it is at its end.
void WebSocketSession::note_cut() {
  if (proxy_ == nullptr || !server_ || server_->is_closing()) return;
  const std::int64_t now_ms = monotonic_ms();
  const auto line = server_->cut_sockets().cut(*proxy_, now_ms - std::max(heard_ms_, sent_ms_),
                                               now_ms - opened_ms_, server_->limits().idle_socket_s, now_ms);
  if (line) spdlog::warn("{}", *line);
}

void WebSocketSession::serve() {
  if (!std::exchange(to_serve_, false) || is_over()) return;
  if (state_ != State::open) return;  // once our close frame is sent, only the peer's close frame counts
  heard(server_->turns().now_ms());
  const std::string_view piece(piece_.data(), piece_size_);
  if (message_.empty()) {
    handle(piece);
  } else {
    message_.append(piece);
    handle(message_);
    std::string().swap(message_);  // clear() would keep the memory
  }
  if (state_ == State::open && !is_over()) read();
}

void WebSocketSession::heard(std::int64_t now_ms) {
  heard_ms_ = now_ms;
  if (std::exchange(pings_, 0) > 0 && proxy_ != nullptr) CutSockets::note_ping_answered(*proxy_);
}

void WebSocketSession::handle(std::string_view text) {
  if (!granted(heard_ms_)) {
    count(kOther);
  } else if (stream_.got_text()) {
    message(text);
  } else {
    count(kOther);
    refuse(wire::Code::bad_frame, "frames are JSON texts, not binary");
    note_protocol_error();
  }
  close_offender();
}

/// Every frame costs a credit, fragments and control frames too: here what is no message.
void WebSocketSession::charge() {
  heard(monotonic_ms());
  if (!granted(heard_ms_)) count(kOther);
  close_offender();
}

/// Whether the connection has a credit left for a frame; answers it otherwise.
bool WebSocketSession::granted(std::int64_t now_ms) {
  const FrameCredits::Admission verdict = credits_.take(now_ms, server_->limits());
  if (verdict == FrameCredits::Admission::fine) return true;
  refuse(wire::Code::too_fast, "too many frames; please wait a moment",
         credits_.retry_after_s(server_->limits()));
  if (verdict == FrameCredits::Admission::abuse) note_protocol_error();
  return false;
}

void WebSocketSession::refuse(wire::Code code, std::string_view message, std::optional<int> retry_after_s) {
  server_->rooms().counters().refused(code);
  send(wire::error_text(code, message, retry_after_s));
}

void WebSocketSession::note_protocol_error() {
  if (protocol_errors() < kProtocolErrorsMax) ++protocol_errors();
}

void WebSocketSession::close_offender() {
  if (protocol_errors() >= kProtocolErrorsMax)
    close(websocket::close_code::policy_error, "three protocol errors");
}

// ---------------------------------------------------------------- out

void WebSocketSession::send(const museum::Text& text) {
  if (draining_) return wait_for_room(text);
  send(std::string_view(*text));
}

/// A frame goes to the socket's buffer; it leaves with the others of this turn in one send().
void WebSocketSession::send(std::string_view text) {
  if (append_or_wait(text)) ask_flush();
}

void WebSocketSession::send_before_more(std::string_view text) {
  if (!append_or_wait(text) || flush_asked_) return;
  kept_back_ = true;
  kept_back_since_ms_ = server_->turns().now_ms();
}

/// False where it waits in the outbox, or the connection ends.
bool WebSocketSession::append_or_wait(std::string_view payload) {
  if (!can_send()) return false;
  if (draining_) {
    wait_for_room(std::make_shared<const std::string>(payload));
    return false;
  }
  append(payload);
  return true;
}

/// Into the socket's buffer. Precondition: can_send().
void WebSocketSession::append(std::string_view payload) {
  error_code ignored;
  stream_.write(asio::buffer(payload), ignored);
}

void WebSocketSession::wait_for_room(museum::Text payload) {
  if (state_ != State::open) return;
  if (outbox_.size() < server_->limits().outbox_frames_max) return outbox_.push_back(std::move(payload));
  spdlog::debug("net: an outbox is full; closing its connection");
  drop();
}

void WebSocketSession::append_waiting() {
  for (const museum::Text& it : std::exchange(outbox_, {})) {
    if (it && can_send()) append(*it);
  }
}

/// Beast's frame is in the buffer already; while that drains it takes a place of the outbox, so that who
/// reads nothing cannot make it grow.
void WebSocketSession::on_writing() {
  if (is_over()) return;
  if (draining_) return wait_for_room(nullptr);
  ask_flush();
}

void WebSocketSession::ask_flush() {
  if (std::exchange(flush_asked_, true)) return;
  server_->turns().flush_soon(*this, rank());
}

void WebSocketSession::flush() {
  flush_asked_ = kept_back_ = false;
  if (is_over() || draining_) return;
  sent_ms_ = server_->turns().now_ms();
  error_code error;
  if (!socket().flush(error)) {
    if (error) return drop();
    draining_ = true;  // new frames wait in the outbox, which has a bound
    busy_since_ms_ = monotonic_ms();
    return drain();
  }
  if (state_ != State::ended) return;
  if (input_ended_) return drop();
  socket().shut_down_sending();
}

/// Sends the rest as room appears.
void WebSocketSession::drain() {
  socket().async_wait_for_room([self = shared_from_this()](const error_code& error) {
    if (!self->is_over()) self->on_drained(error);
  });
}

void WebSocketSession::on_drained(const error_code& failed) {
  error_code error = failed;
  if (!error && !socket().flush(error) && !error) return drain();
  if (error) return drop();
  draining_ = false;
  append_waiting();
  flush();
}

// ---------------------------------------------------------------- ends

/// Our close frame goes behind all else, and is the last.
void WebSocketSession::close(unsigned code, std::string_view reason) {
  if (state_ != State::open) return;
  append_waiting();
  state_ = State::closing;
  busy_since_ms_ = monotonic_ms();
  const std::string_view fits = reason.substr(0, websocket::reason_string::static_capacity);
  stream_.async_close({static_cast<websocket::close_code>(code), {fits.data(), fits.size()}},
                      [self = shared_from_this()](const error_code& error) { self->on_end(error); });
}

/// Nothing more is said or heard. What is to be sent leaves, and the peer closes; or time is up (see sweep).
void WebSocketSession::end() {
  state_ = State::ended;
  busy_since_ms_ = monotonic_ms();
  ask_flush();
}

/// The connection is gone: leaves the museum. Not at once, since the caller of drop() may be using the
/// session.
void WebSocketSession::drop() {
  socket().close();
  if (std::exchange(dropped_, true)) return;
  asio::post(socket().get_executor(), [self = shared_from_this()] {
    if (self->server_) self->finish();
  });
}

/// The session is destroyed with the last that uses it.
void WebSocketSession::finish() {
  if (std::exchange(state_, State::gone) != State::gone) left();
  address_hold_.release();
  self_ = nullptr;
}

/// It goes when the network thread runs what is posted, or with its io_context.
void WebSocketSession::orphan() {
  if (std::exchange(state_, State::gone) != State::gone) left();
  address_hold_.release();
  Connection::orphan();
  socket().close();
  asio::post(socket().get_executor(), [self = std::move(self_)] {});
}

void WebSocketSession::sweep(std::int64_t now_ms) {
  const wire::Limits& limits = server_->limits();
  if (kept_back_ && now_ms - kept_back_since_ms_ >= kKeptBackMsMax) ask_flush();
  const bool busy = draining_ || state_ != State::open;
  if (busy && now_ms - busy_since_ms_ > limits.write_s * 1000) return drop();
  if (busy) return;
  const std::int64_t ping_every_ms = limits.idle_socket_s * 1000 / (kPingsMax + 1);
  if (now_ms - heard_ms_ < ping_every_ms * (pings_ + 1)) return;
  if (pings_ == kPingsMax) return close(websocket::close_code::going_away, "nothing was heard for long");
  if (!can_send()) return;
  ++pings_;
  error_code ignored;
  stream_.ping({}, ignored);
  ask_flush();
}

}  // namespace menagerie::net
