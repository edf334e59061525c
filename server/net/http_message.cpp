#include "server/net/http_message.hpp"

#include "engine/check.hpp"

#include <array>
#include <utility>

namespace menagerie::net {
namespace {

namespace http = boost::beast::http;

constexpr unsigned kUpgradeRequired = 426;  // its Connection header is its own

/// What every response says to the browser, except where it has a policy of its own: only our own files, no
/// frames, no plugins, no forms elsewhere.
constexpr std::string_view kPolicyName = "Content-Security-Policy";
constexpr std::string_view kPolicy =
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'none'";
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kCommonHeaders = {{
    {"Server", "menagerie"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
}};

void add_header(HttpMessage& message, std::string_view name, std::string_view value) {
  // Text from a client must not end a header line.
  MENAGERIE_CHECK(value.find_first_of("\r\n") == std::string_view::npos);
  message.insert(name, value);
}

}  // namespace

HttpMessage message_of(const api::Response& response, const Framing& framing) {
  MENAGERIE_CHECK(!framing.chunked || !framing.length);
  HttpMessage message;
  message.version(11);
  message.result(response.status);
  add_header(message, "Date", framing.date);
  for (const auto& [name, value] : kCommonHeaders) add_header(message, name, value);
  if (response.body || response.source) add_header(message, "Content-Type", response.type);
  if (!response.etag.empty()) add_header(message, "ETag", response.etag);
  for (const auto& [name, value] : response.headers) add_header(message, name, value);
  if (message.count(kPolicyName) == 0) add_header(message, kPolicyName, kPolicy);
  if (framing.length) message.content_length(*framing.length);
  if (framing.chunked) message.chunked(true);
  if (!framing.keep_alive && response.status != kUpgradeRequired) message.keep_alive(false);
  return message;
}

}  // namespace menagerie::net
