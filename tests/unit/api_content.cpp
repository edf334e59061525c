// Targets, tags, encodings, preferred types.
#include "server/api/content.hpp"
#include "server/api/url.hpp"

#include <zlib.h>
#include "tests/unit/catch.hpp"

#include <array>

namespace api_content_tests {

using namespace menagerie::api;

namespace {

std::string unzipped(std::string_view zipped) {
  z_stream z{};
  REQUIRE(inflateInit2(&z, 15 + 16) == Z_OK);
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(zipped.data()));
  z.avail_in = static_cast<uInt>(zipped.size());
  std::string out;
  std::array<unsigned char, 4096> room{};
  int result = Z_OK;
  while (result == Z_OK) {
    z.next_out = room.data();
    z.avail_out = static_cast<uInt>(room.size());
    result = inflate(&z, Z_NO_FLUSH);
    out.append(reinterpret_cast<const char*>(room.data()), room.size() - z.avail_out);
  }
  inflateEnd(&z);
  CHECK(result == Z_STREAM_END);
  return out;
}

}  // namespace

TEST_CASE("percent signs") {
  CHECK(percent_decoded("X..%2F.O.") == "X../.O.");
  CHECK(percent_decoded("a+b") == "a+b");
  CHECK(percent_decoded("a+b%2b", true) == "a b+");
  for (const char* wrong : {"%", "%2", "%2x", "a%", "%zz"}) CHECK_FALSE(percent_decoded(wrong));
  CHECK(percent_encoded("X../.O. b") == "X..%2F.O.%20b");
  const std::string all = "bbb/w../.ww b\xC3\xA9%";
  CHECK(percent_decoded(percent_encoded(all)) == all);
}

TEST_CASE("targets and their parts") {
  const auto target = parse_target("/api/v1/x?after=2%3A3&limit=&flag&after=9#f");
  REQUIRE(target);
  CHECK(target->path == "/api/v1/x");
  CHECK(target->query.at("after") == "9");
  CHECK(target->query.at("limit").empty());
  CHECK(target->query.count("flag") == 1);
  const auto whole = parse_target("HTTP://[::1]:8080/her?at=2");
  REQUIRE(whole);
  CHECK(whole->host == "[::1]:8080");
  CHECK(whole->path == "/her");
  CHECK(whole->query == std::map<std::string, std::string>{{"at", "2"}});
  CHECK(parse_target("https://x")->path == "/");
  CHECK(parse_target("http://x?a=1")->query.at("a") == "1");
  for (const char* wrong : {"", "*", "http://", "http:///x", "http://me@x/", "http://a:b:c/x",
                            "http://[::1/x", "ftp://x/", "/%zz", "/x?a=%", "/x?%1=2"})
    CHECK_FALSE(parse_target(wrong));
  CHECK(path_parts("/").empty());
  CHECK(path_parts("/a/b") == std::vector<std::string_view>{"a", "b"});
  CHECK(path_parts("/a//b") == std::vector<std::string_view>{"a", "", "b"});
  CHECK(path_parts("/a/") == std::vector<std::string_view>{"a"});
}

TEST_CASE("entity tags") {
  CHECK(etag_of("a") == etag_of("a"));
  CHECK(etag_of("a") != etag_of("b"));
  CHECK(gzip_etag("\"ab\"") == "\"ab-gzip\"");
  CHECK(etag_matches("\"x\", \"y\"", "\"y\""));
  CHECK(etag_matches("W/\"y\"", "\"y\""));
  CHECK(etag_matches("*", "\"y\""));
  CHECK_FALSE(etag_matches("", "\"y\""));
  CHECK_FALSE(etag_matches("\"yy\"", "\"y\""));
}

TEST_CASE("what a client takes") {
  CHECK(accepts_gzip("gzip, deflate, br"));
  CHECK(accepts_gzip("*"));
  CHECK_FALSE(accepts_gzip("gzip;q=0, *"));
  CHECK_FALSE(accepts_gzip(""));
  CHECK_FALSE(accepts_gzip("identity"));
  static constexpr std::array<std::string_view, 3> kTypes = {"text/csv", "application/x-ndjson",
                                                             "application/json"};
  CHECK(preferred_type("", kTypes) == 0);
  CHECK(preferred_type("application/json", kTypes) == 2);
  CHECK(preferred_type("text/html, */*;q=0.1", kTypes) == 0);
  CHECK(preferred_type("text/csv;q=0.2, application/*;q=0.8", kTypes) == 1);
  CHECK(preferred_type("image/png", kTypes) == -1);
  CHECK(preferred_type("*/*, text/csv;q=0", kTypes) == 1);
}

TEST_CASE("gzip in pieces is gzip") {
  GzipStream stream;
  std::string zipped, plain;
  for (int i = 0; i < 1000; ++i) {
    const std::string piece = "row " + std::to_string(i) + "\n";
    plain += piece;
    stream.add(piece, false, zipped);
    if (i == 0) CHECK(zipped.size() > piece.size());  // a small one is not kept back
  }
  stream.add("", true, zipped);
  CHECK(unzipped(zipped) == plain);
  CHECK(unzipped(gzip(plain, 6)) == plain);
}

TEST_CASE("an answer is made ready: tag, 304, gzip") {
  Request request;
  Response response;
  response.body = std::make_shared<const std::string>(std::string(5000, 'x'));
  const Response plain = finished(request, [&] {
    Response copy;
    copy.body = response.body;
    return copy;
  }());
  CHECK(plain.status == 200);
  CHECK(plain.body->size() == 5000);
  request.accept_encoding = "gzip";
  const Response zipped = finished(request, [&] {
    Response copy;
    copy.body = response.body;
    return copy;
  }());
  CHECK(unzipped(*zipped.body) == *response.body);
  CHECK(zipped.etag == gzip_etag(plain.etag));
  request.if_none_match = zipped.etag;
  const Response same = finished(request, [&] {
    Response copy;
    copy.body = response.body;
    return copy;
  }());
  CHECK(same.status == 304);
  CHECK_FALSE(same.body);
}

}  // namespace api_content_tests
