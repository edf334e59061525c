// Range requests: which part of a body is asked for, and what is answered.
#include "server/api/ranges.hpp"

#include "museum_fixtures.hpp"

#include <string>

namespace api_ranges_tests {

using namespace menagerie;
using namespace menagerie::api;
using namespace menagerie::test;

namespace {

using Kind = RangeHeader::Kind;

Request asking(const std::string& range, const std::string& if_range = "") {
  Request request;
  request.method = "GET";
  request.range = range;
  request.if_range = if_range;
  return request;
}

Response whole(const std::string& text) {
  Response response;
  response.etag = "\"tag\"";
  response.ranges = true;
  response.body = std::make_shared<const std::string>(text);
  return response;
}

std::string header(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

/// Pieces of three bytes that cannot be skipped.
class Slow : public Source {
 public:
  explicit Slow(std::string text) : text_(std::move(text)) {}
  bool next(store::Store&, std::string& out) override {
    out.append(text_, at_, 3);
    at_ = std::min(at_ + 3, text_.size());
    return at_ < text_.size();
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

std::string all_of(Source& source) {
  const Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  std::string text;
  while (source.next(*store, text)) {
  }
  return text;
}

}  // namespace

TEST_CASE("a Range header names one range, or the whole is the answer") {
  const auto part = [](std::string_view text) {
    const RangeHeader header = read_range_header(text, 100);
    REQUIRE(header.kind == Kind::part);
    return header.range;
  };
  CHECK(part("bytes=0-0") == ByteRange{0, 0});
  CHECK(part("bytes=10-19") == ByteRange{10, 19});
  CHECK(part("bytes= 10-") == ByteRange{10, 99});
  CHECK(part("bytes=90-1000") == ByteRange{90, 99});
  CHECK(part("bytes=-10") == ByteRange{90, 99});
  CHECK(part("bytes=-1000") == ByteRange{0, 99});
  for (const char* text : {"", "bytes", "bytes=", "bytes=-", "bytes=5-4", "bytes=a-b", "bytes=1-2,5-6",
                           "lines=1-2", "bytes=99999999999999999999-", "bytes=--1", "bytes=1-2-3"})
    CHECK(read_range_header(text, 100).kind == Kind::whole);
  for (const char* text : {"bytes=100-", "bytes=100-200", "bytes=-0"})
    CHECK(read_range_header(text, 100).kind == Kind::unsatisfiable);
  CHECK(read_range_header("bytes=0-", 0).kind == Kind::unsatisfiable);
}

TEST_CASE("a part is answered with 206, of the same whole only") {
  Response response = whole("0123456789");
  take_part(asking("bytes=2-4"), response);
  CHECK(response.status == 206);
  CHECK(header(response, "Content-Range") == "bytes 2-4/10");
  CHECK(response.length == 3);
  REQUIRE(response.source);
  CHECK(all_of(*response.source) == "234");

  response = whole("0123456789");
  take_part(asking("bytes=2-4", "\"tag\""), response);
  CHECK(response.status == 206);
  for (const char* other : {"\"other\"", "W/\"tag\"", "Sun, 22 Nov 2026 10:00:00 GMT"}) {
    response = whole("0123456789");
    take_part(asking("bytes=2-4", other), response);
    CHECK(response.status == 200);
    CHECK(*response.body == "0123456789");
  }

  response = whole("0123456789");
  take_part(asking("bytes=10-"), response);
  CHECK(response.status == 416);
  CHECK(header(response, "Content-Range") == "bytes */10");

  Request head = asking("bytes=2-4");
  head.method = "HEAD";
  response = whole("0123456789");
  take_part(head, response);
  CHECK(response.status == 200);
}

TEST_CASE("a part of what is made piece by piece") {
  const std::string text = "abcdefghijklm";
  for (std::size_t first = 0; first < text.size(); ++first) {
    for (std::size_t last = first; last < text.size(); ++last) {
      Response response = whole("");
      response.body = nullptr;
      response.source = std::make_unique<Slow>(text);
      response.length = text.size();
      take_part(asking("bytes=" + std::to_string(first) + "-" + std::to_string(last)), response);
      REQUIRE(response.status == 206);
      REQUIRE(all_of(*response.source) == text.substr(first, last - first + 1));
    }
  }
}

}  // namespace api_ranges_tests
