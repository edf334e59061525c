#include "server/core/match.hpp"

#include "engine/check.hpp"

#include <utility>

namespace menagerie::core {

void Match::begin(const Seated& machine, Player seat, const Seated& other, const Reply& reply) {
  MENAGERIE_CHECK(other.machine != nullptr || reply);
  const auto sit = [](Side& side, const Seated& seated, Player at) {
    side.seated = seated;
    if (seated.machine == nullptr) return;
    Ticket start;
    start.machine = seated.machine->row.machine;
    start.era = seated.state->era;
    start.seat = at;
    side.episode.begin(*seated.machine, start);
  };
  sit(machine_, machine, seat);
  sit(other_, other, menagerie::other(seat));
  reply_ = &reply;
}

const PlayedTurn& Match::play(Random& random) {
  MENAGERIE_CHECK(!over());
  Side* mover = &machine_;
  Side* told = &other_;
  if (!machine_.episode.machine_to_move()) std::swap(mover, told);
  mover->turn = told->turn = {};
  std::string move;
  if (mover->seated.machine != nullptr) {
    mover->episode.machine_moves(*mover->seated.state, random, mover->turn);
    if (mover->episode.resigned()) {
      if (told->seated.machine != nullptr) told->episode.resign();
      return machine_.turn;
    }
    const auto& playthrough = mover->episode.playthrough();
    move = playthrough.graph().move_text(playthrough.moves().back());
  } else {
    const auto& playthrough = machine_.episode.playthrough();
    move = playthrough.graph().move_text((*reply_)(playthrough, random));
  }
  // A game that is grown for an episode is numbered as it was met: moves have one name in both.
  if (told->seated.machine != nullptr) {
    told->episode.visitor_moves(told->episode.ply(), move, told->seated.state->seq, told->turn);
  }
  return machine_.turn;
}

}  // namespace menagerie::core
