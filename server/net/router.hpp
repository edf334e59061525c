// Where a request goes: to a REST resource, a page, or what the server itself answers (/healthz, /readyz,
// /metrics). Private to net/; no Beast.
#pragma once

#include "server/api/http.hpp"
#include "server/api/resources.hpp"

namespace menagerie::net {

class Server;

/// Answers a request that is no WebSocket upgrade. `route` is what Resources::match() found for it.
/// `respond` is called once, now or later. Network thread.
void answer_request(Server& server, const api::Request& request, const api::RouteMatch& route,
                    api::Respond respond);

}  // namespace menagerie::net
