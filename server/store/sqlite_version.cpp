#include "server/store/sqlite_version.hpp"

#include <sqlite3.h>

namespace menagerie::store {

std::string_view sqlite_version() { return sqlite3_libversion(); }

}  // namespace menagerie::store
