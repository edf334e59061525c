// The curator's acts: what is ordered, what it would do, and the log row that it becomes. Planning changes
// nothing, so that the desk can say first what an act will do; the learner carries it out.
#pragma once

#include "server/core/machine.hpp"
#include "server/core/record.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace menagerie::core {

/// The most beads of each colour that a topup brings a box to.
inline constexpr std::uint64_t kTopUpMax = 1000;
/// The most machines that a museum can have.
inline constexpr std::size_t kMachinesMax = 200;
/// The most positions that a new machine's game may have: while they are listed, no machine learns.
inline constexpr std::size_t kPositionsMax = 100'000;
/// What the curator can choose between.
inline constexpr Seat kSeats[] = {Seat::first, Seat::second, Seat::either};
inline constexpr BoxConvention kConventions[] = {BoxConvention::canonical,  BoxConvention::rotations,
                                                 BoxConvention::mirror,     BoxConvention::raw,
                                                 BoxConvention::gardner_24, BoxConvention::tretyakov_24};

/// What an unteach comes to up to some row, worked out ahead.
struct PrecomputedUnteach {
  std::uint64_t seq = 0;            ///< the newest row then
  EffectiveList list;               ///< as it was after that row, the visit with it
  std::vector<std::int64_t> beads;  ///< the fold of that list without the visit
};

/// What the curator asks for. Which members count depends on the kind.
struct Order {
  store::Kind kind = store::Kind::start;  ///< any act
  std::int64_t machine = 0;               ///< on which machine; start: none
  std::uint64_t seq = 0;                  ///< rewind: back to it; fork: after which row
  store::Id visit{};                      ///< unteach
  std::optional<PrecomputedUnteach>
      precomputed{};        ///< unteach: may be given, so that only what came since is folded
  std::string start{};      ///< reset: beads of each colour by turn, as 8/6/4/2; empty: the rule's
  std::uint64_t to = 1;     ///< topup: beads of each colour at least, 1 to kTopUpMax
  store::MachineRow row{};  ///< start: the new machine; fork: its name, title, maker and story
};

/// An order that cannot be carried out. `what()` says why, and what would be right, in one line.
struct Refused : std::runtime_error {
  Refused(std::string_view code_, const std::string& why, std::string_view field_ = {})
      : std::runtime_error(why), code(code_), field(field_) {}
  std::string code;  ///< bad-name, name-taken, bad-text, bad-machine, house-full, bad-seq, bad-count,
                     ///< bad-start, no-such-machine, no-such-visit, frozen, not-frozen, nothing-to-do
  std::string
      field;  ///< the part of the order that is wrong: name, game, rule, boxes, to, at, ...; may be empty
};

/// What an act does, in figures.
struct Effect {
  std::uint64_t episodes_before = 0, episodes_after = 0;  ///< in the effective list
  std::uint64_t episodes_kept = 0;                        ///< in both
  std::int64_t beads_before = 0, beads_after = 0;
  std::uint64_t bead_changes = 0;
  std::uint64_t boxes_changed = 0;
};

/// An act that can be done: the row is the next of its machine's log.
struct Plan {
  store::LogRow row;
  Effect effect;
  /// start and fork: the new machine as it will be, but for its number, which is 0.
  std::shared_ptr<Machine> machine;
  MachineState state;  ///< after the row
};

/// Works an order out. `machine` and `state` are the ordered machine as it stands in the store, null for a
/// start; `graduation`: since when it is finished, where it is. Throws Refused or store::Error.
Plan plan(store::Store& store, const Machine* machine, const MachineState* state, const Order& order,
          std::int64_t now_ms, const std::optional<Graduation>& graduation = {});

/// What can be worked out ahead of an unteach, from a reader's thread: all but what comes in the meantime.
/// Nothing where the visit has taught nothing that counts. Throws store::Error.
std::optional<PrecomputedUnteach> precompute_unteach(store::Store& store, const Machine& machine,
                                                     const store::Id& visit);

/// The same on the machine as the store has it now: what the order would do. From a reader's thread.
Plan preview(store::Store& store, const Machine* machine, const Order& order, std::int64_t now_ms);

}  // namespace menagerie::core
