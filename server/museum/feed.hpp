// What watchers of a room are told: every log row is accounted for, at most 20 frames a second, and fewer the
// more they are: 1 a second to 5,000, and beyond as many as Rooms lets go out in a second (kFramesAStep).
// Changes of who is there alone make at most one frame a second.
#pragma once

#include "server/core/machine.hpp"
#include "server/museum/watchers.hpp"
#include "server/wire/feed_text.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace menagerie::museum {

/// Gathers a room's news between two frames. Times are those of the steady clock. Network thread.
class Feed {
 public:
  static constexpr std::int64_t kCountsEveryMs = 1000;  ///< at most, where nothing else has changed
  /// The least time between two frames to so many watchers: 50 ms to 100 of them, 1000 ms to 5,000 and more,
  /// in proportion between.
  static std::int64_t frame_every_ms(std::size_t watchers);

  void add(Subscriber& watcher);
  void remove(Subscriber& watcher) { watchers_.remove(watcher); }
  std::size_t watching() const { return watchers_.size(); }
  bool empty() const { return watchers_.empty(); }

  void row(const store::LogRow& row);
  /// A board changed.
  void touch() { boards_ = true; }
  /// Somebody came or went.
  void touch_counts() { counts_changed_ = true; }

  /// In how many milliseconds a frame may begin, 0 or less where it may now; none where nothing waits to be
  /// told, or the last frame is not yet sent to all.
  std::optional<std::int64_t> due_in_ms(std::int64_t now_ms) const;
  /// Whether a frame is under way, or will be due.
  bool waiting() const { return !watchers_.empty() && (sending() || has_news() || counts_changed_); }
  bool sending() const { return watchers_.sending(); }

  /// Begins a frame of all that was gathered, and starts afresh. `news` holds what the room adds.
  /// Precondition: one is due.
  void begin(const core::Machine& machine, const core::MachineState& state, const wire::FeedNews& news,
             std::int64_t now_ms);
  /// Sends it to at most `most` watchers more; returns to how many.
  std::size_t send_some(std::size_t most) { return watchers_.send_some(most); }

 private:
  static constexpr std::size_t kRowsShown = 6;
  bool has_news() const { return boards_ || from_ != 0; }
  void forget();

  Watchers watchers_;
  std::int64_t began_ms_ = -kCountsEveryMs;  // the last frame
  bool boards_ = false, counts_changed_ = false;
  std::uint64_t from_ = 0, to_ = 0;
  std::string outcomes_;
  std::vector<store::LogRow> rows_;
  std::map<std::pair<std::uint32_t, std::uint16_t>, std::int64_t> counts_;
};

}  // namespace menagerie::museum
