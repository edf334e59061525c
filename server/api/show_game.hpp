// Private to api/, as routes.hpp.
#pragma once

#include "server/api/routes.hpp"

namespace menagerie::api {

void play_show_game(Context& context, Call call);

}  // namespace menagerie::api
