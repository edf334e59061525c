// Players that follow the solver and need no beads, and how they choose.
#pragma once

#include "engine/boxes.hpp"
#include "engine/random.hpp"
#include "engine/solver.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace menagerie {

/// Each takes one of its moves at random, all alike:
enum class Strategy : std::uint8_t {
  random,        ///< all legal moves
  optimal,       ///< those that keep the game value; in a lost position, all of them
  fastest_win,   ///< as optimal, but in a won position only the quickest wins (Sandiford's Mark I)
  longest_delay  ///< as optimal, but in a lost position only the longest defences (Sandiford's Mark II)
};
inline constexpr std::size_t kStrategies = 4;

/// `random`, `optimal`, `fastest-win`, `longest-delay`.
std::string_view to_text(Strategy strategy);
std::optional<Strategy> parse_strategy(std::string_view text);

/// Whether the strategy may take this move at `node`. At every node that is not terminal it may take
/// one at least.
bool may_take(Strategy strategy, const GameGraph& graph, const Solution& solution, Node node, Edge edge);

/// Uniform over the moves that the strategy may take and that play may come through within the
/// boxes' convention, `moves` being those of the episode so far, which tell only in games that forbid
/// repetition. Precondition: play has come to `node` through such moves only. `solution` may be null for
/// Strategy::random.
Edge strategy_move(Strategy strategy, const BoxSet& boxes, const Solution* solution, Node node,
                   Random& random, std::span<const Edge> moves = {});

}  // namespace menagerie
