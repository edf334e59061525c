// The ids of the newest episodes in the log. They answer "is this id new?" from memory for almost every
// submitted episode. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <unordered_map>

namespace menagerie::store {

/// The least id that can have been made after that time (milliseconds since 1970, UTC).
Id first_id_after(std::int64_t ms);

/// Every id in the log either is in this set or is not greater than `floor_`. The ids stand in two
/// generations, so that forgetting the older ones is no search. Ids that were made by a clock that was ahead
/// stay in the set: as the floor, one of them would hide all ids made until that time comes.
class RecentIds {
 public:
  /// To be followed by forget() with the ids of the log that are later than `now_ms`, and the greatest of the
  /// others. A wrong time makes look-ups slower, never wrong.
  void begin(std::int64_t now_ms) {
    clear();
    floor_ = Id{};
    bound_ = first_id_after(now_ms);
  }
  /// No longer remembers an id of the log, but where it was made by a clock that was ahead.
  void forget(const Id& id, const Place& place);
  void clear() {
    floor_.reset();
    young_.reset();
    old_.reset();
    ahead_.clear();
  }
  bool ready() const { return floor_.has_value(); }

  bool surely_absent(const Id& id) const { return floor_ && id > *floor_ && !find(id); }
  std::optional<Place> find(const Id& id) const;
  void add(const Id& id, const Place& place) { add_to_young(id, place); }
  /// Adds an id that is surely absent, and says whether it was.
  bool add_if_surely_absent(const Id& id, const Place& place);
  /// Drops the older generation once the younger one is large. Precondition: every added id is in the log.
  void trim(std::int64_t now_ms);

 private:
  /// Of new ids (UUIDv7) the time and the counter: each server makes them once, and what was begun together
  /// stands together in the processor's caches. Other ids, as tests make them, may differ in few bits.
  struct Hash {
    std::size_t operator()(const Id& id) const noexcept;
  };
  /// Its nodes stand close together and are freed at once: freeing them one by one would cost as much as
  /// all look-ups.
  struct Generation {
    std::pmr::monotonic_buffer_resource memory;
    std::pmr::unordered_map<Id, Place, Hash> places{&memory};
    Id newest;

    std::optional<Place> find(const Id& id) const;
  };
  bool add_to_young(const Id& id, const Place& place);  // whether it was not there

  std::optional<Id> floor_;
  Id bound_;                                   ///< ids from here on were made by a clock that was ahead
  std::unordered_map<Id, Place, Hash> ahead_;  ///< such ids, of no generation any more
  std::unique_ptr<Generation> young_, old_;
};

}  // namespace menagerie::store
