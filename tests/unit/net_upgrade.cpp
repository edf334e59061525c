// The WebSocket handshake: what is answered, what is refused, and what the operator is told.
#include "server/net/refused_handshakes.hpp"
#include "server/net/sha1.hpp"
#include "server/net/upgrade.hpp"

#include "tests/unit/catch.hpp"

#include <string>

namespace net_upgrade_tests {

using namespace menagerie;
using namespace menagerie::net;

namespace {

std::string hex(const std::array<std::uint8_t, 20>& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t it : digest) text.append({kDigits[it >> 4], kDigits[it & 15]});
  return text;
}

struct Asked {
  api::Target target{"/api/v1/play", {}};
  UpgradeRequest request{.target = target,
                         .is_get_11 = true,
                         .host = {"example.org", 1},
                         .connection = {"Upgrade", 1},
                         .upgrade = {"websocket", 1},
                         .origin = {},
                         .key = {"dGhlIHNhbXBsZSBub25jZQ==", 1},
                         .version = {"13", 1},
                         .subprotocols = {}};
};

}  // namespace

TEST_CASE("SHA-1: the examples of FIPS 180 and every length around a block") {
  CHECK(hex(sha1("")) == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  CHECK(hex(sha1("abc")) == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(hex(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")) ==
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  CHECK(hex(sha1(std::string(1'000'000, 'a'))) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  CHECK(hex(sha1(std::string(55, 'a'))) == "c1c8bbdc22796e28c0e15163d20899b65621d65a");
  CHECK(hex(sha1(std::string(56, 'a'))) == "c2db330f6083854c99d4b5bfb6e8f29f201be699");
  CHECK(hex(sha1(std::string(63, 'a'))) == "03f09f5b158a7a8cdad920bddc29b81c18a551f5");
  CHECK(hex(sha1(std::string(64, 'a'))) == "0098ba824b5c16427bd7a1122a5a442a25ec644d");
}

TEST_CASE("handshake: the answer is RFC 6455's for its own example") {
  CHECK(
      switching_protocols("dGhlIHNhbXBsZSBub25jZQ==", "menagerie.v1") ==
      "HTTP/1.1 101 Switching Protocols\r\nServer: menagerie\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: menagerie.v1\r\n\r\n");
  CHECK(switching_protocols("dGhlIHNhbXBsZSBub25jZQ==", "").find("Protocol:") == std::string::npos);
}

TEST_CASE("handshake: one key of 16 bytes, one version, at most one origin") {
  Asked good;
  CHECK(handshake_fault(good.request).empty());
  for (const char* key :
       {"", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25jZQ",
        "dGhlIHNhbXBsZSBub25jZTE=", "dGhlIHNhbXBsZSBub25jZTEy", "dGhlIHNhbXBsZSBub25j",
        "dGhlIHNhbXBsZSBub25-ZQ==", "dGhlIHNhbXBsZSBub25j!Q==", "not base64 but 24 long=="}) {
    Asked bad;
    bad.request.key.value = key;
    CHECK_FALSE(handshake_fault(bad.request).empty());
  }
  for (HeaderField UpgradeRequest::* field :
       {&UpgradeRequest::key, &UpgradeRequest::version, &UpgradeRequest::origin}) {
    Asked twice;
    (twice.request.*field).lines = 2;
    CHECK_FALSE(handshake_fault(twice.request).empty());
  }
  Asked none;
  none.request.version = {};
  CHECK_FALSE(handshake_fault(none.request).empty());
}

TEST_CASE("refused handshakes: counted each, logged once a minute for each fault, and safe to read") {
  RefusedHandshakes refused;
  const auto line =
      refused.add(HandshakeFault::foreign_origin, "do this", "https://a.example", "b.example", 1000);
  REQUIRE(line);
  CHECK(*line ==
        "net: a WebSocket was refused (foreign-origin): do this; Origin \"https://a.example\", Host "
        "\"b.example\"");
  for (int i = 0; i < 7; ++i)
    CHECK_FALSE(refused.add(HandshakeFault::foreign_origin, "do this", "", "", 60'999));
  CHECK(refused.add(HandshakeFault::malformed, "other", "", "", 60'999));  // each fault for itself
  const auto next =
      refused.add(HandshakeFault::foreign_origin, "do this", "", "x\r\nfalse line\x1b[31m\"", 61'000);
  REQUIRE(next);
  CHECK(*next ==
        "net: a WebSocket was refused (foreign-origin): do this; Origin none, Host \"x??false line?[31m?\"; "
        "7 more of "
        "these since the last such line");
  CHECK(refused.counts()[static_cast<std::size_t>(HandshakeFault::foreign_origin)] == 9);
  CHECK(printable(std::string(5000, 'x')) == std::string(120, 'x') + "...");
  CHECK(printable("\xC3\xA9") == "??");
}

}  // namespace net_upgrade_tests
