// A history of one server.
#pragma once

#include "house.hpp"
#include "steps.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

struct History {
  std::uint64_t seed = 0;
  Fault fault = Fault::none;
  std::uint64_t fault_at = 0;
  std::vector<std::string> machines;
  std::size_t guests = 0;
  std::vector<Step<House>> steps;

  static History of(std::uint64_t seed, Fault fault);
  /// The failure, if any.
  std::optional<std::string> run() const {
    return play<House>(seed, steps, machines, guests, fault, fault_at);
  }
  std::string setting() const;
};

}  // namespace menagerie::sim
