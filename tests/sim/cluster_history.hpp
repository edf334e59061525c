// A history of a cluster.
#pragma once

#include "cluster_house.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

struct ClusterHistory {
  std::uint64_t seed = 0;
  Fault fault = Fault::none;
  std::uint64_t fault_at = 0;
  bool fails_over = false;  ///< once the database loses what a standby did not have yet
  std::vector<Step<Cluster>> steps;

  static ClusterHistory of(std::uint64_t seed, Fault fault);
  /// The failure, if any.
  std::optional<std::string> run() const {
    return sim::play<Cluster>(seed, steps, fault, fault_at, fails_over);
  }
  std::string setting() const { return fails_over ? "a database that fails over" : "a database"; }
};

}  // namespace menagerie::sim
