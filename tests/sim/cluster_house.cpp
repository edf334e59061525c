#include "cluster_house.hpp"

#include "engine/players.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/museum/museum.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::sim {

using store::Kind;

namespace {

constexpr std::int64_t kOpened = 1'600'000'000'000;
/// Small ones, put together in no time: two whose boxes are listed, and one that makes its boxes.
constexpr std::array<std::string_view, 3> kMachines = {"her", "nimble", "caswell"};

struct Opened {
  store::MemoryDisk disk;
  std::vector<std::shared_ptr<core::Machine>> machines;
};
const Opened& opened() {
  static const Opened all = [] {
    Opened made;
    const auto disk = std::make_shared<store::MemoryDisk>();
    const auto store = store::open_memory(disk);
    for (const std::string_view name : kMachines) {
      store::MachineRow row = *museum::find_exhibit(name);
      const auto machine = core::Machine::make(row);
      core::MachineState state;
      const store::LogRow start = core::start_machine(*machine, state, store::Why::created, kOpened);
      row.machine = store->create_machine(row, machine->boxes, {start}, state.snapshot(*machine));
      made.machines.push_back(core::Machine::make(row));
    }
    made.disk = *disk;
    return made;
  }();
  return all;
}

/// A legal game. The machine of a listed game draws its beads; the others' moves are any.
core::Finished play_out(const core::Machine& machine, const core::MachineState& state, Random& random) {
  core::Finished episode;
  episode.seat = machine.boxes.seat() == Seat::first    ? Player::first
                 : machine.boxes.seat() == Seat::second ? Player::second
                 : random.below(2) == 0                 ? Player::first
                                                        : Player::second;
  core::Playthrough playthrough(machine);
  while (!playthrough.ended()) {
    MachineMove move;
    if (machine.listed() && playthrough.to_move() == episode.seat) {
      move = machine_move(machine.rule, machine.boxes, state.beads, playthrough.node(),
                          playthrough.orientation(), playthrough.ply(), random, playthrough.moves());
    } else {
      move.edge = random_move_among(playthrough.graph(), playthrough.node(), random,
                                    [&](Edge edge) { return playthrough.allows(edge); });
    }
    if (move.edge == kNone) {
      episode.resigned = true;
      episode.outcome = episode.seat == Player::first ? Outcome::second_wins : Outcome::first_wins;
      return episode;
    }
    if (move.draw) episode.trace.push_back(*move.draw);
    episode.moves +=
        (episode.moves.empty() ? "" : " ") + std::string(playthrough.graph().move_text(move.edge));
    playthrough.play(move.edge);
  }
  episode.outcome = playthrough.outcome().value_or(Outcome::draw);
  return episode;
}

}  // namespace

ClusterSeen& ClusterSeen::all() {
  static ClusterSeen seen;
  return seen;
}

Cluster::Cluster(ClusterFault fault, bool fails_over)
    : database_(opened().disk, fault), fails_over_(fails_over) {
  time_passes(0);
  for (std::size_t i = 0; i < kServers; ++i) start(i);
}

// ---- a server's life

void Cluster::start(std::size_t number) {
  ClusterServer& server = at(number);
  server.name = "server-" + std::to_string(number) + "/" + std::to_string(++starts_);
  server.has_looked = false;
  server.views.clear();
  std::vector<core::Loaded> machines;
  const auto store = store::open_memory(database_.disk);
  for (const store::MachineRow& row : store->machines()) {
    const auto which = static_cast<std::size_t>(row.machine - 1);
    const auto& shared = which < opened().machines.size() ? opened().machines[which] : nullptr;
    core::Loaded loaded{shared && shared->listed() ? shared : core::Machine::make(row), {}};
    if (!loaded.machine->listed()) {
      for (Box& box : store->made_boxes(row.machine)) loaded.machine->add(std::move(box));
    }
    loaded.state = core::state_at(*store, *loaded.machine, database_.log(row.machine).size());
    server.views[row.machine] = {loaded.machine, loaded.state, database_.links.at(row.machine)};
    machines.push_back(std::move(loaded));
  }
  server.writer = std::make_unique<ledger::Writer>(
      open_store(database_, way(number)), nullptr, machines,
      [this, number] { return now_ms_ + at(number).wall_ahead_ms; },
      [this, number](const std::shared_ptr<const ledger::Published>& batch) { published(number, *batch); }, 0,
      [this] { return now_ms_; });
}

/// Everything that it had in memory is gone; its visitors have their tickets.
void Cluster::lose(std::size_t number) {
  ClusterServer& server = at(number);
  ClusterSeen::all().unknown += server.writer ? server.writer->failures().unknown_commits : 0;
  server.writer = nullptr;
  server.submitted = {};
  server.waiting.clear();
  server.pause = server.crash = server.failure = server.cut = {};
  server.is_cut = false;
  server.failing = 0;
  server.crashes = false;
  for (Ordered& order : orders_) {
    if (order.server == number % kServers && order.open) order.open = !(order.gone = true);
  }
}

void Cluster::turn(std::size_t number) {
  ClusterServer& server = at(number);
  if (server.in_turn || server.stopped_by_alarm || server.paused_until_ms > now_ms_) return;
  if (!server.writer) {
    if (database_.away) return;
    start(number);
  }
  if (server.writer->idle()) {
    for (const core::Finished& episode : server.submitted.inbox.episodes) server.waiting.insert(episode.id);
    server.submitted.look = true;
    server.writer->take(std::exchange(server.submitted, {}));
  }
  server.in_turn = true;
  try {
    if (server.writer->proceed()) {
      server.has_looked = true;
    } else {
      failed(server);
    }
  } catch (const Crash&) {
    ++ClusterSeen::all().crashes;
    lose(number);
  }
  server.in_turn = false;
}

/// As the ledger's thread does.
void Cluster::failed(ClusterServer& server) {
  const bool permanent = server.writer->failures().permanent;
  server.writer->refuse_orders(permanent);
  ledger::refuse(server.submitted.orders, store::Error(server.writer->why(), server.writer->kind()));
  if (!permanent) return;
  server.stopped_by_alarm = true;
  ++ClusterSeen::all().stopped;
  require(has_told_lost_rows(server), server.name + " has stopped for good: " + server.writer->why());
}

void Cluster::crash(std::size_t number) {
  if (at(number).in_turn || at(number).stopped_by_alarm || !at(number).writer) return;
  ++ClusterSeen::all().crashes;
  lose(number);
}

/// As on SIGTERM, without patience.
void Cluster::end(std::size_t number) {
  ClusterServer& server = at(number);
  if (server.in_turn || !is_running(server)) return;
  lose(number);
}

// ---- visitors and the curator

/// A game with a new id that is not submitted yet.
core::Finished Cluster::new_episode(const ClusterServer& server, std::uint32_t machine, std::uint32_t seed) {
  const std::int64_t which = 1 + machine % static_cast<std::uint32_t>(kMachines.size());
  const ClusterView& view = server.views.at(which);
  Random random(seed);
  core::Finished episode = play_out(*view.machine, view.state, random);
  episode.machine = which;
  episode.era = view.state.era;
  episode.last_seq = view.state.seq;
  ++ids_;
  for (std::size_t i = 0; i < 8; ++i)
    episode.id.bytes[15 - i] = episode.id.bytes[7 - i] = static_cast<std::uint8_t>(ids_ >> (8 * i));
  episode.visit = store::Id{{1, static_cast<std::uint8_t>(seed % 5)}};
  episode.started_ms = now_ms_;
  return episode;
}

void Cluster::play(std::size_t number, std::uint32_t machine, std::uint32_t seed, bool submitted_now) {
  ClusterServer& server = at(number);
  if (!is_running(server)) return;
  core::Finished episode = new_episode(server, machine, seed);
  if (server.views.at(episode.machine).state.dry) server.submitted.inbox.dry.push_back(episode.machine);
  in_order_.push_back(episode.id);
  const store::Id id = episode.id;
  played_.emplace(id, Played{std::move(episode), {}, false});
  if (submitted_now) submit(number, id);
}

void Cluster::submit(std::size_t number, const store::Id& id) {
  at(number).submitted.inbox.episodes.push_back(played_.at(id).episode);
}

void Cluster::submit_again(std::size_t number, std::uint32_t which) {
  if (in_order_.empty() || !is_running(at(number))) return;
  // Newer ones more often.
  const auto back = std::min<std::size_t>(which % 9, in_order_.size() - 1);
  submit(number, in_order_[in_order_.size() - 1 - back]);
}

void Cluster::act(std::size_t number, std::uint32_t kind, std::uint32_t machine, std::uint32_t amount) {
  static constexpr Kind kActs[] = {Kind::freeze, Kind::thaw,   Kind::thaw, Kind::topup,
                                   Kind::reset,  Kind::rewind, Kind::start};
  ClusterServer& server = at(number);
  if (!is_running(server)) return;
  core::Order order;
  order.kind = kActs[kind % std::size(kActs)];
  order.machine = 1 + machine % static_cast<std::uint32_t>(kMachines.size());
  order.seq = 1 + amount % server.views.at(order.machine).state.seq;
  order.to = 1 + amount % 5;
  if (order.kind == Kind::start) {
    if (amount % 4 != 0) return;  // histories are short
    order.machine = 0;
    order.row = {.name = "made-" + std::to_string(amount % 3),  // two servers may be asked for the same one
                 .game = "hexapawn",
                 .seat = "second",
                 .rule = "gardner-her",
                 .convention = "canonical"};
  }
  orders_.push_back({order.kind, order.machine, number % kServers, order.row.name});
  server.submitted.orders.emplace_back(
      std::move(order),
      [this, mine = orders_.size() - 1](const core::Plan* done, const std::exception_ptr& thrown) {
        answered(mine, done, thrown);
      });
}

// ---- the end of a history

bool Cluster::is_settled() const {
  const bool orders_open = std::ranges::any_of(
      orders_, [&](const Ordered& it) { return it.open && !servers_[it.server].stopped_by_alarm; });
  const bool servers = std::ranges::all_of(servers_, [&](const ClusterServer& it) {
    if (it.stopped_by_alarm) return true;
    return it.writer && it.has_looked && it.writer->idle() && it.waiting.empty() && it.submitted.empty() &&
           it.views.size() == database_.disk->machines.size() &&
           std::ranges::all_of(it.views, [&](const auto& view) {
             return view.second.state.seq >= database_.log(view.first).size();
           });
  });
  return servers && !orders_open;
}

void Cluster::settle() {
  settling_ = true;
  for (ClusterServer& server : servers_) {
    server.paused_until_ms = 0;
    server.has_looked = false;
  }
  database_.away = false;
  bool submitted = false;
  for (int round = 1; round <= 400; ++round) {
    time_passes(500);
    for (std::size_t i = 0; i < kServers; ++i) turn(i);
    if (failure_ || !std::ranges::any_of(servers_, [&](const auto& it) { return !it.stopped_by_alarm; }))
      return;
    if (!is_settled()) continue;
    if (submitted) {
      for (const ClusterServer& it : servers_)
        ClusterSeen::all().unknown += it.writer ? it.writer->failures().unknown_commits : 0;
      return;
    }
    // What got no verdict, or from a server that has stopped, is submitted once more, where there is one.
    submitted = true;
    for (const auto& [id, played] : played_) {
      for (std::size_t i = 0; i < kServers && !played.refused && !played.told; ++i) {
        if (!is_running(servers_[i])) continue;
        submit(i, id);
        break;
      }
    }
  }
  require(false, "the cluster does not come to rest");
}

}  // namespace menagerie::sim
