// How long a move of the sealed room takes. A machine repeats the thinking times of an earlier visitor. Every
// move, of a machine or a visitor, is delayed at least by a time drawn from one distribution, so that timing
// does not tell which of them moved. No clock; randomness is passed in.
#pragma once

#include "engine/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace menagerie::museum {

/// How long each move of a player took, in milliseconds: his way through the games of a room.
using Rhythm = std::vector<std::int64_t>;

/// What a move takes at least, so that quick and slow players are alike: half to two and a half times the
/// pause, one and a quarter on average.
std::int64_t least_pause_ms(Random& random, std::int64_t pause_s);

/// When the other one is shown a move, of a player who saw the board at `shown_ms` and thought so long. It is
/// the same for machines and visitors.
inline std::int64_t delivery_ms(std::int64_t shown_ms, std::int64_t thought_ms, Random& random,
                                std::int64_t pause_s) {
  return shown_ms + std::max(thought_ms, least_pause_ms(random, pause_s));
}

/// The rhythms of the last visitors, for machines to play in.
class Rhythms {
 public:
  static constexpr std::size_t kKept = 64;
  static constexpr std::int64_t kThoughtMsMax = 90'000;

  /// Takes over a visitor's, of a room that was played to its end. One without moves is not kept.
  void keep(Rhythm rhythm);
  /// One of them, all alike; one that is made up, of twice the pauses, where there is none yet.
  Rhythm any(Random& random, std::int64_t pause_s) const;
  std::size_t size() const { return kept_.size(); }

 private:
  std::deque<Rhythm> kept_;
};

}  // namespace menagerie::museum
