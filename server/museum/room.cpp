#include "server/museum/room.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kTablesShown = 4;
constexpr std::size_t kTablesLookedAt = 64;  // for those that are shown

}  // namespace

Room::Context Room::Context::beside(ledger::Ledger& its_ledger, const Secrets& its_secrets) const {
  Context context;
  context.ledger = &its_ledger;
  context.limits = limits;
  context.secrets = its_secrets;
  context.clock = clock;
  context.steady = steady;
  context.changed = [] {};
  context.ids = ids;
  context.on_network_thread = on_network_thread;
  context.shut = shut;
  return context;
}

Room::Room(std::shared_ptr<const core::Machine> machine, core::MachineState state, Context& context,
           const std::optional<core::Graduation>& graduation)
    : machine_(std::move(machine)),
      state_(std::move(state)),
      context_(context),
      presentation_(*machine_, state_, context.secrets),
      graduation_(graduation) {
  dry_wait_.follow(state_, context_.limits->dry_era_after_s, context_.clock(), context_.steady());
}

std::shared_ptr<const MachineView> Room::view() const {
  if (!view_ || view_->state.seq != state_.seq)
    view_ = std::make_shared<const MachineView>(MachineView{machine_, state_, graduation_});
  return view_;
}

Attendance Room::attendance() const {
  const std::size_t watchers = feed_.watching(), counted = watchers - uncounted_;
  return {seating_.visitors(), counted - std::min(counted, seating_.connections()), seating_.in_play(),
          watchers, new_era_ms()};
}

std::optional<std::int64_t> Room::new_era_ms() const {
  return dry_wait_.end_ms(context_.clock(), context_.steady());
}

// ---- visitors

void Room::send(PlayerSession& player, FrameOut kind, std::string_view text) {
  context_.counters.sent(kind);
  player.subscriber.send(text);
}

void Room::refuse(PlayerSession& player, wire::Code code, std::string_view message,
                  std::optional<int> retry_after_s) {
  if (wire::is_protocol_error(code)) ++player.protocol_errors;
  context_.counters.refused(code);
  player.subscriber.send(wire::error_text(code, message, retry_after_s));
}

void Room::touch_boards() {
  feed_.touch();
  context_.changed();
}

void Room::touch_counts() {
  feed_.touch_counts();
  context_.changed();
}

void Room::join(PlayerSession& player) {
  player.visit = context_.ids->next();
  wire::HelloFrame frame = presentation_.hello();
  frame.as_of = as_of_;
  frame.copy = copy_;
  frame.visit = player.visit;
  const std::string token = write_visit(player.visit, context_.secrets);
  frame.visit_token = token;
  send(player, FrameOut::hello, wire::hello_text(frame));
}

void Room::leave(PlayerSession& player) {
  player.again = player.begin_waits = false;
  seating_.stop_waiting(player);
  stand(player);
  if (seating_.leave(player)) touch_counts();
}

void Room::sit(Table& table, PlayerSession& player) {
  seating_.sit(table, player);
  touch_counts();
}

void Room::stand(PlayerSession& player) {
  if (player.table == nullptr) return;
  seating_.stand(player, context_.steady());
  touch_counts();
}

void Room::put_away(Table& table) {
  const bool seated = table.player != nullptr;
  seating_.put_away(table);
  if (seated) touch_counts();
}

/// Puts the table away, and tells everybody who waits for what becomes of its episode. `asked`: a `begin` of
/// theirs waits.
void Room::conclude(Table& table, const std::function<void(PlayerSession&, bool asked)>& tell) {
  PlayerSession* player = table.player;
  const bool asked = player != nullptr && player->begin_waits;
  const std::vector<PlayerSession*> former = seating_.release_former(table);
  put_away(table);
  if (player != nullptr) tell(*player, asked);
  for (PlayerSession* other : former) tell(*other, other->begin_waits);
}

/// Ends an episode that its visitor does not finish; false where it is finished, and will be learned. One
/// that is being looked up may be in the log.
bool Room::give_up(Table& table) {
  if (table.episode.phase() == core::Episode::Phase::checking) {
    rest(table);
    return true;
  }
  if (!table.episode.abandon()) return false;
  context_.left.give_up(table.id);
  put_away(table);
  return true;
}

/// Puts away what is not finished; its newest ticket stays good. Precondition: playing or checking.
void Room::rest(Table& table) {
  context_.left.leave(table.id, table.episode.ticket().moves.size());
  table.episode.abandon();
  conclude(table, [this, player = table.player](PlayerSession& other, bool) {
    if (&other != player) refuse_elsewhere(other);
  });
}

// ---- frames

void Room::begin(PlayerSession& player, const wire::Begin& frame) {
  const Seat seat = machine_->boxes.seat();
  if (frame.seat && !plays(seat, *frame.seat)) {
    return refuse(player, wire::Code::bad_seat,
                  machine_->row.title + " always plays " + std::string(menagerie::to_text(seat)));
  }
  if (frame.visit && !go_on_as(player, *frame.visit))
    return refuse(player, wire::Code::bad_visit, "\"visit\" was not signed by this museum");
  if (frame.seat) player.seat_wanted = *frame.seat;
  player.again = frame.again;
  if (player.table != nullptr && !give_up(*player.table)) {
    player.begin_waits = true;  // the next episode is played by the machine that has learned this one
    return;
  }
  start_episode(player);
}

/// Where there is a choice and none was made, the visitor starts.
core::Ticket Room::new_ticket(const PlayerSession& player) const {
  const Seat seat = machine_->boxes.seat();
  core::Ticket ticket;
  ticket.machine = machine_->row.machine;
  ticket.era = state_.era;
  ticket.id = context_.ids->next();
  ticket.visit = player.visit;
  ticket.started_ms = context_.clock();
  ticket.seat = seat == Seat::first    ? Player::first
                : seat == Seat::second ? Player::second
                                       : player.seat_wanted.value_or(Player::second);
  ticket.seq = state_.seq;
  return ticket;
}

void Room::start_episode(PlayerSession& player) {
  player.begin_waits = false;
  if (context_.shut)
    return refuse(player, wire::Code::shutting_down, "the museum is closing; come back in a moment", 5);
  if (state_.dry) return send(player, FrameOut::dry, presentation_.dry(new_era_ms()));
  if (context_.ledger->waiting() > context_.limits->learner_episodes_max)
    return refuse(player, wire::Code::busy, "too many finished games are waiting to be learned", 5);
  const core::Ticket ticket = new_ticket(player);
  Table& table = seating_.set_up(ticket.id);
  table.episode.begin(*machine_, ticket);
  sit(table, player);
  core::PlayedTurn turn;
  if (table.episode.machine_to_move()) machine_moves(table, turn);
  answer(table, turn);
}

void Room::move(PlayerSession& player, const wire::MoveMade& frame) {
  Table* table = player.table;
  const bool mine = table != nullptr && table->id == frame.episode;
  if (!mine && frame.episode == player.last_episode) return;  // a repeated last move: it was answered
  if (table == nullptr) return refuse(player, wire::Code::no_episode, "send begin or resume first");
  if (!mine)
    return refuse(player, wire::Code::not_your_episode, "that episode is not played on this connection");
  core::PlayedTurn turn;
  using Reply = core::Episode::MoveReply;
  switch (table->episode.visitor_moves(frame.ply, frame.move, state_.seq, turn)) {
    case Reply::played:
      presentation_.prefetch(*table);
      if (table->episode.machine_to_move()) machine_moves(*table, turn);
      return answer(*table, turn);
    case Reply::repeated:
      return send_last_turn(*table);
    case Reply::not_yet:
      return refuse(player, wire::Code::wrong_ply, "wait for the state of the resumed episode");
    case Reply::wrong_ply:
      return refuse(player, wire::Code::wrong_ply,
                    "the episode stands at ply " + std::to_string(table->episode.ply()) +
                        (table->episode.ended() ? " and has ended" : ""));
    case Reply::illegal:
      return refuse(player, wire::Code::illegal_move,
                    frame.move + " is not legal here; legal: " + presentation_.legal_moves(*table));
  }
}

void Room::give_up(PlayerSession& player) {
  if (player.table == nullptr)
    return refuse(player, wire::Code::no_episode, "there is no episode to give up");
  player.again = player.begin_waits = false;
  give_up(*player.table);
  if (seating_.leave(player)) touch_counts();
}

// ---- play

void Room::machine_moves(Table& table, core::PlayedTurn& turn) {
  Random random(draw_seed(context_.secrets, table.id, table.episode.ticket().moves));
  table.episode.machine_moves(state_, random, turn);
}

/// Answers with the episode's state, and submits one that has ended. Where the next episode follows by
/// itself, more frames come within a commit's time, as long as the ledger stores.
void Room::answer(Table& table, const core::PlayedTurn& turn) {
  const bool ended = table.episode.phase() == core::Episode::Phase::finished;
  if (ended && table.player->again && context_.ledger->storing()) {
    context_.counters.sent(FrameOut::state);
    table.player->subscriber.send_before_more(presentation_.state(table, turn));
  } else {
    send_state(table, turn);
  }
  if (ended) context_.ledger->submit(table.episode.submit());
}

void Room::send_state(Table& table, const core::PlayedTurn& turn) {
  if (table.player == nullptr) return;
  send(*table.player, FrameOut::state, presentation_.state(table, turn));
  if (!feed_.empty()) touch_boards();
}

// ---- watchers and timers

void Room::watch(Subscriber& watcher, bool counted) {
  feed_.add(watcher);
  if (!counted) ++uncounted_;
  wire::HelloFrame frame = presentation_.hello();
  frame.as_of = as_of_;
  const Attendance now = attendance();
  frame.room = {now.playing, now.watching};
  context_.counters.sent(FrameOut::hello);
  watcher.send(wire::hello_text(frame));
  touch_counts();
}

void Room::unwatch(Subscriber& watcher, bool counted) {
  feed_.remove(watcher);
  if (!counted) --uncounted_;
  touch_counts();
}

/// Boards that visitors have moved on come before those where the machine alone has.
std::vector<wire::LiveTable> Room::live_tables() const {
  std::vector<const Table*> shown, begun;
  std::size_t looked_at = 0;
  for (const auto& [id, table] : seating_.tables()) {
    if (shown.size() == kTablesShown || ++looked_at > kTablesLookedAt) break;
    if (table->player == nullptr || table->episode.ply() == 0) continue;
    (table->episode.ply() == 1 ? begun : shown).push_back(table.get());
  }
  shown.insert(shown.end(), begun.begin(), begun.end());
  shown.resize(std::min(shown.size(), kTablesShown));
  std::vector<wire::LiveTable> tables;
  for (const Table* table : shown) {
    const core::Playthrough& at = table->episode.playthrough();
    const GameGraph& graph = at.graph();
    const std::vector<Draw>& trace = table->episode.trace();
    tables.push_back({table->id.text().substr(32), at.ply(), graph.game().text(graph.position(at.node())),
                      trace.empty() ? "" : std::string(graph.move_text(at.moves()[trace.back().ply]))});
  }
  return tables;
}

void Room::begin_feed(std::int64_t now_ms) {
  if (feed_.due_in_ms(now_ms).value_or(1) > 0) return;
  wire::FeedNews news;
  const Attendance now = attendance();
  news.playing = now.playing;
  news.watching = now.watching;
  news.frozen = state_.frozen;
  if (state_.dry) news.dry = presentation_.dry(new_era_ms());
  news.tables = live_tables();
  feed_.begin(*machine_, state_, news, now_ms);
}

std::size_t Room::send_feed(std::size_t most) {
  const std::size_t count = feed_.send_some(most);
  context_.counters.sent(FrameOut::feed, count);
  return count;
}

void Room::tick() {
  const std::int64_t now = context_.steady();
  const std::optional<std::int64_t> left_ms = dry_wait_.left_ms(now);
  if (left_ms && *left_ms <= 0) context_.ledger->begin_era_if_dry(machine_->row.machine);
  const std::int64_t idle_since = now - context_.limits->idle_episode_s * 1000;
  while (Table* table = seating_.idle_since_before(idle_since)) {
    if (table->episode.phase() == core::Episode::Phase::playing) {
      rest(*table);
    } else {
      seating_.wait_on(*table, now);  // for the ledger's answer
    }
  }
}

}  // namespace menagerie::museum
