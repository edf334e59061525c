#include "server/api/url.hpp"

#include "engine/parse_number.hpp"

#include <boost/url/authority_view.hpp>
#include <boost/url/encode.hpp>
#include <boost/url/parse.hpp>
#include <boost/url/rfc/pchars.hpp>
#include <boost/url/rfc/unreserved_chars.hpp>
#include <boost/url/url_view.hpp>

#include <algorithm>
#include <cstdint>

namespace menagerie::api {
namespace {

namespace urls = boost::urls;

constexpr auto kTargetChars = urls::pchars + urls::grammar::lut_chars("/?%");

/// Percent-encodes what RFC 3986 forbids in a path and a query and browsers send all the same (`|`, `{`, `^`,
/// ...).
std::string normalised(std::string_view target) {
  const std::size_t scheme = target.starts_with('/') ? std::string_view::npos : target.find("://");
  const std::size_t path =
      scheme == std::string_view::npos ? 0 : std::min(target.find_first_of("/?", scheme + 3), target.size());
  std::string out(target.substr(0, path));
  for (const char c : target.substr(path)) {
    if (kTargetChars(c)) {
      out += c;
    } else {
      out += percent_encoded({&c, 1});
    }
  }
  return out;
}

bool parse_query(const urls::url_view& url, std::map<std::string, std::string>& query) {
  for (const auto& parameter : url.encoded_params()) {
    const auto name = percent_decoded(parameter.key, true);
    const auto value = percent_decoded(parameter.value, true);
    if (!name || !value) return false;
    if (!name->empty() || parameter.has_value) query[*name] = *value;
  }
  return true;
}

/// `/path?query` (origin-form), or the same behind `http://host` (absolute-form).
boost::system::result<urls::url_view> parse_form(std::string_view target) {
  return target.starts_with('/') ? urls::parse_origin_form(target) : urls::parse_uri(target);
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space) {
  const auto encoded = urls::make_pct_string_view(text);
  if (!encoded) return std::nullopt;
  urls::encoding_opts options;
  options.space_as_plus = plus_is_space;
  return encoded->decode(options);
}

std::string percent_encoded(std::string_view text) { return urls::encode(text, urls::unreserved_chars); }

std::optional<Target> parse_target(std::string_view target) {
  const std::string encoded = normalised(target.substr(0, target.find('#')));
  const auto url = parse_form(encoded);
  if (!url) return std::nullopt;
  Target parsed;
  if (url->has_scheme()) {
    const bool is_web = url->scheme_id() == urls::scheme::http || url->scheme_id() == urls::scheme::https;
    if (!is_web || url->has_userinfo() || url->encoded_host().empty()) return std::nullopt;
    parsed.host = url->encoded_host_and_port();
  }
  parsed.path = url->encoded_path();
  if (parsed.path.empty()) parsed.path = "/";
  // Boost 1.81 takes what is left of a wrong authority for a path.
  if (parsed.path.front() != '/') return std::nullopt;
  if (!parse_query(*url, parsed.query)) return std::nullopt;
  return parsed;
}

bool is_valid_host(std::string_view host) {
  const auto authority = urls::parse_authority(host);
  if (!authority || authority->has_userinfo()) return false;
  if (!authority->has_port()) return true;
  if (authority->encoded_host().empty()) return false;  // a port of no host
  const std::string_view port = authority->port();
  return port.empty() || parse_number<std::uint16_t>(port).has_value();
}

std::vector<std::string_view> path_parts(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = path.find('/');
    const std::string_view part = path.substr(0, end);
    if (!part.empty() || end != std::string_view::npos) parts.push_back(part);
    path = end == std::string_view::npos ? std::string_view{} : path.substr(end);
  }
  return parts;
}

}  // namespace menagerie::api
