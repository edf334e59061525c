// The words that the tables `log` use for a log row's values, on every database. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <string_view>

namespace menagerie::store {

std::string_view to_text(Player player);
std::string_view to_text(Outcome outcome);

// The inverses throw Error, naming the text, where it is none of those words.
Kind kind_of(std::string_view text);
Player player_of(std::string_view text);
Outcome outcome_of(std::string_view text);
Reason reason_of(std::string_view text);

}  // namespace menagerie::store
