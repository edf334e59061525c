#include "server/museum/house.hpp"

#include "engine/players.hpp"
#include "server/museum/record.hpp"
#include "server/museum/ticket.hpp"
#include "server/wire/act_text.hpp"

#include <algorithm>
#include <iterator>

namespace menagerie::museum {
namespace {

/// What a machine that teaches itself before the museum opens has learned.
std::vector<store::LogRow> childhood(const Machine& machine, MachineState& state, std::size_t games,
                                     const Clock& clock, std::uint64_t seed) {
  std::vector<store::LogRow> rows;
  IdSource ids(clock);
  const store::Id visit = ids.next();
  Random random(seed);
  Episode episode;
  for (std::size_t game = 0; game < games; ++game) {
    play_itself(machine.rule, machine.boxes, state.beads, random, episode);
    Finished finished;
    finished.era = state.era;
    finished.id = ids.next();
    finished.visit = visit;
    finished.started_ms = clock();
    finished.opponent = store::kItself;
    for (const Edge edge : episode.moves) {
      if (!finished.moves.empty()) finished.moves += ' ';
      finished.moves += machine.graph->move_text(edge);
    }
    finished.trace = episode.trace;
    finished.outcome = episode.outcome;
    finished.resigned = episode.resigned;
    rows.push_back(learn_episode(machine, state, std::move(finished), clock()));
  }
  return rows;
}

Loaded create_machine(store::Store& store, store::MachineRow row, const Clock& clock, std::uint64_t seed) {
  row.created_ms = clock();
  std::shared_ptr<const Machine> machine = Machine::make(row);
  MachineState state;
  std::vector<store::LogRow> rows{start_machine(*machine, state, wire::kCreated, row.created_ms)};
  std::ranges::move(childhood(*machine, state, games_before_opening(row.name), clock, seed),
                    std::back_inserter(rows));
  row.machine = store.create_machine(row, machine->boxes, std::move(rows), state.snapshot(*machine));
  return load_machine(store, std::move(row));
}

}  // namespace

std::vector<Loaded> open_house(store::Store& store, const Clock& clock, std::uint64_t seed) {
  std::vector<Loaded> house;
  for (store::MachineRow& row : store.machines()) house.push_back(load_machine(store, std::move(row)));
  for (const store::MachineRow& exhibit : exhibits()) {
    const bool there = std::any_of(house.begin(), house.end(), [&](const Loaded& loaded) {
      return loaded.machine->row.name == exhibit.name;
    });
    if (!there) house.push_back(create_machine(store, exhibit, clock, seed));
  }
  return house;
}

}  // namespace menagerie::museum
