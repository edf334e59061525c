// The log rows that a list asks for, read from the store some at a time. On readers' threads.
#pragma once

#include "server/api/listing.hpp"

#include <cstdint>
#include <functional>
#include <optional>

namespace menagerie::api {

/// What a list is asked.
struct ListQuery {
  Filters filters;
  Cursor after;                        ///< oldest first: what stands before it is left out
  std::uint64_t before = 0;            ///< newest first: rows from this one on are left out
  std::optional<std::uint64_t> limit;  ///< lines; nothing: all of them
  Form form = Form::json;
};

/// Rows looked at in one piece of work: rows without a line fill no piece and no page.
inline constexpr std::uint64_t kRowsLookedAtMax = 20'000;

/// The log rows of a range, in the list's order.
class RowWalk {
 public:
  using Each = std::function<void(const store::LogRow&)>;

  RowWalk(const core::Machine& machine, const Listing& listing, const ListQuery& query, RowRange range);

  /// Calls `each` with the next rows; returns how many were looked at. Precondition: !ended().
  std::uint64_t next(store::Store& store, const Each& each);
  bool ended() const { return ended_; }
  std::uint64_t at() const { return at_; }

 private:
  std::uint64_t next_up(store::Store& store, std::uint64_t most, const Each& each);
  std::uint64_t next_down(store::Store& store, const Each& each);
  std::uint64_t next_picked(store::Store& store, const Each& each);
  std::uint64_t next_of_box(store::Store& store, const Each& each);

  std::int64_t machine_;
  const Listing& listing_;
  std::optional<std::uint32_t> box_;  ///< rows that changed it are walked to, from one to the next
  RowRange range_;
  std::uint64_t rows_at_once_ = 400;
  std::uint64_t at_ = 0;  ///< the last row that was looked at
  bool ended_ = false;
};

}  // namespace menagerie::api
