// What a request's header says: how it is framed, for whom it counts, and what it shows to the curator's
// desk.
#include "server/net/authentication.hpp"
#include "server/net/http_session_state.hpp"
#include "server/net/request_line.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace menagerie::net {
namespace {

/// The path as our own pages have it: a proxy passes the path under which it has the house on, or cuts it
/// off.
std::string within(std::string_view base, std::string path) {
  if (base.empty() || !path.starts_with(base)) return path;
  if (path.size() == base.size()) return "/";
  return path[base.size()] == '/' ? path.substr(base.size()) : path;
}

}  // namespace

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
  const AddressKey key = AddressKey::of(client);
  request_.client = key.bytes;
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
  const beast::string_view host = message[http::field::host];
  if (!is_valid_host({host.data(), host.size()})) return "this is no Host: HOST or HOST:PORT";
  return {};
}

/// Whether the client says that this is its last request: in any of its Connection lines (RFC 9112, 9.6).
bool HttpSession::asks_to_close() const {
  const auto [from, to] = parser_->get().equal_range(http::field::connection);
  return std::any_of(from, to, [](const auto& line) {
    return has_token({line.value().data(), line.value().size()}, "close");
  });
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
  request_.range = message[http::field::range];
  request_.if_range = message[http::field::if_range];
  is_http_11_ = message.version() >= 11;
  keep_alive_ = is_http_11_ && !asks_to_close() && !server_->is_closing() && !arrival_.refusal;
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
  if (!is_known_method(request_.method))
    return turn_away(501, "unknown-method", "Unknown method", "there is no such method here");
  const beast::string_view expected = message[http::field::expect];
  if (is_http_11_ && !expected.empty() && !beast::iequals(expected, "100-continue"))
    return turn_away(417, "unknown-expectation", "Unknown expectation", "only 100-continue can be expected");
  // Whoever looks after the server is answered when it is full too.
  const bool is_probe = message.target() == "/healthz" || message.target() == "/readyz";
  if (arrival_.refusal != 0 && is_probe) {
    request_.path = message.target();
    return true;
  }
  if (arrival_.refusal == 503)
    return turn_away(503, "full-house", "The house is full", "please come back in a while");
  if (arrival_.refusal || !count_client()) {
    return turn_away(429, "too-many-connections", "Too many connections",
                     "your address has all the connections that one address may have");
  }
  const std::string_view text(message.target().data(), message.target().size());
  if (text == "*" && request_.method == "OPTIONS") {  // about the server, not one of its resources
    request_.path = text;
    return true;
  }
  std::optional<api::Target> target = api::parse_target(text);
  if (!target || !is_valid_host(target->host))
    return turn_away(400, "bad-target", "Bad target", "the address asked for is not a path with a query");
  // A target that names a host names it for the header too (RFC 9112, 3.2.2).
  if (!target->host.empty()) parser_->get().set(http::field::host, target->host);
  request_.path = within(server_->config().base, std::move(target->path));
  request_.base = server_->config().base;
  request_.query = std::move(target->query);
  if (api::Resources::is_desk(request_)) authenticate();
  return true;
}

/// Looks for the curator's token.
void HttpSession::authenticate() {
  const auto& message = parser_->get();
  const auto view = [](beast::string_view text) { return std::string_view(text.data(), text.size()); };
  Credentials credentials{.authorization = view(message[http::field::authorization]),
                          .host = view(message[http::field::host]),
                          .origin = {}};
  if (message.count(http::field::origin)) credentials.origin = view(message[http::field::origin]);
  const Answered answered = check_credentials(*server_, arrival_.hold, credentials);
  request_.pass = answered.pass;
  request_.retry_after_s = answered.retry_after_s;
}

}  // namespace menagerie::net
