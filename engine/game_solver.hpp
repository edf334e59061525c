// What a solver says of a game after any line of play: of the board that it comes to, and of each move there.
//
// A small game is listed and solved whole; Go is searched for proofs, since what may be played there depends
// on the boards that have been; hexapawn's larger kin are solved depth first. What has been found out stays
// with the solver, within bounds.
#pragma once

#include "engine/analysis.hpp"
#include "engine/forward_solver.hpp"
#include "engine/go_solver.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace menagerie {

/// A line of play from the start.
struct Line {
  std::vector<Move> moves;
  std::vector<Position> positions;  ///< the start, and the position after each move
};

/// The line of these moves, by name; of one that may not be played there, `fault` says which and why, and
/// nothing is returned.
std::optional<Line> parse_line(const Game& game, std::span<const std::string> moves, std::string& fault);

class GameSolver {
 public:
  /// Listed games with more positions are solved without a graph.
  static constexpr std::size_t kListedMax = 60'000;

  /// Whether it answers for that game: not for those that have so many positions that they are not listed,
  /// but for Go.
  static bool possible(const Game& game) { return game.listed() || game.repetition_forbidden(); }

  /// Precondition: possible(game). `game` must outlive the solver. One thread at a time.
  explicit GameSolver(const Game& game);

  /// The position that the line comes to, with each move that may be played there, without replies.
  /// Precondition: the line is one of this game.
  Analysis analyse(const Line& line);

 private:
  Analysis analyse_listed(const Position& position) const;
  Analysis analyse_go(const Line& line);
  Analysis analyse_forward(const Position& position);

  const Game& game_;
  std::optional<GameGraph> graph_;
  Solution solution_;
  std::unique_ptr<GoSolver> go_;
  int asked_of_go_ = 0;  ///< of the present one
  std::unique_ptr<ForwardSolver> forward_;
};

}  // namespace menagerie
