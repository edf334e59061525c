// verify_by_hand: the baseline for `menagerie verify`. A plain loop that reads every column of every log row
// and parses its JSON, and computes nothing.
//   verify_by_hand DIR/menagerie.db
// Prints how many rows, bead changes and draws there were.
#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

[[noreturn]] void die(const char* what) {
  std::fprintf(stderr, "verify_by_hand: %s\n", what);
  std::exit(1);
}

std::string_view text_at(sqlite3_stmt* statement, int column) {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  return {text ? text : "", static_cast<std::size_t>(sqlite3_column_bytes(statement, column))};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) die("usage: verify_by_hand DIR/menagerie.db");
  sqlite3* db = nullptr;
  if (sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK)
    die(sqlite3_errmsg(db));
  sqlite3_stmt* log = nullptr;
  const char* sql =
      "SELECT row, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, trace, "
      "outcome, "
      "reason, detail FROM log ORDER BY row";
  if (sqlite3_prepare_v2(db, sql, -1, &log, nullptr) != SQLITE_OK) die(sqlite3_errmsg(db));
  std::size_t rows = 0, changes = 0, draws = 0, bytes = 0;
  while (sqlite3_step(log) == SQLITE_ROW) {
    ++rows;
    for (int column = 0; column < sqlite3_column_count(log); ++column) bytes += text_at(log, column).size();
    changes += nlohmann::json::parse(text_at(log, 4)).size();
    const std::string_view trace = text_at(log, 11);
    if (!trace.empty()) draws += nlohmann::json::parse(trace).size();
  }
  sqlite3_finalize(log);
  sqlite3_close(db);
  std::printf("%zu rows, %zu bead changes, %zu draws, %zu bytes\n", rows, changes, draws, bytes);
}
