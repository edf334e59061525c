// An answer's first lines as text. Pure functions; any thread.
#pragma once

#include "server/api/http.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::net {

/// How an answer goes out on its connection.
struct Framing {
  std::optional<std::size_t> length;  ///< Content-Length; nothing: chunked, or no body at all
  bool chunked = false;
  bool keep_alive = true;
  std::string_view date;  ///< of now, as HTTP writes it
};

/// Status line and headers, up to the empty line: what the answer says, what every answer of the house
/// says (security headers), and how it is framed.
std::string header_text(const api::Response& response, const Framing& framing);

std::string_view reason_phrase(unsigned status);

/// One chunk of a chunked body around `data`; `last` appends the end of the body.
std::string chunk_text(std::string_view data, bool last);

}  // namespace menagerie::net
