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

}  // namespace

std::string public_url_fault(const std::string& text, UrlPath path) {
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
  if (slash == std::string_view::npos || slash + 1 == rest.size() || path == UrlPath::allowed) return {};
  return bad(
      "has a path, and the pages are served only at the top of a host: give the museum a host of its own, "
      "such as https://menagerie.example");
}

}  // namespace menagerie::app
