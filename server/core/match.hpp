// A game of a machine against another one, or against a player without beads. Each machine plays it as an
// Episode, as it plays against visitors. Nothing is stored, and no machine is changed.
#pragma once

#include "engine/random.hpp"
#include "server/core/episode.hpp"

#include <functional>

namespace menagerie::core {

class Match {
 public:
  /// A machine at the board, with the beads that it draws from. Both must outlive the game.
  struct Seated {
    const Machine* machine = nullptr;
    const MachineState* state = nullptr;
  };
  /// The move of a player without beads.
  using Reply = std::function<Edge(const Playthrough&, Random&)>;

  /// From the start position; keeps the memory of the game before. Without an `other`, `reply` moves for it,
  /// which must outlive the game. Precondition: the machines play one game, from these seats.
  void begin(const Seated& machine, Player seat, const Seated& other, const Reply& reply = {});

  bool over() const { return machine_.episode.ended(); }
  /// The next ply, or a resignation, which plays none. What the machine drew is told too. The answer lasts
  /// until the next call. Precondition: not over.
  const PlayedTurn& play(Random& random);

  /// The game as the machine plays it; and as the other machine does, where there is one.
  const Episode& episode() const { return machine_.episode; }
  const Episode& others_episode() const { return other_.episode; }
  /// What the machine is to learn, and what the other one is. Precondition: over, and not asked before.
  Finished lesson() { return machine_.episode.submit(); }
  Finished others_lesson() { return other_.episode.submit(); }

 private:
  struct Side {
    Seated seated;
    Episode episode;
    PlayedTurn turn;
  };

  Side machine_, other_;
  const Reply* reply_ = nullptr;
};

}  // namespace menagerie::core
