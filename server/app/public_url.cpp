#include "server/app/public_url.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace menagerie::app {
namespace {

bool is_host(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']') && host.size() > 2) {
    host = host.substr(1, host.size() - 2);
    return std::ranges::all_of(host,
                               [](unsigned char c) { return std::isxdigit(c) || c == ':' || c == '.'; });
  }
  if (host.empty() || host.starts_with('.') || host.starts_with('-')) return false;
  return std::ranges::all_of(host, [](unsigned char c) { return std::isalnum(c) || c == '.' || c == '-'; });
}

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  return problem == std::errc{} && end == text.data() + text.size() && port >= 1 && port <= 65535;
}

bool is_authority(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::size_t bracket = text.rfind(']');
  if (colon == std::string_view::npos || (bracket != std::string_view::npos && colon < bracket))
    return is_host(text);
  return is_host(text.substr(0, colon)) && is_port(text.substr(colon + 1));
}

/// Parts of letters, digits and -._~ with one slash before each, as they stand in links and pages.
bool is_path(std::string_view path) {
  while (path.size() > 1) {
    path.remove_prefix(1);
    const std::string_view part = path.substr(0, path.find('/'));
    const auto is_plain = [](unsigned char c) {
      return std::isalnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
    };
    if (part.empty() || part == "." || part == ".." || !std::ranges::all_of(part, is_plain)) return false;
    path.remove_prefix(part.size());
  }
  return true;
}

}  // namespace

std::string public_url_fault(const std::string& text) {
  const auto bad = [&](std::string_view why) { return "\"" + text + "\" " + std::string(why); };
  std::string_view rest = text;
  if (rest.starts_with("https://")) {
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else {
    return bad("is no address; it looks like https://menagerie.example");
  }
  if (rest.find_first_of("?#") != std::string_view::npos)
    return bad("ends in ? or #; an address without them is needed");
  const std::size_t slash = rest.find('/');
  if (!is_authority(rest.substr(0, slash)))
    return bad("names no host; it looks like https://menagerie.example");
  if (slash != std::string_view::npos && !is_path(rest.substr(slash)))
    return bad("has a path that is not made of plain parts, as /menagerie is");
  return {};
}

std::string path_of_url(const std::string& url) {
  const std::size_t scheme = url.find("://");
  const std::size_t slash = scheme == std::string::npos ? scheme : url.find('/', scheme + 3);
  if (slash == std::string::npos) return {};
  std::string path = url.substr(slash);
  if (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace menagerie::app
