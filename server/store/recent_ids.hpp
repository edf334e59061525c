// The ids of the newest episodes in the log: with them an episode is known to be in no log without a look
// at the disk, as all but a few that are submitted are. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <optional>
#include <unordered_map>

namespace menagerie::store {

/// Rests on the order of ids alone, not on any clock: every id in the log is at most `floor_`, or here.
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
  /// Lets go of the older half where they are many. Precondition: all that were added are in the log.
  void trim();

 private:
  struct Hash {  // ids of tests differ in few bits
    std::size_t operator()(const Id& id) const noexcept;
  };
  std::optional<Id> floor_;
  std::unordered_map<Id, Place, Hash> places_;
};

}  // namespace menagerie::store
