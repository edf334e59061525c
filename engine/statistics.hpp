// Figures over many runs: mean, standard error, quantiles.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace menagerie {

struct Summary {
  std::size_t runs = 0;        ///< that have a figure; the figures below are theirs alone
  std::size_t unfinished = 0;  ///< that have none
  double mean = 0;             ///< 0, like all that follow, where there is no figure
  double se = 0;               ///< standard error of the mean; 0 where there is but one figure
  double median = 0;           ///< quantiles: linear between neighbouring figures
  double p5 = 0;
  double p95 = 0;
};

/// The figures in their order do not matter, nor does which thread made them.
Summary summarise(std::span<const std::optional<double>> figures);

}  // namespace menagerie
