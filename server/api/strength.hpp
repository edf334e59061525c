// How good a machine is, exactly, from what lies in its boxes at some seq: for REST and for /metrics.
//
// What is compiled for that (a game's solution, a machine's evaluators, the marks of its beads) is made
// when first asked for and kept, with the machine. From any thread, also from several at once; meant for
// readers' threads, because the first answer about a large game takes some tenths of a second.
#pragma once

#include "engine/analysis.hpp"
#include "engine/evaluate.hpp"
#include "server/core/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace menagerie::api {

/// A machine on one side of the board.
struct SideStrength {
  Player side = Player::first;
  Chances against_random, against_optimal;
  Chances against_best_response;  ///< the strongest opponent that these very beads can have
  Guarantees guarantees;
};

struct Strength {
  std::vector<SideStrength> sides;  ///< those that the machine plays, first before second
  MarkedBeads beads;                ///< of all boxes, by what their moves lead to

  /// On every side that it plays.
  bool unbeatable() const;
};

class Strengths {
 public:
  /// Games with more positions are not evaluated by a running server.
  static constexpr std::size_t kPositionsMax = 500'000;

  Strengths();
  ~Strengths();
  Strengths(const Strengths&) = delete;
  Strengths& operator=(const Strengths&) = delete;

  /// Why the machine cannot be evaluated, in one line; nothing where it can. Costs nothing.
  static std::optional<std::string> fault(const core::Machine& machine);

  /// Its strength with these counts, in the order of MachineState::beads. Nothing, and one line in `why`,
  /// where fault() says so, or where too much of the play can come round again. Precondition: where the
  /// machine has no fault, there are as many counts as its boxes have kinds of beads.
  std::optional<Strength> of(const std::shared_ptr<const core::Machine>& machine,
                             std::span<const std::int64_t> counts, std::string* why = nullptr);
  /// Whether to evaluate it can take seconds, as play can come round again. Precondition: no fault().
  bool is_slow(const std::shared_ptr<const core::Machine>& machine);
  /// The solution of its game; null where fault() says why.
  const Solution* solution(const std::shared_ptr<const core::Machine>& machine);
  /// What the move of every bead leads to, in the order of MachineState::beads; null as of(). It lasts as
  /// long as this.
  const std::vector<BeadMark>* marks(const std::shared_ptr<const core::Machine>& machine);
  /// Only what its beads lead to; nothing as of().
  std::optional<MarkedBeads> marks_of(const std::shared_ptr<const core::Machine>& machine,
                                      std::span<const std::int64_t> counts);

 private:
  struct Solved;
  struct Compiled;
  const Solution& solution_of(const GameGraph& graph);
  const Compiled& compiled(const std::shared_ptr<const core::Machine>& machine);

  std::mutex mutex_;  ///< of the two maps; held for a look-up
  std::map<const GameGraph*, std::unique_ptr<Solved>> solved_;
  std::map<const core::Machine*, std::unique_ptr<Compiled>> compiled_;
};

}  // namespace menagerie::api
