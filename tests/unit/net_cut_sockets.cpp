// Proxies that cut WebSockets after a fixed time: time is passed in, no socket is opened.
#include "server/net/cut_sockets.hpp"
#include "server/net/documentation.hpp"

#include "tests/unit/catch.hpp"

#include <array>

namespace net_cut_sockets_tests {

using namespace menagerie::net;

namespace {

struct Fixture {
  CutSockets sockets;
  CutSockets::Proxy* proxy = sockets.find(boost::asio::ip::make_address("127.0.0.1"), {});
  std::int64_t now_ms = 0;

  /// One that ends `pause_ms` after the one before.
  std::optional<std::string> cut(std::int64_t silent_ms, std::int64_t age_ms, std::int64_t pause_ms = 5000) {
    return sockets.cut(*proxy, silent_ms, age_ms, 90, now_ms += pause_ms);
  }
};

}  // namespace

TEST_CASE_METHOD(Fixture,
                 "five that end after the same silence tell of a short timeout, once in ten minutes") {
  constexpr std::array<std::int64_t, 5> kSilences = {8003, 8100, 7900, 8450, 8000};
  for (int i = 0; i < 4; ++i) CHECK_FALSE(cut(kSilences[i], kSilences[i] + 3000 * i));
  const auto line = cut(kSilences[4], 60'000);
  REQUIRE(line);
  CHECK(
      *line ==
      "net: what stands before the server at 127.0.0.1 cut the last 5 WebSockets that it ended after 8 s of "
      "silence: let it wait at least 90 s, by proxy_read_timeout in nginx or timeout tunnel in HAProxy; see "
      "\"Behind a proxy\" in " +
          documentation("docker/README.md"));
  for (int i = 0; i < 100; ++i) CHECK_FALSE(cut(8000, 9000));  // 500 s
  std::optional<std::string> again;
  for (int i = 0; i < 30 && !again; ++i) again = cut(8000, 9000);
  CHECK(again);
  CHECK(sockets.count() > 105);
}

TEST_CASE_METHOD(Fixture, "those that are cut at the same age, whatever was said, tell of a limit on that") {
  for (int i = 0; i < 4; ++i) CHECK_FALSE(cut(1000 * i, 60'000 + i));
  const auto line = cut(20'000, 60'000);
  REQUIRE(line);
  CHECK(line->find("60 s after they began, whatever was said on them") != std::string::npos);
}

TEST_CASE_METHOD(Fixture, "lost visitors are no proxy's fault") {
  for (int i = 0; i < 500; ++i) CHECK_FALSE(cut(2000 + i * 7919 % 28'000, 40'000 + i * 104'729 % 900'000));
  for (int i = 0; i < 50; ++i) CHECK_FALSE(cut(i % 300, 1000 * i));  // right after something was said
}

TEST_CASE_METHOD(Fixture, "those that end together count as one: the proxy was stopped") {
  for (int i = 0; i < 50; ++i) CHECK_FALSE(cut(8000, 9000, 10));
}

TEST_CASE_METHOD(Fixture, "one that outlasts a silence acquits its proxy") {
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 4; ++i) CHECK_FALSE(cut(8000, 9000));
    CutSockets::note_ping_answered(*proxy);
  }
}

TEST_CASE("only this machine's and trusted peers are proxies; any other may be a visitor") {
  CutSockets sockets;
  const auto at = [](const char* text) { return boost::asio::ip::make_address(text); };
  const std::array trusted = {*Cidr::parse("10.0.0.0/8")};
  CHECK(sockets.find(at("192.0.2.1"), trusted) == nullptr);
  CHECK(sockets.find(at("10.1.2.3"), trusted) != nullptr);
  CHECK(sockets.find(at("::1"), trusted) != nullptr);
  CHECK(sockets.find(at("10.1.2.3"), trusted) == sockets.find(at("10.1.2.3"), trusted));
  for (int i = 0; i < 100; ++i) sockets.find(at(("10.0.0." + std::to_string(i)).c_str()), trusted);
  CHECK(sockets.find(at("10.9.9.9"), trusted) == nullptr);  // there are enough
}

TEST_CASE(
    "a file of the documentation that is nowhere near the program is told by its name in the repository") {
  CHECK(documentation("docker/no-such-file.md") == "docker/no-such-file.md");
  CHECK(documentation("docker/README.md").ends_with("docker/README.md"));
}

}  // namespace net_cut_sockets_tests
