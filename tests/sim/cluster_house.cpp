#include "cluster_house.hpp"

#include "cluster_lease.hpp"

#include "engine/players.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/ledger/cluster_submissions.hpp"
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
  ledger::ClusterCore::Parts parts;
  const auto store = store::open_memory(database_.disk);
  for (const store::MachineRow& row : store->machines()) {
    const auto& shared = opened().machines[static_cast<std::size_t>(row.machine - 1)];
    core::Loaded loaded{shared->listed() ? shared : core::Machine::make(row), {}};
    if (!shared->listed()) {
      for (Box& box : store->made_boxes(row.machine)) loaded.machine->add(std::move(box));
    }
    loaded.state = core::state_at(*store, *loaded.machine, database_.heads.at(row.machine).seq);
    server.views[row.machine] = {loaded.machine, loaded.state, database_.links.at(row.machine)};
    parts.machines.push_back(std::move(loaded));
  }
  parts.server = server.name;
  parts.open_writer = [this, number, name = server.name] {
    auto writer = open_store(database_, way(number), name);
    ++ClusterSeen::all().taken;
    return writer;
  };
  parts.open_reader = [this, number] { return open_store(database_, way(number), ""); };
  parts.open_inbox = [this, number] { return open_inbox(database_, way(number)); };
  parts.open_leases = [this, number] { return open_leases(database_, way(number)); };
  parts.steady = [this, number] { return now_ms_ + at(number).steady_ahead_ms; };
  parts.clock = [this, number] { return now_ms_ + at(number).wall_ahead_ms; };
  parts.keep_lease = [this, number, steady = parts.steady](std::int64_t began_ms) {
    return std::make_unique<SimLease>(at(number), open_leases(database_, keepers_way(number)), steady,
                                      began_ms);
  };
  parts.publish = [this, number](const std::shared_ptr<const ledger::Published>& batch) {
    published(number, *batch);
  };
  server.core = std::make_unique<ledger::ClusterCore>(std::move(parts));
}

/// Everything that it had in memory is gone; its visitors have their tickets.
void Cluster::lose(std::size_t number) {
  ClusterServer& server = at(number);
  ClusterSeen::all().unknown += server.core ? server.core->unknown_commits() : 0;
  server.core = nullptr;
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
  if (!server.core) {
    if (database_.away) return;
    start(number);
  }
  for (const core::Finished& episode : server.submitted.inbox.episodes) server.waiting.insert(episode.id);
  server.core->take(server.submitted);
  server.in_turn = true;
  try {
    server.core->turn();
    server.core->take_ring();
    server.has_looked = true;
  } catch (const Crash&) {
    ++ClusterSeen::all().crashes;
    lose(number);
  } catch (const store::Error& error) {
    if (error.kind == store::ErrorKind::permanent) {
      server.stopped_by_alarm = true;
      ++ClusterSeen::all().stopped;
      require(has_told_lost_rows(server), server.name + " has stopped for good: " + error.what());
    }
  }
  server.in_turn = false;
}

void Cluster::crash(std::size_t number) {
  if (at(number).in_turn || at(number).stopped_by_alarm || !at(number).core) return;
  ++ClusterSeen::all().crashes;
  lose(number);
}

/// As on SIGTERM, without patience.
void Cluster::end(std::size_t number) {
  ClusterServer& server = at(number);
  if (server.in_turn || !is_running(server)) return;
  try {
    server.core->end();
  } catch (const Crash&) {  // while it gave the house back
  }
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

void Cluster::forge(std::size_t number, std::uint32_t machine, std::uint32_t seed) {
  const ClusterServer& server = at(number);
  if (!is_running(server)) return;
  store::LogRow row = ledger::to_row(new_episode(server, machine, seed));
  const bool listed = server.views.at(row.machine).machine->listed();
  switch (seed % (listed ? 6 : 3)) {
    case 0:
      row.moves += " z9";
      break;
    case 1:
      row.moves.clear();
      break;
    case 2:
      row.outcome = row.outcome == Outcome::first_wins ? Outcome::second_wins : Outcome::first_wins;
      break;
    case 3:
      row.trace.push_back({1'000'000, 0, 1});
      break;
    case 4:
      row.trace.push_back({0, 60'000, 1});
      break;
    default:
      row.moves.resize(row.moves.rfind(' '));
      row.reason = Reason::draw;
  }
  forged_.insert(row.id);
  database_.inbox.push_back({std::move(row), database_.now_ms});
}

void Cluster::submit_again(std::size_t number, std::uint32_t which) {
  if (in_order_.empty() || !is_running(at(number))) return;
  // Newer ones more often.
  const auto back = std::min<std::size_t>(which % 9, in_order_.size() - 1);
  submit(number, in_order_[in_order_.size() - 1 - back]);
}

void Cluster::act(std::size_t number, std::uint32_t kind, std::uint32_t machine, std::uint32_t amount) {
  static constexpr Kind kActs[] = {Kind::freeze, Kind::thaw,  Kind::thaw,
                                   Kind::topup,  Kind::reset, Kind::rewind};
  ClusterServer& server = at(number);
  if (!is_running(server)) return;
  core::Order order;
  order.kind = kActs[kind % std::size(kActs)];
  order.machine = 1 + machine % static_cast<std::uint32_t>(kMachines.size());
  order.seq = 1 + amount % server.views.at(order.machine).state.seq;
  order.to = 1 + amount % 5;
  orders_.push_back({order.kind, order.machine, number % kServers});
  server.submitted.orders.emplace_back(
      std::move(order),
      [this, mine = orders_.size() - 1](const core::Plan* done, const std::exception_ptr& thrown) {
        answered(mine, done, thrown);
      });
}

// ---- the end of a history

/// The episodes that wait there for their verdicts.
std::vector<store::Id> Cluster::in_inbox() const {
  std::vector<store::Id> ids;
  for (const Database::Letter& letter : database_.inbox) {
    if (!letter.verdict) ids.push_back(letter.row.id);
  }
  return ids;
}

bool Cluster::is_settled() const {
  const bool orders_open = std::ranges::any_of(
      orders_, [&](const Ordered& it) { return it.open && !servers_[it.server].stopped_by_alarm; });
  const bool servers = std::ranges::all_of(servers_, [&](const ClusterServer& it) {
    if (it.stopped_by_alarm) return true;
    return it.core && it.has_looked && it.core->waiting() == 0 && it.submitted.empty() &&
           std::ranges::all_of(it.views, [&](const auto& view) {
             return view.second.state.seq >= database_.heads.at(view.first).seq;
           });
  });
  return servers && !orders_open && in_inbox().empty();
}

void Cluster::settle() {
  settling_ = true;
  for (ClusterServer& server : servers_) {
    server.paused_until_ms = 0;
    server.has_looked = false;
  }
  database_.away = false;
  const std::vector<store::Id> waiting = in_inbox();
  bool submitted = false;
  for (int round = 1; round <= 400; ++round) {
    time_passes(500);
    for (std::size_t i = 0; i < kServers; ++i) turn(i);
    // Whoever held the house and however it ended: its lease has run out, and another server has taken over.
    if (round == 40)
      require(std::ranges::none_of(
                  in_inbox(),
                  [&](const store::Id& id) { return std::ranges::find(waiting, id) != waiting.end(); }),
              "what is in the inbox is not learned within 20 s");
    if (failure_ || !std::ranges::any_of(servers_, [&](const auto& it) { return !it.stopped_by_alarm; }))
      return;
    if (!is_settled()) continue;
    if (submitted) {
      for (const ClusterServer& it : servers_)
        ClusterSeen::all().unknown += it.core ? it.core->unknown_commits() : 0;
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
