// The machines of core/ under the names that the museum and what stands above it use.
#pragma once

#include "server/core/machine.hpp"

namespace menagerie::museum {

using namespace core;  // NOLINT(google-build-using-namespace)
using MachineState = core::MachineState;

}  // namespace menagerie::museum
