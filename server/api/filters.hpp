// Which log rows, and which bead changes of them, somebody asks for: read from a request's query, then
// looked up in the log. A log's times and eras never go down, so eras, times and episodes are ranges of
// seq; a visit's episodes, the acts and a box's changes are listed by the store. Only what is neither is
// looked at row by row.
#pragma once

#include "server/api/routes.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace menagerie::api {

/// The most lines, or entries, that a page of any list may hold.
inline constexpr std::uint64_t kPageMax = 10'000;

/// As asked. `from` and `to` lie within the log as it was when this was read.
struct Filters {
  std::uint64_t from = 1;
  std::uint64_t to = 0;  ///< the newest row where it was not given
  bool closed = false;   ///< it was given: whatever is learned later changes nothing of the answer
  std::optional<std::uint32_t> era;
  std::optional<std::int64_t> since_ms, until_ms;  ///< since <= time < until
  std::optional<store::Id> episode, visit;
  std::optional<std::uint32_t> box;  ///< its index
  std::optional<store::Kind> kind;
  bool acts_only = false;  ///< kind=act
  std::optional<Result> outcome;

  /// Whether it asks for acts alone.
  bool wants_acts() const { return acts_only || (kind && *kind != store::Kind::episode); }
  /// Whether a row of the range is asked for.
  bool takes(const store::LogRow& row) const;
};

/// Where the asked rows are: from row `low` to `high`, none where low > high.
struct RowRange {
  std::uint64_t low = 1, high = 0;
  std::optional<std::vector<std::uint64_t>> picked;  ///< only these of them, ascending
};

/// Reads the filters that are among the call's query. `names` are those that this resource has, with its
/// other parameters; any other name is refused, so that a misspelt filter never means "everything".
/// Refuses the call where something is wrong.
Filters read_filters(const Call& call, std::span<const std::string_view> names);

/// The rows among which the asked ones are; or the problem, where there is no such episode. On a reader's
/// thread.
std::variant<RowRange, Response> find_rows(store::Store& store, const core::Machine& machine,
                                           const Filters& filters);

/// Refuses the call where its query has a name that is not one of these.
void read_names(const Call& call, std::span<const std::string_view> names);

/// A log row's number in the query, from 1 to the room's newest + `beyond`; `fallback` where it is not
/// given. Otherwise refuses the call: 400 where it is no such number, 404 where the log ends before it.
std::uint64_t seq_in_query(const Call& call, const std::string& name, std::uint64_t fallback,
                           std::uint64_t beyond = 0);
/// Refuses: the log ends before `seq`.
[[noreturn]] void refuse_beyond_the_end(const Call& call, std::string_view name, std::string_view seq);

}  // namespace menagerie::api
