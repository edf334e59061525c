#include "server/net/http_session.hpp"

#include "engine/check.hpp"
#include "server/api/content.hpp"
#include "server/api/url.hpp"
#include "server/net/door.hpp"
#include "server/net/http_text.hpp"
#include "server/net/listener.hpp"
#include "server/net/pages.hpp"
#include "server/net/upgrade.hpp"
#include "server/net/websocket_session.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <spdlog/spdlog.h>

#include <array>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::net {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

constexpr std::int64_t kLingerMs = 2000;
constexpr std::size_t kLingerBytesMax = 256 * 1024;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

/// A long answer on its way: while one piece is sent a reader's thread makes the next, and no more than
/// that, so that a client that does not read on costs two pieces and no reader.
struct Stream {
  std::unique_ptr<api::Source> source;
  std::optional<api::GzipStream> gzip;
  bool chunked = true;
  bool more = true;      ///< the source is not at its end
  bool making = false;   ///< a reader has it: the members below are the reader's
  bool sending = false;  ///< a piece is being sent
  std::string raw, zipped, out;

  /// Makes the next bytes to send, perhaps none yet; on a reader's thread, which it has for one piece.
  void make(store::Store& store) {
    out.clear();
    raw.clear();
    more = source->next(store, raw);
    if (!gzip && !chunked) return out.swap(raw);
    zipped.clear();
    if (gzip) gzip->add(raw, !more, zipped);
    const std::string& body = gzip ? zipped : raw;
    out = chunked ? chunk_text(body, !more) : body;
  }
};

class HttpSession final : public Connection, public std::enable_shared_from_this<HttpSession> {
 public:
  HttpSession(Server& server, Socket socket, Arrival arrival)
      : Connection(server, arrival.refusal ? Kind::refused : Kind::http),
        socket_(std::move(socket)),
        arrival_(std::move(arrival)),
        holder_(AddressKey::of(arrival_.peer)),
        buffer_(server.limits().header_bytes_max + 8192) {}
  ~HttpSession() override {
    if (server_) end_export(&Traffic::exports_broken);
  }

  void read();

  void sweep(std::int64_t now_ms) override;
  void shut(unsigned code, std::string_view reason) override;
  void drop() override;
  void orphan() override;

 private:
  enum class Phase : std::uint8_t { reading, answering, writing, lingering };
  using Parser = http::request_parser<http::string_body>;

  void on_header(const error_code& error);
  bool take_head();
  std::string_view head_fault() const;
  void show_pass();
  void read_body();
  void on_request();
  void on_read_error(const error_code& error);
  bool count_client();
  void upgrade(const api::Target& target);
  void dispatch();
  void refuse(unsigned status, std::string_view type, std::string_view title, std::string_view detail);
  void respond(api::Response response);
  void set_head(const api::Response& response, Framing framing);
  void stream(api::Response response);
  void end_export(std::uint64_t Traffic::*how);
  void make_next(const std::shared_ptr<Stream>& stream);
  void send_next(const std::shared_ptr<Stream>& stream);
  void write(std::shared_ptr<Stream> stream);
  void on_written(const error_code& error, std::shared_ptr<Stream> stream);
  void linger();
  void discard(std::size_t discarded);
  void set_deadline(std::int64_t after_ms) { deadline_ms_ = Server::now_ms() + after_ms; }

  Socket socket_;
  Arrival arrival_;
  AddressKey holder_;  // whose arrival_.hold is
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  api::Request request_;
  Phase phase_ = Phase::reading;
  bool keep_alive_ = true;
  bool is_http_11_ = true;
  bool timed_out_ = false;
  std::int64_t deadline_ms_ = 0;  // 0 = none
  AddressBook::Hold export_;
  bool exporting_ = false;
  std::string head_;
  std::shared_ptr<const std::string> body_;
};

void HttpSession::read() {
  phase_ = Phase::reading;
  keep_alive_ = true;
  set_deadline(server_->limits().handshake_s * 1000);
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(server_->limits().header_bytes_max));
  parser_->body_limit(server_->limits().body_bytes_max);
  http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](const error_code& error, std::size_t) { self->on_header(error); });
}

void HttpSession::on_header(const error_code& error) {
  if (!server_) return;
  if (error) return on_read_error(error);
  if (!take_head()) return;
  if (parser_->is_done()) return on_request();
  if (auto answer = api::Resources::turn_away(request_)) {  // nobody pays for the body
    phase_ = Phase::answering;
    keep_alive_ = false;
    return respond(*std::move(answer));
  }
  if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) return read_body();
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

/// Behind a trusted proxy: counts the visitor that this request is forwarded for. False: too many.
bool HttpSession::count_client() {
  const auto& headers = parser_->get();
  std::string forwarded;
  const auto [from, to] = headers.equal_range("X-Forwarded-For");
  for (auto it = from; it != to; ++it) {
    if (!forwarded.empty()) forwarded += ',';
    forwarded.append(it->value().data(), it->value().size());
  }
  const Config& config = server_->config();
  const Address client = client_address(arrival_.peer, forwarded, config.trusted_proxies);
  request_.client = client.to_string();
  const AddressKey key = AddressKey::of(client);
  if (arrival_.hold && key == holder_) return true;
  arrival_.hold.release();
  auto hold = server_->addresses().enter(key);
  if (!hold) {
    ++server_->traffic().refused_address;
    return false;
  }
  arrival_.hold = std::move(*hold);
  holder_ = key;
  return true;
}

/// What in the header leaves open where the request ends, or whom it is for (RFC 9112, 3.2 and 6.1): another
/// server before us may have read it otherwise.
std::string_view HttpSession::head_fault() const {
  const auto& message = parser_->get();
  const std::size_t encodings = message.count(http::field::transfer_encoding);
  if (encodings > 1 ||
      (encodings == 1 && !beast::iequals(message[http::field::transfer_encoding], "chunked")))
    return "a request's Transfer-Encoding can only be chunked";
  if (encodings == 1 && !is_http_11_) return "HTTP/1.0 has no Transfer-Encoding";
  const std::size_t hosts = message.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && is_http_11_)) return "a request names one Host";
  return {};
}

/// What the header says. False: it was answered already.
bool HttpSession::take_head() {
  const auto& message = parser_->get();
  request_ = {};
  request_.method = message.method_string();
  request_.accept = message[http::field::accept];
  request_.accept_encoding = message[http::field::accept_encoding];
  request_.if_none_match = message[http::field::if_none_match];
  request_.content_type = message[http::field::content_type];
  is_http_11_ = message.version() >= 11;
  keep_alive_ = is_http_11_ && message.keep_alive() && !server_->is_closing() && !arrival_.refusal;
  const auto turn_away = [this](unsigned status, std::string_view type, std::string_view title,
                                std::string_view detail) {
    phase_ = Phase::answering;
    keep_alive_ = keep_alive_ && parser_->is_done();
    refuse(status, type, title, detail);
    return false;
  };
  if (const std::string_view fault = head_fault(); !fault.empty()) {
    keep_alive_ = false;  // what follows may be its body
    return turn_away(400, "bad-request", "Bad request", fault);
  }
  if (arrival_.refusal == 503)
    return turn_away(503, "full-house", "The house is full", "please come back in a while");
  if (arrival_.refusal || !count_client()) {
    return turn_away(429, "too-many-connections", "Too many connections",
                     "your address has all the connections that one address may have");
  }
  const std::string_view text(message.target().data(), message.target().size());
  std::optional<api::Target> target = api::parse_target(text);
  if (!target)
    return turn_away(400, "bad-target", "Bad target", "the address asked for is not a path with a query");
  // A target that names a host names it for the header too (RFC 9112, 3.2.2).
  if (!target->host.empty()) parser_->get().set(http::field::host, target->host);
  request_.path = std::move(target->path);
  request_.query = std::move(target->query);
  if (api::Resources::is_desk(request_)) show_pass();
  return true;
}

/// Looks for the curator's token.
void HttpSession::show_pass() {
  const auto& message = parser_->get();
  const auto view = [](beast::string_view text) { return std::string_view(text.data(), text.size()); };
  Knock knock{.authorization = view(message[http::field::authorization]),
              .host = view(message[http::field::host]),
              .origin = {}};
  if (message.count(http::field::origin)) knock.origin = view(message[http::field::origin]);
  const Answered answered = answer_the_door(*server_, arrival_.hold, knock);
  request_.pass = answered.pass;
  request_.retry_after_s = answered.retry_after_s;
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
  const UpgradeMessage& message = parser_->get();
  const auto view = [](beast::string_view text) { return std::string_view(text.data(), text.size()); };
  UpgradeRequest request{.target = target,
                         .is_upgrade = beast::websocket::is_upgrade(message),
                         .host = view(message[http::field::host]),
                         .origin = {},
                         .subprotocols = view(message[http::field::sec_websocket_protocol])};
  if (message.count(http::field::origin)) request.origin = view(message[http::field::origin]);
  UpgradePlan plan = plan_upgrade(*server_, request);
  keep_alive_ = false;
  if (plan.refusal) return respond(std::move(*plan.refusal));
  if (buffer_.size() != 0) {
    return refuse(400, "early-frames", "Early frames",
                  "a client waits for the upgrade before it sends frames");
  }
  start_websocket(*server_, std::move(socket_), plan, std::move(arrival_.hold), message);
}

void HttpSession::dispatch() {
  const api::Respond respond = [self = shared_from_this()](api::Response response) {
    if (self->server_) self->respond(std::move(response));
  };
  if (request_.path.starts_with("/api/")) return server_->resources().handle(request_, respond);
  answer_page(*server_, request_, respond);
}

void HttpSession::refuse(unsigned status, std::string_view type, std::string_view title,
                         std::string_view detail) {
  respond(refusal(status, type, title, detail));
}

void HttpSession::respond(api::Response response) {
  MENAGERIE_CHECK(phase_ == Phase::answering);
  if (response.source) return stream(std::move(response));
  const bool has_body = response.status != 304 && response.status != 204;
  Framing framing;
  if (has_body) framing.length = response.body ? response.body->size() : 0;
  set_head(response, framing);
  body_ = has_body && request_.method != "HEAD" ? response.body : nullptr;
  write(nullptr);
}

/// The answer's first lines; it is counted as given.
void HttpSession::set_head(const api::Response& response, Framing framing) {
  framing.date = server_->date();
  framing.keep_alive = keep_alive_;
  head_ = header_text(response, framing);
  server_->traffic().answered(response.status);
}

void HttpSession::stream(api::Response response) {
  const bool has_body = request_.method != "HEAD";
  if (has_body) {
    auto hold = server_->addresses().begin_export(arrival_.hold);
    if (!hold) {
      return refuse(429, "too-many-exports", "Too many exports at once",
                    "your address has " + std::to_string(server_->limits().exports_per_client_max) +
                        " exports under way; wait for one to end");
    }
    export_ = std::move(*hold);
  }
  auto state = std::make_shared<Stream>();
  state->chunked = is_http_11_ && !response.length;
  if (response.gzip) state->gzip.emplace();
  Framing framing;
  framing.length = response.length;
  framing.chunked = state->chunked;
  set_head(response, framing);
  body_ = nullptr;
  if (!has_body) return write(nullptr);
  state->source = std::move(response.source);
  exporting_ = true;
  ++server_->traffic().exports_under_way;
  write(std::move(state));
}

/// Counts the export under way, if there is one, as ended.
void HttpSession::end_export(std::uint64_t Traffic::*how) {
  if (!std::exchange(exporting_, false)) return;
  --server_->traffic().exports_under_way;
  ++(server_->traffic().*how);
}

/// Has a reader make the next piece.
void HttpSession::make_next(const std::shared_ptr<Stream>& stream) {
  stream->making = true;
  server_->resources().readers().read_behind(
      [stream](store::Store& store) { stream->make(store); },
      [self = shared_from_this(), stream](std::exception_ptr thrown) {
        stream->making = false;
        if (!self->server_ || !self->socket_.is_open()) return;
        if (thrown) {  // the missing end of the body tells the client
          spdlog::error("net: an export broke off: the log could not be read");
          return self->drop();
        }
        // Nothing to send yet, as while a hash is made: behind the other exports that wait.
        if (stream->out.empty() && stream->more) return self->make_next(stream);
        if (!stream->sending) self->send_next(stream);
      });
}

/// Sends the piece that was made.
void HttpSession::send_next(const std::shared_ptr<Stream>& stream) {
  head_.swap(stream->out);
  stream->out.clear();
  if (stream->more) make_next(stream);
  write(stream);
}

void HttpSession::write(std::shared_ptr<Stream> stream) {
  phase_ = Phase::writing;
  if (stream) stream->sending = true;
  const std::int64_t write_ms = server_->limits().write_s * 1000;
  set_deadline(write_ms);
  const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_),
                                                     body_ ? asio::buffer(*body_) : asio::const_buffer()};
  const auto progress = [this, write_ms](const error_code& error, std::size_t) -> std::size_t {
    set_deadline(write_ms);
    return error ? 0 : 65536;
  };
  asio::async_write(
      socket_, buffers, progress,
      [self = shared_from_this(), stream = std::move(stream)](const error_code& error, std::size_t) mutable {
        if (self->server_) self->on_written(error, std::move(stream));
      });
}

void HttpSession::on_written(const error_code& error, std::shared_ptr<Stream> stream) {
  if (error) return drop();
  if (stream) {
    stream->sending = false;
    phase_ = Phase::answering;
    deadline_ms_ = 0;
    if (!stream->making && !stream->out.empty()) return send_next(stream);
    if (stream->making) return;  // it is sent when it is made
    if (stream->more) return make_next(stream);
  }
  end_export(&Traffic::exports_whole);
  export_.release();
  std::string().swap(head_);
  body_ = nullptr;
  if (keep_alive_) return read();
  linger();
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
  arrival_.hold.release();
  export_.release();
}

}  // namespace

void start_http(Server& server, Socket socket, Arrival arrival) {
  std::make_shared<HttpSession>(server, std::move(socket), std::move(arrival))->read();
}

}  // namespace menagerie::net
