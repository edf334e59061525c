// RFC 6455 frames without input or output: a client's bytes go in and events come out; frames of ours are
// appended to a buffer. Knows no socket, clock or thread, and what it answers does not depend on how the
// bytes were cut into pieces.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace menagerie::net {

enum class Opcode : std::uint8_t { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

namespace close_code {
constexpr std::uint16_t kNormal = 1000, kGoingAway = 1001, kProtocolError = 1002;
constexpr std::uint16_t kNone = 1005;  ///< a close frame without a code; never sent
constexpr std::uint16_t kBadText = 1007, kPolicyViolation = 1008, kTooBig = 1009;
}  // namespace close_code

/// Whether a close frame may carry that code (RFC 6455, 7.4).
bool is_valid_close_code(std::uint16_t code);

/// Checks UTF-8 (RFC 3629) that comes in pieces.
class Utf8Check {
 public:
  /// False at the first byte that no valid text has there.
  bool add(std::span<const char> bytes);
  /// Whether no character is cut off at the end.
  bool is_complete() const { return missing_ == 0; }

 private:
  bool add(unsigned char byte);
  std::uint8_t missing_ = 0;                  // bytes of the character under way
  std::uint8_t lowest_ = 0, highest_ = 0xFF;  // what its next byte may be
};

/// What one frame of a client was. `payload` is valid until the next call of FrameDecoder::next.
struct FrameEvent {
  enum class Kind : std::uint8_t {
    none,      ///< no frame has ended: more bytes are needed
    fragment,  ///< one of a message's frames, not its last
    text,      ///< a message has ended; `payload` is all of it
    binary,
    ping,
    pong,
    close,  ///< `code` (close_code::kNone: it had none) and `payload`, the reason
    error   ///< the protocol was broken: close with `code`
  };
  Kind kind = Kind::none;
  std::uint16_t code = 0;
  std::string_view payload;
  bool operator==(const FrameEvent&) const = default;
};

/// Reads what one client sends. A message that arrives whole is unmasked where it stands and nothing is
/// allocated; what arrives in parts is gathered, and freed by the next call. A fault in a header or in a
/// message's UTF-8 is told at the first byte that shows it. After `close` or `error` the rest is discarded.
class FrameDecoder {
 public:
  /// A message may have so many bytes; a longer one is an error (1009).
  explicit FrameDecoder(std::size_t message_bytes_max) : message_bytes_max_(message_bytes_max) {}

  /// Takes bytes from the front of `bytes`, up to the end of one frame or to their end; the bytes change as
  /// they are unmasked. `none` means that all were taken.
  FrameEvent next(std::span<char>& bytes);

 private:
  std::uint16_t read_header(std::span<char>& bytes);
  std::uint16_t first_byte_fault() const;
  std::uint16_t length_fault() const;
  std::size_t length_bytes() const;
  std::uint64_t payload_length() const;
  Opcode opcode() const { return static_cast<Opcode>(header_[0] & 0x0F); }
  bool is_control() const { return (header_[0] & 0x08) != 0; }
  bool is_final() const { return (header_[0] & 0x80) != 0; }
  FrameEvent read_payload(std::span<char>& bytes);
  FrameEvent control(std::span<const char> piece);
  FrameEvent closed(std::string_view payload);
  FrameEvent data(std::span<const char> piece);
  FrameEvent fail(std::uint16_t code);
  void unmask(std::span<char> bytes);
  void release();

  std::size_t message_bytes_max_;
  std::uint64_t payload_left_ = 0;        // of the frame under way, once its header is there
  std::array<unsigned char, 14> header_;  // of the frame under way
  std::uint8_t header_size_ = 0;          // bytes of it that have come
  std::uint8_t mask_at_ = 0;              // which of the mask's four bytes is next
  bool in_payload_ = false;
  bool in_message_ = false;  // between the first and the last frame of a message
  bool is_text_ = false;     // that message
  bool ended_ = false;       // closed or failed
  bool message_told_ = false, control_told_ = false;
  Utf8Check utf8_;       // of the message under way
  std::string message_;  // what came of it in earlier pieces
  std::string control_;  // what came of a control frame in earlier pieces
};

/// Appends a frame as a server sends it: whole and unmasked. Of a control frame's payload at most 125 bytes.
void append_frame(std::string& out, Opcode opcode, std::string_view payload);
/// How many bytes append_frame appends.
std::size_t frame_size(std::size_t payload_size);
/// `code` is valid on the wire; of `reason`, which is UTF-8, as many whole characters as fit.
void append_close_frame(std::string& out, std::uint16_t code, std::string_view reason);

}  // namespace menagerie::net
