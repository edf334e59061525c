// What a history is made of: steps, drawn from a seed. Each depends on its numbers and the museum's state
// only, so that it stays meaningful when others are left out to shorten a failure.
#pragma once

#include "server.hpp"

#include "engine/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace menagerie::sim {

template <typename World>
struct Step;

/// A visitor of a server that runs; without it, if there is none now.
struct Visitor {
  SimServer* server = nullptr;
  Guest* guest = nullptr;
};

/// Either of the world, or of a visitor.
template <typename World>
struct StepKind {
  const char* name;
  std::uint32_t weight;
  void (*happen)(World& world, const Step<World>& step);
  void (*visit)(World& world, const Visitor& it, const Step<World>& step) = nullptr;
};

template <typename World>
struct Step {
  const StepKind<World>* kind;
  std::uint32_t a, b, c;  ///< a: which server or visitor

  void happen(World& world) const {
    if (kind->happen != nullptr) return kind->happen(world, *this);
    if (const Visitor visitor = world.visitor(a); visitor.server != nullptr)
      kind->visit(world, visitor, *this);
  }
  std::string text() const {
    return std::string(kind->name) + " " + std::to_string(a) + " " + std::to_string(b) + " " +
           std::to_string(c);
  }
};

/// What visitors and the curator do, followed by what else happens to this world.
template <typename World>
std::vector<StepKind<World>> step_kinds(const std::vector<StepKind<World>>& others) {
  using S = const Step<World>&;
  using V = const Visitor&;
  std::vector<StepKind<World>> kinds{
      {"begin", 14, nullptr, [](World&, V it, S s) { it.server->begin(*it.guest, s.b, s.c % 3 == 0); }},
      {"move", 20, nullptr, [](World&, V it, S s) { it.server->move(*it.guest, s.b); }},
      {"play-out", 22, nullptr, [](World&, V it, S s) { it.server->play_out(*it.guest, s.b); }},
      {"repeat", 5, nullptr, [](World&, V it, S) { it.server->repeat(*it.guest); }},
      {"leave", 4, nullptr, [](World&, V it, S) { it.server->leave(*it.guest); }},
      {"give-up", 2, nullptr, [](World&, V it, S) { it.server->give_up(*it.guest); }},
      {"resume", 10, nullptr,  // mostly one's own
       [](World& world, V it, S s) {
         const Guest& whose = s.c % 4 == 0 ? world.guest(s.c / 4) : *it.guest;
         it.server->resume(*it.guest, whose, s.b, s.c % 3 == 0);
       }},
      {"act", 5, nullptr, [](World&, V it, S s) { it.server->act(*it.guest, s.b, s.c, s.b / 16); }},
      {"network", 16, nullptr, [](World&, V it, S s) { it.server->network_runs(1 + s.b % 8); }},
      {"tick", 3, nullptr, [](World&, V it, S) { it.server->tick(); }},
  };
  kinds.insert(kinds.end(), others.begin(), others.end());
  return kinds;
}

template <typename World>
std::vector<Step<World>> draw_steps(Random& random, const std::vector<StepKind<World>>& kinds,
                                    std::size_t most) {
  std::uint32_t sum = 0;
  for (const auto& it : kinds) sum += it.weight;
  std::vector<Step<World>> steps(20 + random.below(most - 20));
  for (auto& step : steps) {
    auto at = static_cast<std::uint32_t>(random.below(sum));
    step.kind = kinds.data();
    for (; at >= step.kind->weight; ++step.kind) at -= step.kind->weight;
    for (std::uint32_t* number : {&step.a, &step.b, &step.c})
      *number = static_cast<std::uint32_t>(random.below(1u << 30));
  }
  return steps;
}

/// Plays a history in a world that is opened for it; the failure, if any.
template <typename World, typename... Args>
std::optional<std::string> play(std::uint64_t seed, const std::vector<Step<World>>& steps,
                                const Args&... args) {
  begin_history(seed);
  try {
    World world(args...);
    for (const auto& step : steps) {
      step.happen(world);
      if (first_failure()) return first_failure();
    }
    world.settle();
    if (!first_failure()) world.check();
  } catch (const Failure&) {
  } catch (const std::exception& error) {
    if (!first_failure()) first_failure() = error.what();
  }
  return first_failure();
}

/// The shortest history found by leaving out steps that still goes wrong. Precondition: this one does.
template <typename History>
History shrink(History shortest) {
  for (std::size_t part = std::max<std::size_t>(1, shortest.steps.size() / 2);; part /= 2) {
    for (std::size_t at = 0; at < shortest.steps.size();) {
      History shorter = shortest;
      const auto begin = shorter.steps.begin() + static_cast<std::ptrdiff_t>(at);
      const std::size_t end = std::min(at + part, shorter.steps.size());
      shorter.steps.erase(begin, shorter.steps.begin() + static_cast<std::ptrdiff_t>(end));
      if (shorter.run()) {
        shortest = std::move(shorter);
      } else {
        at += part;
      }
    }
    if (part == 1) return shortest;
  }
}

}  // namespace menagerie::sim
