// What a server remembers of episodes that left their tables without being learned, so that no older ticket
// plays them another way. It is this process's alone: after a restart, or at another server of a museum, an
// older ticket goes on once more, with draws that it could not foresee (draw_seed), and is learned once at
// most.
#pragma once

#include "server/core/episode.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace menagerie::museum {

/// Network thread. Takes at most some 7 MB, whatever visitors do.
class LeftEpisodes {
 public:
  /// At least so many episodes are remembered, those that were left last, and at most twice as many.
  static constexpr std::size_t kRememberedMin = 50'000;

  /// Its visitor has given it up: none of its tickets is good any more.
  void give_up(const store::Id& episode) { remember(episode, kGivenUp); }
  /// It has come to so many moves, and may go on from there.
  void leave(const store::Id& episode, std::size_t moves) {
    remember(episode, static_cast<std::uint16_t>(moves));
  }
  /// It is in the log, which tells all that there is to tell.
  void forget(const store::Id& episode);
  /// Whether the ticket's episode was given up, or has come to more moves than the ticket knows of.
  bool outdates(const core::Ticket& ticket) const;

 private:
  using Generation = std::unordered_map<store::Id, std::uint16_t, store::IdHash>;
  static constexpr std::uint16_t kGivenUp = 0xffff;
  void remember(const store::Id& episode, std::uint16_t moves);

  Generation young_, old_;  // the old ones are dropped all at once
};

}  // namespace menagerie::museum
