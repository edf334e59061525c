// Rows of the tables that SQLite and PostgreSQL have alike, but for the log's, as values. A `Row` has
// number(column), text(column) and flag(column); a column without a value is 0, empty or false. Private to
// store/.
#pragma once

#include "engine/text.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::store {

inline const std::string kMachineColumns =
    "machine, name, title, maker, story, colour, game, seat, rule, convention, created_ms";

template <typename Row>
MachineRow machine_of(const Row& row) {
  const auto text = [&](int column) { return std::string(row.text(column)); };
  return {row.number(0), text(1), text(2), text(3), text(4),       text(5),
          text(6),       text(7), text(8), text(9), row.number(10)};
}

inline const std::string kSnapshotColumns =
    "seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, era_wins, era_draws, "
    "era_losses, "
    "counts, frozen, dry_seq, dry_ms";

/// `name`: the database's, for errors.
template <typename Row>
Snapshot snapshot_of(const Row& row, std::int64_t machine, const std::string& name) {
  const auto number = [&](int column) { return static_cast<std::uint64_t>(row.number(column)); };
  Snapshot snapshot;
  snapshot.machine = machine;
  snapshot.seq = number(0);
  snapshot.era = static_cast<std::uint32_t>(number(1));
  snapshot.era_seq = number(2);
  snapshot.time_ms = row.number(3);
  snapshot.tally = {number(4), number(5), number(6), number(7)};
  snapshot.era_tally = {number(8), number(9), number(10), number(11)};
  snapshot.beads = parse_counts(row.text(12), name + ": beads of machine " + std::to_string(machine) +
                                                  " at seq " + std::to_string(snapshot.seq));
  snapshot.frozen = row.flag(13);
  snapshot.dry_seq = number(14);
  snapshot.dry_ms = row.number(15);
  return snapshot;
}

/// A bead of a box, with the names of both.
struct BeadName {
  std::size_t number = 0, bead = 0;  ///< the box's from 1, the bead's from 0
  std::string box, move;
  bool operator==(const BeadName&) const = default;
};
inline const std::string kBeadNames =
    "SELECT number, bead, box, move FROM bead JOIN box USING (machine, number) ";

template <typename Row>
BeadName bead_name_of(const Row& row) {
  return {static_cast<std::size_t>(row.number(0)), static_cast<std::size_t>(row.number(1)),
          std::string(row.text(2)), std::string(row.text(3))};
}

/// As Store::check_boxes().
inline std::optional<std::string> name_fault(const std::vector<BeadName>& stored, const BoxSet& boxes) {
  std::size_t at = 0;
  for (std::size_t number = 1; number <= boxes.boxes().size(); ++number) {
    const Box& box = boxes.boxes()[number - 1];
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead, ++at) {
      if (at < stored.size() && stored[at] == BeadName{number, bead, box.text, box.beads[bead].move})
        continue;
      return "the stored names of boxes and beads are not this version's: box " + std::to_string(number) +
             ", " + box.text + ", bead " + box.beads[bead].move;
    }
  }
  if (at < stored.size()) return "there are more boxes or beads in the store than this version knows";
  return std::nullopt;
}

inline const std::string kMadeBeads =
    "SELECT number, turn, box, move, orbit FROM box JOIN bead USING (machine, number) ";

/// Adds the next bead of the boxes that a machine made, and the box where the bead is its first.
template <typename Row>
void add_made_bead(const Row& row, std::vector<Box>& boxes) {
  if (static_cast<std::size_t>(row.number(0)) > boxes.size())
    boxes.push_back({kNone, std::string(row.text(2)), static_cast<int>(row.number(1)), 0, {}});
  const std::string moves(row.text(4));
  const auto orbit = split(moves, ' ');
  boxes.back().beads.push_back({std::string(row.text(3)), {orbit.begin(), orbit.end()}});
}

}  // namespace menagerie::store
