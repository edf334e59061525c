#include "server/store/index_queue.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace menagerie::store {
namespace {

/// Whether no row is missing between the file and these rows, nor among them. A row that is missing would be
/// taken for one that is in no log, and its episode learned again.
bool follow(std::span<const IndexEntry> entries, SeqByMachine last) {
  for (const IndexEntry& entry : entries) {
    std::uint64_t& seq = last[entry.place.machine];
    if (entry.place.seq > seq + 1) return false;
    seq = std::max(seq, entry.place.seq);
  }
  return true;
}

}  // namespace

IndexEntry index_entry(const LogRow& row) {
  IndexEntry entry{{row.machine, row.seq}, row.time_ms, row.kind == Kind::episode, row.id, row.visit, {}};
  entry.boxes.reserve(row.changes.size());
  for (const BeadChange& change : row.changes) {
    // An act's changes come box by box.
    if (entry.boxes.empty() || entry.boxes.back() != change.box) entry.boxes.push_back(change.box);
  }
  std::ranges::sort(entry.boxes);
  entry.boxes.erase(std::unique(entry.boxes.begin(), entry.boxes.end()), entry.boxes.end());
  return entry;
}

void IndexQueue::Queue::append(Queue&& later) {
  entries.insert(entries.end(), std::make_move_iterator(later.entries.begin()),
                 std::make_move_iterator(later.entries.end()));
  later = {};
}

std::optional<Place> IndexQueue::Queue::find(const Id& id) {
  for (; listed_ < entries.size(); ++listed_) {
    const IndexEntry& entry = entries[listed_];
    if (entry.is_episode) places_.emplace(entry.id, entry.place);
  }
  const auto found = places_.find(id);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void IndexQueue::add(std::span<const LogRow> rows) {
  std::vector<IndexEntry> entries;
  entries.reserve(rows.size());
  for (const LogRow& row : rows) entries.push_back(index_entry(row));
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.entries.size() > limits_.waiting_rows_max) leave_to_log(waiting_);  // the disk is too slow
    waiting_.entries.insert(waiting_.entries.end(), std::make_move_iterator(entries.begin()),
                            std::make_move_iterator(entries.end()));
    full = waiting_.entries.size() >= limits_.run_rows;
  }
  if (full) wake_.notify_one();
}

std::optional<Place> IndexQueue::find(const Id& id, const std::function<bool(std::optional<Place>&)>& in_file,
                                      const std::function<std::optional<Place>()>& in_log) {
  const std::optional<std::uint64_t> before = complete();
  std::optional<Place> place = find_waiting(id);
  if (place) return place;
  const bool is_read = in_file(place);
  if (place || (is_read && before && complete() == before)) return place;
  return in_log();
}

std::optional<Place> IndexQueue::find_waiting(const Id& id) {
  const std::lock_guard lock(mutex_);
  const std::optional<Place> place = waiting_.find(id);
  return place ? place : writing_.find(id);
}

std::optional<std::uint64_t> IndexQueue::complete() {
  const std::lock_guard lock(mutex_);
  return behind_ ? std::nullopt : std::optional(setbacks_);
}

/// Under mutex_.
void IndexQueue::set_behind() {
  behind_ = true;
  ++setbacks_;
}

/// Drops rows that wait: they are read from the log later. Under mutex_.
void IndexQueue::leave_to_log(Queue& queue) {
  for (const IndexEntry& entry : queue.entries) {
    std::uint64_t& end = end_[entry.place.machine];
    end = std::max(end, entry.place.seq);
  }
  queue = {};
  set_behind();
}

void IndexQueue::make_anew() {
  {
    const std::lock_guard lock(mutex_);
    anew_ = true;
    set_behind();
  }
  wake_.notify_one();
}

void IndexQueue::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
}

bool IndexQueue::is_ending() {
  const std::lock_guard lock(mutex_);
  return ending_;
}

void IndexQueue::open(IndexFile& file) {
  SeqByMachine newest;
  bool failed = false;
  try {
    newest = file.open();
  } catch (const std::exception&) {  // no index file of this version, or the disk is full
    failed = true;
  }
  const std::lock_guard lock(mutex_);
  for (const auto& [machine, seq] : newest) end_[machine] = seq;
  anew_ = failed;
  behind_ = has_other_work();
}

void IndexQueue::make_anew_if_asked(IndexFile& file) {
  {
    const std::lock_guard lock(mutex_);
    if (!anew_) return;
  }
  file.clear();
  const SeqByMachine newest = file.open();
  const std::lock_guard lock(mutex_);
  for (const auto& [machine, seq] : newest) end_[machine] = seq;
  anew_ = false;
}

bool IndexQueue::turn(IndexFile& file) {
  make_anew_if_asked(file);
  const bool has_caught_up = catch_up(file);
  if (!take()) return has_caught_up;
  if (!follow(writing_.entries, file.indexed_up_to())) {
    const std::lock_guard lock(mutex_);
    leave_to_log(writing_);
    return has_caught_up;
  }
  file.write(writing_.entries);
  Queue written;  // is freed without the lock: the ledger's thread may wait for that
  const std::lock_guard lock(mutex_);
  std::swap(written, writing_);
  return true;
}

void IndexQueue::put_back() {
  const std::lock_guard lock(mutex_);
  writing_.append(std::move(waiting_));
  std::swap(waiting_, writing_);
}

bool IndexQueue::wait(bool has_failed) {
  std::unique_lock lock(mutex_);
  if (has_failed) {
    wake_.wait_for(lock, limits_.retry_after, [&] { return ending_; });
  } else {
    wake_.wait_for(lock, limits_.run_after,
                   [&] { return has_other_work() || waiting_.entries.size() >= limits_.run_rows; });
  }
  return !ending_;
}

/// Takes what waits as the next run; false where nothing does, or where rows before it are to be read from
/// the log first.
bool IndexQueue::take() {
  const std::lock_guard lock(mutex_);
  if (has_other_work() || waiting_.entries.empty()) return false;
  std::swap(writing_, waiting_);
  return true;
}

/// Reads from the log the rows that are neither indexed nor queued; whether there were any.
bool IndexQueue::catch_up(IndexFile& file) {
  SeqByMachine end;
  {
    const std::lock_guard lock(mutex_);
    end.swap(end_);
    if (end.empty()) {
      behind_ = anew_;
      return false;
    }
  }
  bool has_written = false;
  try {
    for (const auto& [machine, last] : end) has_written |= catch_up(file, machine, last);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    for (const auto& [machine, last] : end) end_[machine] = std::max(end_[machine], last);
    throw;
  }
  const std::lock_guard lock(mutex_);
  behind_ = anew_ || !end_.empty();
  return has_written;
}

bool IndexQueue::catch_up(IndexFile& file, std::int64_t machine, std::uint64_t last) {
  std::uint64_t seq = file.indexed_up_to()[machine];
  bool has_written = false;
  while (seq < last && !is_ending()) {
    const std::vector<IndexEntry> run = file.read_log(machine, seq, last, limits_.run_rows);
    if (run.empty()) break;
    seq = run.back().place.seq;
    file.write(run);
    has_written = true;
  }
  return has_written;
}

}  // namespace menagerie::store
