// Upgrading a museum on PostgreSQL from the release whose servers put finished episodes into an inbox for the
// one that wrote the logs: what waited there is learned before this server opens.
#pragma once

#include "server/core/machine.hpp"

#include <cstdint>
#include <string>

namespace menagerie::ledger {

/// Learns the episodes that schema 4 has found waiting, as if they were submitted now; does nothing where
/// there are none. Several servers may do it at once: an episode is learned once. One that was learned, or
/// came too late (its era is over, its machine frozen), is forgotten then; one that cannot be learned is
/// logged and stays in the table inbox_left. Throws store::Error.
void learn_left_inbox(const std::string& url, core::Clock clock, std::uint64_t finished_games);

}  // namespace menagerie::ledger
