// Whether two rows say the same: what was written and what is read back, a record and its copy.
#pragma once

#include "server/store/store.hpp"

namespace menagerie::store {

/// In all but the machine, whose number is its museum's.
inline bool same_row(const LogRow& a, const LogRow& b) {
  return a.seq == b.seq && a.kind == b.kind && a.era == b.era && a.time_ms == b.time_ms &&
         a.clock_back == b.clock_back && a.changes == b.changes && a.id == b.id && a.visit == b.visit &&
         a.started_ms == b.started_ms && a.seat == b.seat && a.opponent == b.opponent && a.moves == b.moves &&
         a.trace == b.trace && a.outcome == b.outcome && a.reason == b.reason && a.act == b.act;
}

/// The same of two MachineRows, or of two Snapshots.
template <typename Row>
bool same_but_machine(Row a, const Row& b) {
  a.machine = b.machine;
  return a == b;
}

}  // namespace menagerie::store
