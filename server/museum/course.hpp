// See server/core/course.hpp; museum/machine.hpp brings its names into the museum.
#pragma once

#include "server/core/course.hpp"
#include "server/museum/machine.hpp"
