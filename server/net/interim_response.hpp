// Interim HTTP responses (1xx) as they are sent. Private to net/. Pure; any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::net {

/// Written by Beast, with these headers and no others; it has no body. Preconditions: the status is 1xx; no
/// header value holds a line's end.
std::string interim_response(unsigned status,
                             std::span<const std::pair<std::string_view, std::string_view>> headers = {});

}  // namespace menagerie::net
