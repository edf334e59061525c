// Range requests (RFC 9110, 14): one range of bytes of a body whose length is known. Pure functions; any
// thread.
#pragma once

#include "server/api/http.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace menagerie::api {

/// Bytes first to last, both counted from 0 and inside the body.
struct ByteRange {
  std::uint64_t first = 0, last = 0;
  bool operator==(const ByteRange&) const = default;
  std::uint64_t size() const { return last - first + 1; }
};

struct RangeHeader {
  enum class Kind : std::uint8_t {
    whole,         ///< none, several, or not to be understood: the whole body is the answer
    part,          ///< `range`
    unsatisfiable  ///< it begins behind the end: 416
  };
  Kind kind = Kind::whole;
  ByteRange range{};
};

/// What a Range header asks of a body of `length` bytes.
RangeHeader read_range_header(std::string_view text, std::uint64_t length);

/// Whether a request asks for a part of what has that (strong) tag: a GET whose Range header names one range
/// of bytes, and whose If-Range header, where it has one, is that tag.
bool asks_for_part(const Request& request, std::string_view etag);

/// Turns a whole answer (200 with `ranges`, an etag, not compressed, a body or a source whose length is
/// known) into the part that is asked for: 206, or 416. Leaves other answers as they are.
void take_part(const Request& request, Response& response);

/// A body that others hold too, in pieces.
std::unique_ptr<Source> source_of(std::shared_ptr<const std::string> bytes);

}  // namespace menagerie::api
