// The episodes that gave a box its beads. The beads of one colour in a box lie one above the other: what a
// log row adds is put on top, and what it takes comes off the top. So any replay of the recorded changes
// tells which row gave each bead that lies there now. An act that begins an era empties the boxes first.
#pragma once

#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace menagerie::api {

/// One colour in one box.
struct BeadColour {
  std::uint32_t box = 0;  ///< its index
  std::uint16_t bead = 0;
  bool is_of(const BeadChange& change) const { return change.box == box && change.bead == bead; }
};

/// A lesson that gave beads of a colour.
struct Gift {
  std::uint64_t seq = 0;
  std::int64_t time_ms = 0;
  std::int64_t before = 0, after = 0;
  std::int64_t still = 0;  ///< so many of those it gave lie there now
};

/// Where a walk back through the givers stands: behind row `before`; from there on to now, no fewer than
/// `floor` beads lay in the box.
struct GiversCursor {
  std::uint64_t before = 0;
  std::int64_t floor = 0;
};

struct Gifts {
  std::vector<Gift> gifts;           ///< newest first
  std::optional<GiversCursor> next;  ///< there may be more
};
/// At most `limit` of the lessons before the cursor that gave beads of that colour, newest first; fewer, and
/// where to go on, where very many rows changed other colours of the box. `era_seq`: the act that began the
/// era. On a reader's thread.
Gifts givers_before(store::Store& store, std::int64_t machine, BeadColour colour, std::uint64_t era_seq,
                    GiversCursor cursor, std::size_t limit);

/// What became of a colour in the log rows that came after one of them.
struct Since {
  BeadColour colour;
  std::int64_t floor = 0;  ///< the fewest that have lain there; as many as at first where nothing has changed
  std::uint64_t drawn = 0;  ///< how often it was drawn, in all lessons
};
/// Follows the rows with after < seq <= last; `since` says where each colour stands behind row `after`.
void follow_colours(store::Store& store, std::int64_t machine, std::uint64_t after, std::uint64_t last,
                    std::vector<Since>& since);

}  // namespace menagerie::api
