#include "server/net/http_session.hpp"

#include "engine/check.hpp"
#include "server/api/http.hpp"
#include "server/api/resources.hpp"
#include "server/api/url.hpp"
#include "server/net/access_log.hpp"
#include "server/net/client_identity.hpp"
#include "server/net/monotonic_clock.hpp"
#include "server/net/refusal.hpp"
#include "server/net/request_head.hpp"
#include "server/net/request_line.hpp"
#include "server/net/response_writer.hpp"
#include "server/net/router.hpp"
#include "server/net/server.hpp"
#include "server/net/visitor_sessions.hpp"
#include "server/net/websocket/upgrade.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/status.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::int64_t kLingerMs = 2000;
constexpr std::int64_t kRefusedMs = 2000;  // there are few places to tell somebody that there is no room
constexpr std::size_t kLingerBytesMax = 256 * 1024;
constexpr std::size_t kReadBytes = 4096;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

/// The path as our own pages have it: a proxy may pass the path under which visitors have the museum, or
/// remove it.
std::string within(std::string_view base, std::string path) {
  if (base.empty() || !path.starts_with(base)) return path;
  if (path.size() == base.size()) return "/";
  return path[base.size()] == '/' ? path.substr(base.size()) : path;
}

class HttpSession final : public Connection,
                          public ResponseWriter::Owner,
                          public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Server& server, Socket socket, NewConnection connection)
      : Connection(server, connection.refusal ? Kind::refused : Kind::http),
        socket_(std::move(socket)),
        refusal_(connection.refusal),
        client_(connection.peer, std::move(connection.hold)),
        buffer_(server.limits().header_bytes_max + 8192),
        writer_(*this, server, socket_, client_) {}

  void read();

  void sweep(std::int64_t now_ms) override;
  void shut(unsigned code, std::string_view reason) override;
  void drop() override;
  void orphan() override;

 private:
  enum class Phase : std::uint8_t { reading, answering, lingering };
  using Parser = http::request_parser<http::string_body>;

  void read_request_line();
  void on_header(const error_code& error, std::size_t bytes);
  std::optional<api::Response> take_head();
  std::optional<api::Response> admission_fault();
  std::optional<api::Response> take_target();
  std::optional<api::Response> practice_fault();
  void read_body();
  void on_request();
  void on_read_error(const error_code& error);
  void upgrade();
  void begin_websocket(const UpgradePlan& plan);
  void respond(api::Response response);
  void on_response_sent() override;
  void on_response_failed() override { drop(); }
  std::shared_ptr<void> keep_alive() override { return shared_from_this(); }
  void linger();
  void discard(std::size_t discarded);
  bool has_begun() const { return buffer_.size() != 0 || (parser_ && parser_->got_some()); }
  void set_deadline(std::int64_t after_ms) { deadline_ms_ = monotonic_ms() + after_ms; }

  Socket socket_;
  unsigned refusal_;  // 0, or the status that every request gets
  ClientIdentity client_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  api::Request request_;
  api::RouteMatch route_;
  Phase phase_ = Phase::reading;
  bool keep_alive_ = true;
  bool is_http_11_ = true;
  bool timed_out_ = false;
  std::int64_t deadline_ms_ = 0;  // of reading and lingering; 0 = none
  ResponseWriter writer_;         // goes first: it uses the others
};

// ---------------------------------------------------------------- reading

void HttpSession::read() {
  phase_ = Phase::reading;
  keep_alive_ = true;
  const std::int64_t handshake_ms = server_->limits().handshake_s * 1000;
  set_deadline(refusal_ ? std::min(handshake_ms, kRefusedMs) : handshake_ms);
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(server_->limits().header_bytes_max));
  parser_->body_limit(server_->limits().body_bytes_max);
  read_request_line();
}

/// Before Beast, which refuses an empty line in front and reports every bad request line alike.
void HttpSession::read_request_line() {
  const asio::mutable_buffer come = buffer_.data();
  const RequestLine line = look_for_request_line({static_cast<char*>(come.data()), come.size()},
                                                 server_->limits().header_bytes_max);
  buffer_.consume(line.empty);
  if (line.state == RequestLine::State::refused) {
    keep_alive_ = false;
    phase_ = Phase::answering;
    request_ = {};
    const beast::string_view title = http::obsolete_reason(http::int_to_status(line.status));
    return respond(refusal(line.status, line.status == 414 ? "target-too-long" : "bad-request",
                           {title.data(), title.size()}, line.detail));
  }
  if (line.state == RequestLine::State::incomplete)
    return socket_.async_read_some(buffer_.prepare(kReadBytes),
                                   [self = shared_from_this()](const error_code& error, std::size_t bytes) {
                                     if (!self->server_) return;
                                     if (error) return self->on_read_error(error);
                                     self->buffer_.commit(bytes);
                                     self->read_request_line();
                                   });
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
  if (auto fault = take_head()) {
    phase_ = Phase::answering;
    keep_alive_ = keep_alive_ && parser_->is_done();
    return respond(*std::move(fault));
  }
  if (parser_->is_done()) return on_request();
  if (auto fault = api::Resources::refusal_before_body(request_, route_)) {
    phase_ = Phase::answering;
    keep_alive_ = false;  // the body is not read
    return respond(*std::move(fault));
  }
  // HTTP/1.0 knows no interim answer, and a body that has begun to arrive needs none (RFC 9110, 10.1.1).
  const bool waits = is_http_11_ && parser_->get().count(http::field::expect) != 0 && buffer_.size() == 0;
  if (!waits) return read_body();
  asio::async_write(socket_, asio::buffer(kContinue),
                    [self = shared_from_this()](const error_code& failed, std::size_t) {
                      if (self->server_ && !failed) self->read_body();
                    });
}

/// What the header says; the answer where it is refused.
std::optional<api::Response> HttpSession::take_head() {
  const auto& header = parser_->get();
  request_ = request_of(header);
  route_ = {};
  is_http_11_ = header.version() >= 11;
  keep_alive_ = is_http_11_ && !asks_to_close(header) && !server_->is_closing() && !refusal_;
  if (const std::string_view fault = framing_fault(header); !fault.empty()) {
    keep_alive_ = false;  // what follows may be its body
    return refusal(400, "bad-request", "Bad request", fault);
  }
  if (!is_known_method(request_.method))
    return refusal(501, "unknown-method", "Unknown method", "there is no such method here");
  const beast::string_view expected = header[http::field::expect];
  if (is_http_11_ && !expected.empty() && !beast::iequals(expected, "100-continue"))
    return refusal(417, "unknown-expectation", "Unknown expectation", "only 100-continue can be expected");
  // The operator's probes are answered by a full server too.
  const bool is_probe = header.target() == "/healthz" || header.target() == "/readyz";
  if (refusal_ != 0 && is_probe) {
    request_.target = request_.path = header.target();
    return std::nullopt;
  }
  if (auto fault = admission_fault()) return fault;
  return take_target();
}

/// Counts the request for its client; the answer where that is not admitted.
std::optional<api::Response> HttpSession::admission_fault() {
  if (refusal_ == 503) return refusal(503, "full-house", "The museum is full", "please come back in a while");
  if (refusal_ == 0) {
    const HeaderField forwarded = joined_lines(parser_->get(), "X-Forwarded-For");
    const bool counted =
        client_.identify(server_->addresses(), forwarded.value, server_->config().trusted_proxies);
    request_.client = client_.key().bytes;
    if (counted) return std::nullopt;
    ++server_->traffic().refused_address;
  }
  return refusal(429, "too-many-connections", "Too many connections",
                 "your address has all the connections that one address may have");
}

/// What the request asks for; the answer where that is not to be understood.
std::optional<api::Response> HttpSession::take_target() {
  auto& header = parser_->get();
  const std::string_view text(header.target().data(), header.target().size());
  request_.target = text;
  if (text == "*" && request_.method == "OPTIONS") {  // about the server, not one of its resources
    request_.path = text;
    return std::nullopt;
  }
  std::optional<api::Target> target = api::parse_target(text);
  if (!target || !api::is_valid_host(target->host))
    return refusal(400, "bad-target", "Bad target", "the address asked for is not a path with a query");
  // A target that names a host names it for the header too (RFC 9112, 3.2.2).
  if (!target->host.empty()) header.set(http::field::host, target->host);
  request_.path = within(server_->config().base, std::move(target->path));
  request_.base = server_->config().base;
  request_.query = std::move(target->query);
  route_ = api::Resources::match(request_);
  if (!route_.needs_curator()) return std::nullopt;
  const CredentialCheck check = check_credentials(*server_, client_.hold(), credentials_of(header));
  request_.pass = check.pass;
  request_.retry_after_s = check.retry_after_s;
  return std::nullopt;
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
  if (timed_out_)
    return respond(refusal(408, "too-slow", "Request timeout", "the request did not arrive in time"));
  const wire::Limits& limits = server_->limits();
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return respond(
        refusal(431, "header-too-large", "Header too large",
                "a request's header may have " + std::to_string(limits.header_bytes_max) + " bytes"));
  }
  if (error == http::error::body_limit) {
    return respond(refusal(413, "body-too-large", "Body too large",
                           "a request's body may have " + std::to_string(limits.body_bytes_max) + " bytes"));
  }
  const bool gone = error == http::error::end_of_stream || error == http::error::partial_message;
  if (!gone && error.category() == make_error_code(http::error::bad_method).category()) {
    return respond(refusal(400, "bad-request", "Bad request", "this is not HTTP: " + error.message()));
  }
  drop();  // gone, or broken: nobody to answer
}

// ---------------------------------------------------------------- answering

void HttpSession::on_request() {
  phase_ = Phase::answering;
  deadline_ms_ = 0;
  if (is_websocket_path(request_.path)) return upgrade();
  request_.body = std::move(parser_->get().body());
  parser_.reset();
  if (auto fault = practice_fault()) return respond(*std::move(fault));
  answer_request(*server_, request_, route_, [self = shared_from_this()](api::Response response) {
    if (self->server_) self->respond(std::move(response));
  });
}

/// Counts a practice for its client; the answer where that is one too many.
std::optional<api::Response> HttpSession::practice_fault() {
  if (!route_.is_practice(request_)) return std::nullopt;
  const auto wait_s = server_->addresses().begin_practice(client_.hold(), monotonic_ms());
  if (!wait_s) return std::nullopt;
  return refusal(429, "too-many-practices", "Too many practices",
                 "your address has had as many practices as it may have in a minute; please wait", *wait_s);
}

void HttpSession::upgrade() {
  const api::Target target{.path = request_.path, .query = request_.query};
  UpgradePlan plan = plan_upgrade(*server_, upgrade_request_of(parser_->get(), target));
  keep_alive_ = false;
  if (plan.refusal) return respond(std::move(*plan.refusal));
  if (buffer_.size() != 0)
    return respond(refusal(400, "early-frames", "Early frames",
                           "a client waits for the upgrade before it sends frames"));
  if (plan.as_of == 0 && plan.copy.empty()) return begin_websocket(plan);
  const auto kept = std::make_shared<UpgradePlan>(std::move(plan));
  auto answer = [self = shared_from_this(), kept](std::shared_ptr<museum::Room> room,
                                                  std::optional<api::Response> refusal) {
    if (!self->server_) return;
    if (refusal) return self->respond(std::move(*refusal));
    kept->room = room.get();
    kept->aside = std::move(room);
    self->begin_websocket(*kept);
  };
  if (kept->copy.empty())
    return server_->resources().open_past(request_.client, *kept->room, kept->as_of, std::move(answer));
  request_.query.erase("copy");
  server_->resources().open_copy(request_.client, kept->copy, request_.query, std::move(answer));
}

void HttpSession::begin_websocket(const UpgradePlan& plan) {
  if (AccessLog* log = server_->access_log()) log->write(request_, is_http_11_, 101, 0);
  start_websocket(*server_, std::move(socket_), plan, client_);
}

void HttpSession::respond(api::Response response) {
  MENAGERIE_CHECK(phase_ == Phase::answering);
  deadline_ms_ = 0;
  writer_.send(std::move(response), request_, {.keep_alive = keep_alive_, .is_http_11 = is_http_11_});
}

void HttpSession::on_response_sent() {
  if (keep_alive_) return read();
  linger();
}

// ---------------------------------------------------------------- ending

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
  socket_.async_read_some(buffer_.prepare(kReadBytes),
                          [self = shared_from_this(), discarded](const error_code& error, std::size_t bytes) {
                            if (!error && self->server_) self->discard(discarded + bytes);
                          });
}

void HttpSession::sweep(std::int64_t now_ms) {
  if (writer_.has_stalled(now_ms)) {
    // Reset, not closed: the kernel would keep what is not read yet, megabytes, until the client has read it.
    error_code ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    return drop();
  }
  if (deadline_ms_ == 0 || now_ms < deadline_ms_) return;
  deadline_ms_ = 0;
  if (phase_ != Phase::reading || !has_begun() || timed_out_) return drop();
  timed_out_ = true;  // the read ends with an error, and is answered
  error_code ignored;
  socket_.cancel(ignored);
}

void HttpSession::shut(unsigned, std::string_view) {
  keep_alive_ = false;
  if (phase_ == Phase::reading && !has_begun()) drop();
}

void HttpSession::drop() {
  error_code ignored;
  socket_.close(ignored);
}

void HttpSession::orphan() {
  Connection::orphan();
  writer_.orphan();
  client_.hold().release();
}

}  // namespace

void start_http(Server& server, Socket socket, NewConnection connection) {
  std::make_shared<HttpSession>(server, std::move(socket), std::move(connection))->read();
}

}  // namespace menagerie::net
