// spdlog as text for people or as JSON, one object a line, for machines.
#pragma once

#include <string_view>

namespace menagerie::app {

/// `format` is `text` or `json`, `level` one of debug, info, warn, error. Logs go to standard error.
void set_up_logging(std::string_view format, std::string_view level);

}  // namespace menagerie::app
