// What an act was about, as the log keeps it: LogRow::detail, a small JSON object. Pure functions.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::wire {

/// Why there was an act.
inline constexpr std::string_view kCreated = "put up";     ///< by the house, when it opened
inline constexpr std::string_view kDry = "dry";            ///< a machine that had lost its beads began anew
inline constexpr std::string_view kFinished = "finished";  ///< a machine that nobody could beat began anew
inline constexpr std::string_view kCurator = "curator";    ///< the curator asked for it

/// Where a machine had learned everything: from then on nobody could beat it.
struct Finish {
  std::uint64_t seq = 0;  ///< the row of the log
  store::Tally tally;     ///< of the era, up to that row
};

/// A life that ended, as the plaque of the next one tells it.
struct Plaque {
  std::uint32_t era = 1;
  std::uint64_t from_seq = 1, to_seq = 1;
  store::Tally tally;
  std::int64_t beads = 0;
  std::optional<std::uint64_t> dry_seq;  ///< where it ran dry, the row that took the last bead,
  std::string dry_box;                   ///< and the box, by its text
  std::optional<Finish> finished;        ///< where it ended unbeatable
};

struct Act {
  std::string why{};
  std::uint64_t to = 0;            ///< rewind: the seq; topup: beads of each colour at least
  store::Id visit{};               ///< unteach
  std::int64_t machine = 0;        ///< fork: the machine that was copied,
  std::string name{};              ///< its name,
  std::uint64_t seq = 0;           ///< and the row after which
  std::uint64_t episodes = 0;      ///< rewind, unteach, fork: in the effective list after it
  std::optional<Plaque> plaque{};  ///< reset
};

std::string act_text(store::Kind kind, const Act& act);
/// Reads what act_text() wrote. Throws store::Error, naming the row, where it is something else.
Act parse_act(const store::LogRow& row);

}  // namespace menagerie::wire
