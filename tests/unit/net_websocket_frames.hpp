// Frames as a client sends them, and what the codec makes of bytes however they are cut. For the tests of the
// codec.
#pragma once

#include "server/net/websocket_codec.hpp"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace menagerie::test {

/// A FrameEvent that keeps its payload.
struct Seen {
  net::FrameEvent::Kind kind = net::FrameEvent::Kind::none;
  unsigned code = 0;
  std::string payload;
  bool operator==(const Seen&) const = default;
};

inline std::ostream& operator<<(std::ostream& out, const Seen& it) {
  return out << "{kind " << static_cast<int>(it.kind) << ", code " << it.code << ", \"" << it.payload
             << "\"}";
}

inline Seen text(std::string payload) { return {net::FrameEvent::Kind::text, 0, std::move(payload)}; }
inline Seen binary(std::string payload) { return {net::FrameEvent::Kind::binary, 0, std::move(payload)}; }
inline Seen ping(std::string payload) { return {net::FrameEvent::Kind::ping, 0, std::move(payload)}; }
inline Seen pong(std::string payload) { return {net::FrameEvent::Kind::pong, 0, std::move(payload)}; }
inline Seen fragment() { return {net::FrameEvent::Kind::fragment, 0, ""}; }
inline Seen closed(unsigned code, std::string reason = "") {
  return {net::FrameEvent::Kind::close, code, std::move(reason)};
}
inline Seen error(unsigned code) { return {net::FrameEvent::Kind::error, code, ""}; }

/// A frame: its first byte, its payload, the bytes that its length takes beyond the first (0, 2 or 8), its
/// mask.
inline std::string raw_frame(unsigned first, const std::string& payload, std::size_t length_bytes,
                             const std::string& mask = "\x12\xF4\x56\x9A") {
  std::string bytes(1, static_cast<char>(first));
  const std::size_t code = length_bytes == 0 ? payload.size() : length_bytes == 2 ? 126 : 127;
  bytes += static_cast<char>((mask.empty() ? 0 : 0x80) | code);
  for (std::size_t i = length_bytes; i-- > 0;)
    bytes += static_cast<char>(std::uint64_t{payload.size()} >> (8 * i) & 0xFF);
  bytes += mask;
  for (std::size_t i = 0; i < payload.size(); ++i)
    bytes += mask.empty() ? payload[i] : static_cast<char>(payload[i] ^ mask[i % 4]);
  return bytes;
}

inline std::string frame(unsigned first, const std::string& payload) {
  return raw_frame(first, payload, payload.size() < 126 ? 0 : payload.size() <= 0xFFFF ? 2 : 8);
}

/// A close frame with that code.
inline std::string close_frame(unsigned code, const std::string& reason = "") {
  return frame(0x88, std::string{static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)} + reason);
}

constexpr std::size_t kMessageMax = 8192;

/// What a decoder makes of `bytes` that come in pieces; `next_size` says how long the next piece is.
template <class NextSize>
std::vector<Seen> seen(std::string bytes, NextSize next_size) {
  net::FrameDecoder decoder(kMessageMax);
  std::vector<Seen> events;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = std::min<std::size_t>(next_size(), bytes.size() - at);
    // In memory of its own, so that a sanitizer sees what is read beyond it.
    std::vector<char> piece(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                            bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
    at += size;
    for (std::span<char> rest = piece;;) {
      const net::FrameEvent event = decoder.next(rest);
      if (event.kind == net::FrameEvent::Kind::none) break;
      events.push_back({event.kind, event.code, std::string(event.payload)});
    }
  }
  return events;
}

inline std::vector<Seen> seen_whole(const std::string& bytes) {
  return seen(bytes, [&] { return bytes.size(); });
}
inline std::vector<Seen> seen_in_pieces(const std::string& bytes, std::size_t size) {
  return seen(bytes, [size] { return size; });
}

}  // namespace menagerie::test
