// An immutable snapshot of a machine after one log row. REST, exports, labels and metrics read it from any
// thread while the room goes on.
#pragma once

#include "server/core/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace menagerie::museum {

/// Immutable. A room makes at most one for each seq, and only when somebody asks.
struct MachineView {
  std::shared_ptr<const core::Machine> machine;
  core::MachineState state;
  std::optional<core::Graduation> graduation;  ///< since when it is finished; nothing while it can be beaten
};

/// What does not follow from the log: who is there now.
struct Attendance {
  std::size_t playing = 0;   ///< visitors who play, or are between two episodes; a visit counts once
  std::size_t watching = 0;  ///< watchers who count, but for one of each connection that plays: its page's
  std::size_t episodes = 0;  ///< in play
  std::size_t watchers = 0;  ///< connections to the room's feed
  /// When a dry machine begins a new era by itself; nothing where it is not dry, or frozen.
  std::optional<std::int64_t> new_era_ms;
};

}  // namespace menagerie::museum
