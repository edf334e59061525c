#include "server/museum/feed.hpp"

#include <algorithm>
#include <memory>
#include <string>

namespace menagerie::museum {
namespace {

char letter_of(const store::LogRow& row) {
  if (row.kind != store::Kind::episode || row.self_play()) return '-';
  switch (store::result_of(row)) {
    case Result::win:
      return 'w';
    case Result::draw:
      return 'd';
    case Result::loss:
      return 'l';
  }
  return '-';
}

}  // namespace

std::int64_t Feed::frame_every_ms(std::size_t watchers) {
  constexpr std::int64_t kFew = 100, kMany = 5000, kFewMs = 50, kManyMs = 1000;
  const std::int64_t many = std::clamp(static_cast<std::int64_t>(watchers), kFew, kMany);
  return kFewMs + (kManyMs - kFewMs) * (many - kFew) / (kMany - kFew);
}

void Feed::add(Subscriber& watcher) {
  if (watchers_.empty()) forget();  // drops what was gathered while nobody watched
  watchers_.add(watcher);
}

void Feed::row(const store::LogRow& row) {
  if (watchers_.empty()) return;
  if (from_ == 0) from_ = row.seq;
  to_ = row.seq;
  outcomes_ += letter_of(row);
  for (const BeadChange& change : row.changes) counts_[{change.box, change.bead}] = change.after;
  if (rows_.size() == kRowsShown) rows_.erase(rows_.begin());
  rows_.push_back(row);
}

std::optional<std::int64_t> Feed::due_in_ms(std::int64_t now_ms) const {
  if (sending() || !waiting()) return {};
  return began_ms_ + (has_news() ? frame_every_ms(watchers_.size()) : kCountsEveryMs) - now_ms;
}

void Feed::begin(const core::Machine& machine, const core::MachineState& state, const wire::FeedNews& news,
                 std::int64_t now_ms) {
  const wire::FeedFrame frame{
      machine.row.name, state.seq, state.era, state.tally, state.bead_total, from_, to_,
      outcomes_,        rows_,     &counts_};
  watchers_.begin(std::make_shared<const std::string>(wire::feed_text(frame, news)));
  began_ms_ = now_ms;
  forget();
}

void Feed::forget() {
  boards_ = counts_changed_ = false;
  from_ = to_ = 0;
  outcomes_.clear();
  rows_.clear();
  counts_.clear();
}

}  // namespace menagerie::museum
