// Connections and requests counted since the server started, for /metrics. Plain integers of the
// network thread; the Server owns them.
#pragma once

#include <array>
#include <cstdint>

namespace menagerie::net {

struct Traffic {
  std::uint64_t accepted = 0;              ///< connections, refused ones too
  std::uint64_t refused_full = 0;          ///< because the server had all that it may have
  std::uint64_t refused_address = 0;       ///< because the address had; or, behind a proxy, a request
  std::array<std::uint64_t, 5> answers{};  ///< HTTP answers by status class: 1xx (a WebSocket begins) to 5xx
  std::uint64_t exports_under_way = 0;
  std::uint64_t exports_whole = 0, exports_broken = 0;  ///< that ended

  void answered(unsigned status) { ++answers[status / 100 - 1]; }
};

}  // namespace menagerie::net
