// What every store asks of the rows that a machine is created with.
#pragma once

#include "server/store/store.hpp"

#include <span>

namespace menagerie::store {

/// Throws Error of ErrorKind::conflict, as append() does, where they are not rows 1 to n with the snapshot at
/// n.
inline void check_first_rows(const MachineRow& machine, std::span<const LogRow> rows,
                             const Snapshot& snapshot) {
  std::uint64_t seq = 0;
  for (const LogRow& row : rows) {
    if (row.seq != ++seq)
      throw Error("machine " + machine.name + " cannot be created with row " + std::to_string(row.seq) +
                      " where row " + std::to_string(seq) + " is due",
                  ErrorKind::conflict);
  }
  if (seq == 0 || snapshot.seq != seq)
    throw Error("machine " + machine.name + " cannot be created with " + std::to_string(seq) +
                    " rows and a snapshot at seq " + std::to_string(snapshot.seq) +
                    ": it needs at least one row, and a snapshot at the last",
                ErrorKind::conflict);
}

}  // namespace menagerie::store
