// A machine's film as a folder that any web server can show: the pieces, what is told of the machine, and the
// page with all that it loads.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <string>

namespace menagerie::app {

/// Writes the film of the machine, up to the row at which it was loaded, into `folder`, which is made where
/// there is none; `web` has the pages. Files of the same names are replaced, index.html last. Throws Usage,
/// store::Error, std::runtime_error.
void write_film_folder(store::Store& store, const core::Loaded& machine, const std::string& folder,
                       const std::string& web);

}  // namespace menagerie::app
