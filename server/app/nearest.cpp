#include "server/app/nearest.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace menagerie::app {
namespace {

/// How many letters must be left out, put in, changed, or swapped with their neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      const std::size_t changed = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, changed});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return table.back();
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> words) {
  constexpr std::size_t kLongest = 64;  // no command and no flag is as long
  if (word.size() > kLongest) return {};
  const std::string* nearest = nullptr;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& it : words) {
    const std::size_t far = distance(word, it);
    if (far < least) nearest = &it;
    least = std::min(least, far);
  }
  return nearest == nullptr ? std::string() : "; did you mean " + *nearest + "?";
}

}  // namespace menagerie::app
