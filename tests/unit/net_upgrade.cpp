// The WebSocket handshake: what is answered, what is refused, and what the operator is told.
#include "server/net/refused_handshakes.hpp"
#include "server/net/websocket/upgrade.hpp"

#include "tests/unit/catch.hpp"

#include <string>

namespace net_upgrade_tests {

using namespace menagerie;
using namespace menagerie::net;

namespace {

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
