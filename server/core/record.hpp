// Reading a machine's record: its state at any seq, the list of effective episodes that its beads are the
// fold of, and the fold itself. Plain functions on a Store, on whichever thread has it.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace menagerie::core {

/// Calls `visit(row)` for the log rows with after < seq <= last, ascending, until it returns false.
/// Throws store::Error where one is missing in between, and store::Stopped (as all that reads rows by it).
void each_row(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last,
              const std::function<bool(const store::LogRow&)>& visit);

/// The machine as it was after log row `seq`: the newest snapshot before it, and the rows since. The row
/// must be there, and machine.boxes must hold every box made by then. Throws store::Error.
MachineState state_at(store::Store& store, const Machine& machine, std::uint64_t seq);

/// A machine as it stands in the store now: its newest snapshot and the log rows after it. Throws
/// store::Error or std::invalid_argument.
Loaded load_machine(store::Store& store, store::MachineRow row);
/// The one of that name; nothing where there is none.
std::optional<Loaded> load_machine(store::Store& store, std::string_view name);

/// A run of rows of one log, first and last included. Episodes of the visits in `without` do not count, nor
/// do acts other than topup, and a reset with a start of its own, with which a list begins.
struct Span {
  std::int64_t machine = 0;
  std::uint64_t from = 0, to = 0;
  std::vector<store::Id> without;  ///< ascending

  bool operator==(const Span&) const = default;
  bool has(const store::Place& place, const store::Id& visit) const;
  /// The same run without that visit's episodes.
  Span except(const store::Id& visit) const;
};

/// The episodes and topups that a machine's beads follow from, in order (design: the one invariant).
using EffectiveList = std::vector<Span>;

/// The effective list of one machine at every seq. Only acts change it, so that its few rows are enough. A
/// list is built when it is asked for: keeping all would take memory quadratic in the number of acts.
class ListHistory {
 public:
  explicit ListHistory(std::int64_t machine) : machine_(machine) {}
  /// Of all acts that are in the store now.
  static ListHistory of(store::Store& store, std::int64_t machine);

  /// Takes over an act; acts come in seq order. The store is asked about a fork's origin only.
  void add(const store::LogRow& act, store::Store& store);
  /// The list after row `seq`.
  EffectiveList at(std::uint64_t seq) const;

 private:
  /// An act after which the list is another one: without a visit, or begun from another list.
  struct ListChange {
    std::uint64_t seq = 0;
    bool filled = false;  ///< the list begins with this row itself, which filled the boxes in its own way
    std::optional<store::Id> without{};
    std::uint64_t rewound_to = 0;  ///< not 0: begun from the list of that row
    EffectiveList copied{};        ///< of the origin
  };
  std::int64_t machine_;
  std::vector<ListChange> changes_;
};

/// Those of a list's episodes that are the visit's, in the list's order.
std::vector<store::Place> episodes_in(store::Store& store, const EffectiveList& list, const store::Id& visit);
/// What stands in both lists.
EffectiveList common(const EffectiveList& a, const EffectiveList& b);
/// Where a visit's episodes stand: all of them, or at least those that the lists asked about can hold.
using PlacesOf = std::function<std::vector<store::Place>(const store::Id& visit)>;
/// How many episodes a list holds.
std::uint64_t count_episodes(store::Store& store, const EffectiveList& list, const PlacesOf& places_of);
std::uint64_t count_episodes(store::Store& store, const EffectiveList& list);

/// Applies the rule for everything in `list` to `beads`, in order. Their boxes are the machine's first ones:
/// all that the list's draws name. What concerns every box, a topup or a rule's upkeep, concerns those that
/// had been made by the row of the log that it stands in.
void fold(store::Store& store, const Machine& machine, const EffectiveList& list,
          std::span<std::int64_t> beads);

/// The beads that a whole list comes to, from the first episode on.
std::vector<std::int64_t> folded(store::Store& store, const Machine& machine, const EffectiveList& list,
                                 std::size_t box_count);

}  // namespace menagerie::core
