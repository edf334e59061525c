// A history: steps applied to a museum, derived from a seed; each can be left out to shorten a failure.
#pragma once

#include "house.hpp"
#include "shrink.hpp"

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

/// A step depends on its numbers and the museum's state only, so it stays meaningful when others are removed.
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
  /// The failure, if any.
  std::optional<std::string> run() const;
  std::string setting() const;
};

}  // namespace menagerie::sim
