// The past of a machine: its state at any seq, and along an era. On readers' threads.
#pragma once

#include "server/core/machine.hpp"
#include "server/core/playthrough.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace menagerie::api {

/// Calls `visit` with the machine's states along the era that row `last` stands in: as the era began, then
/// after every row where these are few, otherwise at most `states_max` of them, where there are snapshots;
/// last, exactly, after row `last`. Takes milliseconds, however long the era is.
void walk_era(store::Store& store, const core::Machine& machine, std::uint64_t last, std::size_t states_max,
              const std::function<void(const core::MachineState&)>& visit);

/// What a draw of the log was drawn from: how many of each bead lay in its box, and how much each weighed in
/// the draw. `before`: the machine as it was before the episode was learned; a box that the episode made was
/// as it is made. Precondition: the playthrough stands where the bead was drawn.
struct DrawnFrom {
  std::vector<std::int64_t> counts, weights;
};
void weigh_recorded_draw(const core::Machine& machine, const core::MachineState& before,
                         const core::Playthrough& playthrough, const Draw& draw, DrawnFrom& from);

}  // namespace menagerie::api
