// The exact score of Go on 2 x 2 and 3 x 3 points under positional superko (no board may recur), where
// what may be played depends on the boards that have been: retrograde analysis of positions would be
// wrong, so this is a search for proofs.
//
// What is proved is "this player can bring the score to at least (at most) so much". A proof is a tree:
// one good move wherever that player moves, every legal move wherever the other does, and at each end a
// score that is enough. It is sought deeper and deeper. A proof found within the depth is a proof
// without ifs; not finding one proves nothing, and only asks for more depth. A score is known when "at
// least" and "at most" meet.
//
// A proof is kept and used again, also where play came there by other boards. It stays valid if (1) none
// of the boards that its own player's moves make has been on the board before, so that those moves are
// legal there too, and (2) every board has been there to which superko forbade the *other* player to
// return, because it had been on the board before the proof's own start: so that the other player has
// no move that the proof does not answer. If the other player has fewer moves there, nothing is lost.
#pragma once

#include "engine/analysis.hpp"
#include "engine/go_boards.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace menagerie {

class GoSolver {
 public:
  /// `game` must be Go on 2 x 2 or 3 x 3 points (it only lends its texts: the rules are in GoBoards), and
  /// must outlive the solver. The solver learns as it goes: one thread at a time.
  explicit GoSolver(const Game& game);

  const GoBoards& boards() const { return boards_; }

  /// The score that best play brings, for the first player. `history` holds every board that has been,
  /// the present one last; `passed` says whether the move before was a pass.
  int points(std::span<const GoBoard> history, Player to_move, bool passed);

  /// The position with its moves and their replies; `value` is the sign of `points`, and `plies` is
  /// always empty: best play is for points, however long it takes. A position tells no history: it is
  /// taken to be the first board of the game, after no pass. A move that ends play has no replies.
  /// Precondition: every stone has a liberty.
  Analysis analyse(const Position& position);

  enum class Replies : bool { none, all };
  /// The same after a line of play: `line` holds every position from the start on, the present one last. A
  /// move that would bring back a board of the line is none. Precondition: the line is legal.
  Analysis analyse(std::span<const Position> line, Replies replies);

 private:
  using Boards = std::vector<GoBoard>;  // ascending

  /// On what history a proof depends.
  struct Proof {
    Boards made;       ///< by the prover's own moves: must not have been before
    Boards forbidden;  ///< to the other player, by what was before: must have been
  };
  /// One thing to prove: that `prover` can bring the score to `bound` or better for him.
  struct Claim {
    Player prover = Player::first;
    int bound = 0;
    std::unordered_map<std::uint32_t, std::vector<Proof>> proofs;  ///< by state
    std::unordered_map<std::uint64_t, int> failures;  ///< by state: depth at which no proof was found
  };
  struct Candidate {
    GoBoard board;  ///< kNoBoard for a pass
    int promise;
  };
  struct State {
    GoBoard board;
    Player to_move;
    bool passed;

    std::uint32_t key() const {
      return std::uint32_t{board} * 4 + (to_move == Player::first ? 0u : 2u) + (passed ? 1u : 0u);
    }
  };

  Claim& claim(Player prover, int bound);
  bool prove_at(Claim& claim, const State& state, int depth);
  bool prove(Claim& claim, const State& state, int depth, Proof& proof);
  bool prove_some(Claim& claim, const State& state, int depth, Proof& proof);
  bool prove_all(Claim& claim, const State& state, int depth, Proof& proof);
  bool prove_after(Claim& claim, const State& state, GoBoard board, int depth, Proof& proof);
  const Proof* find_proof(const Claim& claim, const State& state) const;
  std::vector<Candidate> candidates(const Claim& claim, const State& state, Boards* forbidden) const;
  std::vector<MoveAnalysis> analyse_moves(Boards& history, Player to_move, bool passed, bool with_replies);

  const Game& game_;
  GoBoards boards_;
  std::vector<bool> been_;                  ///< by board: on the line that is being searched
  std::array<std::vector<int>, 2> merits_;  ///< by player and board: how often a move to it did the job
  std::vector<Claim> claims_;
  bool lines_apart_ = false;     ///< failures count for their own line of play alone
  std::uint64_t line_hash_ = 0;  ///< of the boards made on the line that is being searched
};

}  // namespace menagerie
