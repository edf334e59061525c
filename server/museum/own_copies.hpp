// Copies of machines that one visitor teaches alone. They live in this server's memory, stand in no log and
// change no exhibit. Network thread.
#pragma once

#include "server/museum/room.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace menagerie::museum {

class OwnCopies {
 public:
  using Owner = std::array<std::uint8_t, 16>;         ///< an address, as limits count it
  static constexpr std::int64_t kKeptMs = 1'800'000;  ///< after its visitor has left

  /// `context` is that of the museum's own rooms, and outlives this.
  explicit OwnCopies(Room::Context& context);
  ~OwnCopies();

  /// The room of the copy with that name, which its visitor has chosen; or null. A session that plays in it
  /// must hold it.
  std::shared_ptr<Room> find(const std::string& name) const;
  /// The same; made of these where there is none. Null where the owner, or all, have as many as may be.
  /// Precondition: the machine's game is listed, and nobody else has that machine.
  std::shared_ptr<Room> open(const std::string& name, const Owner& owner,
                             std::shared_ptr<core::Machine> machine, core::MachineState state);
  std::size_t size() const { return copies_.size(); }
  /// Once a second: what is due in the rooms, and copies whose visitors do not come back.
  void tick();
  void shut();

 private:
  struct Copy;

  Room::Context& context_;
  std::map<std::string, std::shared_ptr<Copy>> copies_;
};

}  // namespace menagerie::museum
