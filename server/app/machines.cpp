#include "server/app/machines.hpp"

#include "engine/text.hpp"
#include "server/api/experiment_spec.hpp"
#include "server/app/options.hpp"
#include "server/app/progress.hpp"
#include "server/museum/museum.hpp"

#include <stdexcept>

namespace menagerie::app {

void add_machine_options(CLI::App& command, MachineChoice& choice) {
  command.add_option("--seat", choice.seat, "first, second or either");
  command.add_option("--rule", choice.rule,
                     "learning rule: " + joined(all_rules(), ", ", &Rule::name) +
                         "; with changes after commas, as michie-1961,loss=-2");
  command.add_option("--boxes", choice.convention,
                     "canonical, rotations, mirror, raw, gardner-24 or tretyakov-24");
}

const Game* find_any_game(std::string_view name) { return find_game(lower_case(name)); }

std::string names_of_games() {
  std::string names;
  for (const Game* game : all_games()) names += " " + std::string(game->name());
  return names;
}

store::MachineRow row_of(const MachineChoice& choice) {
  const auto named = api::machine_named(lower_case(choice.name));
  if (!named) {
    std::string known;
    for (const store::MachineRow& it : museum::exhibits()) known += " " + it.name;
    throw Usage("there is no exhibit or game \"" + choice.name + "\"; there are:" + known + names_of_games());
  }
  store::MachineRow row = named->row;
  if (!choice.seat.empty()) row.seat = choice.seat;
  if (!choice.rule.empty()) row.rule = choice.rule;
  if (!choice.convention.empty()) row.convention = choice.convention;
  return row;
}

std::shared_ptr<const core::Machine> make_machine(store::MachineRow row) {
  try {
    return core::Machine::make(std::move(row), core::Machine::Listing::whole);
  } catch (const std::invalid_argument& error) {
    throw Usage(error.what());
  }
}

MachineWithBeads untaught(store::MachineRow row) {
  MachineWithBeads made{make_machine(std::move(row)), {}};
  made.beads = start_beads(made.machine->rule, made.machine->boxes);
  return made;
}

std::string description(const store::MachineRow& row) {
  return row.name + " (" + row.game + ", " + row.seat + ", " + row.rule + ", " + row.convention + " boxes)";
}

SolvedGame SolvedGame::of(const Game& game) {
  const std::string name(game.name());
  SolvedGame solved;
  {
    const Progress progress("listing the positions of " + name);
    solved.graph = core::shared_graph(game);
    if (!solved.graph) throw Usage(name + " has too many positions to be listed");
  }
  const Progress progress("solving " + name);
  solved.solution = menagerie::solve(*solved.graph);
  return solved;
}

}  // namespace menagerie::app
