// What all lists of log rows have in common: history, log and episodes come as CSV, NDJSON or JSON, whole
// or in pages, filtered, with cursors, and with an entity tag that needs no reading where a range is closed.
#pragma once

#include "server/api/filters.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::api {

enum class Form : std::uint8_t { csv, ndjson, json };
inline constexpr std::array<std::string_view, 3> kFormTypes = {"text/csv", "application/x-ndjson",
                                                               "application/json"};
inline constexpr std::array<std::string_view, 3> kFormSuffixes = {".csv", ".ndjson", ".json"};

/// A place between two lines: behind line `ordinal` (from 1) of log row `seq`.
struct Cursor {
  static constexpr std::uint64_t kWholeRow = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t seq = 0;
  std::uint64_t ordinal = kWholeRow;

  bool operator==(const Cursor&) const = default;
  /// How many lines of that row stand before the cursor.
  std::uint64_t lines_of(std::uint64_t row_seq) const {
    return row_seq == seq ? ordinal : row_seq < seq ? kWholeRow : 0;
  }
  std::string text() const;                                   ///< `SEQ:ORDINAL` or `SEQ`
  static std::optional<Cursor> parse(std::string_view text);  ///< what text() prints
};

/// Writes log rows, each as no line, one or several. Made and used on readers' threads.
class RowWriter {
 public:
  /// What append() has written of a row.
  struct Written {
    std::uint64_t lines = 0;
    std::uint64_t ordinal = Cursor::kWholeRow;  ///< of the last line, where `more`
    bool more = false;                          ///< there was no room for the row's next line
  };

  virtual ~RowWriter() = default;
  /// The rows that follow are those behind row `seq`: called before each read of them, when the store can be
  /// asked. Throws store::Error.
  virtual void go_on_behind(store::Store& store, std::uint64_t seq);
  /// Appends at most `room` lines of `row`, those behind the first `skipped`. CSV lines end in CR LF,
  /// others in LF.
  virtual Written append(const store::LogRow& row, std::uint64_t skipped, std::uint64_t room,
                         std::string& out) = 0;
};

/// A list of log rows, as a resource has it. Lives as long as the program.
struct Listing {
  std::string_view name;     ///< in addresses: history, ...
  std::string_view member;   ///< of a JSON page: the array with the lines
  std::string_view columns;  ///< the names of the CSV's columns, with commas between
  /// Episodes only, and their cursor is `before`; otherwise oldest first, and it is `after`.
  bool newest_first = false;
  /// Its writer has a line for what a row did, so that `box` asks for rows that changed this box; otherwise
  /// its writer must see every row of the range.
  bool of_changes = false;
  store::RowPart part = store::RowPart::whole;   ///< what its writer reads of a row
  std::uint64_t page = 100;                      ///< lines of a page, unless the query says
  std::span<const std::string_view> parameters;  ///< all that the query may name
  std::unique_ptr<RowWriter> (*writer)(const core::Machine&, Form, const Filters&) = nullptr;
};

const Listing& history_listing();
const Listing& log_listing();
const Listing& episodes_listing();
const Listing& draws_listing();
/// All that there are.
std::span<const Listing* const> listings();

/// The answer in that form, found on the calling thread, for a caller that has a store and no server. Throws
/// BadRequest.
Response listing_now(store::Store& store, const Call& call, const Listing& listing, Form form);

/// Answers in that form.
void answer_listing(Context& context, Call call, const Listing& listing, Form form);
/// Answers in the form that Accept prefers; JSON where it does not care.
void answer_listing_as_accepted(Context& context, Call call, const Listing& listing);
/// The two as the functions of routes.
template <const Listing& (*listing)()>
void show_list(Context& context, Call call) {
  answer_listing_as_accepted(context, std::move(call), listing());
}
template <const Listing& (*listing)(), Form form>
void show_list_as(Context& context, Call call) {
  answer_listing(context, std::move(call), listing(), form);
}
/// Answers with the SHA-256 of the bytes that `to` and `format` name, as sha256sum prints it.
void answer_listing_hash(Context& context, Call call, const Listing& listing);

/// A CSV field: in quotes where it holds a comma, a quote or a line's end (RFC 4180).
std::string csv_field(std::string_view text);

}  // namespace menagerie::api
