// Makes the session of a WebSocket that was granted. Private to net/.
#pragma once

#include "server/net/connection.hpp"
#include "server/net/limiter.hpp"
#include "server/net/upgrade.hpp"

namespace menagerie::net {

/// Takes the socket over and answers the upgrade request. `plan` has no refusal. The session keeps itself
/// alive until its connection is gone.
void start_websocket(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold);

}  // namespace menagerie::net
