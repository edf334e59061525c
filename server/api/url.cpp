#include "server/api/url.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// Of `http://` or `https://` in front; 0 where there is neither.
std::size_t scheme_length(std::string_view target) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + ('a' - 'A') : a) == b; };
    const std::string_view front = target.substr(0, scheme.size());
    if (std::equal(front.begin(), front.end(), scheme.begin(), scheme.end(), same)) return scheme.size();
  }
  return 0;
}

bool parse_query(std::string_view text, std::map<std::string, std::string>& query) {
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const std::string_view pair = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const auto name = percent_decoded(pair.substr(0, equals), true);
    const auto value = percent_decoded(equals == std::string_view::npos ? "" : pair.substr(equals + 1), true);
    if (!name || !value) return false;
    query[*name] = *value;
  }
  return true;
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus_is_space) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  return out;
}

std::string percent_encoded(std::string_view text) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    }
  }
  return out;
}

std::optional<Target> parse_target(std::string_view target) {
  target = target.substr(0, target.find('#'));
  Target parsed;
  if (const std::size_t scheme = scheme_length(target); scheme != 0) {
    target.remove_prefix(scheme);
    parsed.host = target.substr(0, target.find_first_of("/?"));
    if (parsed.host.empty() || parsed.host.find('@') != std::string::npos) return std::nullopt;
    target.remove_prefix(parsed.host.size());
  }
  const std::size_t question = target.find('?');
  parsed.path = target.substr(0, question);
  if (parsed.path.empty() && !parsed.host.empty()) parsed.path = "/";
  if (parsed.path.empty() || parsed.path.front() != '/') return std::nullopt;
  if (question != std::string_view::npos && !parse_query(target.substr(question + 1), parsed.query)) {
    return std::nullopt;
  }
  return parsed;
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
