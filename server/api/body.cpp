#include "server/api/body.hpp"

#include "engine/text.hpp"
#include "server/store/json_depth.hpp"
#include "server/wire/excerpt.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::string_view kJson = "application/json";

bool is_json(std::string_view type) { return same_letters(trimmed(type.substr(0, type.find(';'))), kJson); }

BadRequest bad_field(std::string_view name, const std::string& why) {
  return {422, "bad-field", "A member of the body is not what it must be",
          "\"" + std::string(name) + "\" " + why, name};
}

/// What was found there, for an error text.
std::string shown(const nlohmann::json& value) {
  constexpr std::size_t kMax = 60;
  std::string text = value.dump(-1, ' ', true);
  if (text.size() > kMax) text = text.substr(0, kMax) + "...";
  return text;
}

}  // namespace

Body::Body(const Request& request, std::span<const std::string_view> names)
    : json_(nlohmann::json::object()) {
  if (request.body.empty()) return;
  if (!is_json(request.content_type)) {
    throw BadRequest(415, "not-json", "Not JSON",
                     "the body must be JSON, and the header must say so: Content-Type: application/json");
  }
  if (store::nests_deeper(request.body)) {
    throw BadRequest(
        400, "bad-body", "Bad body",
        "the body nests arrays and objects more than " + std::to_string(store::kJsonDepthMax) + " deep");
  }
  try {
    json_ = nlohmann::json::parse(request.body);
  } catch (const nlohmann::json::exception&) {
    throw BadRequest(400, "bad-body", "Bad body", "the body is not JSON in UTF-8");
  }
  if (!json_.is_object())
    throw BadRequest(400, "bad-body", "Bad body", "the body must be an object, such as {\"preview\":true}");
  for (const auto& [name, value] : json_.items()) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const std::string known = shown(name);
    throw BadRequest(422, "unknown-field", "Unknown member",
                     "there is no member " + known + " here; there are: " + joined(names, ", "),
                     wire::excerpt(name));
  }
}

const nlohmann::json* Body::find(const char* name) const {
  const auto found = json_.find(name);
  return found == json_.end() ? nullptr : &*found;
}

bool Body::flag(const char* name) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr) return false;
  if (!value->is_boolean()) throw bad_field(name, "is " + shown(*value) + "; it must be true or false");
  return value->get<bool>();
}

std::string Body::text(const char* name, const std::optional<std::string>& fallback) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr && fallback) return *fallback;
  if (value == nullptr) throw bad_field(name, "is missing; it must be a text");
  if (!value->is_string()) throw bad_field(name, "is " + shown(*value) + "; it must be a text");
  return value->get<std::string>();
}

std::optional<std::string> Body::plain(const char* name) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  if (value->is_boolean()) return value->get<bool>() ? "1" : "0";
  if (value->is_number_integer()) return value->dump();
  throw bad_field(name, "is " + shown(*value) + "; it must be a text, a whole number, true or false");
}

std::uint64_t Body::number(const char* name, std::uint64_t low, std::uint64_t high,
                           std::optional<std::uint64_t> fallback) const {
  const nlohmann::json* value = find(name);
  if (value == nullptr && fallback) return *fallback;
  const std::string right =
      "it must be a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  if (value == nullptr) throw bad_field(name, "is missing; " + right);
  const bool whole = value->is_number_unsigned();
  if (whole && value->get<std::uint64_t>() >= low && value->get<std::uint64_t>() <= high)
    return value->get<std::uint64_t>();
  throw bad_field(name, "is " + shown(*value) + "; " + right);
}

}  // namespace menagerie::api
