#include "server/net/http_session.hpp"

#include "server/net/http_session_state.hpp"
#include "server/net/pages.hpp"
#include "server/net/request_line.hpp"
#include "server/net/upgrade.hpp"
#include "server/net/visitor_sessions.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace menagerie::net {
namespace {

constexpr std::int64_t kLingerMs = 2000;
constexpr std::int64_t kRefusedMs = 2000;  // there are few places to tell somebody that there is no room
constexpr std::size_t kLingerBytesMax = 256 * 1024;
constexpr std::size_t kReadBytes = 4096;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

}  // namespace

void HttpSession::read() {
  phase_ = Phase::reading;
  keep_alive_ = true;
  const std::int64_t handshake_ms = server_->limits().handshake_s * 1000;
  set_deadline(arrival_.refusal ? std::min(handshake_ms, kRefusedMs) : handshake_ms);
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(server_->limits().header_bytes_max));
  parser_->body_limit(server_->limits().body_bytes_max);
  read_request_line();
}

/// Before Beast, which takes no empty line in front and tells no fault of a request line from another.
void HttpSession::read_request_line() {
  const asio::mutable_buffer come = buffer_.data();
  const RequestLine line = look_for_request_line({static_cast<char*>(come.data()), come.size()},
                                                 server_->limits().header_bytes_max);
  buffer_.consume(line.empty);
  if (line.state == RequestLine::State::refused) {
    keep_alive_ = false;
    phase_ = Phase::answering;
    request_ = {};
    return refuse(line.status, line.status == 414 ? "target-too-long" : "bad-request",
                  reason_phrase(line.status), line.detail);
  }
  if (line.state == RequestLine::State::incomplete) {
    return socket_.async_read_some(buffer_.prepare(kReadBytes),
                                   [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                                     if (!self->server_) return;
                                     if (error) return self->on_read_error(error);
                                     self->buffer_.commit(bytes);
                                     self->read_request_line();
                                   });
  }
  http::async_read_header(socket_, buffer_, *parser_,
                          [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                            self->on_header(error, bytes);
                          });
}

void HttpSession::on_header(const error_code& error, std::size_t bytes) {
  if (!server_) return;
  if (error) return on_read_error(error);
  // Beast looks at the limit only where the header comes in more than one piece.
  if (bytes > server_->limits().header_bytes_max) return on_read_error(http::error::header_limit);
  if (!take_head()) return;
  if (parser_->is_done()) return on_request();
  if (auto answer = api::Resources::turn_away(request_)) {  // nobody pays for the body
    phase_ = Phase::answering;
    keep_alive_ = false;
    return respond(*std::move(answer));
  }
  // HTTP/1.0 knows no interim answer, and a body that has begun to arrive needs none (RFC 9110, 10.1.1).
  const bool waits = is_http_11_ && parser_->get().count(http::field::expect) != 0 && buffer_.size() == 0;
  if (!waits) return read_body();
  asio::async_write(socket_, asio::buffer(kContinue),
                    [self = shared_from_this()](const error_code& failed, std::size_t) {
                      if (self->server_ && !failed) self->read_body();
                    });
}

void HttpSession::read_body() {
  http::async_read(socket_, buffer_, *parser_,
                   [self = shared_from_this()](const error_code& error, std::size_t) {
                     if (!self->server_) return;
                     if (error) return self->on_read_error(error);
                     self->on_request();
                   });
}

void HttpSession::on_read_error(const error_code& error) {
  keep_alive_ = false;
  phase_ = Phase::answering;
  request_ = {};
  if (timed_out_) return refuse(408, "too-slow", "Request timeout", "the request did not arrive in time");
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return refuse(
        431, "header-too-large", "Header too large",
        "a request's header may have " + std::to_string(server_->limits().header_bytes_max) + " bytes");
  }
  if (error == http::error::body_limit) {
    return refuse(413, "body-too-large", "Body too large",
                  "a request's body may have " + std::to_string(server_->limits().body_bytes_max) + " bytes");
  }
  const bool gone = error == http::error::end_of_stream || error == http::error::partial_message;
  if (!gone && error.category() == make_error_code(http::error::bad_method).category()) {
    return refuse(400, "bad-request", "Bad request", "this is not HTTP: " + error.message());
  }
  error_code ignored;  // gone, or broken: nobody to answer
  socket_.close(ignored);
}

void HttpSession::on_request() {
  phase_ = Phase::answering;
  deadline_ms_ = 0;
  if (is_websocket_path(request_.path)) return upgrade({request_.path, request_.query});
  request_.body = std::move(parser_->get().body());
  parser_.reset();
  dispatch();
}

void HttpSession::upgrade(const api::Target& target) {
  const auto& message = parser_->get();
  const auto field = [&message](http::field name) {
    HeaderField all;
    const auto [from, to] = message.equal_range(name);
    for (auto it = from; it != to; ++it) {
      if (all.lines++ != 0) all.value += ',';
      all.value.append(it->value().data(), it->value().size());
    }
    return all;
  };
  const UpgradeRequest request{.target = target,
                               .is_get_11 = is_http_11_ && message.method() == http::verb::get,
                               .host = field(http::field::host),
                               .connection = field(http::field::connection),
                               .upgrade = field(http::field::upgrade),
                               .origin = field(http::field::origin),
                               .key = field(http::field::sec_websocket_key),
                               .version = field(http::field::sec_websocket_version),
                               .subprotocols = field(http::field::sec_websocket_protocol)};
  UpgradePlan plan = plan_upgrade(*server_, request);
  keep_alive_ = false;
  if (plan.refusal) return respond(std::move(*plan.refusal));
  if (buffer_.size() != 0) {
    return refuse(400, "early-frames", "Early frames",
                  "a client waits for the upgrade before it sends frames");
  }
  start_websocket(*server_, std::move(socket_), plan, std::move(arrival_.hold));
}

void HttpSession::dispatch() {
  const api::Respond respond = [self = shared_from_this()](api::Response response) {
    if (self->server_) self->respond(std::move(response));
  };
  if (request_.path.starts_with("/api/")) {
    return server_->resources().handle(request_, [this, respond](api::Response response) {
      // Who follows a link in a browser gets a page, with the way back.
      const bool lost = response.status == 404 && server_ != nullptr;
      if (lost && prefers_page(request_.accept)) response = server_->files().lost(request_);
      respond(std::move(response));
    });
  }
  answer_page(*server_, request_, respond);
}

/// Closes so that the client can still read the answer: the end is announced first, and what it was
/// sending is read away, for a moment.
void HttpSession::linger() {
  phase_ = Phase::lingering;
  error_code error;
  socket_.shutdown(asio::socket_base::shutdown_send, error);
  if (error) return drop();
  set_deadline(kLingerMs);
  discard(0);
}

void HttpSession::discard(std::size_t discarded) {
  if (discarded > kLingerBytesMax) return drop();
  buffer_.clear();
  socket_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this(), discarded](const error_code& error, std::size_t bytes) {
                            if (!error && self->server_) self->discard(discarded + bytes);
                          });
}

void HttpSession::sweep(std::int64_t now_ms) {
  if (deadline_ms_ == 0 || now_ms < deadline_ms_) return;
  if (phase_ == Phase::writing) {
    if (takes_enough()) return;
    // Reset, not closed: the system would keep what is not read yet, megabytes, until the client has read it.
    error_code ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  }
  deadline_ms_ = 0;
  const bool begun = buffer_.size() != 0 || (parser_ && parser_->got_some());
  if (phase_ != Phase::reading || !begun || timed_out_) return drop();
  timed_out_ = true;  // the read ends with an error, and is answered
  error_code ignored;
  socket_.cancel(ignored);
}

void HttpSession::shut(unsigned, std::string_view) {
  keep_alive_ = false;
  const bool begun = buffer_.size() != 0 || (parser_ && parser_->got_some());
  if (phase_ == Phase::reading && !begun) drop();
}

void HttpSession::drop() {
  error_code ignored;
  socket_.close(ignored);
}

void HttpSession::orphan() {
  Connection::orphan();
  buffered_.release();
  export_.release();
  arrival_.hold.release();
}

void start_http(Server& server, Socket socket, Arrival arrival) {
  std::make_shared<HttpSession>(server, std::move(socket), std::move(arrival))->read();
}

}  // namespace menagerie::net
