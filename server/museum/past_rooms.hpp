// Machines as they were then: a room over a machine's beads after some row of its log, in which anybody may
// play and nothing is learned. So the graduate of a finished machine stays playable. Network thread.
#pragma once

#include "server/museum/room.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace menagerie::museum {

class PastRooms {
 public:
  /// `context` is that of the museum's own rooms, and outlives this.
  explicit PastRooms(Room::Context& context) : context_(context) {}

  /// The room of that machine after row `seq`, while somebody holds it; or null.
  std::shared_ptr<Room> find(std::int64_t machine, std::uint64_t seq) const;
  /// The same; made with this state of the machine where there is none. A session in it must hold it.
  std::shared_ptr<Room> open(std::shared_ptr<const core::Machine> machine, const core::MachineState& state);
  /// Rooms that somebody holds.
  std::size_t open_rooms() const;
  /// Once a second.
  void tick();
  void shut();

 private:
  struct Past;
  using Key = std::pair<std::int64_t, std::uint64_t>;

  Room::Context& context_;
  std::map<Key, std::weak_ptr<Past>> rooms_;
};

}  // namespace menagerie::museum
