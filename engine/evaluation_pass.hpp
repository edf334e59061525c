// One evaluation: the probability of every arc, and then every state's chances, from the ends back to
// the start of play. Made for one evaluation and thrown away.
#pragma once

#include "engine/evaluate.hpp"
#include "engine/evaluation_states.hpp"

#include <cstdint>
#include <vector>

namespace menagerie {

class EvaluationPass {
 public:
  explicit EvaluationPass(const EvaluationStates& states);

  /// Sets the probabilities of the arcs at which `mover` (machine or opponent) draws from its boxes.
  /// An empty box ends play there: the mover has lost.
  void fill(Turn mover, const BoxSet& boxes, const Filling& filling);
  /// Sets those of the opponent's arcs that are not boxes' but a strategy's.
  void fill(Strategy opponent);

  /// The chances from the start of play, once every arc has its probability.
  Chances run();
  /// The same with an opponent who chooses the best replies, and notes them by arc.
  Chances run_best_response(std::vector<bool>& replies);

  /// Whether play may take this arc.
  bool possible(std::uint32_t arc) const { return probability_[arc] > 0; }
  Turn turn(std::uint32_t state) const { return turn_[state]; }

 private:
  void evaluate(std::uint32_t state);
  void iterate(std::uint32_t first, std::uint32_t last);
  double mark_leaving(std::uint32_t first, std::uint32_t last);
  void choose(std::uint32_t state);
  void choose_all(std::uint32_t first, std::uint32_t last);
  void find_advantage(std::uint32_t first, std::uint32_t last);
  template <typename Accepts>
  void take(std::uint32_t state, Accepts accepts);
  double advantage_of(std::uint32_t arc) const;
  bool ended(std::uint32_t state) const {
    return turn_[state] != Turn::machine && turn_[state] != Turn::opponent;
  }

  const EvaluationStates& states_;
  std::vector<Turn> turn_;           ///< states_.turn, and ends where a box is empty
  std::vector<double> probability_;  ///< by arc
  std::vector<Chances> chances_;     ///< by state
  std::vector<double> left_;         ///< by state: how much of the play may still be going on
  std::vector<double> advantage_;    ///< by state: loss less win, under the best response
};

}  // namespace menagerie
