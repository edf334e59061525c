// Acts: what a log row that is no episode was about. Values; act_text.hpp has them as the log keeps them.
#pragma once

#include "server/store/id.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace menagerie::store {

struct Tally {
  /// Results are the machine's. Episodes against itself count as episodes and in no result.
  std::uint64_t episodes = 0, wins = 0, draws = 0, losses = 0;
  bool operator==(const Tally&) const = default;
};

/// Why there was an act.
enum class Why : std::uint8_t {
  created,   ///< the server made the machine when the museum first opened
  dry,       ///< a machine that had lost its beads began anew
  finished,  ///< a machine that nobody could beat began anew
  curator,   ///< the curator asked for it
};
inline constexpr Why kWhys[] = {Why::created, Why::dry, Why::finished, Why::curator};
/// As logs keep it: "put up", "dry", "finished", "curator".
std::string_view to_text(Why why);

/// Where a machine had learned everything: from then on nobody could beat it.
struct Finish {
  std::uint64_t seq = 0;  ///< the row of the log
  Tally tally{};          ///< of the era, up to that row
  bool operator==(const Finish&) const = default;
};

/// An era that ended, as the plaque of the next one tells it.
struct Plaque {
  std::uint32_t era = 1;
  std::uint64_t from_seq = 1, to_seq = 1;
  Tally tally{};
  std::int64_t beads = 0;
  std::optional<std::uint64_t> dry_seq{};  ///< where it ran dry, the row that took the last bead,
  std::string dry_box{};                   ///< and the box, by its text
  std::optional<Finish> finished{};        ///< where it ended unbeatable
  bool operator==(const Plaque&) const = default;
};

/// A machine's first row.
struct Start {
  bool operator==(const Start&) const = default;
};
/// A new era begins.
struct EraReset {
  Plaque plaque{};                    ///< of the era before
  std::vector<std::int64_t> start{};  ///< beads of each colour by turn, as Rule::start, where not the rule's
  bool operator==(const EraReset&) const = default;
};
struct Rewind {
  std::uint64_t to = 0;        ///< the seq whose list is effective again
  std::uint64_t episodes = 0;  ///< in the effective list after it
  bool operator==(const Rewind&) const = default;
};
struct Unteach {
  Id visit{};
  std::uint64_t episodes = 0;  ///< in the effective list after it
  bool operator==(const Unteach&) const = default;
};
/// The first row of a machine that was copied.
struct Fork {
  std::int64_t machine = 0;    ///< the machine that was copied,
  std::string name{};          ///< its name,
  std::uint64_t seq = 0;       ///< and the row after which
  std::uint64_t episodes = 0;  ///< in the effective list of the copy
  bool operator==(const Fork&) const = default;
};
struct Freeze {
  bool operator==(const Freeze&) const = default;
};
struct Thaw {
  bool operator==(const Thaw&) const = default;
};
struct TopUp {
  std::uint64_t to = 0;  ///< beads of each colour at least
  bool operator==(const TopUp&) const = default;
};

struct Act {
  Why why = Why::curator;
  std::variant<Start, EraReset, Rewind, Unteach, Fork, Freeze, Thaw, TopUp> what{};
  bool operator==(const Act&) const = default;
};

}  // namespace menagerie::store
