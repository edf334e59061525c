// Private to api/: the solvers of the games, which tell what a position is worth.
#pragma once

#include "engine/game_solver.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace menagerie::api {

/// One solver a game, made when first asked for and kept, with the latest answers. From any thread; meant for
/// readers' threads, since the first answer about a large game takes some tenths of a second.
class Solvers {
 public:
  Solvers();
  ~Solvers();
  Solvers(const Solvers&) = delete;
  Solvers& operator=(const Solvers&) = delete;

  /// The position after that line as JSON. Precondition: GameSolver::possible(game), and the line is one of
  /// the game.
  std::shared_ptr<const std::string> answer(const Game& game, const Line& line);

 private:
  struct Solver;
  Solver& solver_of(const Game& game);

  std::mutex mutex_;  ///< of the map; held for a look-up
  std::map<const Game*, std::unique_ptr<Solver>> solvers_;
};

}  // namespace menagerie::api
