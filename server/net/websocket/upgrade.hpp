// Whether a request to become a WebSocket is granted, and what is answered. Private to net/; no Beast here.
#pragma once

#include "server/api/http.hpp"
#include "server/api/url.hpp"
#include "server/net/server.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::net {

/// All lines of one header, joined by commas as RFC 9110, 5.3 has it.
struct HeaderField {
  std::string value;
  std::size_t lines = 0;
};

/// What of the request decides.
struct UpgradeRequest {
  const api::Target& target;
  bool is_get_11 = false;  ///< GET in HTTP/1.1
  HeaderField host, connection, upgrade, origin, key, version, subprotocols;
};

struct UpgradePlan {
  Connection::Kind kind = Connection::Kind::play;
  bool sealed = false;                    ///< it is the sealed room: no machine, row or copy is chosen
  museum::Room* room = nullptr;           ///< null: all machines
  std::uint64_t as_of = 0;                ///< not 0: the room's machine is wanted as it was after that row
  std::string copy{};                     ///< not empty: a visitor's own copy, which the query describes
  std::shared_ptr<museum::Room> aside{};  ///< a room that is not of the museum: one in the past, or of a copy
  bool counted = true;                    ///< watch: as one who looks on
  std::string key;                        ///< Sec-WebSocket-Key
  bool subprotocol = false;               ///< the client offers ours
  std::optional<api::Response> refusal;   ///< set: no WebSocket, but this answer
};

/// Whether there is a WebSocket at that path.
bool is_websocket_path(std::string_view path);

/// Precondition: is_websocket_path(request.target.path). A handshake that is refused is counted and
/// logged with its remedy, but for a read-only museum's.
UpgradePlan plan_upgrade(Server& server, const UpgradeRequest& request);

/// What a WebSocket handshake lacks (RFC 6455, 4.2.1) besides `Upgrade`; empty where nothing is wrong.
std::string_view handshake_fault(const UpgradeRequest& request);

}  // namespace menagerie::net
