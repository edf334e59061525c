#include "server/net/http_text.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace menagerie::net {
namespace {

/// What every answer says to the browser, except where it has a policy of its own: only our own files, no
/// frames, no plugins, no forms elsewhere.
constexpr std::string_view kPolicyName = "Content-Security-Policy";
constexpr std::string_view kPolicy =
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'none'";
constexpr std::string_view kHouseHeaders =
    "Server: menagerie\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n";

constexpr std::array<std::pair<unsigned, std::string_view>, 26> kPhrases = {{
    {200, "OK"},
    {201, "Created"},
    {204, "No Content"},
    {206, "Partial Content"},
    {304, "Not Modified"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {422, "Unprocessable Content"},
    {426, "Upgrade Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
}};

void add_header(std::string& text, std::string_view name, std::string_view value) {
  // Nothing that a client sent may end a line of ours.
  MENAGERIE_CHECK(value.find_first_of("\r\n") == std::string_view::npos);
  text.append(name).append(": ").append(value).append("\r\n");
}

}  // namespace

std::string_view reason_phrase(unsigned status) {
  for (const auto& [code, phrase] : kPhrases) {
    if (code == status) return phrase;
  }
  return "Status";
}

std::string header_text(const api::Response& response, const Framing& framing) {
  std::string text;
  text.reserve(1024);
  text.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  text.append(reason_phrase(response.status)).append("\r\n");
  add_header(text, "Date", framing.date);
  text.append(kHouseHeaders);
  const auto is_policy = [](const auto& header) { return header.first == kPolicyName; };
  if (std::ranges::none_of(response.headers, is_policy)) add_header(text, kPolicyName, kPolicy);
  if (response.body || response.source) add_header(text, "Content-Type", response.type);
  if (!response.etag.empty()) add_header(text, "ETag", response.etag);
  for (const auto& [name, value] : response.headers) add_header(text, name, value);
  if (framing.length) add_header(text, "Content-Length", std::to_string(*framing.length));
  if (framing.chunked) add_header(text, "Transfer-Encoding", "chunked");
  if (!framing.keep_alive && response.status != 426) add_header(text, "Connection", "close");
  return text += "\r\n";
}

std::string chunk_text(std::string_view data, bool last) {
  std::string text;
  text.reserve(data.size() + 32);
  if (!data.empty()) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, data.size(), 16).ptr;
    text.append(digits, static_cast<std::size_t>(end - digits)).append("\r\n").append(data).append("\r\n");
  }
  if (last) text += "0\r\n\r\n";
  return text;
}

}  // namespace menagerie::net
