// The WebSocket codec without a socket: each rule of RFC 6455, the bytes delivered whole, one by one, and
// behind and before others.
#include "net_websocket_frames.hpp"

#include "tests/unit/catch.hpp"

#include <malloc.h>

namespace net_websocket_codec_tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
// Of sanitizer/allocator_interface.h, which gcc does not install.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#endif

using namespace menagerie::net;
using namespace menagerie::test;

namespace {

/// On the heap. Not what the process has: a sanitizer keeps what is freed for a while.
std::size_t bytes_in_use() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return __sanitizer_get_current_allocated_bytes();
#else
  const struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
#endif
}

/// Whole, byte by byte, in odd pieces, behind a message, and with more behind it: always the same events.
void check(const std::string& bytes, const std::vector<Seen>& expected) {
  CHECK(seen_whole(bytes) == expected);
  for (const std::size_t size : {1, 2, 3, 7, 13}) CHECK(seen_in_pieces(bytes, size) == expected);
  const std::string before = frame(0x89, "before") + frame(0x81, "a message"), after = frame(0x8A, "after");
  std::vector<Seen> with_others = {ping("before"), text("a message")};
  with_others.insert(with_others.end(), expected.begin(), expected.end());
  using Kind = FrameEvent::Kind;
  const bool ends =
      !expected.empty() && (expected.back().kind == Kind::close || expected.back().kind == Kind::error);
  if (!ends) with_others.push_back(pong("after"));
  CHECK(seen_whole(before + bytes + after) == with_others);
  for (const std::size_t size : {1, 5, 256})
    CHECK(seen_in_pieces(before + bytes + after, size) == with_others);
}

}  // namespace

TEST_CASE("codec: messages of every length, in each of the three length encodings") {
  for (std::size_t size = 0; size < 300; ++size) {
    std::string payload;
    for (std::size_t i = 0; i < size; ++i) payload += static_cast<char>('!' + i % 90);
    REQUIRE(seen_whole(frame(0x81, payload)) == std::vector{text(payload)});
    REQUIRE(seen_in_pieces(frame(0x82, payload), 1) == std::vector{binary(payload)});
  }
  check(frame(0x81, std::string(kMessageMax, 'x')), {text(std::string(kMessageMax, 'x'))});
  FrameDecoder wide(std::size_t{1} << 20);
  std::string bytes = frame(0x82, std::string(70'000, 'x'));
  std::span<char> rest = bytes;
  CHECK(wide.next(rest).payload == std::string(70'000, 'x'));
  CHECK(rest.empty());
}

TEST_CASE("codec: fragments, with control frames between them") {
  check(frame(0x01, "one ") + frame(0x00, "two ") + frame(0x80, "three"),
        {fragment(), fragment(), text("one two three")});
  check(frame(0x02, "one ") + frame(0x89, "there?") + frame(0x00, "") + frame(0x8A, "") + frame(0x80, "two"),
        {fragment(), ping("there?"), fragment(), pong(""), binary("one two")});
  check(frame(0x01, "") + frame(0x80, ""), {fragment(), text("")});
  check(frame(0x01, "cut") + close_frame(1000), {fragment(), closed(1000)});
  check(frame(0x01, "a") + frame(0x80, "b") + frame(0x81, "c"), {fragment(), text("ab"), text("c")});
  // A character that is cut by a frame's end.
  check(frame(0x01, "\xE2\x82") + frame(0x89, "") + frame(0x80, "\xAC"),
        {fragment(), ping(""), text("\xE2\x82\xAC")});
}

TEST_CASE("codec: what breaks the framing is a protocol error, told at the first byte that shows it") {
  struct Case {
    std::string bytes;
    std::size_t shown_at;  // bytes until then
  };
  const std::vector<Case> cases = {
      {raw_frame(0x81, "text", 0, ""), 2},      // not masked
      {raw_frame(0x89, "", 0, ""), 2},          //
      {frame(0xC1, "text"), 1},                 // reserved bits
      {frame(0xA1, "text"), 1},                 //
      {frame(0x91, "text"), 1},                 //
      {frame(0xC8, ""), 1},                     //
      {frame(0x83, "text"), 1},                 // reserved opcodes
      {frame(0x87, "text"), 1},                 //
      {frame(0x8B, "text"), 1},                 //
      {frame(0x8F, "text"), 1},                 //
      {frame(0x80, "text"), 1},                 // a continuation of nothing
      {frame(0x00, "text"), 1},                 //
      {frame(0x09, "ping"), 1},                 // control frames in fragments
      {frame(0x08, "\x03\xE8"), 1},             //
      {frame(0x89, std::string(126, 'x')), 4},  // and longer than they may be
      {frame(0x88, std::string(126, 'x')), 4},  //
      {raw_frame(0x81, "text", 2), 4},          // lengths that could have been written shorter
      {raw_frame(0x81, "text", 8), 10},         //
      {raw_frame(0x81, std::string(300, 'x'), 8), 10},
      {raw_frame(0x89, "ping", 2), 4},  // of control frames too
      {raw_frame(0x8A, "pong", 8), 10},
      {raw_frame(0x88, "", 2), 4},
  };
  for (const Case& it : cases) {
    check(it.bytes, {error(1002)});
    CHECK(seen_whole(it.bytes.substr(0, it.shown_at)) == std::vector{error(1002)});
    CHECK(seen_whole(it.bytes.substr(0, it.shown_at - 1)).empty());
  }
  check(frame(0x01, "a") + frame(0x81, "b"), {fragment(), error(1002)});  // a message within a message
  check(frame(0x01, "a") + frame(0x02, "b"), {fragment(), error(1002)});
  check(frame(0x01, "a") + frame(0x80, "b") + frame(0x80, "c"), {fragment(), text("ab"), error(1002)});
}

TEST_CASE("codec: a message that is longer than it may be is told at its header") {
  const std::string whole = frame(0x81, std::string(kMessageMax + 1, 'x'));
  check(whole, {error(1009)});
  CHECK(seen_whole(whole.substr(0, 4)) == std::vector{error(1009)});
  const std::string half(kMessageMax / 2, 'x');
  check(frame(0x01, half) + frame(0x00, half) + frame(0x80, ""), {fragment(), fragment(), text(half + half)});
  check(frame(0x01, half) + frame(0x00, half) + frame(0x80, "x"), {fragment(), fragment(), error(1009)});
  // Lengths that nothing has, the top bit set among them.
  for (const std::string_view length :
       {"\x00\x00\x00\x00\x00\x01\x00\x00", "\x7F\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        "\x80\x00\x00\x00\x00\x00\x00\x00", "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
        "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xF2"}) {
    check("\x82\xFF" + std::string(length.data(), 8) + "mask", {error(1009)});
  }
}

TEST_CASE("codec: UTF-8 is checked as it comes") {
  const std::vector<std::string> valid = {"\xCE\xBA\xE1\xBD\xB9\xCF\x83\xCE\xBC\xCE\xB5",  // kosme
                                          "\x7F",
                                          "\xC2\x80",
                                          "\xDF\xBF",
                                          "\xE0\xA0\x80",
                                          "\xED\x9F\xBF",
                                          "\xEE\x80\x80",
                                          "\xEF\xBF\xBF",
                                          "\xF0\x90\x80\x80",
                                          "\xF4\x8F\xBF\xBF",
                                          std::string(20, 'x') + "\xF0\x9F\x98\x80" + std::string(20, 'y')};
  for (const std::string& it : valid) check(frame(0x81, it), {text(it)});
  struct Case {
    std::string bytes;
    std::size_t bad;  // the first byte that is no part of any text
  };
  const std::vector<Case> broken = {{"\x80", 0},
                                    {"\xBF", 0},
                                    {"\xC0\x80", 0},
                                    {"\xC1\xBF", 0},
                                    {"\xC2\x7F", 1},
                                    {"\xC2\xC0", 1},
                                    {"\xE0\x9F\xBF", 1},
                                    {"\xED\xA0\x80", 1},
                                    {"\xED\xBF\xBF", 1},
                                    {"\xF0\x8F\xBF\xBF", 1},
                                    {"\xF4\x90\x80\x80", 1},
                                    {"\xF5\x80\x80\x80", 0},
                                    {"\xFE", 0},
                                    {"\xFF", 0},
                                    {"\xE2\x82\x41", 2},
                                    {"\xF0\x9F\x98x", 3},
                                    {"twelve bytes \xFF and more", 13}};
  for (const Case& it : broken) {
    check(frame(0x81, it.bytes), {error(1007)});
    check(frame(0x01, it.bytes + std::string(200, 'x')), {error(1007)});  // before the message is whole
    constexpr std::size_t kHeader = 6;
    const std::string announced = frame(0x81, it.bytes + std::string(100, 'x'));
    CHECK(seen_whole(announced.substr(0, kHeader + it.bad + 1)) == std::vector{error(1007)});
    CHECK(seen_whole(announced.substr(0, kHeader + it.bad)).empty());
    check(frame(0x82, it.bytes), {binary(it.bytes)});  // bytes are not text
  }
  for (const std::string cut : {"\xC2", "\xE2\x82", "\xF0\x9F\x98"}) {
    check(frame(0x81, cut), {error(1007)});
    check(frame(0x01, cut) + frame(0x80, ""), {fragment(), error(1007)});
    check(frame(0x01, cut) + frame(0x80, "x"), {fragment(), error(1007)});
  }
}

TEST_CASE("codec: control frames of every length") {
  for (std::size_t size = 0; size <= 125; ++size) {
    const std::string payload(size, '\xFE');  // bytes, not text
    REQUIRE(seen_whole(frame(0x89, payload)) == std::vector{ping(payload)});
    REQUIRE(seen_in_pieces(frame(0x8A, payload), 3) == std::vector{pong(payload)});
  }
}

TEST_CASE("codec: close frames") {
  check(frame(0x88, ""), {closed(close_code::kNone)});
  check(close_frame(1000, "bye"), {closed(1000, "bye")});
  check(close_frame(4999, std::string(123, 'x')), {closed(4999, std::string(123, 'x'))});
  check(close_frame(1000, "\xE2\x82\xAC"), {closed(1000, "\xE2\x82\xAC")});
  check(frame(0x88, "\x03"), {error(1002)});
  check(close_frame(1000, "\xE2\x82"), {error(1007)});
  check(close_frame(1000, "\xFF"), {error(1007)});
  for (const unsigned code :
       {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000})
    check(close_frame(code), {closed(code)});
  for (const unsigned code : {0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535})
    check(close_frame(code), {error(1002)});
  check(close_frame(1000) + frame(0x81, "too late") + raw_frame(0xFF, "x", 0, ""), {closed(1000)});
  check(frame(0x83, "") + close_frame(1000), {error(1002)});
}

TEST_CASE(
    "codec: a message that comes whole is unmasked where it stands; nothing is kept when none is under way") {
  std::string bytes = frame(0x81, std::string(200, 'm'));
  FrameDecoder decoder(kMessageMax);
  std::span<char> rest = bytes;
  const FrameEvent event = decoder.next(rest);
  CHECK(event.payload.data() == bytes.data() + 8);
  constexpr std::size_t kDecoders = 1000;
  std::vector<FrameDecoder> idle(kDecoders, FrameDecoder(kMessageMax));
  const std::size_t before = bytes_in_use();
  for (FrameDecoder& it : idle) {
    std::string cut = frame(0x01, std::string(1000, 'x')) + frame(0x89, std::string(100, 'p')) +
                      frame(0x80, std::string(1000, 'y'));
    for (std::size_t at = 0; at < cut.size(); at += 50) {
      std::span<char> piece = std::span(cut).subspan(at, std::min<std::size_t>(50, cut.size() - at));
      while (it.next(piece).kind != FrameEvent::Kind::none) {
      }
    }
  }
  CHECK(bytes_in_use() < before + kDecoders * 50);
  CHECK(sizeof(FrameDecoder) <= 160);
}

TEST_CASE("codec: what is sent is whole, unmasked and as short as can be") {
  for (const std::size_t size : {0, 1, 125, 126, 127, 65535, 65536}) {
    std::string out = "before";
    append_frame(out, Opcode::text, std::string(size, 'x'));
    CHECK(out.size() == 6 + frame_size(size));
    const std::size_t length_bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
    CHECK(out == "before" + raw_frame(0x81, std::string(size, 'x'), length_bytes, ""));
  }
  std::string out;
  append_frame(out, Opcode::ping, "");
  append_frame(out, Opcode::pong, "there");
  append_close_frame(out, 1008, "why");
  CHECK(out == std::string("\x89\x00\x8A\x05there\x88\x05\x03\xF0why", 16));
  out.clear();
  append_close_frame(out, 1001,
                     std::string(121, 'x') + "\xE2\x82\xAC");  // a character that does not fit is left out
  CHECK(out == raw_frame(0x88, "\x03\xE9" + std::string(121, 'x'), 0, ""));
}

}  // namespace net_websocket_codec_tests
