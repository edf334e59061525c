#include "server/museum/sealed_pace.hpp"

#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kMadeUpMoves = 20;  // five games have no more of one player

}  // namespace

std::int64_t least_pause_ms(Random& random, std::int64_t pause_s) {
  const auto part = [&] { return static_cast<std::int64_t>(random.below(1001)); };
  return pause_s * (500 + part() + part() * part() / 1000);
}

void Rhythms::keep(Rhythm rhythm) {
  if (rhythm.empty()) return;
  for (std::int64_t& thought : rhythm) thought = std::min(thought, kThoughtMsMax);
  kept_.push_back(std::move(rhythm));
  if (kept_.size() > kKept) kept_.pop_front();
}

Rhythm Rhythms::any(Random& random, std::int64_t pause_s) const {
  if (!kept_.empty()) return kept_[random.below(kept_.size())];
  Rhythm made_up(kMadeUpMoves);
  for (std::int64_t& thought : made_up) thought = 2 * least_pause_ms(random, pause_s);
  return made_up;
}

}  // namespace menagerie::museum
