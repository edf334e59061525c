#include "server/net/request_line.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace menagerie::net {
namespace {

constexpr std::string_view kVersionFront = "HTTP/";
constexpr std::size_t kVersionSize = 8;  // HTTP/1.1

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }
bool is_token_char(char c) { return is_letter(c) || is_digit(c) || is_one_of(c, "!#$%&'*+-.^_`|~"); }

/// Visible ASCII without what nobody may send unencoded. Of what RFC 3986 forbids besides, browsers do send
/// some (`|`, `{`, `^`, ...).
bool is_target_char(char c) { return c > ' ' && c < 0x7f && !is_one_of(c, "\"<>#"); }

RequestLine refuse(RequestLine line, unsigned status, std::string_view detail) {
  line.state = RequestLine::State::refused;
  line.status = status;
  line.detail = detail;
  return line;
}

/// The bytes in front that `is_part` holds for; `rest` is what follows.
template <typename IsPart>
std::string_view take_while(std::string_view& rest, IsPart is_part) {
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_part);
  const std::string_view part = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(part.size());
  return part;
}

/// Judges `text`, which begins after the target's space: `HTTP/1.1` and the end of the line.
RequestLine judge_version(RequestLine line, std::string_view text) {
  const std::string_view front = text.substr(0, kVersionFront.size());
  const bool named = kVersionFront.starts_with(front);
  if (!named || (text.size() > 5 && !is_digit(text[5])) || (text.size() > 6 && text[6] != '.') ||
      (text.size() > 7 && !is_digit(text[7])) || (text.size() > 8 && text[8] != '\r') ||
      (text.size() > 9 && text[9] != '\n')) {
    return refuse(line, 400, "a request line ends with its HTTP version and CRLF");
  }
  if (text.size() < kVersionSize + 2) return line;
  if (text[5] != '1') return refuse(line, 505, "this server speaks HTTP/1.1");
  line.state = RequestLine::State::complete;
  return line;
}

bool is_ipv4_or_name(std::string_view host) {
  for (std::size_t i = 0; i < host.size(); ++i) {
    const char c = host[i];
    if (c == '%') {
      if (i + 2 >= host.size() || !is_hex_digit(host[i + 1]) || !is_hex_digit(host[i + 2])) return false;
      i += 2;
    } else if (!is_letter(c) && !is_digit(c) && !is_one_of(c, "-._~!$&'()*+,;=")) {
      return false;
    }
  }
  return true;
}

/// The groups of an IPv6 address on one side of its `::`, or of one that has none; -1: they are none.
int count_groups(std::string_view text) {
  if (text.empty()) return 0;
  int groups = 0;
  for (;;) {
    const std::size_t colon = text.find(':');
    const std::string_view group = text.substr(0, colon);
    const bool last = colon == std::string_view::npos;
    if (last && group.find('.') != std::string_view::npos)
      return std::ranges::count(group, '.') == 3 &&
                     std::ranges::all_of(group, [](char c) { return is_digit(c) || c == '.'; })
                 ? groups + 2
                 : -1;
    if (group.empty() || group.size() > 4 || !std::ranges::all_of(group, is_hex_digit)) return -1;
    ++groups;
    if (last) return groups;
    text.remove_prefix(colon + 1);
  }
}

bool is_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  if (gap == std::string_view::npos) return count_groups(text) == 8;
  const int before = count_groups(text.substr(0, gap)), after = count_groups(text.substr(gap + 2));
  return before >= 0 && after >= 0 && before + after <= 7;
}

/// `v1.something`, of addresses that are still to come.
bool is_ip_future(std::string_view text) {
  if (text.empty() || (text.front() != 'v' && text.front() != 'V')) return false;
  text.remove_prefix(1);
  if (take_while(text, is_hex_digit).empty() || text.size() < 2 || text.front() != '.') return false;
  return std::ranges::all_of(
      text.substr(1), [](char c) { return is_letter(c) || is_digit(c) || is_one_of(c, "-._~!$&'()*+,;=:"); });
}

bool is_port(std::string_view port) {
  if (port.empty()) return true;
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  return error == std::errc{} && end == port.data() + port.size();
}

}  // namespace

RequestLine look_for_request_line(std::span<char> bytes, std::size_t bytes_max) {
  RequestLine line;
  std::string_view rest(bytes.data(), bytes.size());
  // Some clients end a body with a line too many (RFC 9112, 2.2).
  for (; rest.starts_with("\r\n"); rest.remove_prefix(2)) line.empty += 2;
  if (rest.empty() || rest == "\r") return line;
  const std::string_view whole = rest;

  const std::string_view method = take_while(rest, is_token_char);
  if (method.size() > bytes_max) return refuse(line, 501, "no method is that long");
  if (rest.empty()) return line;
  if (method.empty() || rest.front() != ' ')
    return refuse(line, 400, "this is not HTTP: a request line begins with a method and a space");
  rest.remove_prefix(1);

  const std::string_view target = take_while(rest, is_target_char);
  if (whole.size() - rest.size() > bytes_max) return refuse(line, 414, "the address asked for is too long");
  if (rest.empty()) return line;
  if (target.empty() || rest.front() != ' ')
    return refuse(line, 400, "a request line is a method, a target and a version, with a space between them");
  rest.remove_prefix(1);

  line = judge_version(line, rest);
  if (line.state == RequestLine::State::complete && rest[7] != '0') {
    const std::size_t minor = static_cast<std::size_t>(rest.data() - bytes.data()) + 7;
    bytes[minor] = '1';
  }
  return line;
}

bool is_known_method(std::string_view method) {
  // CONNECT is for proxies only.
  static constexpr std::array<std::string_view, 8> kMethods = {"GET",    "HEAD",    "POST",  "PUT",
                                                               "DELETE", "OPTIONS", "TRACE", "PATCH"};
  return std::ranges::find(kMethods, method) != kMethods.end();
}

bool is_valid_host(std::string_view host) {
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == std::string_view::npos) return false;
    const std::string_view address = host.substr(1, end - 1), port = host.substr(end + 1);
    return (is_ipv6(address) || is_ip_future(address)) &&
           (port.empty() || (port.front() == ':' && is_port(port.substr(1))));
  }
  const std::size_t colon = host.find(':');
  const bool has_port = colon != std::string_view::npos;
  if (has_port && colon == 0) return false;  // a port of no host
  return is_ipv4_or_name(host.substr(0, colon)) && (!has_port || is_port(host.substr(colon + 1)));
}

bool has_token(std::string_view list, std::string_view token) {
  const auto same = [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b);
  };
  for (;;) {
    const std::size_t comma = list.find(',');
    std::string_view item = list.substr(0, comma);
    while (!item.empty() && is_one_of(item.front(), " \t")) item.remove_prefix(1);
    while (!item.empty() && is_one_of(item.back(), " \t")) item.remove_suffix(1);
    if (std::ranges::equal(item, token, same)) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace menagerie::net
