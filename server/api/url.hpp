// Request targets: their path, their query, their percent signs. Pure functions; any thread.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api {

/// Undoes %XX; nothing where a percent sign is not followed by two hex digits. `plus_is_space` for queries.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_space = false);
/// Escapes everything but letters, digits and -._~
std::string percent_encoded(std::string_view text);

struct Target {
  std::string path;  ///< begins with '/', still encoded
  std::map<std::string, std::string> query;
  std::string host{};  ///< with its port; empty where the target names none
};
/// Splits a request's target, `/path?a=1&b=2` or the same behind `http://host` (RFC 9112, 3.2.2); nothing
/// where it is neither. Of a parameter given twice the last counts.
std::optional<Target> parse_target(std::string_view target);

/// `uri-host [ ":" port ]`, perhaps empty (RFC 9110, 7.2): the value of a Host header.
bool is_valid_host(std::string_view host);

/// The parts of a path between its slashes, still encoded: "/a/b" -> a, b; "/" -> none.
std::vector<std::string_view> path_parts(std::string_view path);

}  // namespace menagerie::api
