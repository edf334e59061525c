// A line of the access log is one line, whatever was asked.
#include "server/net/access_log.hpp"

#include "tests/unit/catch.hpp"

#include <string>

namespace menagerie::net {
namespace {

constexpr std::int64_t kNow = 1'795'378'509'250;  // 2026-11-22T20:15:09.250Z

TEST_CASE("access_line: the Common Log Format, with a dash for the address") {
  api::Request request;
  request.method = "GET";
  request.target = "/api/v1/machines?limit=2";
  CHECK(access_line(request, true, 200, 8123, kNow) ==
        R"(- - - [22/Nov/2026:20:15:09 +0000] "GET /api/v1/machines?limit=2 HTTP/1.1" 200 8123)");
  CHECK(access_line(request, false, 304, 0, kNow) ==
        R"(- - - [22/Nov/2026:20:15:09 +0000] "GET /api/v1/machines?limit=2 HTTP/1.0" 304 0)");
  CHECK(access_line({}, true, 400, 99, kNow) == R"(- - - [22/Nov/2026:20:15:09 +0000] "-" 400 99)");
}

TEST_CASE("access_line: quotes, backslashes and unprintable bytes are escaped, and much is cut") {
  api::Request request;
  request.method = "G\nT";
  request.target = "/a\"b\\c\r\n\xff d";
  CHECK(access_line(request, true, 200, 0, kNow) ==
        "- - - [22/Nov/2026:20:15:09 +0000] \"G\\x0AT /a\\x22b\\x5Cc\\x0D\\x0A\\xFF\\x20d HTTP/1.1\" 200 0");
  request.target = "/" + std::string(100'000, 'a');
  CHECK(access_line(request, true, 200, 0, kNow).size() < 2200);
}

}  // namespace
}  // namespace menagerie::net
