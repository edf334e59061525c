// What the house answers itself, outside /api: its pages and whether it is well. Private to net/; no Beast.
#pragma once

#include "server/api/http.hpp"

#include <string_view>

namespace menagerie::net {

class Server;

/// Answers /healthz, /readyz and /metrics, and everything else from the web folder. `respond` is called
/// once, now or later. Network thread.
void answer_page(Server& server, const api::Request& request, api::Respond respond);

/// A problem, with a hint when to come back where that helps (429, 503).
api::Response refusal(unsigned status, std::string_view type, std::string_view title,
                      std::string_view detail);

}  // namespace menagerie::net
