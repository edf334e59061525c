// A room's tickets: how an episode goes on after a lost line, a reload or a restart.
#include "server/museum/room.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {

using Phase = core::Episode::Phase;

/// Takes a visit up again that the server signed. A bare id, as clients sent once, stands in lists for
/// everybody to see, so that it proves nothing: the visit of this connection goes on.
bool Room::go_on_as(PlayerSession& player, const std::string& token) {
  if (const std::optional<store::Id> visit = read_visit(token, context_.secrets)) {
    player.visit = *visit;
    return true;
  }
  return store::Id::parse(token).has_value();
}

/// Whether the ticket is of no use here, or not now; then the visitor is told why.
bool Room::refused_ticket(PlayerSession& player, const core::Ticket& ticket) {
  const auto no = [&](wire::Code code, std::string_view why, std::optional<int> retry_after_s = {}) {
    refuse(player, code, why, retry_after_s);
    return true;
  };
  if (ticket.machine != machine_->row.machine)
    return no(wire::Code::bad_ticket, "this ticket is for another machine than " + machine_->row.name);
  if (context_.clock() - ticket.started_ms > context_.limits->ticket_s * 1000)
    return no(wire::Code::stale_ticket, "this ticket has expired; begin a new episode");
  if (ticket.era != state_.era)
    return no(wire::Code::stale_ticket, "this ticket is from an era that has ended; begin a new episode");
  if (context_.shut) return no(wire::Code::shutting_down, "the museum is closing; come back in a moment", 5);
  if (!context_.ledger->storing() || context_.ledger->waiting() > context_.limits->learner_episodes_max)
    return no(wire::Code::busy, "lessons cannot be stored just now; try again", 5);
  return false;
}

void Room::resume(PlayerSession& player, const wire::Resume& frame) {
  std::optional<core::Ticket> ticket = read_ticket(frame.ticket, context_.secrets);
  if (!ticket) return refuse(player, wire::Code::bad_ticket, "this ticket was not issued by this museum");
  if (refused_ticket(player, *ticket)) return;
  player.again = frame.again;
  player.visit = ticket->visit;
  if (player.table != nullptr && player.table->id != ticket->id && !abandon(*player.table))
    stand(player);  // it is learned all the same
  if (Table* live = seating_.find(ticket->id)) return take_over(*live, player, *ticket);
  if (ticket->seq == 0) ticket->seq = state_.seq;  // of version 1
  Table& table = seating_.set_up(ticket->id);
  if (!table.episode.resume(*machine_, *ticket)) {
    seating_.put_away(table);
    return refuse(player, wire::Code::bad_ticket, "the moves of this ticket cannot be played");
  }
  // The episode may have ended while the machine was frozen, with the answer that it teaches nothing:
  // replaying its end from an older ticket must not teach either. (A finished episode's ticket says when it
  // ended.)
  if (table.episode.phase() == Phase::checking && core::ended_frozen(state_, ticket->seq) && !state_.frozen) {
    seating_.put_away(table);
    return refuse(player, wire::Code::stale_ticket,
                  "this ticket is from before the machine was thawed; begin a new episode");
  }
  ++context_.counters.tickets_resumed;
  sit(table, player);
  if (table.episode.phase() == Phase::checking) return look_up(table);
  send_last_turn(table);  // its verdict follows from the log and this ticket
  context_.ledger->submit(table.episode.submit());
}

/// The episode is still at its table: it goes on where it stands, never at an older ply.
void Room::take_over(Table& table, PlayerSession& player, const core::Ticket& ticket) {
  const auto& live = table.episode.ticket().moves;
  if (ticket.moves.size() > live.size() ||
      !std::equal(ticket.moves.begin(), ticket.moves.end(), live.begin())) {
    return refuse(player, wire::Code::stale_ticket,
                  "this ticket's moves are not those of the episode in play");
  }
  ++context_.counters.tickets_resumed;
  if (table.player != nullptr && table.player != &player) {
    PlayerSession& before = *table.player;
    stand(before);
    before.again = false;
    refuse(before, wire::Code::no_episode, "this episode goes on at another connection");
  }
  if (table.player == nullptr) sit(table, player);
  if (table.episode.phase() != Phase::checking) send_last_turn(table);
}

/// Asks the log whether the episode was finished from a newer ticket.
void Room::look_up(Table& table) {
  context_.ledger->ask(table.id, [this, id = table.id, alive = std::weak_ptr<bool>(alive_),
                                  post = context_.on_network_thread](std::optional<store::LogRow> row) {
    post([this, id, alive, row = std::move(row)] {
      if (!alive.expired()) looked_up(id, row);
    });
  });
}

/// Answers about a table that is gone, or that was answered already, are ignored.
void Room::looked_up(const store::Id& episode, const std::optional<store::LogRow>& row) {
  Table* table = seating_.find(episode);
  if (table == nullptr || table->episode.phase() != Phase::checking) return;
  table->episode.looked_up(row.has_value());
  if (row) return learned(*table, *row);
  send_last_turn(*table);
}

}  // namespace menagerie::museum
