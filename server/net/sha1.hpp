// SHA-1 (FIPS 180-4), for the answer to a WebSocket handshake (RFC 6455, 4.2.2) and for nothing that must be
// secret or hard to forge. Written here because libsodium has none, Boost.Uuid's is an implementation detail
// (boost/uuid/detail), and OpenSSL would be a dependency for this alone.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace menagerie::net {

std::array<std::uint8_t, 20> sha1(std::string_view text);

}  // namespace menagerie::net
