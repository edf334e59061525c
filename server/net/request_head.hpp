// What a request's header says, read from what Beast has parsed. Private to the HTTP connection; pure
// functions of the header.
#pragma once

#include "server/api/http.hpp"
#include "server/net/authentication.hpp"
#include "server/net/websocket/upgrade.hpp"

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>

#include <string_view>

namespace menagerie::net {

using RequestHeader = boost::beast::http::header<true, boost::beast::http::fields>;

/// Why it is not clear where the request ends, or for whom it is (RFC 9112, 3.2 and 6.1): another server
/// before this one may have read it otherwise. Empty where nothing is wrong.
std::string_view framing_fault(const RequestHeader& header);

/// Whether the client says that this is its last request: in any of its Connection lines (RFC 9112, 9.6).
bool asks_to_close(const RequestHeader& header);

/// The lines of one header, joined by commas as RFC 9110, 5.3 has it.
HeaderField joined_lines(const RequestHeader& header, std::string_view name);

/// The members of a request that are headers; its path, query and client are not known yet.
api::Request request_of(const RequestHeader& header);
Credentials credentials_of(const RequestHeader& header);
UpgradeRequest upgrade_request_of(const RequestHeader& header, const api::Target& target);

}  // namespace menagerie::net
