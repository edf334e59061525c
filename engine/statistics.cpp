#include "engine/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace menagerie {
namespace {

/// The quantile of sorted figures, linear between the two neighbours (R's type 7).
double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Summary summarise(std::span<const std::optional<double>> figures) {
  Summary summary;
  std::vector<double> sorted;
  for (const auto& figure : figures) {
    if (figure) sorted.push_back(*figure);
  }
  summary.runs = sorted.size();
  summary.unfinished = figures.size() - sorted.size();
  if (sorted.empty()) return summary;
  std::sort(sorted.begin(), sorted.end());  // sums in sorted order are the same in whatever order runs end
  const auto count = static_cast<double>(sorted.size());
  for (const double figure : sorted) summary.mean += figure;
  summary.mean /= count;
  double squares = 0;
  for (const double figure : sorted) squares += (figure - summary.mean) * (figure - summary.mean);
  if (sorted.size() > 1) summary.se = std::sqrt(squares / (count - 1) / count);
  summary.median = quantile(sorted, 0.5);
  summary.p5 = quantile(sorted, 0.05);
  summary.p95 = quantile(sorted, 0.95);
  return summary;
}

}  // namespace menagerie
