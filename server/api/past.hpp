// The past of a machine: its state at any seq, and along an era. On readers' threads.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace menagerie::api {

/// Calls `visit` with the machine's states along the era that row `last` stands in: as the era began, then
/// after every row where these are few, otherwise at most `states_max` of them, where there are snapshots;
/// last, exactly, after row `last`. Takes milliseconds, however long the era is.
void walk_era(store::Store& store, const core::Machine& machine, std::uint64_t last, std::size_t states_max,
              const std::function<void(const core::MachineState&)>& visit);

}  // namespace menagerie::api
