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

Id first_id_after(std::int64_t ms) {
  Id id;
  const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(ms, -1) + 1);
  for (std::size_t i = 0; i < 6; ++i) id.bytes[i] = static_cast<std::uint8_t>(time >> (8 * (5 - i)));
  return id;
}

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
  const auto found = ahead_.find(id);
  return found == ahead_.end() ? std::nullopt : std::optional(found->second);
}

bool RecentIds::add_if_surely_absent(const Id& id, const Place& place) {
  if (!floor_ || id <= *floor_ || (old_ && old_->find(id)) || ahead_.contains(id)) return false;
  return add_to_young(id, place);
}

bool RecentIds::add_to_young(const Id& id, const Place& place) {
  if (!young_) young_ = std::make_unique<Generation>();
  young_->newest = std::max(young_->newest, id);
  return young_->places.try_emplace(id, place).second;
}

void RecentIds::forget(const Id& id, const Place& place) {
  if (!floor_ || id <= *floor_) return;
  if (id < bound_) {
    floor_ = id;
    return;
  }
  ahead_.emplace(id, place);
  if (ahead_.size() <= kIdsMax) return;
  for (const auto& [of_ahead, its_place] : ahead_) floor_ = std::max(*floor_, of_ahead);
  ahead_.clear();
}

void RecentIds::trim(std::int64_t now_ms) {
  if (!young_ || young_->places.size() < kIdsMax) return;
  bound_ = first_id_after(now_ms);
  if (old_ && floor_ && old_->newest < bound_) {
    floor_ = std::max(*floor_, old_->newest);
  } else if (old_) {
    for (const auto& [id, place] : old_->places) forget(id, place);
  }
  old_ = std::exchange(young_, std::make_unique<Generation>());
  young_->places.reserve(kIdsMax);  // a server that had so many will have as many again
}

}  // namespace menagerie::store
