// What watchers of a room are told: every log row is accounted for, at most 20 frames a second.
#pragma once

#include "server/core/machine.hpp"
#include "server/museum/subscriber.hpp"
#include "server/wire/feed_text.hpp"

#include <cstdint>
#include <map>
#include <unordered_set>
#include <vector>

namespace menagerie::museum {

/// Gathers a room's news between two frames. Network thread.
class Feed {
 public:
  void add(Subscriber& watcher);
  void remove(Subscriber& watcher) { watchers_.erase(&watcher); }
  std::size_t watching() const { return watchers_.size(); }
  bool empty() const { return watchers_.empty(); }

  void row(const store::LogRow& row);
  /// Something but the log changed: who plays, what stands on the boards.
  void touch() { touched_ = true; }
  bool waiting() const { return touched_ || from_ != 0; }

  /// Sends one frame to every watcher and starts afresh. `news` holds what the room adds.
  void flush(const core::Machine& machine, const core::MachineState& state, wire::FeedNews news);

 private:
  static constexpr std::size_t kRowsShown = 6;
  void forget();

  std::unordered_set<Subscriber*> watchers_;
  bool touched_ = false;
  std::uint64_t from_ = 0, to_ = 0;
  std::string outcomes_;
  std::vector<store::LogRow> rows_;
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::int64_t> counts_;
};

}  // namespace menagerie::museum
