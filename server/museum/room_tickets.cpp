// A room's tickets: how an episode goes on after a lost line, a reload or a restart.
#include "server/museum/room.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {

/// Takes a visit up again that the server signed. A bare id, as clients sent once, stands in lists for
/// everybody to see, so that it proves nothing: the visit of this connection goes on.
bool Room::go_on_as(Visitor& visitor, const std::string& token) {
  if (const std::optional<store::Id> visit = read_visit(token, house_.secrets)) {
    visitor.visit = *visit;
    return true;
  }
  return store::Id::parse(token).has_value();
}

void Room::resume(Visitor& visitor, const wire::Resume& frame) {
  const std::optional<Ticket> ticket = read_ticket(frame.ticket, house_.secrets);
  if (!ticket) return refuse(visitor, wire::Code::bad_ticket, "this is no ticket of this house");
  if (ticket->machine != machine_->row.machine) {
    return refuse(visitor, wire::Code::bad_ticket,
                  "this ticket is for another machine than " + machine_->row.name);
  }
  if (house_.clock() - ticket->started_ms > house_.limits->ticket_s * 1000) {
    return refuse(visitor, wire::Code::stale_ticket, "this ticket has expired; begin a new episode");
  }
  if (ticket->era != state_.era) {
    return refuse(visitor, wire::Code::stale_ticket,
                  "this ticket is from an era that has ended; begin a new episode");
  }
  if (house_.shut)
    return refuse(visitor, wire::Code::shutting_down, "the house is closing; come back in a moment", 5);
  const std::optional<Over> over = over_of(ticket->id);
  if (over && !over->ended)
    return refuse(visitor, wire::Code::stale_ticket, "this episode was given up; begin a new one");
  if (!house_.ledger->storing() || house_.ledger->waiting() > house_.limits->learner_episodes_max)
    return refuse(visitor, wire::Code::busy, "lessons cannot be stored just now; try again", 5);
  visitor.again = frame.again;
  visitor.visit = ticket->visit;
  if (visitor.table != nullptr && visitor.table->so_far.id != ticket->id) {
    if (visitor.table->finished) {
      stand(visitor);  // it is learned all the same
    } else {
      give_up(*visitor.table);
    }
  }
  if (const auto live = tables_.find(ticket->id); live != tables_.end())
    return take_over(*live->second, visitor, *ticket);
  std::unique_ptr<Table> table = table_of(*ticket);
  if (!table) return refuse(visitor, wire::Code::bad_ticket, "the moves of this ticket cannot be played");
  if (over && !table->finished)
    return refuse(visitor, wire::Code::stale_ticket, "this episode has ended; begin a new one");
  ++house_.counters.tickets_resumed;
  sit(*table, visitor);
  Table& at = *tables_.emplace(ticket->id, std::move(table)).first->second;
  if (at.finished) {  // its verdict follows from the log and this ticket
    send_state(at, last_plies(at));
    return submit(at);
  }
  at.checking = true;
  house_.ledger->ask(ticket->id, [this, id = ticket->id, alive = std::weak_ptr<bool>(alive_),
                                  post = house_.on_network_thread](std::optional<store::LogRow> row) {
    post([this, id, alive, row = std::move(row)] {
      if (!alive.expired()) looked_up(id, row);
    });
  });
}

/// The episode is still at its table: it goes on where it stands, never at an older ply.
void Room::take_over(Table& table, Visitor& visitor, const Ticket& ticket) {
  const auto& live = table.so_far.moves;
  if (ticket.moves.size() > live.size() ||
      !std::equal(ticket.moves.begin(), ticket.moves.end(), live.begin())) {
    return refuse(visitor, wire::Code::stale_ticket,
                  "this ticket tells another story than the episode in play");
  }
  ++house_.counters.tickets_resumed;
  if (table.visitor != nullptr && table.visitor != &visitor) {
    Visitor& before = *table.visitor;
    stand(before);
    before.again = false;
    refuse(before, wire::Code::no_episode, "this episode goes on at another connection");
  }
  if (table.visitor == nullptr) sit(table, visitor);
  table.last_state.clear();  // told now
  if (!table.checking) send_state(table, last_plies(table));
}

/// The episode that a ticket tells, or null where its moves cannot be played.
std::unique_ptr<Table> Room::table_of(Ticket ticket) {
  if (!plays(machine_->boxes.seat(), ticket.seat)) return nullptr;
  auto table = std::make_unique<Table>();
  table->touched_ms = house_.steady();
  Course& course = table->course;
  course.begin(*machine_);
  for (const std::uint8_t index : ticket.moves) {
    const GameGraph& graph = course.graph();
    const Node node = course.node();
    if (index >= graph.degree(node)) return nullptr;
    const Edge edge = graph.first_edge(node) + index;
    if (!course.allows(edge)) return nullptr;
    if (course.to_move() == ticket.seat && course.box() != kNone) {
      const std::optional<Draw> draw = course.draw(edge);
      if (!draw) return nullptr;
      table->trace.push_back(*draw);
    }
    course.play(edge);
  }
  table->so_far = std::move(ticket);
  if (table->so_far.seq == 0) table->so_far.seq = state_.seq;
  table->id_text = table->so_far.id.characters();
  // A ticket is written after the machine's answer; where it is the machine's turn, it had resigned.
  table->finished = course.ended();
  if (!table->finished && course.to_move() == table->so_far.seat) table->resigned = table->finished = true;
  return table;
}

void Room::looked_up(const store::Id& episode, const std::optional<store::LogRow>& row) {
  const auto found = tables_.find(episode);
  if (found == tables_.end()) return;
  Table& table = *found->second;
  table.checking = false;
  if (row) return learned(*row);  // it was played to its end from a newer ticket
  send_state(table, last_plies(table));
}

}  // namespace menagerie::museum
