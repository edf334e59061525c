// Every bead that ever moved, one bead change a row, as CSV, NDJSON or JSON.
#pragma once

#include "server/api/http.hpp"
#include "server/museum/machine.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::api {

/// A place between two bead changes: behind change `ordinal` (from 1) of log row `seq`.
struct Cursor {
  static constexpr std::uint64_t kWholeRow = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seq = 0;
  std::uint64_t ordinal = kWholeRow;

  bool operator==(const Cursor&) const = default;
  bool is_before(std::uint64_t row_seq, std::uint64_t row_ordinal) const {
    return row_seq > seq || (row_seq == seq && row_ordinal > ordinal);
  }
  std::string text() const;                                   ///< `SEQ:ORDINAL` or `SEQ`
  static std::optional<Cursor> parse(std::string_view text);  ///< what text() prints
};

enum class HistoryFormat { csv, ndjson, json };

/// What is asked: the changes behind `after`, up to log row `last`, at most `limit` of them.
struct HistoryQuery {
  Cursor after;
  std::uint64_t last = 0;
  std::optional<std::uint64_t> limit;  ///< nothing: all of them
};

/// One text per bead change, in the order of the columns.
class HistoryWriter {
 public:
  HistoryWriter(const museum::Machine& machine, HistoryFormat format);
  /// What stands before the first change.
  static std::string_view head(HistoryFormat format);
  /// Appends the changes of `row` that lie behind `after`, at most `room`; returns how many.
  std::uint64_t append(const store::LogRow& row, Cursor after, std::uint64_t room, std::string& out) const;

 private:
  struct Names {
    std::string turn_box_move;  ///< the columns that never change, with their commas
  };
  const museum::Machine* machine_;
  HistoryFormat format_;
  std::vector<Names> beads_;  // by flat number of the bead
};

/// A CSV field: in quotes where it holds a comma, a quote or a line's end (RFC 4180).
std::string csv_field(std::string_view text);

/// The whole history behind a cursor, a few hundred log rows a piece. csv and ndjson.
std::unique_ptr<Source> history_source(const museum::Machine& machine, HistoryFormat format,
                                       HistoryQuery query);

}  // namespace menagerie::api
