// Machines that have learned everything: since when a machine is exactly unbeatable, and whether its new era
// is due. All of it follows from the log, so that it is the same after a restart and on every server.
#pragma once

#include "engine/unbeatable.hpp"
#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace menagerie::core {

/// Decides after each row of a machine's log whether anybody can beat it. It is decided once, where the
/// rows are made or read first: by the learner, or by a server that follows the log. All others are told
/// (ledger::Published). Most rows cost a comparison for each bead change: the game is searched only where one
/// matters (LossSearch), and the line of play that beat it is not possible any more. A machine that cannot be
/// searched (LossSearch::possible), or whose initial beads cannot be beaten, is never finished. Belongs to
/// one thread.
class FinishWatch {
 public:
  /// From some state on, in which the machine is finished or not; an empty one before the log's first row.
  FinishWatch(std::shared_ptr<const Machine> machine, const MachineState& state, bool finished = false);
  explicit FinishWatch(const Loaded& loaded)
      : FinishWatch(loaded.machine, loaded.state, loaded.graduation.has_value()) {}

  /// Whether nobody can beat the machine after this row, the next one.
  bool follow(const store::LogRow& row);
  /// The same row where that was decided already.
  void take_over(const store::LogRow& row, bool finished);
  /// How often the game was searched, the initial beads included.
  std::uint32_t searches() const { return search_ ? search_->searches() : 0; }

 private:
  bool apply(const store::LogRow& row);

  std::shared_ptr<const Machine> machine_;  // its boxes and rule are searched
  std::optional<LossSearch> search_;
  std::vector<std::int64_t> beads_;  // empty where it is never finished
  bool finished_;
};

/// Keeps since when a machine is finished. `state` is the machine's after a row, and `finished` what was
/// decided of that row.
void follow_finish(std::optional<Graduation>& graduation, const MachineState& state, bool finished);

/// How many games a finished machine still plays before its new era; 0 where that is due. Nothing where no
/// new era follows: it is not finished, it is frozen, or `finished_games` is 0.
std::optional<std::uint64_t> games_left(const MachineState& state,
                                        const std::optional<Graduation>& graduation,
                                        std::uint64_t finished_games);

/// Since when a machine is finished, as its log tells. `state` is the machine's at some row. Reads the rows
/// since then, from the newest on, and searches the game at those alone that matter. Throws store::Error.
std::optional<Graduation> graduation_at(store::Store& store, const Machine& machine,
                                        const MachineState& state);

}  // namespace menagerie::core
