// Machines that have learned everything: since when a machine is exactly unbeatable, and whether its new era
// is due. All of it follows from the log, so that it is the same after a restart and on every server.
#pragma once

#include "engine/unbeatable.hpp"
#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace menagerie::core {

/// Follows a machine row by row. Costs a few look-ups a row; a new search only when the line of play that
/// beat it is not possible any more. A machine that cannot be searched (LossSearch::possible), or whose
/// initial beads cannot be beaten, is never finished. Belongs to one thread.
class FinishWatch {
 public:
  /// `graduation` is that of the state, as the store has it (Loaded); nothing for a machine that was just
  /// created.
  FinishWatch(std::shared_ptr<const Machine> machine, const MachineState& state,
              const std::optional<Graduation>& graduation = {});

  /// To be called after each row of the log. Precondition: the state is the machine's.
  void follow(const MachineState& state);

  /// Since when it is finished; nothing while it can be beaten.
  const std::optional<Graduation>& graduation() const { return graduation_; }

 private:
  std::shared_ptr<const Machine> machine_;  // its boxes and rule are searched
  std::optional<LossSearch> search_;
  std::optional<Graduation> graduation_;
};

/// How many games a finished machine still plays before its new era; 0 where that is due. Nothing where no
/// new era follows: it is not finished, it is frozen, or `finished_games` is 0.
std::optional<std::uint64_t> games_left(const MachineState& state,
                                        const std::optional<Graduation>& graduation,
                                        std::uint64_t finished_games);

/// Since when a machine is finished, as its log tells. `state` is the machine's at some row. Throws
/// store::Error.
std::optional<Graduation> graduation_at(store::Store& store, const std::shared_ptr<const Machine>& machine,
                                        const MachineState& state);

}  // namespace menagerie::core
