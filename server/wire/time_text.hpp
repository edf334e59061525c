// Times as texts: RFC 3339 as frames, lists and queries have it, and the other forms that are sent or named.
// Milliseconds since 1970. Pure functions; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::wire {

/// RFC 3339 in UTC with milliseconds: 2026-11-20T10:00:00.000Z
std::string time_text(std::int64_t ms);
/// The same without an allocation.
std::array<char, 24> time_characters(std::int64_t ms);

/// As the Date header of HTTP has it: Fri, 20 Nov 2026 10:00:00 GMT
std::string http_date(std::int64_t ms);

/// RFC 3339, as 2026-11-20T10:00:00Z or 2026-11-20T11:00:00.5+01:00, rounded up to a millisecond; nothing
/// where it is not that. A blank is taken for the plus that a query makes of it.
std::optional<std::int64_t> parse_time(std::string_view text);

}  // namespace menagerie::wire
