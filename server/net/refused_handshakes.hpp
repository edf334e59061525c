// Which WebSocket handshakes were refused and why: counted for /metrics, and told to the operator with the
// remedy, since the page's visitor can do nothing about it. Network thread; no Beast here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::net {

enum class HandshakeFault : std::uint8_t {
  no_upgrade,      ///< 426: a handshake without its Upgrade header, as a proxy leaves it
  bare_proxy,      ///< 426: without Upgrade, and with a Host that is not its Origin's
  foreign_origin,  ///< 403
  malformed,       ///< 400, or 426 for another version of the protocol
  subprotocol,     ///< 400: none of ours was offered
  no_machine,      ///< 400 or 404
  closing          ///< 503
};
constexpr std::array<std::string_view, 7> kHandshakeFaults = {
    "no-upgrade",          "bare-proxy", "foreign-origin", "malformed",
    "unknown-subprotocol", "no-machine", "closing"};

/// A header's value as a log line, or a message to the operator, may show it: printable ASCII, and not long.
std::string printable(std::string_view value);

class RefusedHandshakes {
 public:
  /// Counts one. Returns the line to be logged: at most one a minute for each fault, and the next one says
  /// how many were left out. Values of the request may be anything.
  std::optional<std::string> add(HandshakeFault fault, std::string_view detail, std::string_view origin,
                                 std::string_view host, std::int64_t now_ms);
  const std::array<std::uint64_t, kHandshakeFaults.size()>& counts() const { return counts_; }

 private:
  struct Logged {
    std::optional<std::int64_t> at_ms;
    std::uint64_t left_out = 0;
  };
  std::array<std::uint64_t, kHandshakeFaults.size()> counts_{};
  std::array<Logged, kHandshakeFaults.size()> logged_{};
};

}  // namespace menagerie::net
