// The head of a request, as far as it is judged before Beast or beside it.
#include "server/net/request_line.hpp"

#include "server/api/url.hpp"

#include "tests/unit/catch.hpp"

#include <string>

namespace net_request_line_tests {

using namespace menagerie::net;
using State = RequestLine::State;

namespace {

constexpr std::size_t kMax = 64;

RequestLine look(std::string bytes) { return look_for_request_line(bytes, kMax); }

}  // namespace

TEST_CASE("a request line is complete with its last byte, and not before") {
  const std::string text = "\r\n\r\nGET /api?x=|{} HTTP/1.1\r\n";
  for (std::size_t size = 0; size < text.size(); ++size) {
    INFO(size);
    CHECK(look(text.substr(0, size)).state == State::incomplete);
  }
  const RequestLine line = look(text + "Host: x");
  CHECK(line.state == State::complete);
  CHECK(line.empty == 4);
}

TEST_CASE("a newer minor version is read as 1.1, another major one is refused") {
  std::string bytes = "\r\nGET / HTTP/1.7\r\nHost: HTTP/1.7\r\n";
  CHECK(look_for_request_line(bytes, kMax).state == State::complete);
  CHECK(bytes == "\r\nGET / HTTP/1.1\r\nHost: HTTP/1.7\r\n");
  bytes = "GET / HTTP/1.0\r\n";
  CHECK(look_for_request_line(bytes, kMax).state == State::complete);
  CHECK(bytes == "GET / HTTP/1.0\r\n");
  for (const char* version : {"HTTP/2.0", "HTTP/0.9", "HTTP/3.1"})
    CHECK(look("GET / " + std::string(version) + "\r\n").status == 505);
}

TEST_CASE("what is wrong with a request line is told at once") {
  const auto status = [](const std::string& text) {
    const RequestLine line = look(text);
    CHECK((line.state == State::refused) == (line.status != 0));
    CHECK((line.state == State::refused) == !line.detail.empty());
    return line.status;
  };
  for (const char* text : {"\n",
                           " ",
                           "G:",
                           "GET\t",
                           "GET  ",
                           "GET / H1",
                           "GET / http",
                           "GET / HTTP/x",
                           "GET / HTTP/11",
                           "GET / HTTP/1.x",
                           "GET / HTTP/1.1 ",
                           "GET / HTTP/1.1\n",
                           "GET / HTTP/1.1\rx",
                           "GET /\r\n",
                           "GET\r\n",
                           "GET /a#b",
                           "GET /\"",
                           "GET /\xC3",
                           "\x16\x03\x01",
                           "\r\n\n"}) {
    INFO(text);
    CHECK(status(text) == 400);
  }
  CHECK(status("GET /" + std::string(kMax, 'a')) == 414);
  CHECK(status(std::string(kMax + 1, 'A')) == 501);
  CHECK(status("GET /" + std::string(kMax - 5, 'a')) == 0);
}

TEST_CASE("Host is a name or an address, and perhaps a port") {
  for (const char* host :
       {"", "x", "X.example:80", "x:", "127.0.0.1:8080", "[::1]", "[::1]:8080", "[2001:db8::1]",
        "[1:2:3:4:5:6:7:8]", "[::ffff:10.0.0.1]", "[v1.x:y]", "a_b", "a%2Fb", "a,b;c=d!$&'()*+~"}) {
    INFO(host);
    CHECK(menagerie::api::is_valid_host(host));
  }
  for (const char* host : {"a b",
                           "a/b",
                           "user@x",
                           "a?b",
                           "a#b",
                           "a\\b",
                           "a\"b",
                           "<x>",
                           "x:y",
                           "x:-1",
                           "x:80:80",
                           "x:65536",
                           ":80",
                           "%",
                           "%2",
                           "%zz",
                           "[",
                           "]",
                           "[]",
                           "[::1",
                           "::1",
                           "[::1]x",
                           "[::1]:x",
                           "[:::]",
                           "[1:2:3:4:5:6:7]",
                           "[1:2:3:4:5:6:7:8:9]",
                           "[12345::]",
                           "[::g]",
                           "[v1]",
                           "[v1.]",
                           "[v.x]",
                           "[vg.x]",
                           "[::1.2.3]",
                           "http://x",
                           "x\t",
                           "\xC3\xA9"}) {
    INFO(host);
    CHECK_FALSE(menagerie::api::is_valid_host(host));
  }
}

TEST_CASE("a token of a list, in any case and with any blanks") {
  for (const char* list : {"close", "Close", "keep-alive, CLOSE", "a,\tclose\t,b", ",close", "close,"}) {
    INFO(list);
    CHECK(has_token(list, "close"));
  }
  for (const char* list : {"", "closed", "clos", "close-not", "a b close", "close;x"}) {
    INFO(list);
    CHECK_FALSE(has_token(list, "close"));
  }
}

}  // namespace net_request_line_tests
