// Whether a request to become a WebSocket is granted. Private to net/; no Beast here.
#pragma once

#include "server/api/http.hpp"
#include "server/api/url.hpp"
#include "server/net/listener.hpp"

#include <optional>
#include <string_view>

namespace menagerie::net {

/// What of the request decides.
struct UpgradeRequest {
  const api::Target& target;
  bool is_upgrade = false;  ///< it asks for the change at all
  std::string_view host;
  std::optional<std::string_view> origin;  ///< only browsers send one
  std::string_view subprotocols;           ///< as offered, with commas; empty = none
};

struct UpgradePlan {
  Connection::Kind kind = Connection::Kind::play;
  museum::Room* room = nullptr;  ///< null: the hall
  bool echo_subprotocol = false;
  std::optional<api::Response> refusal;  ///< set: no WebSocket, but this answer
};

/// Whether there is a WebSocket at that path.
bool is_websocket_path(std::string_view path);

/// Precondition: is_websocket_path(request.target.path).
UpgradePlan plan_upgrade(Server& server, const UpgradeRequest& request);

}  // namespace menagerie::net
