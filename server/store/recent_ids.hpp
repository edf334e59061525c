// The ids of the newest episodes in the log. They answer "is this id new?" from memory for almost every
// submitted episode. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <optional>
#include <unordered_map>

namespace menagerie::store {

/// Relies on the order of ids only, not on a clock: every id in the log is either <= `floor_` or in this set.
class RecentIds {
 public:
  /// `newest`: no id in the log is greater.
  void begin(const Id& newest) {
    clear();
    floor_ = newest;
  }
  void clear() {
    floor_.reset();
    places_.clear();
  }
  bool ready() const { return floor_.has_value(); }

  bool surely_absent(const Id& id) const { return floor_ && id > *floor_ && !places_.contains(id); }
  std::optional<Place> find(const Id& id) const;
  void add(const Id& id, const Place& place) { places_.emplace(id, place); }
  /// Drops the older half if the set has grown large. Precondition: every added id is in the log.
  void trim();

 private:
  struct Hash {  // ids of tests differ in few bits
    std::size_t operator()(const Id& id) const noexcept;
  };
  std::optional<Id> floor_;
  std::unordered_map<Id, Place, Hash> places_;
};

}  // namespace menagerie::store
