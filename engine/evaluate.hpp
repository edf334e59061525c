// How good a machine is today, from its beads alone, without playing: exact probabilities of win, draw
// and loss, from the machine's view.
//
// The machine draws a bead as its rule says, moves at random among what the bead stands for, resigns
// (a loss) where its box is empty, and moves at random where the position has no box. The opponent
// keeps to the openings that the boxes' convention allows. Play that never ends is a draw; the limit
// of Game::length_max() plies is left out of account.
//
// An Evaluator is compiled once for a set of boxes and a side, is immutable, and may be used from any
// thread. It must not outlive its boxes. One evaluation is one pass over flat arrays. Only where play
// can come round again does it iterate, over those positions alone.
#pragma once

#include "engine/evaluation_states.hpp"
#include "engine/rules.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace menagerie {

/// Probabilities, from the machine's view; they add up to 1.
struct Chances {
  double win = 0;
  double draw = 0;
  double loss = 0;
};

/// What lies in a machine's boxes, and the rule by which it is drawn. Neither is owned.
struct Filling {
  const Rule& rule;
  std::span<const std::int64_t> beads;  ///< the flat array of counts
};

/// What can be said of a machine whatever opponent it meets.
struct Guarantees {
  /// No line of play by any opponent, within the openings allowed, can beat the beads that are left
  /// or bring the machine to an empty box.
  bool unbeatable = false;
  /// Every move that the machine may make, wherever an opponent can bring it, keeps the game value;
  /// and no opponent can bring it to an empty box.
  bool optimal = false;
};

/// The strongest opponent that these very beads can have: it knows the counts, not the draws, and
/// plays so that the machine's probability of loss less that of win is the greatest. Of replies that
/// are equal in that (to 1e-12) it prefers those with the greater probability of loss, and takes any of
/// those equal in that too, every move with the same probability. Where play can come round again it takes
/// any of the best moves that lead to an end soonest.
struct BestResponse {
  Chances chances;
  std::vector<bool> replies;  ///< by arc of the evaluator's states: whether the opponent may take it
};

class Evaluator {
 public:
  /// `side` is the one that the machine plays (a machine of either seat has an evaluator a side);
  /// `opponent` are the other machine's boxes, for against_machine(). `solution` is only read here.
  /// Nothing, and one line in `why`, where the play has too many positions that come round again.
  /// Preconditions: the boxes' seat plays `side`, the opponent's the other side of the same graph.
  static std::optional<Evaluator> compile(const BoxSet& boxes, Player side, const Solution& solution,
                                          const BoxSet* opponent = nullptr, std::string* why = nullptr);

  Player side() const { return side_; }
  /// Whether play can come round again, so that an evaluation takes many passes over those positions.
  bool iterates() const { return !states_.components.empty(); }

  Chances against(Strategy opponent, const Filling& machine) const;
  BestResponse best_response(const Filling& machine) const;
  /// Precondition: compiled with the opponent's boxes.
  Chances against_machine(const Filling& machine, const Filling& opponent) const;

  Guarantees judge(const Filling& machine) const;
  /// judge().unbeatable alone; ends at the first way to beat the machine that it comes to.
  bool unbeatable(const Filling& machine) const { return !line_that_beats(machine); }
  /// The boxes that the machine comes to, last to first, in some line of play that beats it or brings it
  /// to an empty box (then that box is among them); nothing where it is unbeatable. While no count in
  /// these boxes changes, that line remains.
  std::optional<std::vector<std::uint32_t>> line_that_beats(const Filling& machine) const;

  /// A move of the best response, uniform over those that are equally good. Precondition:
  /// the opponent is to move at `node`, and play has come there within the convention's openings.
  Edge reply(const BestResponse& response, Node node, std::uint8_t orientation, Random& random) const;

 private:
  Evaluator(const BoxSet& boxes, Player side, EvaluationStates states)
      : boxes_(&boxes), side_(side), states_(std::move(states)) {}

  const BoxSet* boxes_;
  Player side_;
  EvaluationStates states_;
  const BoxSet* opponent_boxes_ = nullptr;
};

}  // namespace menagerie
