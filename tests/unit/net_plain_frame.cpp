// Frames read past Beast: the plain ones and no others, wherever they are cut.
#include "server/net/plain_frame.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace menagerie::net;

namespace {

/// A masked frame as a client sends it.
std::string masked(unsigned char first, const std::string& text, std::size_t length_bytes) {
  std::string bytes(1, static_cast<char>(first));
  const std::size_t code = length_bytes == 0 ? text.size() : length_bytes == 2 ? 126 : 127;
  bytes += static_cast<char>(0x80 | code);
  for (std::size_t i = length_bytes; i-- > 0;) bytes += static_cast<char>(text.size() >> (8 * i) & 0xFF);
  const std::string mask = "\x12\xF4\x56\x9A";
  bytes += mask;
  for (std::size_t i = 0; i < text.size(); ++i) bytes += static_cast<char>(text[i] ^ mask[i % 4]);
  return bytes;
}

std::string text_frame(const std::string& text) { return masked(0x81, text, text.size() < 126 ? 0 : 2); }

FrameKind kind_of(std::string bytes) { return take_plain_frame(bytes).kind; }

}  // namespace

TEST_CASE("a short ASCII text is a plain frame, of every length, with anything behind it") {
  for (std::size_t size = 0; size < 300; ++size) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>('!' + i % 90);
    const std::string whole = text_frame(text);
    std::string bytes = whole + "\x81";
    const PlainFrame frame = take_plain_frame(bytes);
    REQUIRE(frame.kind == FrameKind::plain);
    REQUIRE(frame.text == text);
    REQUIRE(frame.size == whole.size());
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
      std::string part = whole.substr(0, cut);
      REQUIRE(take_plain_frame(part).kind == FrameKind::partial);
      REQUIRE(part == whole.substr(0, cut));  // left as it came
    }
  }
}

TEST_CASE("what is no plain frame is left as it came") {
  const std::string utf8 = text_frame("{\"move\":\"\xC3\xA9 and some more\"}");
  std::string bytes = utf8;
  CHECK(take_plain_frame(bytes).kind == FrameKind::other);
  CHECK(bytes == utf8);
  for (const int first : {0x01, 0x80, 0x82, 0x88, 0x89, 0x8A, 0xC1, 0xA1, 0x91})
    CHECK(kind_of(masked(static_cast<unsigned char>(first), "text", 0)) == FrameKind::other);
  CHECK(kind_of("\x81\x04text") == FrameKind::other);           // not masked
  CHECK(kind_of(masked(0x81, "text", 2)) == FrameKind::other);  // a length that could be shorter
  CHECK(kind_of(masked(0x81, "text", 8)) == FrameKind::other);
  CHECK(kind_of(masked(0x81, std::string(70'000, 'x'), 8)) == FrameKind::other);
}

TEST_CASE("a header tells its size and its payload's") {
  const std::string long_one = masked(0x81, std::string(70'000, 'x'), 8);
  CHECK(frame_header_size(long_one) == 14);
  CHECK(frame_payload_size(long_one) == 70'000);
  for (std::size_t cut = 0; cut < 14; ++cut)
    CHECK(frame_header_size(std::string_view(long_one).substr(0, cut)) == 0);
  CHECK(frame_header_size(std::string_view("\x8A\x00", 2)) == 2);  // an unmasked pong of nothing
  CHECK(frame_header_size(text_frame("four")) == 6);
  CHECK(frame_header_size(text_frame(std::string(126, 'x'))) == 8);
}
