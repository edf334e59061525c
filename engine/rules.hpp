// Learning rules as data, and the one function that applies them.
#pragma once

#include "engine/boxes.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

/// Which of an episode's beads a change is made to.
enum class Scope : std::uint8_t { all, last };

/// What happens to the drawn beads after one kind of result.
struct Reinforcement {
  std::int64_t change = 0;  ///< beads added (or taken away, if negative) for each bead drawn
  Scope scope = Scope::all;
};

/// A learning rule: one row of data (see all_rules()).
struct Rule {
  std::string name;
  std::string story;                ///< one sentence for people, with its source
  std::vector<std::int64_t> start;  ///< beads of each colour by the box's turn; after the last figure, 1
  Reinforcement win, draw, loss;    ///< from the view of the player who drew the beads
  std::int64_t floor = 0;           ///< no count is taken below this

  /// Beads of each colour that a box of that turn (1, 2, ...) starts with.
  std::int64_t start_at(int turn) const;
};

std::span<const Rule> all_rules();
const Rule* find_rule(std::string_view name);  ///< or null

/// One drawn bead. The machine's moves at plies without a box are not drawn.
struct Draw {
  std::uint32_t box = 0;   ///< index into BoxSet::boxes()
  std::uint16_t bead = 0;  ///< index into Box::beads
  std::uint16_t ply = 0;   ///< of the move that it made; even plies are the first player's

  bool operator==(const Draw&) const = default;
};

enum class Reason : std::uint8_t { win, draw, loss, resign };
std::string_view to_text(Reason reason);

/// One count of one box changed.
struct BeadChange {
  std::uint32_t box = 0;
  std::uint16_t bead = 0;
  std::int64_t before = 0;
  std::int64_t after = 0;

  bool operator==(const BeadChange&) const = default;
};

/// The beads of a new machine: a flat array, box by box.
std::vector<std::int64_t> start_beads(const Rule& rule, const BoxSet& boxes);

/// Applies `rule` to `beads` for one finished episode, in trace order, and appends what changed to
/// `changes`. A change that the floor or an empty count swallows whole is not recorded; one that it
/// swallows in part is recorded as far as it went. Every draw in the trace is rewarded for the
/// player who made it (its ply tells), so an episode against itself teaches both sides.
/// Precondition: every draw names a box and bead of `boxes`.
void learn(const Rule& rule, const BoxSet& boxes, std::span<std::int64_t> beads, std::span<const Draw> trace,
           Outcome outcome, std::vector<BeadChange>& changes);

}  // namespace menagerie
