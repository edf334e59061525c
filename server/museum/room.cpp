#include "server/museum/room.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kTablesShown = 4;
constexpr std::int64_t kHeldMsMax = 500;      // a last state waits no longer for its commit
constexpr std::size_t kGivenUpMax = 100'000;  // remembered; some megabytes
constexpr std::size_t kFreeTablesMax = 1'000;

std::string_view why_of(const Table& table, bool on_board) {
  if (table.resigned) return "resign";
  return on_board ? "board" : "length";
}

Outcome lost_by(Player player) {
  return player == Player::first ? Outcome::second_wins : Outcome::first_wins;
}

}  // namespace

void Table::clear() {
  Table fresh;
  so_far.moves.clear();
  last_state.clear();
  moves.clear();
  trace.clear();
  fresh.so_far.moves = std::move(so_far.moves);
  fresh.last_state = std::move(last_state);
  fresh.moves = std::move(moves);
  fresh.trace = std::move(trace);
  *this = std::move(fresh);
}

Room::Room(std::shared_ptr<const Machine> machine, Life life, House& house)
    : machine_(std::move(machine)), life_(std::move(life)), house_(house), phrases_(machine_->boxes) {}

// ---- visitors

void Room::join(Visitor& visitor) {
  visitor.visit = house_.ids->next();
  wire::HelloFrame frame = hello();
  frame.visit = visitor.visit;
  visitor.member.send(wire::hello_text(frame));
}

wire::HelloFrame Room::hello() const {
  wire::HelloFrame frame;
  frame.machine = &machine_->row;
  frame.boxes = &machine_->boxes;
  frame.seq = life_.seq;
  frame.era = life_.era;
  frame.tally = life_.tally;
  frame.beads = life_.bead_total;
  return frame;
}

void Room::leave(Visitor& visitor) {
  visitor.again = visitor.begin_waits = false;
  stand(visitor);
}

void Room::refuse(Visitor& visitor, wire::Code code, std::string_view message,
                  std::optional<int> retry_after_s) {
  if (wire::is_protocol_error(code)) ++visitor.protocol_errors;
  visitor.member.send(wire::error_text(code, message, retry_after_s));
}

void Room::sit(Table& table, Visitor& visitor) {
  table.visitor = &visitor;
  visitor.table = &table;
  visitor.seat_wanted = static_cast<std::int8_t>(table.so_far.seat);
  ++seated_;
  feed_.touch();
  house_.changed();
}

void Room::stand(Visitor& visitor) {
  if (visitor.table == nullptr) return;
  visitor.table->visitor = nullptr;
  visitor.table->touched_ms = house_.clock();
  visitor.table = nullptr;
  visitor.begin_waits = false;
  --seated_;
  feed_.touch();
  house_.changed();
}

void Room::put_away(Table& table) {
  if (table.visitor != nullptr) {
    table.visitor->last_episode = table.so_far.id;
    stand(*table.visitor);
  }
  Tables::node_type place = tables_.extract(table.so_far.id);
  if (free_tables_.size() < kFreeTablesMax) free_tables_.push_back(std::move(place));
}

/// An empty table, one that was played at before where there is one: an episode then allocates little.
Room::Tables::node_type Room::free_table() {
  if (free_tables_.empty()) {
    Tables fresh;
    fresh.emplace(store::Id(), std::make_unique<Table>());
    return fresh.extract(fresh.begin());
  }
  Tables::node_type place = std::move(free_tables_.back());
  free_tables_.pop_back();
  place.mapped()->clear();
  return place;
}

// ---- frames

void Room::begin(Visitor& visitor, const wire::Begin& frame) {
  const Seat seat = machine_->boxes.seat();
  if (frame.seat && !plays(seat, *frame.seat)) {
    return refuse(visitor, wire::Code::bad_seat,
                  machine_->row.title + " always plays " + std::string(menagerie::to_text(seat)));
  }
  if (frame.visit) visitor.visit = *frame.visit;
  if (frame.seat) visitor.seat_wanted = static_cast<std::int8_t>(*frame.seat);
  visitor.again = frame.again;
  if (visitor.table != nullptr && visitor.table->finished) {
    visitor.begin_waits = true;  // the next episode is played by the machine that has learned this one
    return;
  }
  if (visitor.table != nullptr) give_up(*visitor.table);
  start_episode(visitor);
}

void Room::start_episode(Visitor& visitor) {
  visitor.begin_waits = false;
  if (house_.shut)
    return refuse(visitor, wire::Code::shutting_down, "the house is closing; come back in a moment", 5);
  if (life_.dry) return send_dry(visitor);
  if (house_.learner->waiting() > house_.limits->learner_episodes_max) {
    return refuse(visitor, wire::Code::busy, "too many finished games are waiting to be learned", 5);
  }
  auto place = free_table();
  Table& table = *place.mapped();
  table.touched_ms = house_.clock();
  const Seat seat = machine_->boxes.seat();
  // Where there is a choice and none was made, the visitor starts.
  const Player machine_player = seat == Seat::first    ? Player::first
                                : seat == Seat::second ? Player::second
                                : visitor.seat_wanted == static_cast<std::int8_t>(Player::first)
                                    ? Player::first
                                    : Player::second;
  table.so_far.machine = machine_->row.machine;
  table.so_far.era = life_.era;
  table.so_far.id = house_.ids->next();
  table.so_far.visit = visitor.visit;
  table.so_far.started_ms = table.touched_ms;
  table.so_far.seat = machine_player;
  table.frame = machine_->boxes.next_frame(0, 0);
  table.id_text = table.so_far.id.characters();
  place.key() = table.so_far.id;
  tables_.insert(std::move(place));
  sit(table, visitor);
  Plies plies;
  if (machine_->graph->to_move(0) == machine_player) machine_moves(table, plies);
  answer(table, plies);
}

void Room::move(Visitor& visitor, const wire::MoveMade& frame) {
  Table* table = visitor.table;
  const bool mine = table != nullptr && table->so_far.id == frame.episode;
  if (!mine && frame.episode == visitor.last_episode) return;  // a repeated last move: it was answered
  if (table == nullptr) return refuse(visitor, wire::Code::no_episode, "send begin or resume first");
  if (!mine)
    return refuse(visitor, wire::Code::not_your_episode, "that episode is not played on this connection");
  if (table->checking)
    return refuse(visitor, wire::Code::wrong_ply, "wait for the state of the resumed episode");
  const GameGraph& graph = *machine_->graph;
  if (frame.ply != table->ply() || table->finished) {
    const auto ply = static_cast<std::size_t>(frame.ply);
    if (ply < table->moves.size() && graph.move_text(table->moves[ply]) == frame.move) {
      if (!table->last_state.empty()) return release(*table);  // its answer is still to come: now
      return send_state(*table, last_plies(*table));           // repeated: the answer once more
    }
    return refuse(visitor, wire::Code::wrong_ply,
                  "the episode stands at ply " + std::to_string(table->ply()) +
                      (table->finished ? " and has ended" : ""));
  }
  const Edge edge = graph.find_edge(table->node, frame.move);
  if (edge == kNone) {
    return refuse(visitor, wire::Code::illegal_move,
                  frame.move + " is not legal here; legal: " + phrases_.legal(table->node));
  }
  Plies plies;
  play_edge(*table, edge, plies);
  if (!table->finished) machine_moves(*table, plies);
  answer(*table, plies);
}

void Room::give_up(Visitor& visitor) {
  if (visitor.table == nullptr)
    return refuse(visitor, wire::Code::no_episode, "there is no episode to give up");
  visitor.again = false;
  if (!visitor.table->finished) give_up(*visitor.table);
}

/// It ends here: its tickets are worth nothing any more, as far as is remembered.
void Room::give_up(Table& table) {
  if (given_up_.size() < kGivenUpMax) given_up_.emplace(table.so_far.id, house_.clock());
  put_away(table);
}

// ---- play

bool Room::ended(const Table& table) const {
  return table.resigned || machine_->graph->outcome(table.node).has_value() ||
         table.ply() >= machine_->graph->game().length_max();
}

void Room::play_edge(Table& table, Edge edge, Plies& plies) {
  const GameGraph& graph = *machine_->graph;
  table.moves.push_back(edge);
  table.so_far.moves.push_back(static_cast<std::uint8_t>(edge - graph.first_edge(table.node)));
  table.node = graph.target(edge);
  table.frame = machine_->boxes.next_frame(table.node, table.frame);
  table.finished = ended(table);
  plies.add(edge, table.node);
}

void Room::machine_moves(Table& table, Plies& plies) {
  const BoxSet& boxes = machine_->boxes;
  const std::uint32_t box = boxes.box_at(table.node, table.frame);
  Random random(draw_seed(house_.secrets, table.so_far.id, table.ply()));
  const MachineMove made =
      machine_move(machine_->rule, boxes, life_.beads, table.node, table.frame, table.ply(), random);
  if (box != kNone) {
    const Box& it = boxes.boxes()[box];
    plies.drawn = wire::DrawnBead{table.node, table.frame,
                                  box,        std::nullopt,
                                  made.edge,  std::span(life_.beads).subspan(it.first_bead, it.beads.size())};
    if (made.draw) plies.drawn->bead = made.draw->bead;
  }
  if (made.edge == kNone) {
    table.resigned = table.finished = true;
    return;
  }
  if (made.draw) table.trace.push_back(*made.draw);
  play_edge(table, made.edge, plies);
}

void Room::submit(Table& table) {
  Finished episode;
  episode.machine = machine_->row.machine;
  episode.era = table.so_far.era;
  episode.id = table.so_far.id;
  episode.visit = table.so_far.visit;
  episode.started_ms = table.so_far.started_ms;
  episode.seat = table.so_far.seat;
  episode.moves.reserve(table.moves.size() * 6);
  for (const Edge edge : table.moves) {
    if (!episode.moves.empty()) episode.moves += ' ';
    episode.moves += machine_->graph->move_text(edge);
  }
  episode.trace = table.trace;
  episode.outcome = table.resigned ? lost_by(table.so_far.seat)
                                   : machine_->graph->outcome(table.node).value_or(Outcome::draw);
  episode.resigned = table.resigned;
  episode.resumed = table.resumed;
  house_.learner->submit(std::move(episode));
}

Room::Plies Room::last_plies(const Table& table) const {
  Plies plies;
  const BoxSet& boxes = machine_->boxes;
  const GameGraph& graph = *machine_->graph;
  Node node = 0;
  std::uint8_t frame = boxes.next_frame(0, 0);
  for (std::size_t ply = 0; ply < table.moves.size(); ++ply) {
    const Edge edge = table.moves[ply];
    if (graph.to_move(node) == table.so_far.seat) {
      plies = {};
      if (const std::uint32_t box = boxes.box_at(node, frame); box != kNone) {
        const Box& it = boxes.boxes()[box];
        plies.drawn = wire::DrawnBead{node, frame,
                                      box,  static_cast<std::uint16_t>(boxes.bead_at(edge, frame)),
                                      edge, std::span(life_.beads).subspan(it.first_bead, it.beads.size())};
      }
      plies.add(edge, graph.target(edge));
    }
    node = graph.target(edge);
    frame = boxes.next_frame(node, frame);
  }
  // An episode that ended after the visitor's move: his move, and the empty box where the machine resigned.
  const bool last_is_visitors = !table.moves.empty() && graph.to_move(node) == table.so_far.seat;
  if (!table.finished || (!last_is_visitors && !table.resigned)) return plies;
  plies = {};
  if (last_is_visitors) plies.add(table.moves.back(), node);
  if (const std::uint32_t box = boxes.box_at(node, frame); table.resigned && box != kNone) {
    const Box& it = boxes.boxes()[box];
    plies.drawn =
        wire::DrawnBead{node,         frame, box,
                        std::nullopt, kNone, std::span(life_.beads).subspan(it.first_bead, it.beads.size())};
  }
  return plies;
}

/// Answers with the episode's state. The last state of an episode is learned within a commit's time, a
/// few milliseconds: where the next episode follows by itself, all of it leaves in one write then. While
/// the store fails nobody is kept waiting; tick() sees to a commit that takes long.
void Room::answer(Table& table, const Plies& plies) {
  if (table.finished && table.visitor->again && house_.learner->storing()) {
    table.last_state = state_of(table, plies);
    table.touched_ms = house_.clock();
  } else {
    send_state(table, plies);
  }
  if (table.finished) submit(table);
}

void Room::release(Table& table) {
  if (!table.last_state.empty() && table.visitor != nullptr) table.visitor->member.send(table.last_state);
  table.last_state.clear();
}

void Room::send_state(Table& table, const Plies& plies) {
  if (table.visitor == nullptr) return;
  table.visitor->member.send(state_of(table, plies));
  if (feed_.empty()) return;
  feed_.touch();
  house_.changed();
}

/// The text lasts until the next one is written.
std::string_view Room::state_of(const Table& table, const Plies& plies) {
  wire::StateFrame frame;
  frame.episode = {table.id_text.data(), table.id_text.size()};
  frame.seat = table.so_far.seat;
  frame.ply = table.ply();
  frame.node = table.node;
  frame.played = std::span(plies.ply).first(plies.count);
  frame.drawn = plies.drawn;
  std::array<char, kTicketTextMax> ticket;
  frame.ticket = write_ticket(table.so_far, house_.secrets, ticket);
  if (table.finished) {
    const std::optional<Outcome> on_board = machine_->graph->outcome(table.node);
    store::LogRow row;  // only to ask for the result
    row.seat = table.so_far.seat;
    row.outcome = table.resigned ? lost_by(table.so_far.seat) : on_board.value_or(Outcome::draw);
    frame.ending = wire::Ending{store::result_of(row), why_of(table, on_board.has_value())};
  }
  return wire::state_text(frame, phrases_, *machine_->graph, writer_);
}

// ---- dry machines

std::string Room::dry_text() const {
  const Dry& dry = *life_.dry;
  return wire::dry_text({machine_->row.name, machine_->row.title, machine_->boxes.boxes()[dry.box].text,
                         dry.seq, dry.since_ms, dry.since_ms + house_.limits->dry_era_after_s * 1000});
}

void Room::send_dry(Visitor& visitor) { visitor.member.send(dry_text()); }

// ---- tickets

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
  if (ticket->era != life_.era) {
    return refuse(visitor, wire::Code::stale_ticket,
                  "this ticket is from an era that has ended; begin a new episode");
  }
  if (house_.shut)
    return refuse(visitor, wire::Code::shutting_down, "the house is closing; come back in a moment", 5);
  if (given_up_.contains(ticket->id))
    return refuse(visitor, wire::Code::stale_ticket, "this episode was given up; begin a new one");
  if (!house_.learner->storing() || house_.learner->waiting() > house_.limits->learner_episodes_max)
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
  table->checking = true;
  sit(*table, visitor);
  tables_.emplace(ticket->id, std::move(table));
  house_.learner->find(ticket->id, [this, id = ticket->id, alive = std::weak_ptr<bool>(alive_),
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
std::unique_ptr<Table> Room::table_of(Ticket ticket) const {
  const GameGraph& graph = *machine_->graph;
  const BoxSet& boxes = machine_->boxes;
  if (!plays(boxes.seat(), ticket.seat)) return nullptr;
  auto table = std::make_unique<Table>();
  table->touched_ms = house_.clock();
  table->resumed = true;
  table->frame = boxes.next_frame(0, 0);
  for (const std::uint8_t index : ticket.moves) {
    if (index >= graph.degree(table->node)) return nullptr;
    const Edge edge = graph.first_edge(table->node) + index;
    if (graph.to_move(table->node) == ticket.seat) {
      if (const std::uint32_t box = boxes.box_at(table->node, table->frame); box != kNone) {
        const std::uint32_t bead = boxes.bead_at(edge, table->frame);
        if (bead == kNone) return nullptr;
        table->trace.push_back(
            {box, static_cast<std::uint16_t>(bead), static_cast<std::uint16_t>(table->ply())});
      }
    }
    table->moves.push_back(edge);
    table->node = graph.target(edge);
    table->frame = boxes.next_frame(table->node, table->frame);
  }
  table->so_far = std::move(ticket);
  table->id_text = table->so_far.id.characters();
  // A ticket is written after the machine's answer; where it is the machine's turn, it had resigned.
  table->finished = ended(*table);
  if (!table->finished && graph.to_move(table->node) == table->so_far.seat)
    table->resigned = table->finished = true;
  return table;
}

void Room::looked_up(const store::Id& episode, const std::optional<store::LogRow>& row) {
  const auto found = tables_.find(episode);
  if (found == tables_.end()) return;
  Table& table = *found->second;
  table.checking = false;
  if (row) return known(*row);
  send_state(table, last_plies(table));
  if (table.finished) submit(table);
}

// ---- what the learner made durable

void Room::learned(const store::LogRow& row) {
  life_.apply(*machine_, row);
  era_asked_ = false;
  feed_.row(row);
  house_.changed();
  if (row.kind == store::Kind::episode) {
    known(row);
  } else {
    end_era_in_play();
  }
}

void Room::known(const store::LogRow& row) {
  const auto found = tables_.find(row.id);
  if (found == tables_.end()) return;
  Visitor* visitor = found->second->visitor;
  const bool asked = visitor != nullptr && visitor->begin_waits;
  release(*found->second);
  put_away(*found->second);
  if (visitor == nullptr) return;
  visitor->member.send(wire::learned_text(row, phrases_, writer_));
  after_learned(*visitor, asked);
}

/// `asked`: a `begin` is waiting, which the session has counted already.
void Room::after_learned(Visitor& visitor, bool asked) {
  if (!asked && !visitor.again) return;
  const std::optional<int> wait_s = asked ? std::nullopt : visitor.member.wait_for_episode();
  if (!wait_s) return start_episode(visitor);
  visitor.again = false;
  refuse(visitor, wire::Code::too_many_episodes, "many games were begun from your address; please wait",
         wait_s);
}

void Room::era_over(const store::Id& episode) {
  const auto found = tables_.find(episode);
  if (found == tables_.end()) return;
  Visitor* visitor = found->second->visitor;
  release(*found->second);
  put_away(*found->second);
  if (visitor != nullptr)
    refuse(*visitor, wire::Code::era_over, "a new era began before this episode was learned; begin anew");
}

void Room::end_era_in_play() {
  std::vector<Table*> over;
  for (const auto& [id, table] : tables_) {
    if (!table->finished && table->so_far.era != life_.era) over.push_back(table.get());
  }
  for (Table* table : over) {
    Visitor* visitor = table->visitor;
    put_away(*table);
    if (visitor != nullptr) refuse(*visitor, wire::Code::era_over, "a new era has begun; begin anew");
  }
}

// ---- watchers and clockwork

void Room::watch(Member& member) {
  if (feed_waits()) flush_feed();  // what hello counts is not told to the new watcher once more
  feed_.add(member);
  wire::HelloFrame frame = hello();
  frame.room = {playing(), watching()};
  member.send(wire::hello_text(frame));
  feed_.touch();
  house_.changed();
}

void Room::unwatch(Member& member) {
  feed_.remove(member);
  feed_.touch();
  house_.changed();
}

void Room::flush_feed() {
  wire::FeedNews news;
  news.playing = playing();
  news.watching = watching();
  if (life_.dry) news.dry = dry_text();
  for (const auto& [id, table] : tables_) {
    if (news.tables.size() == kTablesShown) break;
    if (table->visitor == nullptr || table->ply() < 2) continue;
    news.tables.push_back({id.text().substr(32), table->ply(),
                           machine_->graph->game().text(machine_->graph->position(table->node))});
  }
  feed_.flush(*machine_, life_, std::move(news));
}

void Room::tick() {
  const std::int64_t now = house_.clock();
  if (life_.dry && !era_asked_ && now - life_.dry->since_ms >= house_.limits->dry_era_after_s * 1000) {
    era_asked_ = true;
    house_.learner->begin_era_if_dry(machine_->row.machine);
  }
  std::vector<Table*> abandoned;
  for (const auto& [id, table] : tables_) {
    if (!table->last_state.empty() && now - table->touched_ms >= kHeldMsMax) release(*table);
    const bool waits = table->finished || table->checking || table->visitor != nullptr;
    if (!waits && now - table->touched_ms >= house_.limits->idle_episode_s * 1000)
      abandoned.push_back(table.get());
  }
  for (Table* table : abandoned) put_away(*table);
  std::erase_if(given_up_, [&](const auto& it) { return now - it.second >= house_.limits->ticket_s * 1000; });
}

}  // namespace menagerie::museum
