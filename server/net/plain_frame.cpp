#include "server/net/plain_frame.hpp"

#include <array>
#include <cstring>

namespace menagerie::net {
namespace {

constexpr std::size_t kMaskSize = 4;
constexpr unsigned kFinalText = 0x81, kMasked = 0x80;

unsigned byte_at(std::span<const char> bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::size_t bytes_of_length(unsigned first) { return first < 126 ? 0 : first == 126 ? 2 : 8; }

/// Masks as well. Eight bytes at a time; `mask` is the four bytes twice.
void unmask(std::span<char> bytes, const std::array<char, 8>& mask) {
  std::size_t at = 0;
  std::uint64_t wide_mask = 0;
  std::memcpy(&wide_mask, mask.data(), sizeof wide_mask);
  for (; at + sizeof wide_mask <= bytes.size(); at += sizeof wide_mask) {
    std::uint64_t wide = 0;
    std::memcpy(&wide, &bytes[at], sizeof wide);
    wide ^= wide_mask;
    std::memcpy(&bytes[at], &wide, sizeof wide);
  }
  for (; at < bytes.size(); ++at) bytes[at] = static_cast<char>(bytes[at] ^ mask[at % mask.size()]);
}

bool is_ascii(std::span<const char> bytes) {
  unsigned char all = 0;
  for (const char it : bytes) all |= static_cast<unsigned char>(it);
  return all < 0x80;
}

}  // namespace

std::size_t frame_header_size(std::span<const char> bytes) {
  if (bytes.size() < 2) return 0;
  const unsigned second = byte_at(bytes, 1);
  const std::size_t size = 2 + bytes_of_length(second & ~kMasked) + ((second & kMasked) != 0 ? kMaskSize : 0);
  return bytes.size() < size ? 0 : size;
}

std::uint64_t frame_payload_size(std::span<const char> header) {
  const unsigned first = byte_at(header, 1) & ~kMasked;
  const std::size_t more = bytes_of_length(first);
  if (more == 0) return first;
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < more; ++i) size = size << 8 | byte_at(header, 2 + i);
  return size;
}

PlainFrame take_plain_frame(std::span<char> bytes) {
  PlainFrame frame;
  if (bytes.empty()) return frame;
  const bool may_be =
      byte_at(bytes, 0) == kFinalText && (bytes.size() < 2 || (byte_at(bytes, 1) & kMasked) != 0);
  if (!may_be) {
    frame.kind = FrameKind::other;
    return frame;
  }
  const std::size_t header = frame_header_size(bytes);
  if (header == 0) return frame;
  const std::uint64_t size = frame_payload_size(bytes);
  const bool shortest = bytes_of_length(byte_at(bytes, 1) & ~kMasked) == (size < 126 ? 0 : 2);
  if (!shortest) {  // a long one, or a length that could have been written shorter
    frame.kind = FrameKind::other;
    return frame;
  }
  if (size > bytes.size() - header) return frame;
  const std::span<char> payload = bytes.subspan(header, static_cast<std::size_t>(size));
  std::array<char, 8> mask;
  std::memcpy(mask.data(), &bytes[header - kMaskSize], kMaskSize);
  std::memcpy(mask.data() + kMaskSize, mask.data(), kMaskSize);
  unmask(payload, mask);
  if (!is_ascii(payload)) {
    unmask(payload, mask);  // as it came: Beast checks UTF-8
    frame.kind = FrameKind::other;
    return frame;
  }
  frame.kind = FrameKind::plain;
  frame.size = header + payload.size();
  frame.text = {payload.data(), payload.size()};
  return frame;
}

}  // namespace menagerie::net
