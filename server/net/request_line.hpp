// What Beast's parser leaves undecided in the head of a request: the request line, with the status that each
// fault calls for (RFC 9112, 3), and lists of tokens. Pure functions; any thread; no Beast here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace menagerie::net {

/// What stands at the front of the bytes that have come.
struct RequestLine {
  enum class State : std::uint8_t { incomplete, complete, refused };
  State state = State::incomplete;
  std::size_t empty = 0;    ///< bytes of empty lines in front, to be skipped
  unsigned status = 0;      ///< refused: 400, 414, 501 or 505
  std::string_view detail;  ///< refused: what is wrong
};

/// Looks for a request line of at most `bytes_max` bytes. What is wrong is told as soon as it is seen. A
/// minor version of HTTP/1 that is newer than 1.1 is written over by 1.1, which it has to be read as (RFC
/// 9110, 2.5).
RequestLine look_for_request_line(std::span<char> bytes, std::size_t bytes_max);

/// Whether a server may know the method at all (RFC 9110, 9.1); another is answered 501, not 405.
bool is_known_method(std::string_view method);

/// Whether one of the comma-separated tokens is `token`, in any case of letters.
bool has_token(std::string_view list, std::string_view token);

}  // namespace menagerie::net
