#include "server/museum/museum.hpp"

#include "engine/random.hpp"
#include "server/core/episode.hpp"
#include "server/core/record.hpp"
#include "server/museum/ticket.hpp"

#include <algorithm>
#include <iterator>

namespace menagerie::museum {
namespace {

/// What a machine that teaches itself before the museum opens has learned.
std::vector<store::LogRow> self_play(core::Machine& machine, core::MachineState& state, std::size_t games,
                                     const core::Clock& clock, std::uint64_t seed) {
  std::vector<store::LogRow> rows;
  IdSource ids(clock);
  core::Ticket start;
  start.visit = ids.next();
  Random random(seed);
  core::Episode episode;
  for (std::size_t game = 0; game < games; ++game) {
    start.id = ids.next();
    start.era = state.era;
    start.started_ms = clock();
    episode.begin(machine, start, core::Episode::Opponent::itself);
    while (episode.machine_to_move()) {
      core::PlayedTurn turn;
      episode.machine_moves(state, random, turn);
    }
    rows.push_back(core::learn_episode(machine, state, episode.submit(), clock()));
  }
  return rows;
}

/// Several servers may begin at once: one of them creates it.
core::Loaded create_machine(store::Store& store, store::MachineRow row, const core::Clock& clock,
                            std::uint64_t seed) {
  row.created_ms = clock();
  std::shared_ptr<core::Machine> machine = core::Machine::make(row);
  core::MachineState state;
  std::vector<store::LogRow> rows{core::start_machine(*machine, state, store::Why::created, row.created_ms)};
  std::ranges::move(self_play(*machine, state, games_before_opening(row.name), clock, seed),
                    std::back_inserter(rows));
  const store::Place list{};
  store.begin_turn({&list, 1});
  if (std::optional<core::Loaded> there = core::load_machine(store, row.name)) {
    store.end_turn();
    return *std::move(there);
  }
  row.machine = store.create_machine(row, machine->boxes, std::move(rows), state.snapshot(*machine));
  return core::load_machine(store, std::move(row));
}

}  // namespace

std::vector<core::Loaded> load_museum(store::Store& store) {
  std::vector<core::Loaded> machines;
  for (store::MachineRow& row : store.machines())
    machines.push_back(core::load_machine(store, std::move(row)));
  return machines;
}

std::vector<core::Loaded> open_museum(store::Store& store, const core::Clock& clock, std::uint64_t seed) {
  std::vector<core::Loaded> machines = load_museum(store);
  for (const store::MachineRow& exhibit : exhibits()) {
    const bool there = std::any_of(machines.begin(), machines.end(), [&](const core::Loaded& loaded) {
      return loaded.machine->row.name == exhibit.name;
    });
    if (!there) machines.push_back(create_machine(store, exhibit, clock, seed));
  }
  return machines;
}

}  // namespace menagerie::museum
