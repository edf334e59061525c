// Texts of the watch frames.
#pragma once

#include "engine/boxes.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::wire {

struct LiveTable {
  std::string table;  ///< a short name that tells tables apart and nothing else
  int ply = 0;
  std::string position;
  std::string drawn;  ///< the move of the bead that came last; empty: none has come yet
};

/// What a room adds to its feed.
struct FeedNews {
  std::size_t playing = 0, watching = 0;
  std::vector<LiveTable> tables;
  std::string dry;  ///< a `dry` frame as text, or empty
  bool frozen = false;
};

struct FeedFrame {
  std::string_view machine;
  std::uint64_t seq = 0;
  std::uint32_t era = 1;
  store::Tally tally;
  std::int64_t beads = 0;
  std::uint64_t from = 0, to = 0;  ///< 0: no rows
  std::string_view outcomes;
  std::span<const store::LogRow> rows;
  const std::map<std::pair<std::uint32_t, std::uint16_t>, std::int64_t>* counts = nullptr;
};
std::string feed_text(const FeedFrame& frame, const FeedNews& news);

/// One machine's figures as the hall shows them.
struct MachineSummary {
  std::string_view name;
  std::uint64_t seq = 0;
  std::uint32_t era = 1;
  store::Tally tally;
  std::int64_t beads = 0;
  std::size_t playing = 0, watching = 0;
  bool dry = false;
  bool frozen = false;
  bool finished = false;  ///< nobody can beat it

  bool operator==(const MachineSummary&) const = default;
};
/// `hello` (type `hello`) and `house` frames of the hall's feed.
std::string hall_text(std::string_view type, std::span<const MachineSummary> machines);

}  // namespace menagerie::wire
