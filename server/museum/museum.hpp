// The museum as it stands: its exhibits, its machines loaded from the store, and the check that the beads
// are what the log says.
#pragma once

#include "server/core/machine.hpp"
#include "server/core/record.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::museum {

/// The machines that a new museum has (design: section 4), as rows to create them from.
std::span<const store::MachineRow> exhibits();
const store::MachineRow* find_exhibit(std::string_view name);  ///< or null
/// The row with the maker and story that visitors read: an exhibit's are those of this release, also where an
/// earlier one wrote others into the row; any other machine's are its own.
store::MachineRow as_shown(store::MachineRow row);
/// How many games an exhibit plays against itself before the museum opens.
std::size_t games_before_opening(std::string_view name);

/// Creates the exhibits that are missing, then loads every machine: its newest snapshot and the log
/// rows after it. `seed`: of the games that an exhibit plays against itself before the museum opens; each
/// museum has its own (self_play_seed). Throws store::Error or std::invalid_argument.
std::vector<core::Loaded> open_museum(store::Store& store, const core::Clock& clock, std::uint64_t seed = 0);

/// The machines that a museum has, and no others: nothing is written. Throws as open_museum().
std::vector<core::Loaded> load_museum(store::Store& store);

/// What verify() found wrong first in a machine's log.
struct Fault {
  std::uint64_t seq = 0;
  std::string box;   ///< may be empty
  std::string bead;  ///< may be empty
  std::string what;
};

/// What the check of one machine came to.
struct MachineCheck {
  std::string machine;
  std::uint64_t rows = 0;  ///< log rows replayed
  std::optional<Fault> fault;
};

/// Recomputes every machine's log from row 1: each row's bead changes from the rule, each snapshot's
/// counts, and that nothing is missing in between. `progress` is told rows done, now and then.
std::vector<MachineCheck> verify(store::Store& store,
                                 const std::function<void(std::uint64_t)>& progress = {});

}  // namespace menagerie::museum
