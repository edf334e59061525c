#include "server/net/static_files.hpp"

#include "engine/text.hpp"
#include "server/api/content.hpp"
#include "server/api/url.hpp"
#include "server/wire/excerpt.hpp"
#include "server/wire/lesson_code.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace menagerie::net {
namespace {

namespace fs = std::filesystem;

struct Kind {
  std::string_view ending, type;
  bool for_long;  ///< never changes under its name
};
constexpr std::array<Kind, 18> kKinds = {{
    {".html", "text/html; charset=utf-8", false},
    {".js", "text/javascript; charset=utf-8", false},
    {".mjs", "text/javascript; charset=utf-8", false},
    {".css", "text/css; charset=utf-8", false},
    {".json", "application/json", false},
    {".webmanifest", "application/manifest+json", false},
    {".yaml", "application/yaml", false},
    {".svg", "image/svg+xml", false},
    {".txt", "text/plain; charset=utf-8", false},
    {".md", "text/plain; charset=utf-8", false},
    {".png", "image/png", false},
    {".jpg", "image/jpeg", false},
    {".webp", "image/webp", false},
    {".ico", "image/x-icon", false},
    {".mp3", "audio/mpeg", false},
    {".ogg", "audio/ogg", false},
    {".woff2", "font/woff2", true},
    {".woff", "font/woff", true},
}};

const Kind* kind_of(std::string_view path) {
  for (const Kind& kind : kKinds) {
    if (path.ends_with(kind.ending)) return &kind;
  }
  return nullptr;
}

constexpr std::string_view kTablePage = "/machine/", kLessonPage = "/lesson/";  // before a name, a code
constexpr std::string_view kNamed = "/NAME/";  // stands for it in a page, where a link's picture is told
constexpr int kGzipLevel = 9;                  // once, at the start

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return std::move(bytes).str();
}

void replace_all(std::string& text, std::string_view written, const std::string& now) {
  for (std::size_t at = 0; (at = text.find(written, at)) != std::string::npos; at += now.size())
    text.replace(at, written.size(), now);
}

/// Removes the lines that begin so.
void remove_lines(std::string& text, std::string_view begin) {
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;)
    text.erase(at, text.find('\n', at) + 1 - at);
}

/// The page with the address that its examples are to say, and with that address's path in its links; told
/// where nobody plays, and where no answer is covered.
std::string with_address(std::string page, const SiteSettings& site) {
  if (site.read_only) replace_all(page, "<html ", "<html data-read-only ");
  if (site.answers_shown) replace_all(page, "<html ", "<html data-answers=\"shown\" ");
  if (!site.base.empty()) {
    for (const std::string_view attribute : {"href=\"/", "src=\"/"})
      replace_all(page, attribute, std::string(attribute.substr(0, attribute.size() - 1)) + site.base + "/");
  }
  std::string url = site.public_url;
  while (url.ends_with('/')) url.pop_back();
  if (!url.empty()) {
    replace_all(page, "http://localhost:8080", url);
  } else {
    remove_lines(page, "  <meta property=\"og:");  // a link's picture needs an address that others can open
  }
  return page;
}

/// The value of the first attribute that begins so; empty: there is none.
std::string attribute_of(const std::string& page, std::string_view begin) {
  const std::size_t at = page.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return page.substr(from, page.find('"', from) - from);
}

/// Files for the development of the pages, which are not served.
bool is_left_out(const fs::path& name) {
  static constexpr std::array<std::string_view, 5> kTools = {
      "node_modules", "package.json", "package-lock.json", "tsconfig.json", "CMakeLists.txt"};
  const std::string text = name.string();
  return text.starts_with('.') || text.ends_with(".cmake") || text.ends_with(".d.ts") ||
         std::ranges::find(kTools, text) != kTools.end();
}

}  // namespace

bool prefers_page(std::string_view accept) {
  static constexpr std::array<std::string_view, 2> kTypes = {"application/problem+json", "text/html"};
  return api::preferred_type(accept, kTypes) == 1;
}

std::string_view content_type_of(std::string_view path) {
  const Kind* kind = kind_of(path);
  return kind ? kind->type : "application/octet-stream";
}

StaticFiles::File StaticFiles::read(const std::string& disk_path, const SiteSettings& site) {
  const Kind* kind = kind_of(disk_path);
  std::string bytes = read_all(disk_path);
  std::string texts;
  if (disk_path.ends_with(".html")) {
    bytes = with_address(std::move(bytes), site);
    texts = attribute_of(bytes, "data-texts=\"");
  }
  File file = file_of(std::move(bytes), content_type_of(disk_path),
                      kind && kind->for_long ? "public, max-age=31536000, immutable" : "no-cache");
  file.texts = std::move(texts);
  return file;
}

StaticFiles::File StaticFiles::with_name(const File& page, const std::string& name) {
  if (page.bytes->find(kNamed) == std::string::npos) return page;
  std::string bytes = *page.bytes;
  replace_all(bytes, kNamed, "/" + name + "/");
  File named = file_of(std::move(bytes), page.type, page.cache_control);
  named.texts = page.texts;
  return named;
}

StaticFiles::File StaticFiles::file_of(std::string bytes, std::string_view type,
                                       std::string_view cache_control) {
  File file;
  file.type = type;
  file.cache_control = cache_control;
  file.etag = api::etag_of(bytes);
  if (api::is_compressible(file.type)) {
    std::string zipped = api::gzip(bytes, kGzipLevel);
    if (zipped.size() < bytes.size()) {
      file.zipped = std::make_shared<const std::string>(std::move(zipped));
      file.gzip_etag = api::gzip_etag(file.etag);
    }
  }
  file.bytes = std::make_shared<const std::string>(std::move(bytes));
  return file;
}

StaticFiles StaticFiles::load(const std::string& folder, const SiteSettings& site) {
  StaticFiles files;
  std::error_code error;
  fs::recursive_directory_iterator it(folder, error), end;
  if (error) throw std::runtime_error("cannot read the web folder " + folder + ": " + error.message());
  for (; it != end; ++it) {
    if (is_left_out(it->path().filename())) {
      if (it->is_directory()) it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file()) continue;
    files.files_["/" + it->path().lexically_relative(folder).generic_string()] =
        read(it->path().string(), site);
  }
  if (!files.find("/index.html")) throw std::runtime_error("the web folder " + folder + " has no index.html");
  return files;
}

const StaticFiles::File* StaticFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

api::Response StaticFiles::answer_with(const File& file, const api::Request& request, unsigned status) {
  api::Response response;
  response.status = status;
  response.type = file.type;
  const bool zipped = file.zipped && api::accepts_gzip(request.accept_encoding);
  if (file.zipped) response.headers.emplace_back("Vary", "Accept-Encoding");
  response.headers.emplace_back("Cache-Control", file.cache_control);
  if (status == 200) {
    response.etag = zipped ? file.gzip_etag : file.etag;
    if (api::etag_matches(request.if_none_match, response.etag)) {
      response.status = 304;
      return response;
    }
  }
  if (zipped) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = zipped ? file.zipped : file.bytes;
  return response;
}

api::Response StaticFiles::answer(const api::Request& request, std::string_view path, bool is_machine) const {
  const File* file = path == "/"                     ? find("/index.html")
                     : path.starts_with(kTablePage)  ? find("/table.html")
                     : path.starts_with(kLessonPage) ? find("/lesson.html")
                     : path == "/favicon.ico"        ? find("/favicon.svg")
                                                     : find(path);
  if (!file && path.find('.') == std::string_view::npos) {
    file = find(std::string(path) + ".html");  // "/about" is about.html
  }
  if (!file) return lost(request);
  // A machine that is not here is told so by the page itself, kindly; so is a code with a slip.
  const auto code = path.starts_with(kLessonPage)
                        ? wire::parse_lesson_code(path.substr(kLessonPage.size())).place
                        : std::nullopt;
  const bool is_table = path.starts_with(kTablePage) && is_machine;
  const bool is_lost = path.starts_with(kLessonPage) ? !code : path.starts_with(kTablePage) && !is_machine;
  const File named = code       ? with_name(*file, wire::lesson_code(*code))
                     : is_table ? with_name(*file, api::percent_encoded(path.substr(kTablePage.size())))
                                : *file;
  api::Response response = answer_with(named, request, is_lost ? 404 : 200);
  if (path.starts_with("/lesson")) response.headers.emplace_back("X-Robots-Tag", "noindex");
  if (file->type.starts_with("text/html")) preload_words(named, request, response);
  return response;
}

/// The words of a page, in the language that it will very likely be shown in (web/js/language.js), for a
/// browser to ask for before any script runs.
/// https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload
void StaticFiles::preload_words(const File& page, const api::Request& request,
                                api::Response& response) const {
  response.headers.emplace_back("Vary", "Accept-Language");
  const auto asked = request.query.find("lang");
  const std::string wanted = asked == request.query.end() ? request.accept_language + ",en" : asked->second;
  for (const std::string_view tag : split(wanted, ',')) {  // the first of the browser's that is spoken here
    const std::string file = lower_case(trimmed(tag.substr(0, tag.find_first_of("-;")))) + ".js";
    if (find("/js/messages/" + file) == nullptr) continue;
    for (const std::string& folder : {std::string(), page.texts + "/"}) {
      const std::string path = "/js/messages/" + folder + file;
      if (find(path) != nullptr)
        response.headers.emplace_back("Link", "<" + request.base + path + ">; rel=modulepreload");
    }
    return;
  }
}

api::Response StaticFiles::lost(const api::Request& request) const {
  const File* page = find("/404.html");
  api::Response response =
      page && prefers_page(request.accept)
          ? answer_with(*page, request, 404)
          : api::problem(404, "not-found", "Not found", "there is nothing at " + wire::excerpt(request.path));
  response.headers.emplace_back("Vary", "Accept");
  return response;
}

}  // namespace menagerie::net
