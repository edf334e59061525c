#include "server/net/request_head.hpp"

#include "server/api/url.hpp"
#include "server/net/request_line.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>

namespace menagerie::net {
namespace {

namespace http = boost::beast::http;

bool is_http_11(const RequestHeader& header) { return header.version() >= 11; }

std::string_view line_of(const RequestHeader& header, http::field name) {
  const auto value = header[name];
  return {value.data(), value.size()};
}

}  // namespace

std::string_view framing_fault(const RequestHeader& header) {
  const std::size_t encodings = header.count(http::field::transfer_encoding);
  if (encodings > 1 ||
      (encodings == 1 && !boost::beast::iequals(header[http::field::transfer_encoding], "chunked")))
    return "a request's Transfer-Encoding can only be chunked";
  if (encodings == 1 && !is_http_11(header)) return "HTTP/1.0 has no Transfer-Encoding";
  const std::size_t hosts = header.count(http::field::host);
  if (hosts > 1 || (hosts == 0 && is_http_11(header))) return "a request names one Host";
  if (!api::is_valid_host(line_of(header, http::field::host))) return "this is no Host: HOST or HOST:PORT";
  return {};
}

bool asks_to_close(const RequestHeader& header) {
  const auto [from, to] = header.equal_range(http::field::connection);
  return std::any_of(from, to, [](const auto& line) {
    return has_token({line.value().data(), line.value().size()}, "close");
  });
}

HeaderField joined_lines(const RequestHeader& header, std::string_view name) {
  HeaderField all;
  const auto [from, to] = header.equal_range(name);
  for (auto it = from; it != to; ++it) {
    if (all.lines++ != 0) all.value += ',';
    all.value.append(it->value().data(), it->value().size());
  }
  return all;
}

api::Request request_of(const RequestHeader& header) {
  api::Request request;
  request.method = header.method_string();
  request.accept = line_of(header, http::field::accept);
  request.accept_encoding = line_of(header, http::field::accept_encoding);
  request.accept_language = line_of(header, http::field::accept_language);
  request.if_none_match = line_of(header, http::field::if_none_match);
  request.content_type = line_of(header, http::field::content_type);
  request.range = line_of(header, http::field::range);
  request.if_range = line_of(header, http::field::if_range);
  return request;
}

Credentials credentials_of(const RequestHeader& header) {
  Credentials credentials{.authorization = line_of(header, http::field::authorization),
                          .host = line_of(header, http::field::host),
                          .origin = {}};
  if (header.count(http::field::origin)) credentials.origin = line_of(header, http::field::origin);
  return credentials;
}

UpgradeRequest upgrade_request_of(const RequestHeader& header, const api::Target& target) {
  return {.target = target,
          .is_get_11 = is_http_11(header) && header.method() == http::verb::get,
          .host = joined_lines(header, "Host"),
          .connection = joined_lines(header, "Connection"),
          .upgrade = joined_lines(header, "Upgrade"),
          .origin = joined_lines(header, "Origin"),
          .key = joined_lines(header, "Sec-WebSocket-Key"),
          .version = joined_lines(header, "Sec-WebSocket-Version"),
          .subprotocols = joined_lines(header, "Sec-WebSocket-Protocol")};
}

}  // namespace menagerie::net
