// Proxies that do not wait long enough. A WebSocket whose connection ends without a close frame was cut on
// its way. A lost visitor's ends at any time; a proxy with a time limit ends one after another after the same
// time. Only that is told to the operator, with the remedy. Network thread; no Beast here.
#pragma once

#include "server/net/addresses.hpp"

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::net {

class CutSockets {
 public:
  /// So many in a row must be alike, to a second.
  static constexpr std::size_t kAlike = 5;

  /// What is known of a proxy: the WebSockets that ended behind it of late.
  class Proxy {
   public:
    explicit Proxy(const Address& address) : address_(address) {}

   private:
    friend class CutSockets;
    struct End {
      std::int64_t silent_ms;  ///< since the last byte in either direction
      std::int64_t age_ms;
    };
    Address address_;
    std::vector<End> ends_;                 ///< the newest last; at most kAlike
    std::optional<std::int64_t> ended_ms_;  ///< when that one ended
    std::optional<std::int64_t> logged_ms_;
  };

  /// The proxy at that address: this machine's own or a trusted one. Null for any other peer, which may be a
  /// visitor, and where there are too many. Lives as long as this.
  Proxy* find(const Address& peer, std::span<const Cidr> trusted);

  /// A connection behind it has ended without a close frame. Those that end together count as one: the proxy
  /// was stopped, or began anew. Returns the line to be logged, at most one in
  /// ten minutes for each proxy. `wait_s`: so long a proxy has to wait.
  std::optional<std::string> cut(Proxy& proxy, std::int64_t silent_ms, std::int64_t age_ms,
                                 std::int64_t wait_s, std::int64_t now_ms);
  /// A silent connection answered the server's ping: its proxy waits long enough.
  static void note_ping_answered(Proxy& proxy) { proxy.ends_.clear(); }
  /// How many have ended so, behind any proxy.
  std::uint64_t count() const { return count_; }

 private:
  std::list<Proxy> proxies_;
  std::uint64_t count_ = 0;
};

}  // namespace menagerie::net
