// The play of one machine against somebody, as flat arrays that exact evaluation runs over backwards.
//
// A state is what the course of play depends on: a position (one for its whole symmetry class, where
// every machine in the play merges those) and the orientations in which the boxes are read. An arc leads to
// a further state by a bead, or by a group of moves that are as good as one. States are in backward
// order: an arc leads to a lower number, but for arcs within a component of states that play can go
// round in; those have consecutive numbers. Immutable after compile(), so any thread may read it.
#pragma once

#include "engine/boxes.hpp"
#include "engine/solver.hpp"
#include "engine/strategies.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace menagerie {

/// The side that goes on from a state; or how play has ended there, from the machine's view.
enum class Turn : std::uint8_t { win, draw, loss, machine, opponent };

struct EvaluationStates {
  /// The most states that may lie in one component.
  static constexpr std::size_t kComponentMax = 20'000;

  /// `boxes` are those of the machine that plays `side`; `opponent` those of the other machine, where
  /// the opponent is one. Nothing where a component is too large.
  static std::optional<EvaluationStates> compile(const BoxSet& boxes, Player side, const Solution& solution,
                                                 const BoxSet* opponent);

  std::uint32_t state_of(const BoxSet& boxes, Node node, std::uint8_t orientation) const;

  // By state; the last one is the start of play.
  std::vector<Turn> turn;
  std::vector<std::uint32_t> box;                                   ///< of the side to move, or kNone
  std::vector<std::uint32_t> first_arc;                             ///< and one more
  std::vector<std::pair<std::uint32_t, std::uint32_t>> components;  ///< [first, last) of those with cycles

  // By arc. The arcs of one bead stand together.
  std::vector<std::uint32_t> target;
  std::vector<std::uint32_t> bead;  ///< index into the mover's flat array of counts; kNone without a box
  /// Of the draws of this bead, the part that takes this arc; without a box, of all moves.
  std::vector<double> share;
  std::vector<bool> keeps_value;
  /// With which probability each strategy takes the arc; all 0 at the machine's own states.
  std::array<std::vector<double>, kStrategies> weight;

  bool merged = false;  ///< a state stands for a class of symmetric positions
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;  ///< of states, by key

  std::size_t count() const { return turn.size(); }
};

}  // namespace menagerie
