// A request's body as a JSON object with known members. Pure; any thread.
#pragma once

#include "server/api/http.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace menagerie::api {

class Body {
 public:
  /// Reads the request's body; none at all is an object without members. Throws BadRequest where it is not
  /// JSON, not an object, or has a member that is not among `names`: a misspelt name must not be ignored.
  Body(const Request& request, std::span<const std::string_view> names);

  // Each reads one member, and throws BadRequest where it is not what it must be.

  bool flag(const char* name) const;  ///< false where it is absent
  /// A text; without `fallback` it must be there.
  std::string text(const char* name, const std::optional<std::string>& fallback = {}) const;
  /// A text, a whole number, or true or false as 1 or 0: the text that it would be in a query.
  std::optional<std::string> plain(const char* name) const;
  /// A whole number; without `fallback` it must be there.
  std::uint64_t number(const char* name, std::uint64_t low, std::uint64_t high,
                       std::optional<std::uint64_t> fallback = {}) const;

 private:
  const nlohmann::json* find(const char* name) const;  ///< or null
  nlohmann::json json_;
};

}  // namespace menagerie::api
