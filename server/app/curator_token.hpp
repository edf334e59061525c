// Reads the curator's token.
#pragma once

#include "server/api/token.hpp"
#include "server/app/options.hpp"

#include <memory>

namespace menagerie::app {

/// Reads the token from the file that the options name, or from MENAGERIE_CURATOR_TOKEN, and wipes it from
/// memory and from the environment: only its hash remains. Null if there is none. Throws
/// std::invalid_argument if the file cannot be read, both are given, or it is not a valid token.
std::shared_ptr<const api::Token> take_curator_token(const ServeOptions& options);

}  // namespace menagerie::app
