// What becomes of a submitted episode: exactly one verdict each. It follows from the machine's log and from
// what the episode's signed ticket says, so that it is the same whenever and wherever it is asked for.
#pragma once

#include "server/store/id.hpp"

#include <cstdint>
#include <string_view>

namespace menagerie::core {

struct Verdict {
  enum class Kind : std::uint8_t {
    learned,   ///< it is the log row `seq`, from this submission on
    known,     ///< it was the log row `seq` already
    era_over,  ///< its era had ended
    frozen,    ///< the machine was frozen when it ended, or before it could be learned
    refused    ///< it cannot be learned at all: `code`
  };
  Kind kind = Kind::refused;
  std::uint64_t seq = 0;
  std::string_view code{};  ///< a literal

  bool operator==(const Verdict&) const = default;
};

struct Answer {
  std::int64_t machine = 0;
  store::Id episode;
  Verdict verdict;
};

}  // namespace menagerie::core
