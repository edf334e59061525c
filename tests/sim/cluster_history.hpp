// A history of a cluster: steps derived from a seed, as in history.hpp.
#pragma once

#include "cluster_house.hpp"
#include "shrink.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::sim {

/// A step depends on its numbers and the cluster's state only, so it stays meaningful when others are
/// removed.
struct ClusterStep {
  std::size_t what = 0;  // in the table of cluster_history.cpp
  std::uint32_t a = 0, b = 0, c = 0;
  std::string text() const;
};

struct ClusterHistory {
  std::uint64_t seed = 0;
  ClusterFault fault = ClusterFault::none;
  bool fails_over = false;  ///< once the database loses what a standby did not have yet
  std::vector<ClusterStep> steps;

  static ClusterHistory of(std::uint64_t seed, ClusterFault fault);
  /// The failure, if any.
  std::optional<std::string> run() const;
  std::string setting() const { return fails_over ? "a database that fails over" : "a database"; }
};

}  // namespace menagerie::sim
