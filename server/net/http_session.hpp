// An HTTP connection: reads requests one after another, answers each, hands a WebSocket over. Private to
// net/.
#pragma once

#include "server/net/connection.hpp"
#include "server/net/limiter.hpp"

namespace menagerie::net {

/// What the listener found out about a new connection.
struct Arrival {
  Address peer;
  AddressBook::Hold hold;  ///< empty behind a trusted proxy, until a request says who it is
  unsigned refusal = 0;    ///< 503 or 429: the house, or the address, has all the connections it may have
};

/// Takes the socket over. The session lives as long as its operations.
void start_http(Server& server, Socket socket, Arrival arrival);

}  // namespace menagerie::net
