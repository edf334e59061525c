#include "server/net/websocket_codec.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <cstring>

namespace menagerie::net {
namespace {

constexpr std::size_t kMaskSize = 4;
constexpr std::size_t kControlPayloadMax = 125;
constexpr unsigned kReservedBits = 0x70, kMasked = 0x80;
constexpr unsigned kLength16 = 126, kLength64 = 127;  // the 7-bit length says that 2 or 8 bytes follow

}  // namespace

bool is_valid_close_code(std::uint16_t code) {
  if (code >= 3000) return code <= 4999;  // libraries and applications
  return code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
}

// ---------------------------------------------------------------- UTF-8

bool Utf8Check::add(unsigned char byte) {
  if (missing_ != 0) {
    if (byte < lowest_ || byte > highest_) return false;
    --missing_;
    lowest_ = 0x80;
    highest_ = 0xBF;
    return true;
  }
  if (byte < 0x80) return true;
  if (byte < 0xC2 || byte > 0xF4) return false;
  missing_ = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
  // Neither an overlong form (E0, F0), nor a surrogate (ED), nor above U+10FFFF (F4).
  lowest_ = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
  highest_ = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
  return true;
}

bool Utf8Check::add(std::span<const char> bytes) {
  constexpr std::uint64_t kNotAscii = 0x8080808080808080;
  for (std::size_t at = 0; at < bytes.size();) {
    std::uint64_t eight = kNotAscii;
    if (missing_ == 0 && bytes.size() - at >= sizeof eight) std::memcpy(&eight, &bytes[at], sizeof eight);
    if ((eight & kNotAscii) == 0) {
      at += sizeof eight;
    } else if (!add(static_cast<unsigned char>(bytes[at++]))) {
      return false;
    }
  }
  return true;
}

// ---------------------------------------------------------------- in

FrameEvent FrameDecoder::next(std::span<char>& bytes) {
  release();
  if (ended_) {
    bytes = {};
    return {};
  }
  if (!in_payload_) {
    if (const std::uint16_t fault = read_header(bytes)) return fail(fault);
  }
  return in_payload_ ? read_payload(bytes) : FrameEvent{};
}

/// Frees what the last event stood in.
void FrameDecoder::release() {
  if (message_told_) std::string().swap(message_);  // clear() would keep the memory
  if (control_told_) std::string().swap(control_);
  message_told_ = control_told_ = false;
}

/// The header's bytes, each checked as soon as it is there. Returns a close code, or 0.
std::uint16_t FrameDecoder::read_header(std::span<char>& bytes) {
  while (!bytes.empty()) {
    header_[header_size_++] = static_cast<unsigned char>(bytes.front());
    bytes = bytes.subspan(1);
    std::uint16_t fault = 0;
    if (header_size_ == 1) fault = first_byte_fault();
    if (header_size_ == 2 && (header_[1] & kMasked) == 0) fault = close_code::kProtocolError;
    if (fault == 0 && header_size_ >= 2 && header_size_ == 2 + length_bytes()) fault = length_fault();
    if (fault != 0) return fault;
    if (header_size_ < 2 || header_size_ != 2 + length_bytes() + kMaskSize) continue;
    payload_left_ = payload_length();
    mask_at_ = 0;
    in_payload_ = true;
    if (!is_control() && opcode() != Opcode::continuation) {
      in_message_ = true;
      is_text_ = opcode() == Opcode::text;
      utf8_ = {};
    }
    break;
  }
  return 0;
}

std::uint16_t FrameDecoder::first_byte_fault() const {
  const bool no_extension_bits = (header_[0] & kReservedBits) == 0;
  switch (opcode()) {
    case Opcode::continuation:
      if (no_extension_bits && in_message_) return 0;
      break;
    case Opcode::text:
    case Opcode::binary:
      if (no_extension_bits && !in_message_) return 0;
      break;
    case Opcode::close:
    case Opcode::ping:
    case Opcode::pong:
      if (no_extension_bits && is_final()) return 0;
      break;
  }
  return close_code::kProtocolError;
}

std::uint16_t FrameDecoder::length_fault() const {
  const std::uint64_t length = payload_length();
  const std::size_t needed = length < kLength16 ? 0 : length <= 0xFFFF ? 2 : 8;
  if (length_bytes() != needed) return close_code::kProtocolError;  // it could have been written shorter
  if (is_control()) return length > kControlPayloadMax ? close_code::kProtocolError : 0;
  const std::size_t so_far = in_message_ ? message_.size() : 0;
  return length > message_bytes_max_ - so_far ? close_code::kTooBig : 0;
}

std::size_t FrameDecoder::length_bytes() const {
  const unsigned length = header_[1] & ~kMasked;
  return length == kLength64 ? 8 : length == kLength16 ? 2 : 0;
}

std::uint64_t FrameDecoder::payload_length() const {
  const std::size_t more = length_bytes();
  if (more == 0) return header_[1] & ~kMasked;
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < more; ++i) length = length << 8 | header_[2 + i];
  return length;
}

FrameEvent FrameDecoder::read_payload(std::span<char>& bytes) {
  const std::span<char> piece =
      bytes.first(static_cast<std::size_t>(std::min<std::uint64_t>(payload_left_, bytes.size())));
  bytes = bytes.subspan(piece.size());
  payload_left_ -= piece.size();
  unmask(piece);
  const FrameEvent event = is_control() ? control(piece) : data(piece);
  if (payload_left_ == 0) {
    in_payload_ = false;
    header_size_ = 0;
  }
  return event;
}

/// Eight bytes at a time.
void FrameDecoder::unmask(std::span<char> bytes) {
  const unsigned char* key = &header_[2 + length_bytes()];
  std::array<char, 8> mask;
  for (std::size_t i = 0; i < mask.size(); ++i) mask[i] = static_cast<char>(key[(mask_at_ + i) % kMaskSize]);
  std::uint64_t wide_mask = 0;
  std::memcpy(&wide_mask, mask.data(), sizeof wide_mask);
  std::size_t at = 0;
  for (; at + sizeof wide_mask <= bytes.size(); at += sizeof wide_mask) {
    std::uint64_t wide = 0;
    std::memcpy(&wide, &bytes[at], sizeof wide);
    wide ^= wide_mask;
    std::memcpy(&bytes[at], &wide, sizeof wide);
  }
  for (; at < bytes.size(); ++at) bytes[at] = static_cast<char>(bytes[at] ^ mask[at % mask.size()]);
  mask_at_ = static_cast<std::uint8_t>((mask_at_ + bytes.size()) % kMaskSize);
}

FrameEvent FrameDecoder::data(std::span<const char> piece) {
  if (is_text_ && !utf8_.add(piece)) return fail(close_code::kBadText);
  const bool frame_ends = payload_left_ == 0, message_ends = frame_ends && is_final();
  if (message_ends && is_text_ && !utf8_.is_complete()) return fail(close_code::kBadText);
  FrameEvent event;
  if (message_ends && message_.empty()) {
    event.payload = {piece.data(), piece.size()};
  } else {
    message_.append(piece.data(), piece.size());
    event.payload = message_ends ? std::string_view(message_) : std::string_view();
    message_told_ = message_ends;
  }
  if (!frame_ends) return event;
  event.kind = !message_ends ? FrameEvent::Kind::fragment
               : is_text_    ? FrameEvent::Kind::text
                             : FrameEvent::Kind::binary;
  if (message_ends) in_message_ = false;
  return event;
}

FrameEvent FrameDecoder::control(std::span<const char> piece) {
  std::string_view payload(piece.data(), piece.size());
  if (payload_left_ != 0 || !control_.empty()) {
    control_.append(payload);
    if (payload_left_ != 0) return {};
    payload = control_;
    control_told_ = true;
  }
  if (opcode() == Opcode::close) return closed(payload);
  return {opcode() == Opcode::ping ? FrameEvent::Kind::ping : FrameEvent::Kind::pong, 0, payload};
}

FrameEvent FrameDecoder::closed(std::string_view payload) {
  constexpr std::size_t kCodeSize = 2;
  if (payload.size() == 1) return fail(close_code::kProtocolError);
  std::uint16_t code = close_code::kNone;
  if (!payload.empty()) {
    code = static_cast<std::uint16_t>(static_cast<unsigned char>(payload[0]) << 8 |
                                      static_cast<unsigned char>(payload[1]));
    if (!is_valid_close_code(code)) return fail(close_code::kProtocolError);
    payload.remove_prefix(kCodeSize);
    Utf8Check reason;
    if (!reason.add(payload) || !reason.is_complete()) return fail(close_code::kBadText);
  }
  ended_ = true;
  return {FrameEvent::Kind::close, code, payload};
}

FrameEvent FrameDecoder::fail(std::uint16_t code) {
  ended_ = true;
  message_told_ = control_told_ = true;  // nobody needs what was gathered
  release();
  return {FrameEvent::Kind::error, code, {}};
}

// ---------------------------------------------------------------- out

std::size_t frame_size(std::size_t payload_size) {
  return payload_size + (payload_size < kLength16 ? 2 : payload_size <= 0xFFFF ? 4 : 10);
}

void append_frame(std::string& out, Opcode opcode, std::string_view payload) {
  constexpr unsigned kFinal = 0x80;
  std::array<char, 10> header;
  const std::size_t size = frame_size(payload.size()) - payload.size(), more = size - 2;
  MENAGERIE_CHECK(opcode < Opcode::close || payload.size() <= kControlPayloadMax);
  header[0] = static_cast<char>(kFinal | static_cast<unsigned>(opcode));
  header[1] = static_cast<char>(more == 0 ? payload.size() : more == 2 ? kLength16 : kLength64);
  for (std::size_t i = 0; i < more; ++i)
    header[2 + i] = static_cast<char>(payload.size() >> (8 * (more - 1 - i)) & 0xFF);
  out.append(header.data(), size).append(payload);
}

void append_close_frame(std::string& out, std::uint16_t code, std::string_view reason) {
  MENAGERIE_CHECK(is_valid_close_code(code));
  std::string payload = {static_cast<char>(code >> 8), static_cast<char>(code & 0xFF)};
  std::size_t size = std::min(reason.size(), kControlPayloadMax - payload.size());
  const auto continues = [&](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; };
  while (size < reason.size() && size > 0 && continues(reason[size])) --size;
  append_frame(out, Opcode::close, payload.append(reason.substr(0, size)));
}

}  // namespace menagerie::net
