// Ranges of addresses, what proxies forward, origins.
#include "server/net/addresses.hpp"

#include "tests/unit/catch.hpp"

#include <vector>

namespace net_addresses_tests {

using namespace menagerie::net;

namespace {

Address at(const char* text) { return boost::asio::ip::make_address(text); }
bool in(const char* range, const char* address) { return Cidr::parse(range).value().contains(at(address)); }
std::string client(const char* peer, std::string_view forwarded, std::vector<const char*> trusted) {
  std::vector<Cidr> ranges;
  for (const char* range : trusted) ranges.push_back(Cidr::parse(range).value());
  return client_address(at(peer), forwarded, ranges).to_string();
}

}  // namespace

TEST_CASE("ranges of addresses") {
  CHECK(in("10.0.0.0/8", "10.255.1.2"));
  CHECK_FALSE(in("10.0.0.0/8", "11.0.0.1"));
  CHECK(in("192.0.2.0/25", "192.0.2.127"));
  CHECK_FALSE(in("192.0.2.0/25", "192.0.2.128"));
  CHECK(in("192.0.2.7", "192.0.2.7"));
  CHECK_FALSE(in("192.0.2.7", "192.0.2.6"));
  CHECK(in("0.0.0.0/0", "203.0.113.9"));
  CHECK(in("2001:db8::/32", "2001:db8:1::1"));
  CHECK(in("10.0.0.0/8", "::ffff:10.1.1.1"));
  CHECK_FALSE(in("::1", "127.0.0.1"));
  for (const char* wrong :
       {"", "x", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x"}) {
    CHECK_FALSE(Cidr::parse(wrong));
  }
}

TEST_CASE("what a stranger forwards is never believed") {
  CHECK(client("203.0.113.9", "192.0.2.1", {}) == "203.0.113.9");
  CHECK(client("203.0.113.9", "192.0.2.1", {"10.0.0.0/8"}) == "203.0.113.9");
}

TEST_CASE("behind proxies the right-most stranger is the client") {
  CHECK(client("10.0.0.1", "192.0.2.1", {"10.0.0.0/8"}) == "192.0.2.1");
  CHECK(client("10.0.0.1", "6.6.6.6, 192.0.2.1", {"10.0.0.0/8"}) == "192.0.2.1");
  CHECK(client("10.0.0.1", "6.6.6.6,192.0.2.1 , 10.9.9.9", {"10.0.0.0/8"}) == "192.0.2.1");
  CHECK(client("10.0.0.1", "", {"10.0.0.0/8"}) == "10.0.0.1");
  CHECK(client("10.0.0.1", "10.0.0.2", {"10.0.0.0/8"}) == "10.0.0.2");
  CHECK(client("10.0.0.1", "192.0.2.1, nonsense", {"10.0.0.0/8"}) == "10.0.0.1");
  CHECK(client("::1", "[2001:db8::7]:443", {"::1"}) == "2001:db8::7");
  CHECK(client("::1", "192.0.2.1:5555", {"::1"}) == "192.0.2.1");
  CHECK(client("::ffff:10.0.0.1", "192.0.2.1", {"10.0.0.0/8"}) == "192.0.2.1");
  for (const char* wrong : {"[", "]", "[]", "[::1", ",", ":", ",,,"})
    CHECK(client("::1", wrong, {"::1"}) == "::1");
}

TEST_CASE("an IPv6 household counts as one, IPv4 in full") {
  CHECK(AddressKey::of(at("2001:db8:1:2::3")) == AddressKey::of(at("2001:db8:1:2:ffff::9")));
  CHECK_FALSE(AddressKey::of(at("2001:db8:1:2::3")) == AddressKey::of(at("2001:db8:1:3::3")));
  CHECK_FALSE(AddressKey::of(at("192.0.2.1")) == AddressKey::of(at("192.0.2.2")));
  CHECK(AddressKey::of(at("192.0.2.1")) == AddressKey::of(at("::ffff:192.0.2.1")));
}

TEST_CASE("whose pages may open a WebSocket") {
  const std::vector<std::string> none;
  CHECK(origin_allowed("http://localhost:8080", "localhost:8080", none));
  CHECK(origin_allowed("https://museum.example", "museum.example", none));  // TLS ends at a proxy
  CHECK(origin_allowed("https://Museum.Example:443", "museum.example", none));
  CHECK_FALSE(origin_allowed("https://evil.example", "museum.example", none));
  CHECK_FALSE(origin_allowed("http://localhost:8081", "localhost:8080", none));
  CHECK_FALSE(origin_allowed("null", "null", none));
  CHECK_FALSE(origin_allowed("", "", none));
  CHECK_FALSE(origin_allowed("https://museum.example.evil.example", "museum.example", none));
  const std::vector<std::string> listed = {"https://school.example", "kiosk.example:8443"};
  CHECK(origin_allowed("https://school.example", "museum.example", listed));
  CHECK(origin_allowed("https://kiosk.example:8443", "museum.example", listed));
  CHECK_FALSE(origin_allowed("https://kiosk.example", "museum.example", listed));
}

TEST_CASE("where the museum's address is known, a stranger's name that leads here opens none") {
  const std::vector<std::string> listed = {"https://museum.example/under"};
  const auto allowed = [&](const std::string& origin, std::string_view host) {
    return origin_allowed(origin, host, listed, false);
  };
  CHECK(allowed("https://museum.example", "museum.example"));
  CHECK(allowed("https://museum.example", "backend:8080"));
  CHECK(allowed("http://museum.example:8080", "museum.example:8080"));
  for (const char* host : {"localhost:8080", "127.0.0.1:8080", "127.0.0.1", "[::1]:8080", "[2001:db8::1]"})
    CHECK(allowed(std::string("http://") + host, host));
  for (const char* host : {"rebound.example", "rebound.example:8080", "museum.example.rebound.example",
                           "127.0.0.1.rebound.example", "localhost.rebound.example", "museum", "[::1"})
    CHECK_FALSE(allowed(std::string("http://") + host, host));
}

}  // namespace net_addresses_tests
