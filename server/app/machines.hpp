// The machines that commands work on: exhibits, or any combination of game, seat, rule and boxes;
// and the games that they are built on.
#pragma once

#include "engine/experiments.hpp"
#include "engine/solver.hpp"
#include "server/core/machine.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::app {

/// An exhibit, or GAME with --seat, --rule and --boxes. Names are case-insensitive.
struct MachineChoice {
  std::string name;
  std::string seat, rule, convention;  ///< empty: as the exhibit has it, or the game's first exhibit
};

/// --seat, --rule and --boxes.
void add_machine_options(CLI::App& command, MachineChoice& choice);

/// The machine that was asked for; an unknown name throws Usage.
store::MachineRow row_of(const MachineChoice& choice);

/// Builds the machine, listing its game whatever its size; parts that do not fit together throw Usage.
/// Machines of one game that exist at the same time share its graph.
std::shared_ptr<const core::Machine> make_machine(store::MachineRow row);

/// A machine with its beads.
struct MachineWithBeads {
  std::shared_ptr<const core::Machine> machine;
  std::vector<std::int64_t> beads;

  Contestant contestant() const { return {&machine->boxes, &machine->rule, beads}; }
  Filling filling() const { return {machine->rule, beads}; }
};

/// A machine without a listed game.
MachineWithBeads untaught(store::MachineRow row);

/// `her (hexapawn, second, gardner-her, gardner-24 boxes)`
std::string description(const store::MachineRow& row);

/// The game of that name, case-insensitive; or null.
const Game* find_any_game(std::string_view name);
std::string names_of_games();

/// A game with its graph and solution, shared by several machines.
struct SolvedGame {
  std::shared_ptr<const GameGraph> graph;
  Solution solution;

  /// Lists and solves the game, showing progress if that takes long. Throws Usage if the game is too
  /// large to be listed.
  static SolvedGame of(const Game& game);
};

}  // namespace menagerie::app
