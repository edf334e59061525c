// What the server has counted since it started, for /metrics: plain integers, cheap enough for the way of a
// move. Rooms owns them; everything here is the network thread's.
#pragma once

#include "server/store/store.hpp"
#include "server/wire/frames.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace menagerie::museum {

/// Values sorted by bounds: how many were at most the first, at most the second, ..., beyond the last.
template <std::size_t kBounds>
class Histogram {
 public:
  explicit Histogram(const std::array<double, kBounds>& bounds) : bounds_(bounds) {}

  void add(double value) {
    ++counts_[static_cast<std::size_t>(std::ranges::lower_bound(bounds_, value) - bounds_.begin())];
    sum_ += value;
  }
  std::span<const double> bounds() const { return bounds_; }         ///< ascending, each included
  std::span<const std::uint64_t> counts() const { return counts_; }  ///< and one more: beyond the last
  double sum() const { return sum_; }

 private:
  std::array<double, kBounds> bounds_;
  std::array<std::uint64_t, kBounds + 1> counts_{};
  double sum_ = 0;
};

/// Frames to visitors and watchers, by their `type`.
enum class FrameOut : std::uint8_t { hello, state, learned, dry, error, feed, house };
inline constexpr std::size_t kFramesOut = 8;

struct Counters {
  /// Frames from visitors, by their place in wire::ClientFrame; the last are those that were not understood,
  /// not granted, or came from a watcher.
  std::array<std::uint64_t, std::variant_size_v<wire::ClientFrame>> frames_in{};
  std::array<std::uint64_t, kFramesOut> frames_out{};    ///< as they were handed to connections
  std::array<std::uint64_t, wire::kCodeCount> errors{};  ///< error frames, by code
  std::uint64_t views_diverged = 0;                      ///< rows that a room's view could not follow
  std::uint64_t tickets_resumed = 0;                     ///< taken: the episode went on
  Histogram<8> batch_rows{{1, 2, 4, 16, 64, 256, 1024, 4096}};
  Histogram<12> commit_s{{.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5}};

  void sent(FrameOut frame, std::size_t times = 1) { frames_out[static_cast<std::size_t>(frame)] += times; }
  void refused(wire::Code code) {
    ++errors[static_cast<std::size_t>(code)];
    sent(FrameOut::error);
  }
};

/// What one machine has learned since the server started.
struct Lessons {
  std::uint64_t rows = 0;                   ///< of its log: episodes and acts
  std::array<std::uint64_t, 3> episodes{};  ///< by Result; against itself in none
  std::uint64_t resigned = 0;               ///< of the episodes

  void add(const store::LogRow& row) {
    ++rows;
    if (row.kind != store::Kind::episode) return;
    if (row.reason == Reason::resign) ++resigned;
    if (!row.self_play()) ++episodes[static_cast<std::size_t>(store::result_of(row))];
  }
};

}  // namespace menagerie::museum
