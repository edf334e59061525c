// The machines that commands are asked about: exhibits, any other combination of a game, seat, rule
// and boxes, and the games on which they are put together.
#pragma once

#include "engine/experiments.hpp"
#include "engine/solver.hpp"
#include "server/museum/machine.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::app {

/// An exhibit, or GAME with --seat, --rule and --boxes. Names are case-blind.
struct Wanted {
  std::string name;
  std::string seat, rule, convention;  ///< empty: as the exhibit has it, or the game's first exhibit
};

/// --seat, --rule and --boxes.
void add_machine_options(CLI::App& command, Wanted& wanted);

std::string lower_case(std::string_view text);

/// What was asked for; a name that there is not throws Usage.
store::MachineRow row_of(const Wanted& wanted);

/// Puts the row's parts together, every game listed; what does not fit throws Usage. Machines of one game
/// that live at the same time stand on the same graph.
std::shared_ptr<const museum::Machine> make_machine(store::MachineRow row);

/// A machine with its beads.
struct Pupil {
  std::shared_ptr<const museum::Machine> machine;
  std::vector<std::int64_t> beads;

  Contestant contestant() const { return {&machine->boxes, &machine->rule, beads}; }
  Filling filling() const { return {machine->rule, beads}; }
};

/// One without a game behind it.
Pupil untaught(store::MachineRow row);

/// `her (hexapawn, second, gardner-her, gardner-24 boxes)`
std::string description(const store::MachineRow& row);

/// A game of that name, case-blind; or null.
const Game* find_any_game(std::string_view name);
std::string names_of_games();

/// A game with its graph and solution, on which several machines can be put together.
struct SolvedGame {
  std::shared_ptr<const GameGraph> graph;
  Solution solution;

  /// Lists and solves it, with a line of progress where that takes long. Throws Usage where the game is
  /// too large to be listed.
  static SolvedGame of(const Game& game);
};

}  // namespace menagerie::app
