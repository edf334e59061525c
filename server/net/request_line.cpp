#include "server/net/request_line.hpp"

#include "engine/text.hpp"

#include <algorithm>
#include <array>

namespace menagerie::net {
namespace {

constexpr std::string_view kVersionFront = "HTTP/";
constexpr std::size_t kVersionSize = 8;  // HTTP/1.1

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
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

bool has_token(std::string_view list, std::string_view token) {
  for (;;) {
    const std::size_t comma = list.find(',');
    if (same_letters(trimmed(list.substr(0, comma)), token)) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

}  // namespace menagerie::net
