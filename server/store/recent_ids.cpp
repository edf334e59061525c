#include "server/store/recent_ids.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace menagerie::store {
namespace {

/// Some megabytes. Episodes take minutes, so that the newest half holds all that are still in play.
constexpr std::size_t kIdsMax = 65'536;

}  // namespace

std::size_t RecentIds::Hash::operator()(const Id& id) const noexcept {
  std::uint64_t high = 0, low = 0;
  std::memcpy(&high, id.bytes.data(), sizeof high);
  std::memcpy(&low, id.bytes.data() + sizeof high, sizeof low);
  return static_cast<std::size_t>((low ^ (high * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93);
}

std::optional<Place> RecentIds::find(const Id& id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void RecentIds::trim() {
  if (places_.size() <= kIdsMax) return;
  std::vector<Id> ids;
  ids.reserve(places_.size());
  for (const auto& [it, where] : places_) ids.push_back(it);
  const auto middle = ids.begin() + static_cast<std::ptrdiff_t>(ids.size() / 2);
  std::ranges::nth_element(ids, middle);
  if (floor_) floor_ = std::max(*floor_, *middle);
  std::erase_if(places_, [&](const auto& it) { return it.first <= *middle; });
}

}  // namespace menagerie::store
