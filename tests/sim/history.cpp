#include "history.hpp"

#include <array>

namespace menagerie::sim {
namespace {

using S = const Step<House>&;

const auto kKinds = step_kinds<House>({
    {"learner", 16, [](House& it, S) { it.learner_runs(); }},
    {"clock", 4, [](House& it, S s) { it.clock_runs(s.b % 4 == 0 ? s.c % 90'000'000 : s.c % 5'000); }},
    {"disk", 4,
     [](House& it, S s) {
       using enum store::DiskFault;
       static constexpr std::array kDiskFaults{refused, refused, lost, kept, kept, broken};
       it.disk_fails(kDiskFaults[s.a % kDiskFaults.size()], s.b % 6, 1 + s.c % 4);
     }},
    {"crash", 2, [](House& it, S s) { it.crash_in(s.b % 12); }},
    {"index", 8, [](House& it, S s) { it.index(s.b, s.c); }},
    {"restart", 1, [](House& it, S) { it.restart(); }},
});

}  // namespace

History History::of(std::uint64_t seed, Fault fault) {
  Random random(seed);
  History history;
  history.seed = seed;
  history.fault = fault;
  history.fault_at = 1 + random.below(4);
  const auto& machines = House::exhibition().machines;
  const std::size_t first = seed % machines.size();  // each machine in its turn, with two others
  for (const std::size_t at : {first, static_cast<std::size_t>(random.below(machines.size())),
                               static_cast<std::size_t>(random.below(machines.size()))}) {
    history.machines.push_back(machines[at].machine->row.name);
  }
  history.guests = 2 + random.below(30);
  history.steps = draw_steps(random, kKinds, 200);
  return history;
}

std::string History::setting() const {
  std::string text = std::to_string(guests) + " visitors at";
  for (const std::string& machine : machines) text += " " + machine;
  return text;
}

}  // namespace menagerie::sim
