#include "server/museum/feed.hpp"

#include <utility>

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

void Feed::add(Subscriber& watcher) {
  if (watchers_.empty()) forget();  // drops what was gathered while nobody watched
  watchers_.insert(&watcher);
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

void Feed::flush(const core::Machine& machine, const core::MachineState& state, wire::FeedNews news) {
  if (!watchers_.empty()) {
    wire::FeedFrame frame{machine.row.name, state.seq, state.era, state.tally, state.bead_total, from_, to_,
                          outcomes_,        rows_,     &counts_};
    const auto text = std::make_shared<const std::string>(wire::feed_text(frame, news));
    for (Subscriber* watcher : watchers_) watcher->send(text);
  }
  forget();
}

void Feed::forget() {
  touched_ = false;
  from_ = to_ = 0;
  outcomes_.clear();
  rows_.clear();
  counts_.clear();
}

}  // namespace menagerie::museum
