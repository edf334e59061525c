#include "server/wire/excerpt.hpp"

namespace menagerie::wire {

std::string excerpt(std::string_view input) {
  if (input.size() <= kExcerptMax) return std::string(input);
  constexpr std::string_view kRest = "...";
  std::size_t end = kExcerptMax - kRest.size();
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (end > 0 && continues(input[end])) --end;
  return std::string(input.substr(0, end)).append(kRest);
}

}  // namespace menagerie::wire
