// An HTTP connection: reads requests one after another, answers each, hands a WebSocket over. Private to
// net/.
#pragma once

#include "server/net/connection.hpp"
#include "server/net/limiter.hpp"

namespace menagerie::net {

/// What the server found out about a new connection.
struct NewConnection {
  Address peer;
  AddressBook::Hold hold;  ///< none where the peer is a trusted proxy, or it is refused
  unsigned refusal = 0;    ///< 0, or the status that every request on this connection gets
};

/// Begins to read. The connection keeps itself alive.
void start_http(Server& server, Socket socket, NewConnection connection);

}  // namespace menagerie::net
