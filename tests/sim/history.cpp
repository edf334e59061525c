#include "history.hpp"

#include <array>

namespace menagerie::sim {
namespace {

struct Weight {
  What what;
  std::uint32_t weight;
  const char* name;
};
constexpr Weight kWeights[] = {
    {What::begin, 14, "begin"},     {What::move, 20, "move"},  {What::play_out, 22, "play-out"},
    {What::repeat, 5, "repeat"},    {What::leave, 4, "leave"}, {What::give_up, 2, "give-up"},
    {What::resume, 10, "resume"},   {What::act, 5, "act"},     {What::learner, 16, "learner"},
    {What::network, 16, "network"}, {What::clock, 4, "clock"}, {What::tick, 3, "tick"},
    {What::disk, 4, "disk"},        {What::crash, 2, "crash"}, {What::restart, 1, "restart"},
};

std::uint32_t number(Random& random) { return static_cast<std::uint32_t>(random.below(1u << 30)); }

What draw_what(Random& random) {
  std::uint32_t sum = 0;
  for (const Weight& it : kWeights) sum += it.weight;
  auto at = static_cast<std::uint32_t>(random.below(sum));
  for (const Weight& it : kWeights) {
    if (at < it.weight) return it.what;
    at -= it.weight;
  }
  return What::tick;
}

void happen(House& house, const Step& step) {
  const std::size_t guest = step.a % house.guests();
  switch (step.what) {
    case What::begin:
      return house.begin(guest, step.b, step.c % 3 == 0);
    case What::move:
      return house.move(guest, step.b);
    case What::play_out:
      return house.play_out(guest, step.b);
    case What::repeat:
      return house.repeat(guest);
    case What::leave:
      return house.leave(guest);
    case What::give_up:
      return house.give_up(guest);
    case What::resume:  // mostly one's own
      return house.resume(guest, step.c % 4 == 0 ? step.c / 4 % house.guests() : guest, step.b,
                          step.c % 3 == 0);
    case What::act:
      return house.act(step.b, step.c, step.b / 16, guest);
    case What::learner:
      return house.learner_runs();
    case What::network:
      return house.network_runs(1 + step.b % 8);
    case What::clock:
      return house.clock_runs(step.b % 4 == 0 ? step.c % 90'000'000 : step.c % 5'000);
    case What::tick:
      return house.tick();
    case What::disk: {
      using enum store::DiskFault;
      static constexpr std::array kDiskFaults{refused, refused, lost, kept, kept, broken};
      return house.disk_fails(kDiskFaults[step.a % kDiskFaults.size()], step.b % 6, 1 + step.c % 4);
    }
    case What::crash:
      return house.crash_in(step.b % 12);
    case What::restart:
      return house.restart();
  }
}

}  // namespace

std::string Step::text() const {
  for (const Weight& it : kWeights) {
    if (it.what == what)
      return std::string(it.name) + " " + std::to_string(a) + " " + std::to_string(b) + " " +
             std::to_string(c);
  }
  return "?";
}

History History::of(std::uint64_t seed, Fault fault) {
  Random random(seed);
  History history;
  history.seed = seed;
  history.fault = fault;
  history.fault_at = 1 + random.below(4);
  const auto& machines = Exhibition::get().machines;
  const std::size_t first = seed % machines.size();  // each machine in its turn, with two others
  for (const std::size_t at : {first, static_cast<std::size_t>(random.below(machines.size())),
                               static_cast<std::size_t>(random.below(machines.size()))}) {
    history.machines.push_back(machines[at].machine->row.name);
  }
  history.guests = 2 + random.below(30);
  const std::size_t steps = 20 + random.below(180);
  for (std::size_t i = 0; i < steps; ++i)
    history.steps.push_back({draw_what(random), number(random), number(random), number(random)});
  return history;
}

std::optional<std::string> History::run() const {
  seed_entropy(seed);
  try {
    House house(machines, guests, fault, fault_at);
    for (const Step& step : steps) {
      try {
        happen(house, step);
      } catch (const Crash&) {
        house.restart();
      }
    }
    house.settle();
    house.check();
  } catch (const Failure& failure) {
    return failure.what;
  } catch (const std::exception& error) {
    return error.what();
  }
  return std::nullopt;
}

std::string History::setting() const {
  std::string text = std::to_string(guests) + " visitors at";
  for (const std::string& machine : machines) text += " " + machine;
  return text;
}

}  // namespace menagerie::sim
