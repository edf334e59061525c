// The curator's desk: who may come to it, and what becomes of an order that is refused. Private to api/.
#pragma once

#include "server/api/http.hpp"
#include "server/core/acts.hpp"

namespace menagerie::api {

/// The answer to a request for the desk whose pass is not the curator's.
Response pass_problem(const Request& request);
/// The answer to an order that cannot be carried out.
Response refused_problem(const core::Refused& refused);

}  // namespace menagerie::api
