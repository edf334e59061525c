#include "server/api/row_walk.hpp"

#include "engine/check.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace menagerie::api {
namespace {

constexpr std::uint64_t kWorthARun = 6;  // rows read in a run for one that is looked up

}  // namespace

RowWalk::RowWalk(const core::Machine& machine, const Listing& listing, const ListQuery& query, RowRange range)
    : machine_(machine.row.machine), listing_(listing), range_(std::move(range)) {
  if (listing_.of_changes) box_ = query.filters.box;
  if (query.limit) rows_at_once_ = std::min<std::uint64_t>(rows_at_once_, *query.limit + 1);
  if (listing_.newest_first) {
    at_ = std::min(range_.high + 1, query.before);
    ended_ = at_ <= range_.low;
  } else {
    const Cursor after = query.after;
    const bool whole = after.ordinal == Cursor::kWholeRow || after.seq == 0;
    at_ = std::max(range_.low - 1, whole ? after.seq : after.seq - 1);
    ended_ = at_ >= range_.high;
  }
}

std::uint64_t RowWalk::next(store::Store& store, const Each& each) {
  MENAGERIE_CHECK(!ended_);
  if (range_.picked) return next_picked(store, each);
  if (box_) return next_of_box(store, each);
  return listing_.newest_first ? next_down(store, each) : next_up(store, rows_at_once_, each);
}

std::uint64_t RowWalk::next_up(store::Store& store, std::uint64_t most, const Each& each) {
  const std::uint64_t asked = std::min(most, range_.high - at_), before = at_;
  store.each_after(machine_, at_, asked, listing_.part, [&](const store::LogRow& row) {
    at_ = row.seq;
    if (row.seq <= range_.high) each(row);
  });
  ended_ = at_ >= range_.high || at_ == before;
  return asked;
}

std::uint64_t RowWalk::next_down(store::Store& store, const Each& each) {
  const std::uint64_t asked = std::min(rows_at_once_, at_ - range_.low);
  const auto rows = store.episodes_before(machine_, at_, asked);
  for (const store::LogRow& row : rows) {
    if (row.seq >= range_.low) each(row);
  }
  if (!rows.empty()) at_ = rows.back().seq;
  ended_ = rows.size() < asked || at_ <= range_.low;
  return asked;
}

/// Where the store knows the rows beforehand: some of those that are left.
std::uint64_t RowWalk::next_picked(store::Store& store, const Each& each) {
  const std::vector<std::uint64_t>& picked = *range_.picked;
  const std::size_t most = rows_at_once_;
  const auto one = [&](std::uint64_t seq) {
    store.each_after(machine_, seq - 1, 1, listing_.part, each);
    at_ = seq;
  };
  std::uint64_t looked_at = 0;
  if (listing_.newest_first) {
    auto behind = std::ranges::lower_bound(picked, at_);
    for (; behind != picked.begin() && looked_at < most; ++looked_at) one(*--behind);
    ended_ = behind == picked.begin();
  } else {
    auto next = std::ranges::upper_bound(picked, at_);
    for (; next != picked.end() && looked_at < most; ++looked_at) one(*next++);
    ended_ = next == picked.end();
  }
  return looked_at;
}

/// From one row that changed the box to the next; a run of rows is read as one where most of them did.
std::uint64_t RowWalk::next_of_box(store::Store& store, const Each& each) {
  auto seqs = store.changes_of_box(machine_, *box_, at_, rows_at_once_);
  const bool last = seqs.size() < rows_at_once_;
  while (!seqs.empty() && seqs.back() > range_.high) seqs.pop_back();
  const std::uint64_t looked_at = seqs.size() + 1;
  const std::uint64_t span = seqs.empty() ? 0 : seqs.back() - seqs.front() + 1;
  if (span > 0 && span <= seqs.size() * kWorthARun) {
    at_ = seqs.front() - 1;
    const std::uint64_t end = seqs.back();
    while (at_ < end && !ended_) next_up(store, end - at_, each);
  } else {
    for (const std::uint64_t seq : seqs) {
      store.each_after(machine_, seq - 1, 1, listing_.part, each);
      at_ = seq;
    }
  }
  ended_ = last || looked_at <= rows_at_once_ || at_ >= range_.high;
  return looked_at;
}

}  // namespace menagerie::api
