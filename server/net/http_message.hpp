// A response as Beast sends it: status, headers, framing; the body is lent to it piece by piece.
// Private to the HTTP connection. Pure functions; any thread.
#pragma once

#include "server/api/http.hpp"

#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/message.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace menagerie::net {

using HttpMessage = boost::beast::http::response<boost::beast::http::buffer_body>;

/// How a response goes out on its connection.
struct Framing {
  std::optional<std::uint64_t> length;  ///< Content-Length; nothing: chunked, until the end, or no body
  bool chunked = false;
  bool keep_alive = true;
  std::string_view date;  ///< of now, as HTTP writes it
};

/// What the response says, what every response of this server says (security headers), and its framing.
/// Preconditions: it is not framed in two ways; no header value holds a line's end.
HttpMessage message_of(const api::Response& response, const Framing& framing);

}  // namespace menagerie::net
