// The numbered SQL files of schema/sqlite, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace menagerie::store {

struct Migration {
  int version;            ///< PRAGMA user_version once it has run
  std::string_view name;  ///< file name
  std::string_view sql;
};

/// In ascending order of version, without gaps, from 1. Append only: a released one never changes.
std::span<const Migration> migrations();

/// What makes index.db: schema/sqlite/index/index.sql.
std::string_view index_schema();

}  // namespace menagerie::store
