// The frames that nearly all traffic is made of, read without Beast: a short text, whole, masked, in ASCII.
// Everything else (control frames, fragments, binary, long or broken ones) is Beast's. RFC 6455, 5.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace menagerie::net {

/// Bytes of the header that begins here: of all of it where enough of it is there to tell, else 0.
std::size_t frame_header_size(std::span<const char> bytes);
/// Bytes of the payload that a whole header announces.
std::uint64_t frame_payload_size(std::span<const char> header);

enum class FrameKind : std::uint8_t {
  plain,
  partial,  ///< may become a plain one
  other     ///< for Beast
};

struct PlainFrame {
  FrameKind kind = FrameKind::partial;
  std::size_t size = 0;   ///< of the whole frame
  std::string_view text;  ///< within the bytes
};

/// Looks at the first frame. A plain one is unmasked where it stands; the others are left as they are.
PlainFrame take_plain_frame(std::span<char> bytes);

}  // namespace menagerie::net
