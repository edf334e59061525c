// A history: steps that happen to a house, which follow from a seed and can be left out one by one.
#pragma once

#include "house.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

enum class What : std::uint8_t {
  begin,
  move,
  play_out,
  repeat,
  leave,
  give_up,
  resume,
  act,
  learner,
  network,
  clock,
  tick,
  disk,
  crash,
  restart
};

/// What a step does depends on its numbers and on the house, so that it makes sense without the ones before.
struct Step {
  What what = What::tick;
  std::uint32_t a = 0, b = 0, c = 0;
  std::string text() const;
};

struct History {
  std::uint64_t seed = 0;
  Fault fault = Fault::none;
  std::uint64_t fault_at = 0;
  std::vector<std::string> machines;
  std::size_t guests = 0;
  std::vector<Step> steps;

  static History of(std::uint64_t seed, Fault fault);
  /// What was wrong, if anything.
  std::optional<std::string> run() const;
  /// The shortest history found by leaving out steps that still goes wrong. Precondition: this one does.
  History shrunk() const;
};

}  // namespace menagerie::sim
