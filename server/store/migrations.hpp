// The numbered SQL files of schema/sqlite and schema/postgres, built into the program.
#pragma once

#include <span>
#include <string_view>

namespace menagerie::store {

struct Migration {
  int version;            ///< of the schema once it has run
  std::string_view name;  ///< file name
  std::string_view sql;
};

/// In ascending order of version, without gaps, from 1. Append only: a released one never changes.
std::span<const Migration> migrations();           ///< of SQLite
std::span<const Migration> postgres_migrations();  ///< of PostgreSQL

/// What makes index.db: schema/sqlite/index/index.sql.
std::string_view index_schema();

}  // namespace menagerie::store
