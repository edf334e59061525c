#include "server.hpp"

#include "engine/players.hpp"
#include "engine/unbeatable.hpp"
#include "server/core/finish.hpp"
#include "server/core/record.hpp"

#include <algorithm>
#include <limits>

namespace menagerie::sim {
namespace {

using store::Kind;

constexpr std::int64_t kOpened = 1'600'000'000'000;

/// As in a house, but that less follows where a machine is finished, dry or left: histories are short.
wire::Limits short_waits() {
  wire::Limits limits;
  limits.finished_games = 3;
  limits.dry_era_after_s = 20;
  limits.idle_episode_s = 60;
  return limits;
}

/// Those of which copies are made: to put one of the others together takes too long.
bool is_small(const core::Machine& machine) {
  return !machine.listed() || machine.boxes.boxes().size() < 100;
}

store::MachineRow hexapawn(std::string name, std::string seat) {
  return {.name = std::move(name),
          .game = "hexapawn",
          .seat = std::move(seat),
          .rule = "gardner-her",
          .convention = "canonical"};
}
/// Whoever begins at hexapawn loses against a good player.
const store::MachineRow kDoomed = hexapawn("doomed", "first");

/// Teaches it by a player who moves at random, until nobody can beat it any more, or to the game before the
/// one that would let it run dry.
void teach_all(store::Store& store, core::Machine& machine, std::int64_t number, core::MachineState& state) {
  const Player seat = machine.boxes.seat() == Seat::first ? Player::first : Player::second;
  LossSearch search(machine.boxes, machine.rule);
  Random random(7);
  std::vector<store::LogRow> rows;
  for (std::uint16_t id = 1;; ++id) {
    const PlayedEpisode played = play_episode(
        machine.rule, machine.boxes, state.beads, seat,
        [&](Node node, Random& r) { return random_move(machine.boxes, node, r); }, random);
    core::Finished episode;
    episode.machine = number;
    episode.id = store::Id{{static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(id >> 8),
                            static_cast<std::uint8_t>(id)}};
    episode.seat = seat;
    for (const Edge edge : played.moves) {
      if (!episode.moves.empty()) episode.moves += ' ';
      episode.moves += machine.graph->move_text(edge);
    }
    episode.trace = played.trace;
    episode.outcome = played.outcome;
    episode.resigned = played.resigned;
    core::MachineState before = state;
    store::LogRow row = core::learn_episode(machine, state, std::move(episode), kOpened);
    if (state.dry) {
      state = std::move(before);
      break;
    }
    row.machine = number;
    rows.push_back(std::move(row));
    if (!search.can_lose(state.beads)) break;
  }
  store::Snapshot snapshot = state.snapshot(machine);
  snapshot.machine = number;
  store.append(rows, {}, {&snapshot, 1});
}

}  // namespace

Exhibition::Exhibition(std::vector<store::MachineRow> rows) {
  rows.push_back(kDoomed);
  const auto made = std::make_shared<store::MemoryDisk>();
  const auto store = store::open_memory(made);
  for (store::MachineRow& row : rows) {
    const std::shared_ptr<core::Machine> machine = core::Machine::make(row);
    core::MachineState state;
    const store::LogRow start = core::start_machine(*machine, state, store::Why::created, kOpened);
    row.machine = store->create_machine(row, machine->boxes, {start}, state.snapshot(*machine));
    if (row.name == "her" || row.name == kDoomed.name) teach_all(*store, *machine, row.machine, state);
    machines.push_back(core::load_machine(*store, row));
  }
  disk = *made;
}

bool Exhibition::has(const store::LogRow& row) { return row.time_ms <= kOpened; }

core::Loaded Exhibition::load(store::Store& store, const store::MachineRow& row) const {
  const auto number = static_cast<std::size_t>(row.machine - 1);
  if (number >= machines.size() || !machines[number].machine->listed()) return core::load_machine(store, row);
  core::Loaded loaded{machines[number].machine, {}};
  const std::uint64_t newest = store.last_before(row.machine, std::numeric_limits<std::int64_t>::max());
  loaded.state = core::state_at(store, *loaded.machine, newest);
  for (const store::LogRow& act : store.acts(row.machine)) {
    if (act.kind == Kind::thaw) loaded.state.thawed_seq = act.seq;
  }
  loaded.graduation = core::graduation_at(store, *loaded.machine, loaded.state);
  return loaded;
}

// ---- the ledger

void SimLedger::submit(core::Finished episode) {
  told_.submitted(episode);
  open_.emplace(episode.id, episode);
  work_.inbox.episodes.push_back(std::move(episode));
}

bool SimLedger::run() {
  if (writer_->idle()) {
    work_.look = writer_->is_shared();
    if (work_.empty()) return true;
    writer_->take(std::exchange(work_, {}));
  }
  storing_ = writer_->proceed();
  if (storing_) return true;
  writer_->refuse_orders(writer_->failures().permanent);
  ledger::refuse(work_.orders, store::Error(writer_->why(), writer_->kind()));
  return false;
}

core::Finished SimLedger::close(const core::Answer& answer) {
  const auto found = open_.find(answer.episode);
  require(found != open_.end(), "a verdict on an episode that awaits none");
  core::Finished episode = std::move(found->second);
  open_.erase(found);
  return episode;
}

// ---- the visitors

void Guest::reconnect() {
  visitor = std::make_unique<museum::PlayerSession>(*this);
  room = nullptr;
  state = nullptr;
}

void Guest::send(std::string_view text) {
  const json frame = json::parse(text);
  const auto& type = frame["type"].get_ref<const std::string&>();
  if (type == "state") {
    state = frame;
    if (room != nullptr && frame.contains("ticket"))
      tickets.emplace_back(room->machine().row.name, frame["ticket"].get<std::string>());
  } else if (type == "learned") {
    const auto id = store::Id::parse(frame["episode"].get<std::string>());
    require(id.has_value() && room != nullptr, "learned: no id, or at no machine");
    told_.heard(*id, {room->machine().row.machine, frame["seq"].get<std::uint64_t>()});
  }
}

// ---- a server's life

SimServer::SimServer(Told& told, std::size_t guests) : told_(told), limits_(short_waits()) {
  for (std::size_t i = 0; i < guests; ++i) guests_.push_back(std::make_unique<Guest>(told_));
}

void SimServer::open(Parts parts) {
  hears_ = std::move(parts.hears);
  auto writer = std::make_unique<ledger::Writer>(
      std::move(parts.store), std::move(parts.open_again), parts.machines, parts.clock,
      [this](const std::shared_ptr<const ledger::Published>& batch) { publish(*batch); },
      limits_.finished_games, parts.steady);
  ledger_ = std::make_unique<SimLedger>(told_, std::move(writer));
  rooms_ = std::make_unique<museum::Rooms>(museum::Rooms::Parts{
      std::move(parts.machines), ledger_.get(), &limits_, museum::Secrets::from({}), parts.clock, [](int) {},
      [this](std::function<void()> work) { posted_.push_back(std::move(work)); }, parts.steady});
}

void SimServer::close() {
  if (!is_open()) return;
  Seen::all().unknown_commits += ledger_->failures().unknown_commits;
  Seen::all().resumed += rooms_->counters().tickets_resumed;
  posted_.clear();
  rooms_ = nullptr;
  ledger_ = nullptr;
  for (const auto& guest : guests_) guest->reconnect();
  for (const std::size_t order : std::exchange(orders_, {})) told_.lost(order);
}

/// On the ledger's thread: what the rooms make of it comes when the network runs.
void SimServer::publish(const ledger::Published& batch) {
  if (hears_) hears_(batch);
  const auto shown = std::make_shared<ledger::Published>(batch);
  const int times = told_.tamper(*shown);
  auto known = shown->known.begin();
  for (const core::Answer& answer : shown->answers) {
    const store::LogRow* row = nullptr;
    if (answer.verdict.kind == core::Verdict::Kind::known) {
      require(known != shown->known.end(), "known, without its row");
      row = &*known++;
    } else if (answer.verdict.kind == core::Verdict::Kind::learned) {
      const auto learned = std::ranges::find(shown->rows, answer.episode, &store::LogRow::id);
      if (learned != shown->rows.end()) row = &*learned;
    }
    told_.verdict(answer, ledger_->close(answer), row);
  }
  Seen::all().created += shown->created.size();
  for (int i = 0; i < times; ++i) posted_.push_back([this, shown] { rooms_->published(*shown); });
}

void SimServer::network_runs(std::size_t posts) {
  for (; posts > 0 && !posted_.empty(); --posts) {
    const std::function<void()> work = std::move(posted_.front());
    posted_.pop_front();
    work();
  }
}

void SimServer::tick() {
  rooms_->tick();
  rooms_->flush_feeds();
}

// ---- what visitors and the curator do

museum::Room& SimServer::room_of(std::uint32_t number) {
  const auto& all = rooms_->all();
  return *all[number % all.size()];
}

void SimServer::begin(Guest& guest, std::uint32_t number, bool again) {
  museum::Room& room = room_of(number);
  if (guest.room != &room) {
    leave(guest);
    guest.room = &room;
    room.join(*guest.visitor);
    guest.visits.push_back(guest.visitor->visit);
  }
  wire::Begin frame;
  frame.again = again;
  if (number % 3 == 0 && room.machine().boxes.seat() == Seat::either) frame.seat = Player::first;
  room.begin(*guest.visitor, frame);
}

void SimServer::move(Guest& guest, std::uint32_t choice) {
  if (guest.room == nullptr || !guest.state.is_object() || guest.state["legal"].empty()) return;
  const json& legal = guest.state["legal"];
  guest.room->move(*guest.visitor,
                   {*store::Id::parse(guest.state["episode"].get<std::string>()),
                    guest.state["ply"].get<int>(), legal[choice % legal.size()].get<std::string>()});
}

void SimServer::play_out(Guest& guest, std::uint32_t choice) {
  for (int ply = 0; ply < 40; ++ply) {
    const json before = guest.state;
    move(guest, choice = choice * 2'654'435'761u + 12'345u);
    if (guest.state == before) return;
  }
}

void SimServer::repeat(Guest& guest) {
  if (guest.room == nullptr || !guest.state.is_object() || guest.state["played"].empty()) return;
  guest.room->move(*guest.visitor, {*store::Id::parse(guest.state["episode"].get<std::string>()),
                                    std::max(0, guest.state["ply"].get<int>() - 2),
                                    guest.state["played"][0]["move"].get<std::string>()});
}

void SimServer::leave(Guest& guest) {
  if (guest.room != nullptr) guest.room->leave(*guest.visitor);
  guest.room = nullptr;
  guest.state = nullptr;
}

void SimServer::give_up(Guest& guest) {
  if (guest.room != nullptr) guest.room->give_up(*guest.visitor);
}

void SimServer::resume(Guest& guest, const Guest& whose, std::uint32_t which, bool again) {
  if (whose.tickets.empty()) return;
  // Newer ones more often.
  const auto back = std::min<std::size_t>(which % 7, whose.tickets.size() - 1);
  const auto [name, ticket] = whose.tickets[whose.tickets.size() - 1 - back];
  museum::Room* room = rooms_->find(name);
  if (room == nullptr) return;
  if (guest.room != room) {
    leave(guest);
    guest.room = room;
    room->join(*guest.visitor);
  }
  const std::uint64_t before = rooms_->counters().tickets_resumed;
  room->resume(*guest.visitor, {ticket, std::nullopt, again});
  const bool is_ours = std::ranges::any_of(guests_, [&](const auto& it) { return it.get() == &whose; });
  if (!is_ours) Seen::all().elsewhere += rooms_->counters().tickets_resumed - before;
}

void SimServer::act(Guest& guest, std::uint32_t kind, std::uint32_t number, std::uint32_t amount) {
  static constexpr Kind kActs[] = {Kind::freeze, Kind::thaw,    Kind::thaw, Kind::topup, Kind::reset,
                                   Kind::rewind, Kind::unteach, Kind::fork, Kind::start};
  core::Order order;
  order.kind = kActs[kind % std::size(kActs)];
  const museum::Room& room = room_of(number);
  order.machine = order.kind == Kind::start ? 0 : room.machine().row.machine;
  order.seq = 1 + amount % room.state().seq;
  order.to = 1 + amount % 5;
  if (!guest.visits.empty()) order.visit = guest.visits[amount % guest.visits.size()];
  if (order.kind == Kind::fork || order.kind == Kind::start) {
    if (order.kind == Kind::fork && !is_small(room.machine())) return;
    // Two servers may be asked for the same one.
    order.row = hexapawn("made-" + std::to_string(amount % 3), "second");
  }
  const std::size_t mine = told_.ordered(order);
  orders_.insert(mine);
  rooms_->carry_out(std::move(order), [this, mine](const core::Plan* done, const std::exception_ptr& thrown) {
    orders_.erase(mine);
    told_.answered(mine, done, thrown);
  });
}

}  // namespace menagerie::sim
