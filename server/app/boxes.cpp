// menagerie boxes: the matchboxes and starting beads of a machine.
#include "engine/boxes.hpp"
#include "engine/rules.hpp"
#include "server/app/command.hpp"
#include "server/app/machines.hpp"

#include <nlohmann/json.hpp>

#include <iostream>
#include <numeric>

namespace menagerie::app {
namespace {

nlohmann::ordered_json to_json(const core::Machine& machine, std::int64_t beads) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Box& box : machine.boxes.boxes()) {
    nlohmann::ordered_json moves = nlohmann::ordered_json::array();
    for (const Bead& bead : box.beads) {
      moves.push_back(
          {{"move", bead.move}, {"orbit", bead.orbit}, {"beads", machine.rule.start_at(box.turn)}});
    }
    list.push_back({{"box", box.text}, {"turn", box.turn}, {"moves", std::move(moves)}});
  }
  return {{"game", machine.row.game}, {"seat", machine.row.seat},
          {"rule", machine.row.rule}, {"count", machine.boxes.boxes().size()},
          {"beads", beads},           {"by_turn", machine.boxes.by_turn()},
          {"boxes", std::move(list)}};
}

void print_text(const core::Machine& machine, std::int64_t beads) {
  std::cout << machine.row.game << ", seat " << machine.row.seat << ", rule " << machine.row.rule << ", "
            << machine.row.convention << " boxes\n"
            << counted(machine.boxes.boxes().size(), "box", "boxes") << ", "
            << counted(static_cast<std::uint64_t>(beads), "bead") << "; by turn:";
  for (const int count : machine.boxes.by_turn()) std::cout << ' ' << count;
  std::cout << "\n\n";
  int number = 0;
  for (const Box& box : machine.boxes.boxes()) {
    std::cout << "No " << ++number << "  turn " << box.turn << "  " << box.text << ' ';
    for (const Bead& bead : box.beads)
      std::cout << "  " << bead.move << ':' << machine.rule.start_at(box.turn);
    std::cout << '\n';
  }
}

void print_csv(const core::Machine& machine) {
  std::cout << "number,turn,box,move,orbit,beads\n";
  int number = 0;
  for (const Box& box : machine.boxes.boxes()) {
    ++number;
    for (const Bead& bead : box.beads) {
      std::cout << number << ',' << box.turn << ',' << box.text << ',' << bead.move << ',';
      for (std::size_t i = 0; i < bead.orbit.size(); ++i) std::cout << (i == 0 ? "" : " ") << bead.orbit[i];
      std::cout << ',' << machine.rule.start_at(box.turn) << '\n';
    }
  }
}

}  // namespace

int boxes(int argc, const char* const* argv) {
  CLI::App command{"Lists the matchboxes of a machine and the beads that each starts with.",
                   "menagerie boxes"};
  MachineChoice choice;
  std::string format = "text";
  command.add_option("name", choice.name, "an exhibit (menace, her, ...) or a game")->required();
  add_machine_options(command, choice);
  add_format(command, format);
  if (const int status = parse(command, arguments_of(argc, argv)); status >= 0) return status;

  const auto machine = make_machine(row_of(choice));
  const std::vector<std::int64_t> start = start_beads(machine->rule, machine->boxes);
  const std::int64_t beads = std::accumulate(start.begin(), start.end(), std::int64_t{0});
  if (format == "json") {
    std::cout << to_json(*machine, beads).dump() << '\n';
  } else if (format == "csv") {
    print_csv(*machine);
  } else {
    print_text(*machine, beads);
  }
  return 0;
}

}  // namespace menagerie::app
