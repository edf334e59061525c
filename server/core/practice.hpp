// Practice: a copy of a machine plays and learns game after game, by the learner's own functions, and is
// thrown away. Nothing of it is stored, and the machine itself is not touched.
//
// No clock, no store; all randomness comes from the seed. A Practice belongs to one thread.
#pragma once

#include "engine/random.hpp"
#include "engine/solver.hpp"
#include "server/core/machine.hpp"
#include "server/core/match.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace menagerie::core {

/// The opponent of the copy.
enum class PracticeOpponent : std::uint8_t {
  random,   ///< any move, all alike
  optimal,  ///< any move that keeps the game's value
  twin      ///< an untaught machine of the same rule on the other seat, which learns as well
};

/// `random`, `optimal`, `twin`.
std::string_view to_text(PracticeOpponent opponent);
std::optional<PracticeOpponent> parse_practice_opponent(std::string_view text);

struct PracticeGame {
  Result result = Result::draw;  ///< the copy's
  Player seat = Player::first;   ///< the copy's
  bool resigned = false;         ///< the copy found its box empty
  bool walkover = false;         ///< the twin had run dry: it drew no bead, so neither learned anything
  std::string moves;             ///< names with a space between
  std::size_t plies = 0;
};

class Practice {
 public:
  struct Setup {
    PracticeOpponent opponent = PracticeOpponent::random;
    const Solution* solution = nullptr;  ///< of the machine's graph; needed by an optimal opponent
    std::uint64_t seed = 1;
    bool untaught = false;  ///< the copy begins with the beads of a new machine
  };

  /// The copy has the machine's beads as they are in `state`. Preconditions: the state is the machine's; an
  /// optimal opponent has its solution.
  Practice(const std::shared_ptr<const Machine>& machine, const MachineState& state, const Setup& setup);

  /// Plays one game, from which the copy learns, unless it is a walkover. A copy of either seat moves first
  /// in games 1, 3, 5, ...
  PracticeGame play();

  const Machine& machine() const { return *copy_.machine; }
  const MachineState& state() const { return copy_.state; }

 private:
  /// A machine at the board.
  struct Contender {
    std::shared_ptr<Machine> machine;
    MachineState state;

    Match::Seated seated() const { return {machine.get(), &state}; }
    void learn(Finished lesson) { learn_episode(*machine, state, std::move(lesson), state.time_ms); }
  };

  Match::Reply reply_;  ///< of an opponent without beads
  Random random_;
  Contender copy_;
  std::optional<Contender> twin_;
  Match match_;
  std::size_t games_ = 0;
};

}  // namespace menagerie::core
