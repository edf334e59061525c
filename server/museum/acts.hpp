// See server/core/acts.hpp; museum/machine.hpp brings its names into the museum.
#pragma once

#include "server/core/acts.hpp"
#include "server/museum/machine.hpp"
