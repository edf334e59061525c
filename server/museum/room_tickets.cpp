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
  // A table where it is live knows how far it has come.
  if (context_.left.outdates(ticket) && seating_.find(ticket.id) == nullptr)
    return no(wire::Code::stale_ticket,
              "this game was given up, or went on from a newer ticket; begin a new one");
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
  if (player.table != nullptr && player.table->id != ticket->id && !give_up(*player.table))
    stand(player);  // it is learned all the same
  Table* table = seating_.find(ticket->id);
  if (table != nullptr && !table->episode.is_behind(*ticket)) return take_over(*table, player, *ticket);
  if (ticket->seq == 0) ticket->seq = state_.seq;  // of version 1
  if (table == nullptr) table = &seating_.set_up(ticket->id);
  const auto refuse_with = [&](wire::Code code, std::string_view why) {
    table->episode.abandon();
    conclude(*table, [this](PlayerSession& other, bool) { refuse_elsewhere(other); });
    refuse(player, code, why);
  };
  table->phrases.reset();  // they are of the boxes that the episode had so far
  if (!table->episode.resume(*machine_, *ticket))
    return refuse_with(wire::Code::bad_ticket, "the moves of this ticket cannot be played");
  // The episode may have ended while the machine was frozen, with the answer that it teaches nothing:
  // replaying its end from an older ticket must not teach either. (A finished episode's ticket says when it
  // ended.)
  if (table->episode.phase() == Phase::checking && core::ended_frozen(state_, ticket->seq) && !state_.frozen)
    return refuse_with(wire::Code::stale_ticket,
                       "this ticket is from before the machine was thawed; begin a new episode");
  take_seat(*table, player);
  if (table->episode.phase() == Phase::checking) return look_up(*table);
  send_last_turn(*table);  // its verdict follows from the log and this ticket
  context_.ledger->submit(table->episode.submit());
}

/// The episode is still at its table: it goes on where it stands, never at an older ply.
void Room::take_over(Table& table, PlayerSession& player, const core::Ticket& ticket) {
  const auto& live = table.episode.ticket().moves;
  if (ticket.moves.size() > live.size() ||
      !std::equal(ticket.moves.begin(), ticket.moves.end(), live.begin())) {
    return refuse(player, wire::Code::stale_ticket,
                  "this ticket's moves are not those of the episode in play");
  }
  take_seat(table, player);
  if (table.episode.phase() != Phase::checking) send_last_turn(table);
}

/// An episode is played at one connection, the one that resumed last. The session that had it before hears
/// that; or, where there is nothing more to play, it hears what becomes of the episode.
void Room::take_seat(Table& table, PlayerSession& player) {
  ++context_.counters.tickets_resumed;
  if (table.player == &player) return;
  if (PlayerSession* before = table.player) {
    const bool asked = before->begin_waits;
    stand(*before);
    if (table.episode.phase() == Phase::playing) {
      refuse_elsewhere(*before);
    } else {
      seating_.wait_at(table, *before);
      before->begin_waits = asked;
    }
  }
  sit(table, player);
}

void Room::refuse_elsewhere(PlayerSession& player) {
  player.again = player.begin_waits = false;
  refuse(player, wire::Code::no_episode, "this episode goes on at another connection");
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
  for (PlayerSession* other : seating_.release_former(*table)) refuse_elsewhere(*other);
  send_last_turn(*table);
}

}  // namespace menagerie::museum
