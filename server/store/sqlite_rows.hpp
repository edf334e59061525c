// Rows of the table `log` as values: their keys, their columns, and what they are read into. Private to
// store/.
#pragma once

#include "server/store/row_text.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace menagerie::store {

/// A log row's key, as the schema makes it of its machine and seq.
constexpr std::int64_t row_key(std::int64_t machine, std::uint64_t seq) {
  return (machine << 40) | static_cast<std::int64_t>(seq < kSeqMax ? seq : kSeqMax);
}
constexpr Place place_of(std::int64_t row) { return {row >> 40, static_cast<std::uint64_t>(row) & kSeqMax}; }

/// The columns of a whole row, in the order in which they are read and written.
inline constexpr std::string_view kRowColumns =
    "row, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, trace, outcome, reason, "
    "detail, clock_back";

/// A statement that reads log rows. Exports read millions of them, so there is nothing between SQLite's
/// columns and the row. One thread at a time; must go before its database.
class RowQuery {
 public:
  /// `rest` is what follows `FROM log`, with three parameters: the keys between which the rows lie, and how
  /// many to read at most. `path` names the database in errors. Throws Error.
  RowQuery(SQLite::Database& database, const std::string& path, RowPart part, std::string_view rest);
  ~RowQuery();
  RowQuery(const RowQuery&) = delete;
  RowQuery& operator=(const RowQuery&) = delete;

  /// Calls `each` with every row; it is written over by the next. Throws Error, naming the row that holds
  /// what no row can. Nothing stays open behind it.
  template <typename Each>
  void run(std::int64_t above, std::int64_t below, std::size_t limit, Each each) {
    begin(above, below, limit);
    const Reset reset{*this};
    while (step()) each(std::as_const(row_));
  }

 private:
  struct Reset {
    RowQuery& query;
    ~Reset() { query.reset(); }
  };
  void begin(std::int64_t above, std::int64_t below, std::size_t limit);
  bool step();
  void reset();
  void read();
  void read_episode();

  std::string path_;
  sqlite3* database_;
  sqlite3_stmt* statement_ = nullptr;
  RowPart part_;
  LogRow row_;
};

}  // namespace menagerie::store
