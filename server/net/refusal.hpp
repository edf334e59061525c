// Problems that the transport answers with itself. Pure functions; no Beast.
#pragma once

#include "server/api/http.hpp"

#include <string_view>

namespace menagerie::net {

/// A problem, with a hint when to come back where that helps (429, 503).
api::Response refusal(unsigned status, std::string_view type, std::string_view title, std::string_view detail,
                      int retry_after_s = 10);

/// 503: the client's address, or all addresses together, have too many bytes waiting.
api::Response too_much_unread();

}  // namespace menagerie::net
