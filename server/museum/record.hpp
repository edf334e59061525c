// See server/core/record.hpp; museum/machine.hpp brings its names into the museum.
#pragma once

#include "server/core/record.hpp"
#include "server/museum/machine.hpp"
