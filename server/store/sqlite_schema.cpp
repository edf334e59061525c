// What a database's schema must be: what the migrations make.
#include "server/store/migrations.hpp"
#include "server/store/sqlite_database.hpp"

#include <limits>
#include <map>
#include <string>
#include <utility>

namespace menagerie::store {
namespace {

/// Type and text of everything in a schema, by name.
using Objects = std::map<std::string, std::pair<std::string, std::string>>;

/// Without spaces and quotes: `ALTER TABLE` writes a name in quotes or without, as the library's version has
/// it.
std::string bare(const std::string& sql) {
  std::string text;
  for (const char c : sql) {
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '"') text += c;
  }
  return text;
}

Objects objects_of(SQLite::Database& database) {
  Objects objects;
  SQLite::Statement query(database, "SELECT name, type, coalesce(sql, '') FROM sqlite_schema");
  while (query.executeStep()) {
    const std::string name = query.getColumn(0).getString();
    if (name.starts_with("sqlite_")) continue;  // the library's own
    objects[name] = {query.getColumn(1).getString(), bare(query.getColumn(2).getString())};
  }
  return objects;
}

}  // namespace

void migrate(SQLite::Database& database) { migrate(database, std::numeric_limits<int>::max()); }

void migrate(SQLite::Database& database, int newest) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  for (const Migration& migration : migrations()) {
    if (migration.version <= version || migration.version > newest) continue;
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    database.exec(std::string(migration.sql));
    database.exec("PRAGMA user_version = " + std::to_string(migration.version));
    database.exec("PRAGMA application_id = " + std::to_string(kDatabaseId));
    transaction.commit();
  }
}

std::optional<std::string> schema_difference(SQLite::Database& database) {
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  SQLite::Database made(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  migrate(made, version);
  const Objects there = objects_of(database), ours = objects_of(made);
  const std::string schema = "its schema is not that of version " + std::to_string(version) + ": ";
  for (const auto& [name, object] : there) {
    const auto found = ours.find(name);
    if (found == ours.end())
      return schema + "there is a " + object.first + " \"" + name + "\" that was added";
    if (found->second != object) return schema + "the " + object.first + " \"" + name + "\" was changed";
  }
  for (const auto& [name, object] : ours) {
    if (!there.contains(name)) return schema + "the " + object.first + " \"" + name + "\" is missing";
  }
  return std::nullopt;
}

}  // namespace menagerie::store
