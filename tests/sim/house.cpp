#include "house.hpp"

#include "engine/players.hpp"
#include "engine/unbeatable.hpp"
#include "server/core/finish.hpp"
#include "server/core/record.hpp"
#include "server/museum/museum.hpp"

#include <sodium.h>

#include <algorithm>
#include <limits>

namespace menagerie::sim {
namespace {

using store::DiskFault;
using store::Kind;

constexpr std::int64_t kOpened = 1'600'000'000'000;
constexpr std::uint32_t kCreatedMax = 3;

Random entropy(1);

void fill(void* const buffer, const std::size_t size) {
  auto* bytes = static_cast<unsigned char*>(buffer);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(entropy.below(256));
}
std::uint32_t draw() {
  std::uint32_t number = 0;
  fill(&number, sizeof number);
  return number;
}
const char* name() { return "simulation"; }
randombytes_implementation source{name, draw, nullptr, nullptr, fill, nullptr};

/// Those of which copies are made: to put one of the others together takes too long.
bool is_small(const core::Machine& machine) {
  return !machine.listed() || machine.boxes.boxes().size() < 100;
}

/// Teaches it by a player who moves at random until nobody can beat it any more: histories then see a machine
/// that is finished, and the new era that follows.
void teach_all(store::Store& store, core::Machine& machine, std::int64_t number, core::MachineState& state) {
  LossSearch search(machine.boxes, machine.rule);
  Random random(7);
  std::vector<store::LogRow> rows;
  for (std::uint8_t id = 1;; ++id) {
    const PlayedEpisode played = play_episode(
        machine.rule, machine.boxes, state.beads, Player::second,
        [&](Node node, Random& r) { return random_move(machine.boxes, node, r); }, random);
    core::Finished episode;
    episode.machine = number;
    episode.id = store::Id{{1, id}};
    episode.seat = Player::second;
    for (const Edge edge : played.moves) {
      if (!episode.moves.empty()) episode.moves += ' ';
      episode.moves += machine.graph->move_text(edge);
    }
    episode.trace = played.trace;
    episode.outcome = played.outcome;
    episode.resigned = played.resigned;
    rows.push_back(core::learn_episode(machine, state, std::move(episode), kOpened));
    rows.back().machine = number;
    if (!search.can_lose(state.beads)) break;
  }
  store::Snapshot snapshot = state.snapshot(machine);
  snapshot.machine = number;
  store.append(rows, {}, {&snapshot, 1});
}

}  // namespace

Seen& Seen::all() {
  static Seen seen;
  return seen;
}

void seed_entropy(std::uint64_t seed) {
  static const int set = randombytes_set_implementation(&source);
  static_cast<void>(set);
  entropy = Random(seed);
}

const Exhibition& Exhibition::get() {
  static const Exhibition exhibition = [] {
    Exhibition made;
    const auto disk = std::make_shared<store::MemoryDisk>();
    const auto store = store::open_memory(disk);
    for (store::MachineRow row : museum::exhibits()) {
      const std::shared_ptr<core::Machine> machine = core::Machine::make(row);
      core::MachineState state;
      const store::LogRow start = core::start_machine(*machine, state, store::Why::created, kOpened);
      row.machine = store->create_machine(row, machine->boxes, {start}, state.snapshot(*machine));
      if (row.name == "her") teach_all(*store, *machine, row.machine, state);
      made.machines.push_back(core::load_machine(*store, row));
    }
    made.disk = *disk;
    return made;
  }();
  return exhibition;
}

// ---- the ledger

void SimLedger::submit(core::Finished episode) {
  open_.emplace(episode.id, episode);
  work_.inbox.episodes.push_back(std::move(episode));
}

void SimLedger::run() {
  if (writer_->idle()) {
    if (work_.empty()) return;
    writer_->take(std::exchange(work_, {}));
  }
  storing_ = writer_->proceed();
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
    learned_(frame);
  }
}

// ---- the house

House::House(std::vector<std::string> names, std::size_t guests, Fault fault, std::uint64_t fault_at)
    : names_(std::move(names)),
      disk_(std::make_shared<store::MemoryDisk>(Exhibition::get().disk)),
      fault_(fault),
      fault_at_(fault_at) {
  disk_->fault = [this](store::Operation operation) { return disk_fault(operation); };
  for (std::size_t i = 0; i < guests; ++i)
    guests_.push_back(std::make_unique<Guest>([this](const json& frame) { learned(frame); }));
  open();
}

DiskFault House::disk_fault(store::Operation operation) {
  if (crash_in_ > 0 && --crash_in_ == 0) throw Crash();
  if (disk_fault_after_ > 0) {
    --disk_fault_after_;
    return DiskFault::none;
  }
  if (disk_fault_count_ == 0) return DiskFault::none;
  --disk_fault_count_;
  const bool commits = operation != store::Operation::read;
  return !commits && (disk_fault_ == DiskFault::lost || disk_fault_ == DiskFault::kept) ? DiskFault::refused
                                                                                        : disk_fault_;
}

void House::disk_fails(DiskFault disk_fault, std::uint32_t after, std::uint32_t count) {
  disk_fault_ = disk_fault;
  disk_fault_after_ = after;
  disk_fault_count_ = count;
}

core::Loaded House::load(store::Store& store, const store::MachineRow& row) const {
  const auto& whole = Exhibition::get().machines;
  const auto number = static_cast<std::size_t>(row.machine - 1);
  if (number >= whole.size() || !whole[number].machine->listed()) return core::load_machine(store, row);
  core::Loaded loaded{whole[number].machine, {}};  // which never changes
  const std::uint64_t newest = store.last_before(row.machine, std::numeric_limits<std::int64_t>::max());
  loaded.state = core::state_at(store, *loaded.machine, newest);
  for (const store::LogRow& act : store.acts(row.machine)) {
    if (act.kind == Kind::thaw) loaded.state.thawed_seq = act.seq;
  }
  loaded.graduation = core::graduation_at(store, *loaded.machine, loaded.state);
  return loaded;
}

std::vector<core::Loaded> House::load(store::Store& store) const {
  std::vector<core::Loaded> machines;
  for (const store::MachineRow& row : store.machines()) {
    const bool created = row.machine > static_cast<std::int64_t>(Exhibition::get().machines.size());
    if (created || std::ranges::find(names_, row.name) != names_.end()) machines.push_back(load(store, row));
  }
  return machines;
}

void House::open() {
  auto store = store::open_memory(disk_);
  std::vector<core::Loaded> machines = load(*store);
  const auto clock = [this] { return now_ms_; };
  ledger_ = std::make_unique<SimLedger>(std::make_unique<ledger::Writer>(
      std::move(store), [this] { return store::open_memory(disk_); }, machines, clock,
      [this](std::shared_ptr<const ledger::Published> batch) { publish(std::move(batch)); },
      limits_.finished_games));
  rooms_ = std::make_unique<museum::Rooms>(museum::Rooms::Parts{
      std::move(machines), ledger_.get(), &limits_, museum::Secrets::from({}), clock, [](int) {},
      [this](std::function<void()> work) { posted_.push_back(std::move(work)); }, clock});
}

void House::restart() {
  ++Seen::all().restarts;
  Seen::all().unknown_commits += ledger_->failures().unknown_commits;
  disk_fails(DiskFault::none, 0, 0);
  crash_in_ = 0;
  posted_.clear();
  rooms_ = nullptr;
  ledger_ = nullptr;
  for (const auto& guest : guests_) guest->reconnect();
  orders_open_ = 0;
  open();
}

museum::Room* House::room_of(std::uint32_t number) {
  const auto& all = rooms_->all();
  return all[number % all.size()].get();
}

void House::begin(std::size_t guest, std::uint32_t number, bool again) {
  Guest& it = *guests_[guest];
  museum::Room* room = room_of(number);
  if (it.room != room) {
    if (it.room != nullptr) it.room->leave(*it.visitor);
    it.room = room;
    it.state = nullptr;
    room->join(*it.visitor);
    it.visits.push_back(it.visitor->visit);
  }
  wire::Begin frame;
  frame.again = again;
  if (number % 3 == 0 && room->machine().boxes.seat() == Seat::either) frame.seat = Player::first;
  room->begin(*it.visitor, frame);
}

void House::move(std::size_t guest, std::uint32_t choice) {
  Guest& it = *guests_[guest];
  if (it.room == nullptr || !it.state.is_object() || it.state["legal"].empty()) return;
  const json& legal = it.state["legal"];
  it.room->move(*it.visitor, {*store::Id::parse(it.state["episode"].get<std::string>()),
                              it.state["ply"].get<int>(), legal[choice % legal.size()].get<std::string>()});
}

void House::play_out(std::size_t guest, std::uint32_t choice) {
  for (int ply = 0; ply < 40; ++ply) {
    const json before = guests_[guest]->state;
    move(guest, choice = choice * 2'654'435'761u + 12'345u);
    if (guests_[guest]->state == before) return;
  }
}

void House::repeat(std::size_t guest) {
  Guest& it = *guests_[guest];
  if (it.room == nullptr || !it.state.is_object() || it.state["played"].empty()) return;
  it.room->move(*it.visitor, {*store::Id::parse(it.state["episode"].get<std::string>()),
                              std::max(0, it.state["ply"].get<int>() - 2),
                              it.state["played"][0]["move"].get<std::string>()});
}

void House::leave(std::size_t guest) {
  Guest& it = *guests_[guest];
  if (it.room != nullptr) it.room->leave(*it.visitor);
  it.room = nullptr;
  it.state = nullptr;
}

void House::give_up(std::size_t guest) {
  Guest& it = *guests_[guest];
  if (it.room != nullptr) it.room->give_up(*it.visitor);
}

void House::resume(std::size_t guest, std::size_t whose, std::uint32_t which, bool again) {
  const auto& tickets = guests_[whose]->tickets;
  if (tickets.empty()) return;
  // Newer ones more often.
  const auto back = std::min<std::size_t>(which % 7, tickets.size() - 1);
  const auto [name, ticket] = tickets[tickets.size() - 1 - back];
  museum::Room* room = rooms_->find(name);
  if (room == nullptr) return;
  Guest& it = *guests_[guest];
  if (it.room != room) {
    leave(guest);
    it.room = room;
    room->join(*it.visitor);
  }
  room->resume(*it.visitor, {ticket, std::nullopt, again});
}

void House::act(std::uint32_t kind, std::uint32_t number, std::uint32_t amount, std::size_t guest) {
  static constexpr Kind kActs[] = {Kind::freeze, Kind::thaw,    Kind::thaw, Kind::topup, Kind::reset,
                                   Kind::rewind, Kind::unteach, Kind::fork, Kind::start};
  core::Order order;
  order.kind = kActs[kind % std::size(kActs)];
  const museum::Room& room = *room_of(number);
  order.machine = order.kind == Kind::start ? 0 : room.machine().row.machine;
  order.seq = 1 + amount % room.state().seq;
  order.to = 1 + amount % 5;
  const auto& visits = guests_[guest]->visits;
  if (!visits.empty()) order.visit = visits[amount % visits.size()];
  if (order.kind == Kind::fork || order.kind == Kind::start) {
    if (created_ == kCreatedMax || (order.kind == Kind::fork && !is_small(room.machine()))) return;
    ++created_;
    order.row = {.name = "made-" + std::to_string(created_),
                 .game = "hexapawn",
                 .seat = "second",
                 .rule = "gardner-her",
                 .convention = "canonical"};
  }
  ++orders_open_;
  rooms_->carry_out(std::move(order), [this](const core::Plan* done, const std::exception_ptr& thrown) {
    require(orders_open_ > 0, "an order was answered twice");
    --orders_open_;
    require((done != nullptr) == (thrown == nullptr), "an order is done, or something was thrown");
    if (done != nullptr) ++Seen::all().acts;
    if (done == nullptr || done->machine) return;
    const auto& rows = log(done->row.machine);
    require(done->row.seq <= rows.size() && rows[done->row.seq - 1].kind == done->row.kind,
            "an act that was told to be done is not in the log");
  });
}

void House::network_runs(std::size_t posts) {
  for (; posts > 0 && !posted_.empty(); --posts) {
    const std::function<void()> work = std::move(posted_.front());
    posted_.pop_front();
    work();
  }
}

void House::settle() {
  disk_fails(DiskFault::none, 0, 0);
  crash_in_ = 0;
  for (int round = 0; round < 1000; ++round) {
    if (ledger_->failures().permanent) restart();
    ledger_->run();
    network_runs(std::numeric_limits<std::size_t>::max());
    if (ledger_->idle() && posted_.empty()) {
      Seen::all().unknown_commits += ledger_->failures().unknown_commits;
      return;
    }
  }
  throw Failure("the house does not come to rest");
}

}  // namespace menagerie::sim
