// Which SQLite is linked in.
#pragma once

#include <string_view>

namespace menagerie::store {

/// The version of the library that runs, not of the header that was compiled with.
std::string_view sqlite_version();

}  // namespace menagerie::store
