#include "server/store/sqlite_rows.hpp"

#include "server/store/act_text.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/sqlite_database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>

namespace menagerie::store {
namespace {

/// What the changes alone need: the history's columns.
constexpr std::string_view kChangeColumns = "row, kind, era, time_ms, changes, id, opponent, outcome, reason";

std::string_view text_at(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return {text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

void read_id(sqlite3_stmt* statement, int column, Id& id) {
  const void* bytes = sqlite3_column_blob(statement, column);
  if (sqlite3_column_bytes(statement, column) != static_cast<int>(id.bytes.size()))
    throw Error("an id is not 16 bytes long", ErrorKind::permanent);
  std::memcpy(id.bytes.data(), bytes, id.bytes.size());
}

}  // namespace

RowQuery::RowQuery(SQLite::Database& database, const std::string& path, RowPart part, std::string_view rest)
    : path_(path), database_(database.getHandle()), part_(part) {
  std::string columns(part == RowPart::changes ? kChangeColumns : kRowColumns);
  if (part == RowPart::but_changes)
    columns.replace(columns.find("changes"), std::string_view("changes").size(), "'[]'");
  const std::string sql = "SELECT " + columns + " FROM log " + std::string(rest);
  const int result = sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement_, nullptr);
  if (result != SQLITE_OK) throw sqlite_error(path_, result, sqlite3_errmsg(database_));
}

RowQuery::~RowQuery() { sqlite3_finalize(statement_); }

void RowQuery::begin(std::int64_t above, std::int64_t below, std::size_t limit) {
  const auto most = static_cast<std::int64_t>(std::min<std::size_t>(limit, INT64_MAX));
  sqlite3_bind_int64(statement_, 1, above);
  sqlite3_bind_int64(statement_, 2, below);
  sqlite3_bind_int64(statement_, 3, most);
}

bool RowQuery::step() {
  const int result = sqlite3_step(statement_);
  if (result == SQLITE_DONE) return false;
  if (result != SQLITE_ROW) throw sqlite_error(path_, result, sqlite3_errmsg(database_));
  try {
    read();
  } catch (const Error& error) {
    throw damaged(path_ + ": log of machine " + std::to_string(row_.machine) + " at seq " +
                  std::to_string(row_.seq) + ", " + error.what());
  }
  return true;
}

void RowQuery::reset() { sqlite3_reset(statement_); }

/// Writes over the last row, so that texts and lists keep their memory.
void RowQuery::read() {
  const Place place = place_of(sqlite3_column_int64(statement_, 0));
  row_.machine = place.machine;
  row_.seq = place.seq;
  row_.kind = kind_of(text_at(statement_, 1));
  row_.era = static_cast<std::uint32_t>(sqlite3_column_int64(statement_, 2));
  row_.time_ms = sqlite3_column_int64(statement_, 3);
  parse_changes(text_at(statement_, 4), "changes", row_.changes);
  row_.clock_back = part_ != RowPart::changes && sqlite3_column_int64(statement_, 15) != 0;
  if (row_.kind == Kind::episode) return read_episode();
  clear_episode(row_);
  if (part_ != RowPart::changes) row_.act = parse_act(row_.kind, text_at(statement_, 14));
}

void RowQuery::read_episode() {
  row_.act.reset();
  read_id(statement_, 5, row_.id);
  int at = 6;
  if (part_ != RowPart::changes) {
    read_id(statement_, at, row_.visit);
    row_.started_ms = sqlite3_column_int64(statement_, ++at);
    row_.seat = player_of(text_at(statement_, ++at));
    ++at;
  }
  row_.opponent = text_at(statement_, at);
  if (part_ != RowPart::changes) {
    row_.moves = text_at(statement_, ++at);
    parse_trace(text_at(statement_, ++at), "trace", row_.trace);
  }
  row_.outcome = outcome_of(text_at(statement_, ++at));
  row_.reason = reason_of(text_at(statement_, ++at));
}

}  // namespace menagerie::store
