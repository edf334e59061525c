// Shortens a history that goes wrong, by leaving out steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>

namespace menagerie::sim {

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
