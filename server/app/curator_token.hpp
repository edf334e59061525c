// Where the curator's token comes from.
#pragma once

#include "server/api/token.hpp"
#include "server/app/options.hpp"

#include <memory>

namespace menagerie::app {

/// Reads the token from the file that the options name, or from MENAGERIE_CURATOR_TOKEN, and leaves neither
/// in memory nor in the environment anything but its hash. Null where there is none. Throws
/// std::invalid_argument: the file cannot be read, there are both, or it is no token.
std::shared_ptr<const api::Token> take_curator_token(const ServeOptions& options);

}  // namespace menagerie::app
