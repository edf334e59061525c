#include "server/museum/left_episodes.hpp"

#include <utility>

namespace menagerie::museum {

void LeftEpisodes::remember(const store::Id& episode, std::uint16_t moves) {
  if (young_.size() >= kRememberedMin) old_ = std::exchange(young_, {});
  young_.insert_or_assign(episode, moves);
}

void LeftEpisodes::forget(const store::Id& episode) {
  young_.erase(episode);
  old_.erase(episode);
}

bool LeftEpisodes::outdates(const core::Ticket& ticket) const {
  for (const Generation* generation : {&young_, &old_}) {
    const auto found = generation->find(ticket.id);
    if (found != generation->end()) return found->second > ticket.moves.size();
  }
  return false;
}

}  // namespace menagerie::museum
