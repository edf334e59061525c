// Acts as the log keeps them and as REST sends them: a small JSON object. Pure functions.
#pragma once

#include "server/store/log_row.hpp"

#include <string>
#include <string_view>

namespace menagerie::store {

/// {"why":"curator","to":4,"episodes":3}
std::string act_text(const Act& act);
/// Reads what act_text() wrote for an act of that kind. Throws Error where it is something else.
Act parse_act(Kind kind, std::string_view text);

}  // namespace menagerie::store
