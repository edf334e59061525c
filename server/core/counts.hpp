// What a machine draws from in the playthrough of an episode.
#pragma once

#include "server/core/playthrough.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace menagerie::core {

/// What lies in the boxes of the playthrough, as the machine is in that state; of a box that is met for the
/// first time, what it is made with. Where the game is not listed `storage` is written over, and holds it.
std::span<const std::int64_t> counts_at(const Machine& machine, const MachineState& state,
                                        const Playthrough& playthrough, std::vector<std::int64_t>& storage);

}  // namespace menagerie::core
