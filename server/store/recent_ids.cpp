#include "server/store/recent_ids.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace menagerie::store {
namespace {

/// Of one generation: some megabytes. Episodes take minutes, so that one generation holds all that are still
/// in play.
constexpr std::size_t kIdsMax = 32'768;

}  // namespace

std::size_t RecentIds::Hash::operator()(const Id& id) const noexcept {
  const auto [high, low] = id.halves();
  const std::uint64_t version = high >> 12 & 0xf;
  if (version != 7) return static_cast<std::size_t>((low ^ (high * 0x9e3779b97f4a7c15)) * 0xd6e8feb86659fd93);
  return static_cast<std::size_t>((high >> 16 << 12) | (high & 0xfff));
}

std::optional<Place> RecentIds::Generation::find(const Id& id) const {
  if (id > newest) return std::nullopt;  // most are newer than the older generation
  const auto found = places.find(id);
  return found == places.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Place> RecentIds::find(const Id& id) const {
  for (const Generation* generation : {young_.get(), old_.get()}) {
    if (generation == nullptr) continue;
    if (const auto place = generation->find(id)) return place;
  }
  return std::nullopt;
}

bool RecentIds::add_if_surely_absent(const Id& id, const Place& place) {
  if (!floor_ || id <= *floor_ || (old_ && old_->find(id))) return false;
  return add_to_young(id, place);
}

bool RecentIds::add_to_young(const Id& id, const Place& place) {
  if (!young_) young_ = std::make_unique<Generation>();
  young_->newest = std::max(young_->newest, id);
  return young_->places.try_emplace(id, place).second;
}

void RecentIds::trim() {
  if (!young_ || young_->places.size() < kIdsMax) return;
  if (old_ && floor_) floor_ = std::max(*floor_, old_->newest);
  old_ = std::exchange(young_, std::make_unique<Generation>());
  young_->places.reserve(kIdsMax);  // a server that had so many will have as many again
}

}  // namespace menagerie::store
