#include "server/app/public_url.hpp"

#include "engine/parse_number.hpp"

#include <boost/url/grammar/alnum_chars.hpp>
#include <boost/url/grammar/lut_chars.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace menagerie::app {
namespace {

namespace urls = boost::urls;

constexpr auto kHostChars = urls::grammar::alnum_chars + urls::grammar::lut_chars("-.");

/// `scheme://authority`, without the path behind it; all of the text where it has no such beginning.
std::string_view origin_of(std::string_view text) {
  const std::size_t scheme = text.find("://");
  return scheme == std::string_view::npos ? text : text.substr(0, text.find_first_of("/?#", scheme + 3));
}

bool is_host_name(std::string_view host) {
  if (host.empty() || host.starts_with('.') || host.starts_with('-')) return false;
  return std::ranges::all_of(host, kHostChars);
}

bool is_port(std::string_view text) {
  const auto port = parse_number<std::uint16_t>(text);
  return port && *port != 0;
}

/// Whether an origin has a host's name or address, with a port or without one, and nothing else.
bool names_host(const urls::url_view& url) {
  if (!url.encoded_path().empty())
    return false;  // Boost 1.81 takes what is left of a wrong authority for a path
  const bool is_address =
      url.host_type() == urls::host_type::ipv4 || url.host_type() == urls::host_type::ipv6;
  if (!is_address && !is_host_name(url.encoded_host())) return false;
  return !url.has_userinfo() && (!url.has_port() || is_port(url.port()));
}

/// Parts of letters, digits and -._~ with one slash before each, as they stand in links and pages; perhaps
/// one more at the end.
bool has_plain_path(const urls::url_view& url) {
  const auto parts = url.encoded_segments();
  std::size_t left = parts.size();
  for (const std::string_view part : parts) {
    const bool is_end = --left == 0;
    if (part == "." || part == ".." || !std::ranges::all_of(part, urls::unreserved_chars)) return false;
    if (part.empty() && (!is_end || parts.size() == 1)) return false;
  }
  return true;
}

}  // namespace

std::string public_url_fault(const std::string& text) {
  const auto bad = [&](std::string_view why) { return "\"" + text + "\" " + std::string(why); };
  const std::string_view origin = origin_of(text);
  if (!origin.starts_with("https://") && !origin.starts_with("http://"))
    return bad("is no address; it looks like https://menagerie.example");
  if (text.find_first_of("?#") != std::string::npos)
    return bad("ends in ? or #; an address without them is needed");
  const auto host = urls::parse_absolute_uri(origin);
  if (!host || !names_host(*host)) return bad("names no host; it looks like https://menagerie.example");
  const auto url = urls::parse_absolute_uri(text);
  if (!url || !has_plain_path(*url))
    return bad("has a path that is not made of plain parts, as /menagerie is");
  return {};
}

std::string path_of_url(const std::string& url) {
  std::string path = url.substr(origin_of(url).size());
  if (path.ends_with('/')) path.pop_back();
  return path;
}

}  // namespace menagerie::app
