#include "server/net/websocket_session.hpp"

#include "server/wire/play_text.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace menagerie::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::uint8_t kProtocolErrorsMax = 3;
constexpr std::uint8_t kPingsMax = 2;     // without an answer
constexpr std::int64_t kHeldMsMax = 500;  // a frame waits no longer for another one that may leave with it
/// From a peer that was told that the connection ends; then it is dropped, answer or not.
constexpr std::size_t kDiscardedBytesMax = std::size_t{8} << 20;

}  // namespace

WebSocketSession::WebSocketSession(Server& server, Socket socket, const UpgradePlan& plan,
                                   AddressBook::Hold hold)
    : Connection(server, plan.kind),
      room_(plan.room),
      aside_(plan.aside),
      hold_(std::move(hold)),
      transport_(std::move(socket), server.reactor(), *this),
      decoder_(server.limits().resume_bytes_max) {}

WebSocketSession::~WebSocketSession() {
  if (server_) server_->turns().forget(*this, rank());
}

void WebSocketSession::accept(std::string_view answer) {
  if (!transport_.is_open()) return;
  self_ = shared_from_this();
  transport_.outgoing(answer.size()).append(answer);
  ask_flush();
  server_->traffic().answered(101);
  spdlog::debug("net: a WebSocket was opened; {} connections", server_->connections().size());
  joined();
}

// ---------------------------------------------------------------- in

void WebSocketSession::on_readable() {
  if (server_ && !to_serve_) read();  // otherwise it is read once that frame is served
}

/// Up to the end of the next frame, which is served later, or of what has come.
void WebSocketSession::read() {
  if (state_ == State::ended) return discard();
  for (;;) {
    event_ = decoder_.next(unread_);
    if (event_.kind != FrameEvent::Kind::none) {
      to_serve_ = true;
      return server_->turns().serve_soon(*this, rank());
    }
    if (!transport_.may_have_more()) return;
    error_code error;
    unread_ = std::span(piece_).first(transport_.receive(piece_, error));
    if (error) return on_input_end(error);
    if (state_ != State::open && (discarded_ += unread_.size()) > kDiscardedBytesMax) return drop();
  }
}

/// Once ended: a socket that is closed with bytes unread takes from the peer what it has not read yet.
void WebSocketSession::discard() {
  static thread_local std::array<char, 16384> scratch;
  while (transport_.may_have_more()) {
    error_code error;
    discarded_ += transport_.receive(scratch, error);
    if (error) return on_input_end(error);
    if (discarded_ > kDiscardedBytesMax) return drop();
  }
}

/// A half-closed peer still receives the remaining replies.
void WebSocketSession::on_input_end(const error_code& error) {
  if (state_ == State::open) note_cut();
  if (error != asio::error::eof) return drop();
  input_ended_ = true;
  if (state_ != State::ended) end();
  if (!draining_) flush();
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
  if (!std::exchange(to_serve_, false) || !server_ || !transport_.is_open()) return;
  handle(event_);
  if (transport_.is_open()) read();
}

void WebSocketSession::handle(const FrameEvent& event) {
  heard_ms_ = server_->turns().now_ms();
  if (std::exchange(pings_, 0) > 0 && proxy_ != nullptr) CutSockets::note_ping_answered(*proxy_);
  if (event.kind == FrameEvent::Kind::close) return on_close_frame(event.code);
  if (event.kind == FrameEvent::Kind::error) {
    if (state_ == State::open) append_close(event.code, {});
    return end();
  }
  if (state_ != State::open) return;  // once our close frame is sent, only the peer's close frame counts
  handle_open(event);
  close_offender();
}

/// Every frame costs a credit, fragments and control frames too.
void WebSocketSession::handle_open(const FrameEvent& event) {
  using Event = FrameEvent::Kind;
  if (event.kind == Event::ping) send_frame(Opcode::pong, event.payload);
  if (!granted(heard_ms_)) return count(kOther);
  if (event.kind == Event::text) return message(event.payload);
  if (event.kind != Event::binary) return;
  count(kOther);
  refuse(wire::Code::bad_frame, "frames are JSON texts, not binary");
  protocol_error();
}

/// The peer closes, or answers our close frame.
void WebSocketSession::on_close_frame(std::uint16_t code) {
  if (state_ == State::open) {
    outbox_.clear();  // a peer that closes needs nothing more
    append_close(code == close_code::kNone ? close_code::kNormal : code, {});
  }
  end();
}

/// Whether the connection has a credit left for a frame; answers it otherwise.
bool WebSocketSession::granted(std::int64_t now_ms) {
  const FrameCredits::Admission verdict = credits_.take(now_ms, server_->limits());
  if (verdict == FrameCredits::Admission::fine) return true;
  refuse(wire::Code::too_fast, "too many frames; please wait a moment",
         credits_.retry_after_s(server_->limits()));
  if (verdict == FrameCredits::Admission::abuse) protocol_error();
  return false;
}

void WebSocketSession::refuse(wire::Code code, std::string_view message, std::optional<int> retry_after_s) {
  server_->rooms().counters().refused(code);
  send(wire::error_text(code, message, retry_after_s));
}

void WebSocketSession::protocol_error() {
  if (protocol_errors() < kProtocolErrorsMax) ++protocol_errors();
}

void WebSocketSession::close_offender() {
  if (protocol_errors() >= kProtocolErrorsMax) close(close_code::kPolicyViolation, "three protocol errors");
}

// ---------------------------------------------------------------- out

void WebSocketSession::send(const museum::Text& text) {
  if (draining_) return wait_for_room(Opcode::text, text);
  send_frame(Opcode::text, *text);
}

void WebSocketSession::send(std::string_view text) { send_frame(Opcode::text, text); }

/// A frame goes to the transport's buffer; it leaves with the others of this turn in one send().
void WebSocketSession::send_frame(Opcode opcode, std::string_view payload) {
  if (append_or_wait(opcode, payload)) ask_flush();
}

/// False where it waits in the outbox, or the connection ends.
bool WebSocketSession::append_or_wait(Opcode opcode, std::string_view payload) {
  if (state_ != State::open) return false;
  if (draining_) {
    wait_for_room(opcode, std::make_shared<const std::string>(payload));
    return false;
  }
  append_frame(transport_.outgoing(frame_size(payload.size())), opcode, payload);
  return true;
}

void WebSocketSession::send_before_more(std::string_view text) {
  if (!append_or_wait(Opcode::text, text) || flush_asked_) return;
  held_ = true;
  held_since_ms_ = server_->turns().now_ms();
}

void WebSocketSession::wait_for_room(Opcode opcode, museum::Text payload) {
  if (state_ != State::open) return;
  if (outbox_.size() < server_->limits().outbox_frames_max)
    return outbox_.push_back({opcode, std::move(payload)});
  spdlog::debug("net: an outbox is full; closing its connection");
  drop();
}

void WebSocketSession::append_waiting() {
  for (const Waiting& it : std::exchange(outbox_, {}))
    append_frame(transport_.outgoing(frame_size(it.payload->size())), it.opcode, *it.payload);
}

/// Our close frame: behind all else, and the last.
void WebSocketSession::append_close(std::uint16_t code, std::string_view reason) {
  append_waiting();
  append_close_frame(transport_.outgoing(frame_size(reason.size() + sizeof code)), code, reason);
  ask_flush();
}

void WebSocketSession::ask_flush() {
  if (std::exchange(flush_asked_, true)) return;
  server_->turns().flush_soon(*this, rank());
}

void WebSocketSession::flush() {
  flush_asked_ = held_ = false;
  if (!server_ || draining_ || !transport_.is_open()) return;
  sent_ms_ = server_->turns().now_ms();
  error_code error;
  if (!transport_.flush(error)) {
    if (error) return drop();
    draining_ = true;  // new frames wait in the outbox, which has a bound
    busy_since_ms_ = monotonic_ms();
    return;
  }
  if (state_ != State::ended) return;
  if (input_ended_) return drop();
  transport_.shut_down_sending();
}

void WebSocketSession::on_drained(const error_code& error) {
  draining_ = false;
  if (!server_ || state_ == State::gone) return;
  if (error) return drop();
  append_waiting();
  flush();
}

// ---------------------------------------------------------------- ends

void WebSocketSession::close(unsigned code, std::string_view reason) {
  if (state_ != State::open) return;
  append_close(static_cast<std::uint16_t>(code), reason);
  state_ = State::closing;
  busy_since_ms_ = monotonic_ms();
}

/// Nothing more is said or heard. What is to be sent leaves, and the peer closes; or time is up (see sweep).
void WebSocketSession::end() {
  state_ = State::ended;
  busy_since_ms_ = monotonic_ms();
  unread_ = {};
  ask_flush();
}

/// The connection is gone: leaves the museum. Not at once, since the caller of drop() may be using the
/// session.
void WebSocketSession::drop() {
  transport_.close();
  if (std::exchange(dropped_, true)) return;
  asio::post(transport_.get_executor(), [self = shared_from_this()] {
    if (self->server_) self->finish();
  });
}

/// The session is destroyed with the last that uses it.
void WebSocketSession::finish() {
  if (std::exchange(state_, State::gone) != State::gone) left();
  hold_.release();
  self_ = nullptr;
}

/// It goes when the network thread comes round to it, or is taken down.
void WebSocketSession::orphan() {
  if (std::exchange(state_, State::gone) != State::gone) left();
  hold_.release();
  Connection::orphan();
  asio::post(transport_.get_executor(), [self = std::move(self_)] {});
}

void WebSocketSession::sweep(std::int64_t now_ms) {
  const wire::Limits& limits = server_->limits();
  if (held_ && now_ms - held_since_ms_ >= kHeldMsMax) ask_flush();
  const bool busy = draining_ || state_ != State::open;
  if (busy && now_ms - busy_since_ms_ > limits.write_s * 1000) return drop();
  if (busy) return;
  const std::int64_t ping_every_ms = limits.idle_socket_s * 1000 / (kPingsMax + 1);
  if (now_ms - heard_ms_ < ping_every_ms * (pings_ + 1)) return;
  if (pings_ == kPingsMax) return close(close_code::kGoingAway, "nothing was heard for long");
  ++pings_;
  send_frame(Opcode::ping, {});
}

}  // namespace menagerie::net
