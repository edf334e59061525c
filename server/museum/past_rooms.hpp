// Machines as they were then: a room over a machine's beads after some row of its log, in which anybody may
// play and nothing is learned. So the graduate of a finished machine stays playable. Network thread.
#pragma once

#include "server/museum/room.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>

namespace menagerie::museum {

class PastRooms {
 public:
  using Owner = std::array<std::uint8_t, 16>;  ///< an address, as limits count it

  /// `context` is that of the museum's own rooms, and outlives this.
  explicit PastRooms(Room::Context& context) : context_(context) {}

  /// The room of that machine after row `seq`, while somebody holds it; or null.
  std::shared_ptr<Room> find(std::int64_t machine, std::uint64_t seq) const;
  /// The same; made with this state of the machine where there is none. A session in it must hold it. Null
  /// where the owner, or all, have as many as may be.
  std::shared_ptr<Room> open(const Owner& owner, std::shared_ptr<const core::Machine> machine,
                             const core::MachineState& state);
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
