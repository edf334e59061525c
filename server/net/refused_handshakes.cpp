#include "server/net/refused_handshakes.hpp"

#include <utility>

namespace menagerie::net {
namespace {

constexpr std::size_t kShownMax = 120;
constexpr std::int64_t kLogEveryMs = 60'000;

}  // namespace

std::string printable(std::string_view value) {
  std::string text;
  for (const char it : value.substr(0, kShownMax)) text += it >= ' ' && it <= '~' && it != '"' ? it : '?';
  if (value.size() > kShownMax) text += "...";
  return text;
}

std::optional<std::string> RefusedHandshakes::add(HandshakeFault fault, std::string_view detail,
                                                  std::string_view origin, std::string_view host,
                                                  std::int64_t now_ms) {
  const auto index = static_cast<std::size_t>(fault);
  ++counts_[index];
  Logged& logged = logged_[index];
  if (logged.at_ms && now_ms - *logged.at_ms < kLogEveryMs) {
    ++logged.left_out;
    return std::nullopt;
  }
  logged.at_ms = now_ms;
  std::string line = "net: a WebSocket was refused (";
  line.append(kHandshakeFaults[index]).append("): ").append(detail);
  line.append("; Origin ").append(origin.empty() ? "none" : '"' + printable(origin) + '"');
  line.append(", Host \"").append(printable(host)).append("\"");
  if (const std::uint64_t left_out = std::exchange(logged.left_out, 0); left_out != 0)
    line.append("; ").append(std::to_string(left_out)).append(" more of these since the last such line");
  return line;
}

}  // namespace menagerie::net
