// Makes the session of a WebSocket that was granted. Private to net/.
#pragma once

#include "server/net/client_identity.hpp"
#include "server/net/connection.hpp"
#include "server/net/websocket/upgrade.hpp"

namespace menagerie::net {

/// Takes the socket over and answers the upgrade request. `plan` has no refusal. The session keeps itself
/// alive until its connection is gone.
/// `client`'s hold goes to the session.
void start_websocket(Server& server, Socket socket, const UpgradePlan& plan, ClientIdentity& client);

}  // namespace menagerie::net
