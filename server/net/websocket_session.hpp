// A WebSocket connection: frames in, frames out, and nothing of what they mean but their kind. Private to
// net/.
#pragma once

#include "server/net/connection.hpp"
#include "server/net/limiter.hpp"
#include "server/net/upgrade.hpp"

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>

namespace menagerie::net {

using UpgradeMessage = boost::beast::http::request<boost::beast::http::string_body>;

/// Takes the socket over and answers the upgrade request. `plan` has no refusal. The session lives as
/// long as its operations.
void start_websocket(Server& server, Socket socket, const UpgradePlan& plan, AddressBook::Hold hold,
                     const UpgradeMessage& request);

}  // namespace menagerie::net
