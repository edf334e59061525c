// Static files and the headers of responses.
#include "museum_fixtures.hpp"

#include "server/net/http_message.hpp"
#include "server/net/static_files.hpp"

#include <fstream>

namespace net_answers_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

void put(const std::string& folder, const std::string& name, const std::string& text) {
  const std::filesystem::path path = std::filesystem::path(folder) / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

api::Request get(std::string_view path, std::string_view encoding = "", std::string_view tag = "") {
  api::Request request;
  request.method = "GET";
  request.path = path;
  request.accept_encoding = encoding;
  request.if_none_match = tag;
  return request;
}

std::string header(const api::Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers) {
    if (key == name) return value;
  }
  return "";
}

}  // namespace

TEST_CASE("static files: types, tags, gzip, pages of machines") {
  const Folder folder;
  put(folder.path(), "index.html", "<p>hall</p>");
  put(folder.path(), "table.html", "<p>table</p>");
  put(folder.path(), "css/look.css", std::string(5000, 'a'));
  put(folder.path(), "fonts/x.woff2", "font");
  put(folder.path(), ".npmrc", "secret");
  put(folder.path(), "node_modules/x.js", "x");
  put(folder.path(), "package.json", "{}");
  const net::StaticFiles files = net::StaticFiles::load(folder.path());
  CHECK(files.size() == 4);

  CHECK(*files.answer(get("/"), "/", false).body == "<p>hall</p>");
  CHECK(*files.answer(get("/machine/menace"), "/machine/menace", true).body == "<p>table</p>");
  CHECK(files.answer(get("/machine/nobody"), "/machine/nobody", false).status == 404);
  CHECK(files.answer(get("/.npmrc"), "/.npmrc", false).status == 404);
  CHECK(files.answer(get("/../x"), "/../x", false).status == 404);
  CHECK(*files.answer(get("/table"), "/table", false).body == "<p>table</p>");

  const api::Response plain = files.answer(get("/css/look.css"), "/css/look.css", false);
  const api::Response zipped = files.answer(get("/css/look.css", "br, gzip"), "/css/look.css", false);
  CHECK(plain.type == "text/css; charset=utf-8");
  CHECK(plain.body->size() == 5000);
  CHECK(zipped.body->size() < 100);
  CHECK(header(zipped, "Content-Encoding") == "gzip");
  CHECK(header(zipped, "Vary") == "Accept-Encoding");
  CHECK(header(plain, "Vary") == "Accept-Encoding");
  CHECK(plain.etag != zipped.etag);
  CHECK(files.answer(get("/css/look.css", "", plain.etag), "/css/look.css", false).status == 304);
  CHECK(files.answer(get("/css/look.css", "gzip", plain.etag), "/css/look.css", false).status == 200);
  CHECK(files.answer(get("/css/look.css", "gzip", zipped.etag), "/css/look.css", false).status == 304);
  const std::string font_cache =
      header(files.answer(get("/fonts/x.woff2"), "/fonts/x.woff2", false), "Cache-Control");
  CHECK(font_cache.find("max-age") != std::string::npos);
}

TEST_CASE("a folder without index.html is no web folder") {
  const Folder folder;
  CHECK_THROWS_WITH(net::StaticFiles::load(folder.path()), ContainsSubstring("index.html"));
  CHECK_THROWS_WITH(net::StaticFiles::load(folder.path() + "/missing"), ContainsSubstring("missing"));
}

TEST_CASE("the header of a response") {
  api::Response response;
  response.status = 404;
  response.etag = "\"x\"";
  response.body = std::make_shared<const std::string>("{}");
  response.headers = {{"Allow", "GET"}, {"Vary", "Accept"}, {"Vary", "Accept-Encoding"}};
  const net::HttpMessage message =
      net::message_of(response, {.length = 2, .chunked = false, .keep_alive = false, .date = "now"});
  CHECK(message.result_int() == 404);
  CHECK(message["Date"] == "now");
  CHECK(message["Content-Length"] == "2");
  CHECK(message["Connection"] == "close");
  CHECK(message["Allow"] == "GET");
  CHECK(message["ETag"] == "\"x\"");
  CHECK(message["X-Content-Type-Options"] == "nosniff");
  CHECK(message.count("Vary") == 2);
  CHECK(message.count("Content-Security-Policy") == 1);
  CHECK(message.count("Set-Cookie") == 0);
}

TEST_CASE("how a response is framed") {
  api::Response response;
  response.type = "text/csv";
  response.headers = {{"Content-Security-Policy", "default-src 'none'"}};
  net::HttpMessage message = net::message_of(response, {.length = {}, .chunked = true, .date = "now"});
  CHECK(message["Transfer-Encoding"] == "chunked");
  CHECK(message.count("Content-Length") == 0);
  CHECK(message.count("Connection") == 0);
  CHECK(message.count("Content-Type") == 0);  // of no body
  CHECK(message["Content-Security-Policy"] == "default-src 'none'");
  response.status = 426;
  response.headers = {{"Connection", "Upgrade, close"}};
  message = net::message_of(response, {.length = {}, .keep_alive = false, .date = "now"});
  CHECK(message["Connection"] == "Upgrade, close");
}

}  // namespace net_answers_tests
