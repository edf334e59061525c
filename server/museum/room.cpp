#include "server/museum/room.hpp"

#include "server/core/counts.hpp"
#include "server/wire/append.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kTablesShown = 4;
constexpr std::int64_t kHeldMsMax = 500;   // a last state waits no longer for its commit
constexpr std::size_t kOverMax = 100'000;  // remembered; some megabytes
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
  so_far.moves.clear();
  last_state.clear();
  trace.clear();
  phrases = nullptr;
  finished = resigned = checking = false;
  visitor = nullptr;
}

Room::Room(std::shared_ptr<const Machine> machine, MachineState state, House& house)
    : machine_(std::move(machine)), state_(std::move(state)), house_(house), phrases_(machine_->boxes) {
  dry_wait_.follow(state_, house_.limits->dry_era_after_s, house_.clock(), house_.steady());
}

// ---- visitors

void Room::join(Visitor& visitor) {
  visitor.visit = house_.ids->next();
  wire::HelloFrame frame = hello();
  frame.visit = visitor.visit;
  const std::string token = write_visit(visitor.visit, house_.secrets);
  frame.visit_token = token;
  send(visitor, FrameOut::hello, wire::hello_text(frame));
}

void Room::send(Visitor& visitor, FrameOut kind, std::string_view text) {
  house_.counters.sent(kind);
  visitor.member.send(text);
}

wire::HelloFrame Room::hello() const {
  wire::HelloFrame frame;
  frame.machine = &machine_->row;
  frame.boxes = &machine_->boxes;
  frame.rule = &machine_->rule;
  frame.box_count = state_.box_count;
  frame.seq = state_.seq;
  frame.era = state_.era;
  frame.tally = state_.tally;
  frame.beads = state_.bead_total;
  frame.frozen = state_.frozen;
  return frame;
}

void Room::leave(Visitor& visitor) {
  visitor.again = visitor.begin_waits = false;
  stand(visitor);
}

void Room::refuse(Visitor& visitor, wire::Code code, std::string_view message,
                  std::optional<int> retry_after_s) {
  if (wire::is_protocol_error(code)) ++visitor.protocol_errors;
  house_.counters.refused(code);
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
  visitor.table->touched_ms = house_.steady();
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
  if (place && free_tables_.size() < kFreeTablesMax) free_tables_.push_back(std::move(place));
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
  if (frame.visit && !go_on_as(visitor, *frame.visit))
    return refuse(visitor, wire::Code::bad_visit, "\"visit\" is none that this server has signed");
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
  if (state_.dry) return send_dry(visitor);
  if (house_.ledger->waiting() > house_.limits->learner_episodes_max) {
    return refuse(visitor, wire::Code::busy, "too many finished games are waiting to be learned", 5);
  }
  auto place = free_table();
  Table& table = *place.mapped();
  table.touched_ms = house_.steady();
  const Seat seat = machine_->boxes.seat();
  // Where there is a choice and none was made, the visitor starts.
  const Player machine_player = seat == Seat::first    ? Player::first
                                : seat == Seat::second ? Player::second
                                : visitor.seat_wanted == static_cast<std::int8_t>(Player::first)
                                    ? Player::first
                                    : Player::second;
  table.so_far.machine = machine_->row.machine;
  table.so_far.era = state_.era;
  table.so_far.id = house_.ids->next();
  table.so_far.visit = visitor.visit;
  table.so_far.started_ms = house_.clock();
  table.so_far.seat = machine_player;
  table.so_far.seq = state_.seq;
  table.course.begin(*machine_);
  table.id_text = table.so_far.id.characters();
  place.key() = table.so_far.id;
  tables_.insert(std::move(place));
  sit(table, visitor);
  Plies plies;
  if (table.course.to_move() == machine_player) machine_moves(table, plies);
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
  const Course& course = table->course;
  if (frame.ply != table->ply() || table->finished) {
    const auto ply = static_cast<std::size_t>(frame.ply);
    if (ply < course.moves().size() && course.graph().move_text(course.moves()[ply]) == frame.move) {
      if (!table->last_state.empty()) return release(*table);  // its answer is still to come: now
      return send_state(*table, last_plies(*table));           // repeated: the answer once more
    }
    return refuse(visitor, wire::Code::wrong_ply,
                  "the episode stands at ply " + std::to_string(table->ply()) +
                      (table->finished ? " and has ended" : ""));
  }
  const Edge edge = course.find(frame.move);
  if (edge == kNone) {
    return refuse(visitor, wire::Code::illegal_move,
                  frame.move + " is not legal here; legal: " + legal_text(*table));
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

/// It ends here.
void Room::give_up(Table& table) {
  remember_over(table.so_far.id, false);
  put_away(table);
}

/// Its tickets are worth nothing any more, as far as is remembered.
void Room::remember_over(const store::Id& episode, bool ended) {
  if (over_.size() < kOverMax) over_.emplace(episode, Over{house_.steady(), ended});
}

std::optional<Room::Over> Room::over_of(const store::Id& episode) const {
  const auto found = over_.find(episode);
  return found == over_.end() ? std::nullopt : std::optional<Over>(found->second);
}

// ---- play

wire::Phrases& Room::phrases_of(Table& table) {
  if (!table.course.grown()) return phrases_;
  if (!table.phrases) {
    const BoxSet& boxes = table.course.boxes();
    table.phrases = std::make_unique<wire::Phrases>(
        boxes, [this, &boxes](std::uint32_t box) -> std::optional<std::uint32_t> {
          const std::uint32_t number = machine_->boxes.find(boxes.boxes()[box].text);
          return state_.has(number) ? std::optional(number) : std::nullopt;
        });
  }
  return *table.phrases;
}

std::string Room::legal_text(Table& table) {
  const GameGraph& graph = table.course.graph();
  const Node node = table.course.node();
  if (!graph.repetition_forbidden()) return phrases_of(table).legal(node);
  std::string text = "[";
  for (Edge edge = graph.first_edge(node); edge < graph.last_edge(node); ++edge) {
    if (!table.course.allows(edge)) continue;
    wire::append_comma(text);
    wire::append_quoted(text, graph.move_text(edge));
  }
  return text += ']';
}

std::span<const std::int64_t> Room::counts_at(Table& table) {
  return core::counts_at(*machine_, state_, table.course, table.counts);
}

void Room::play_edge(Table& table, Edge edge, Plies& plies) {
  Course& course = table.course;
  table.so_far.moves.push_back(static_cast<std::uint8_t>(edge - course.graph().first_edge(course.node())));
  table.so_far.seq = state_.seq;
  course.play(edge);
  table.finished = course.ended();
  plies.add(edge, course.node());
}

/// The draw from the box that the course has come to, holding so many beads; without what was drawn.
wire::DrawnBead Room::drawn_at(const Course& course, std::span<const std::int64_t> counts) const {
  wire::DrawnBead drawn{course.node(), course.orientation(), course.box(), std::nullopt, kNone, counts, {}};
  if (!draws_by_count(machine_->rule) || course.graph().repetition_forbidden()) {
    weigh_draw(machine_->rule, course.boxes(), counts, course.node(), course.orientation(), course.moves(),
               drawn.weights);
  }
  return drawn;
}

void Room::machine_moves(Table& table, Plies& plies) {
  const Course& course = table.course;
  const std::span<const std::int64_t> beads = counts_at(table);
  const std::uint32_t box = course.box();
  Random random(draw_seed(house_.secrets, table.so_far.id, table.ply()));
  const MachineMove made = machine_move(machine_->rule, course.boxes(), beads, course.node(),
                                        course.orientation(), table.ply(), random, course.moves());
  if (box != kNone) {
    const Box& it = course.boxes().boxes()[box];
    plies.drawn = drawn_at(course, beads.subspan(it.first_bead, it.beads.size()));
    plies.drawn->edge = made.edge;
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
  const Course& course = table.course;
  episode.moves.reserve(course.moves().size() * 6);
  for (const Edge edge : course.moves()) {
    if (!episode.moves.empty()) episode.moves += ' ';
    episode.moves += course.graph().move_text(edge);
  }
  if (machine_->listed()) episode.trace = table.trace;
  episode.outcome = table.resigned ? lost_by(table.so_far.seat) : course.outcome().value_or(Outcome::draw);
  episode.resigned = table.resigned;
  episode.last_seq = table.so_far.seq;
  house_.ledger->submit(std::move(episode));
}

Room::Plies Room::last_plies(Table& table) {
  // Once more from the start, so that what is told is what was told then (with the counts of now).
  Table again;
  again.course.begin(*machine_);
  Plies plies;
  const auto draw = [&](std::optional<std::uint16_t> bead, Edge edge) {
    const std::uint32_t box = again.course.box();
    if (box == kNone) return;
    const Box& it = again.course.boxes().boxes()[box];
    plies.drawn = drawn_at(again.course, counts_at(again).subspan(it.first_bead, it.beads.size()));
    plies.drawn->bead = bead;
    plies.drawn->edge = edge;
  };
  for (const Edge edge : table.course.moves()) {
    const bool machines = again.course.to_move() == table.so_far.seat;
    if (machines) {
      plies = {};
      if (const std::optional<Draw> drawn = again.course.draw(edge)) draw(drawn->bead, edge);
    }
    again.course.play(edge);
    if (machines) plies.add(edge, again.course.node());
  }
  // An episode that ended after the visitor's move: his move, and the empty box where the machine resigned.
  const bool last_is_visitors = table.ply() > 0 && again.course.to_move() == table.so_far.seat;
  if (table.finished && (last_is_visitors || table.resigned)) {
    plies = {};
    if (last_is_visitors) plies.add(table.course.moves().back(), again.course.node());
    if (table.resigned) draw(std::nullopt, kNone);
  }
  table.counts = std::move(again.counts);  // what `plies` points to
  return plies;
}

/// Answers with the episode's state. The last state of an episode is learned within a commit's time, a
/// few milliseconds: where the next episode follows by itself, all of it leaves in one write then. While
/// the store fails nobody is kept waiting; tick() sees to a commit that takes long.
void Room::answer(Table& table, const Plies& plies) {
  if (table.finished && table.visitor->again && house_.ledger->storing()) {
    table.last_state = state_of(table, plies);
    table.touched_ms = house_.steady();
  } else {
    send_state(table, plies);
  }
  if (table.finished) submit(table);
}

void Room::release(Table& table) {
  if (!table.last_state.empty() && table.visitor != nullptr)
    send(*table.visitor, FrameOut::state, table.last_state);
  table.last_state.clear();
}

void Room::send_state(Table& table, const Plies& plies) {
  if (table.visitor == nullptr) return;
  send(*table.visitor, FrameOut::state, state_of(table, plies));
  if (feed_.empty()) return;
  feed_.touch();
  house_.changed();
}

/// The text lasts until the next one is written.
std::string_view Room::state_of(Table& table, const Plies& plies) {
  wire::StateFrame frame;
  frame.episode = {table.id_text.data(), table.id_text.size()};
  frame.seat = table.so_far.seat;
  frame.ply = table.ply();
  frame.node = table.course.node();
  wire::Phrases& phrases = phrases_of(table);
  std::string legal;  // only where it depends on what was played before
  if (table.course.graph().repetition_forbidden()) {
    legal = legal_text(table);
    frame.legal = legal;
  } else if (!table.finished) {
    frame.legal = phrases.legal(frame.node);
  }
  frame.played = std::span(plies.ply).first(plies.count);
  frame.drawn = plies.drawn ? &*plies.drawn : nullptr;
  frame.rule = &machine_->rule;
  std::array<char, kTicketTextMax> ticket;
  frame.ticket = write_ticket(table.so_far, house_.secrets, ticket);
  if (table.finished) {
    const std::optional<Outcome> on_board = table.course.outcome();
    store::LogRow row;  // only to ask for the result
    row.seat = table.so_far.seat;
    row.outcome = table.resigned ? lost_by(table.so_far.seat) : on_board.value_or(Outcome::draw);
    frame.ending = wire::Ending{store::result_of(row), why_of(table, on_board.has_value()),
                                table.course.end(table.resigned)};
  }
  return wire::state_text(frame, phrases, table.course.graph(), writer_);
}

// ---- dry machines

std::string Room::dry_text() const {
  const Dry& dry = *state_.dry;
  return wire::dry_text({machine_->row.name, machine_->row.title, machine_->boxes.boxes()[dry.box].text,
                         dry.seq, dry.since_ms, new_era_ms()});
}

void Room::send_dry(Visitor& visitor) { send(visitor, FrameOut::dry, dry_text()); }

// ---- watchers and clockwork

void Room::watch(Member& member) {
  if (feed_waits()) flush_feed();  // what hello counts is not told to the new watcher once more
  feed_.add(member);
  wire::HelloFrame frame = hello();
  frame.room = {playing(), watching()};
  house_.counters.sent(FrameOut::hello);
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
  news.frozen = state_.frozen;
  if (state_.dry) news.dry = dry_text();
  for (const auto& [id, table] : tables_) {
    if (news.tables.size() == kTablesShown) break;
    if (table->visitor == nullptr || table->ply() < 2) continue;
    news.tables.push_back(
        {id.text().substr(32), table->ply(),
         table->course.graph().game().text(table->course.graph().position(table->course.node()))});
  }
  house_.counters.sent(FrameOut::feed, watching());
  feed_.flush(*machine_, state_, std::move(news));
}

void Room::tick() {
  const std::int64_t now = house_.steady();
  const std::optional<std::int64_t> left_ms = dry_wait_.left_ms(now);
  if (left_ms && *left_ms <= 0 && !era_asked_) {
    era_asked_ = true;
    house_.ledger->begin_era_if_dry(machine_->row.machine);
  }
  std::vector<Table*> abandoned;
  for (const auto& [id, table] : tables_) {
    if (!table->last_state.empty() && now - table->touched_ms >= kHeldMsMax) release(*table);
    const bool waits = table->finished || table->checking || table->visitor != nullptr;
    if (!waits && now - table->touched_ms >= house_.limits->idle_episode_s * 1000)
      abandoned.push_back(table.get());
  }
  for (Table* table : abandoned) put_away(*table);
  std::erase_if(over_, [&](const auto& it) { return now - it.second.ms >= house_.limits->ticket_s * 1000; });
}

}  // namespace menagerie::museum
