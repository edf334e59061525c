// Seeded random frames, and mutations of them: the codec makes the same of them however they are cut, keeps
// its promises, and (under a sanitizer) reads nothing that is not there.
#include "net_websocket_frames.hpp"

#include "tests/unit/catch.hpp"

#include <random>

namespace net_websocket_fuzz_tests {

using namespace menagerie::net;
using namespace menagerie::test;

namespace {

class Client {
 public:
  explicit Client(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }

  /// A conversation that a proper client could have, or nearly so.
  std::string conversation() {
    std::string bytes;
    for (std::size_t i = 1 + below(8); i > 0; --i) bytes += below(4) == 0 ? control() : message();
    if (below(4) == 0)
      bytes += close_frame(below(3) == 0 ? static_cast<unsigned>(below(6000)) : 1000, letters(below(20)));
    for (std::size_t i = below(3) == 0 ? 1 + below(4) : 0; i > 0; --i) mutate(bytes);
    return bytes;
  }

 private:
  std::string letters(std::size_t size) {
    static const std::vector<std::string> some = {
        "a", "{", "\"", " ", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    std::string text;
    while (text.size() < size) text += some[below(some.size())];
    return text;
  }
  std::string control() { return frame(below(2) == 0 ? 0x89 : 0x8A, letters(below(100))); }
  std::string message() {
    const std::string payload = letters(below(10) == 0 ? below(9000) : below(200));
    const unsigned kind = below(5) == 0 ? 2 : 1;
    if (below(2) == 0) return frame(0x80 | kind, payload);
    std::string bytes;
    std::size_t at = 0;
    for (unsigned opcode = kind; below(3) != 0; opcode = 0) {
      const std::size_t size = below(payload.size() - at + 1);
      bytes += frame(opcode, payload.substr(at, size));
      at += size;
      if (below(3) == 0) bytes += control();
    }
    return bytes + frame(bytes.empty() ? 0x80 | kind : 0x80, payload.substr(at));
  }
  void mutate(std::string& bytes) {
    if (bytes.empty()) return;
    const std::size_t at = below(bytes.size());
    const std::size_t kind = below(4);
    if (kind == 0) bytes[at] = static_cast<char>(below(256));
    if (kind == 1) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
    if (kind == 2) bytes.insert(at, 1, static_cast<char>(below(256)));
    if (kind == 3 && bytes.size() > 1) bytes.erase(at, 1 + below(3));
  }

  std::mt19937_64 random_;
};

void check_promises(const std::vector<Seen>& events) {
  using Kind = FrameEvent::Kind;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Seen& it = events[i];
    REQUIRE(it.payload.size() <= kMessageMax);
    const bool ends = it.kind == Kind::close || it.kind == Kind::error;
    if (ends) REQUIRE(i + 1 == events.size());
    if (it.kind == Kind::error) REQUIRE((it.code == 1002 || it.code == 1007 || it.code == 1009));
    if (it.kind == Kind::close)
      REQUIRE((it.code == close_code::kNone || is_valid_close_code(static_cast<std::uint16_t>(it.code))));
    if (it.kind != Kind::text) continue;
    Utf8Check utf8;
    REQUIRE((utf8.add(it.payload) && utf8.is_complete()));
  }
}

}  // namespace

TEST_CASE("codec: 5,000 conversations, whole and cut, are told alike") {
  std::size_t errors = 0, closes = 0, texts = 0;
  for (std::uint64_t seed = 1; seed <= 5'000; ++seed) {
    INFO("seed " << seed);
    Client client(seed);
    const std::string bytes = client.conversation();
    const std::vector<Seen> whole = seen_whole(bytes);
    REQUIRE(seen_in_pieces(bytes, 1) == whole);
    REQUIRE(seen(bytes, [&] { return 1 + client.below(client.below(2) == 0 ? 8 : 400); }) == whole);
    check_promises(whole);
    for (const Seen& it : whole) {
      errors += it.kind == FrameEvent::Kind::error;
      closes += it.kind == FrameEvent::Kind::close;
      texts += it.kind == FrameEvent::Kind::text;
    }
  }
  // They are of all kinds.
  CHECK(errors > 500);
  CHECK(closes > 200);
  CHECK(texts > 5'000);
}

}  // namespace net_websocket_fuzz_tests
