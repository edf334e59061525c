// A machine taught from its first bead on, again and again: runs whose results do not depend on how
// many threads run them. And tournaments between two machines.
//
// No thread is started here. An Experiment is immutable, so that a caller may run its runs on as many
// threads as it likes; it must not outlive what its setup points to.
#pragma once

#include "engine/evaluate.hpp"
#include "engine/players.hpp"
#include "engine/random.hpp"
#include "engine/rules.hpp"
#include "engine/solver.hpp"
#include "engine/statistics.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie {

/// The machine's teacher.
enum class Teacher : std::uint8_t {
  random,
  optimal,
  fastest_win,
  longest_delay,
  best_response,  ///< the strongest reply to the beads as they are before each game: see BestResponse
  machine,        ///< another machine
  itself          ///< both sides' draws teach; the seat must be either
};

/// `random`, `optimal`, `fastest-win`, `longest-delay`, `best-response`, `machine`, `itself`.
std::string_view to_text(Teacher teacher);
std::optional<Teacher> parse_teacher(std::string_view text);

/// A machine at the start of a run. The boxes and the rule are not owned.
struct Contestant {
  const BoxSet* boxes = nullptr;
  const Rule* rule = nullptr;
  std::vector<std::int64_t> beads;

  static Contestant untaught(const BoxSet& boxes, const Rule& rule) {
    return {&boxes, &rule, start_beads(rule, boxes)};
  }
};

/// Another teacher from that game on.
struct Phase {
  std::size_t from = 2;  ///< counted from 1
  Teacher teacher = Teacher::random;
};

struct ExperimentSetup {
  Contestant machine;
  /// Of the boxes' graph. Null where there is none, as in a game that forbids repetition: then the teacher
  /// is random, itself or another machine.
  const Solution* solution = nullptr;
  Teacher teacher = Teacher::random;  ///< from the first game on
  std::vector<Phase> phases;          ///< the teachers after it, by ascending games, none from the first on
  std::optional<Contestant> other;    ///< the teacher, where it is a machine
  bool other_learns = true;
  std::size_t games = 0;  ///< a run, at most
  // What ends a run before that.
  bool until_dry = false;                ///< a box of the first turn is empty
  bool until_perfect = false;            ///< as RunResult::episodes_until_perfect; checked: evaluated()
  std::size_t until_defeats_in_row = 0;  ///< so many games lost one after another; 0: not looked at
};

/// How often each result came in some games.
struct ResultCounts {
  std::size_t win = 0;
  std::size_t draw = 0;
  std::size_t loss = 0;

  std::size_t games() const { return win + draw + loss; }
  bool operator==(const ResultCounts&) const = default;
};

/// One run: one life of a machine.
struct RunResult {
  std::vector<Result> results;  ///< of every game
  /// After how many games the machine was perfect for the first time: no line of play by any opponent,
  /// within the openings allowed, could beat or dry the beads that were left (of either seat: for both
  /// sides). Nothing where that did not happen, or where it cannot be told (game not evaluated).
  std::optional<std::size_t> episodes_until_perfect;
  /// How many of those games it had lost. Nothing against itself.
  std::optional<std::size_t> defeats_until_perfect;
  /// The number (from 1) of the game after which a box of the machine's first turn was empty. The run
  /// goes on, and the machine resigns whenever it meets that box.
  std::optional<std::size_t> first_box_dry;
  std::vector<std::int64_t> beads;  ///< at the end

  /// Games from..to, counted from 1, both included. Precondition: 1 <= from <= to <= games played.
  ResultCounts tally(std::size_t from, std::size_t to) const;
};

/// A game that was played and learned from. What it points to lasts until the next one.
struct GameRecord {
  std::size_t game = 0;         ///< counted from 1
  Player side = Player::first;  ///< the machine's; against itself, first
  Result result = Result::draw;
  std::optional<Player> resigned;  ///< the side that met an empty box
  std::span<const Edge> moves;
  std::span<const Draw> draws;          ///< the machine's; against itself, both sides'
  std::span<const BeadChange> changes;  ///< to the machine's beads
  std::span<const std::int64_t> beads;  ///< the machine's, after it
  std::span<const Draw> other_draws;    ///< and of the machine that it played, if it was one
  std::span<const BeadChange> other_changes;
};

class Experiment {
 public:
  /// Nothing where the setup does not make sense (`why` then says so in one line): a best response in a
  /// game that is not evaluated, a player by the solution without one, a machine against itself that plays
  /// one seat only or in some of the games only, a teacher of the same seat, boxes of different graphs, an
  /// end when it is perfect where that cannot be told.
  static std::optional<Experiment> make(ExperimentSetup setup, std::string* why = nullptr);

  const ExperimentSetup& setup() const { return setup_; }
  /// Whether it can be told when the machine is perfect.
  bool evaluated() const { return evaluated_; }

  /// Of that side, or null: where it is not played, or the game is not evaluated.
  const Evaluator* evaluator(Player side) const;
  Teacher teacher_of(std::size_t game) const;  ///< counted from 1

  /// Run number `run` of `seed`: always the same, whatever else is run, and where. A machine of either
  /// seat moves first in games 1, 3, 5, ...
  RunResult run(std::uint64_t seed, std::uint64_t run) const;

 private:
  friend class Run;
  explicit Experiment(ExperimentSetup setup) : setup_(std::move(setup)) {}

  ExperimentSetup setup_;
  std::array<std::optional<Evaluator>, 2> evaluators_;  ///< by the machine's side, where it plays it
  bool evaluated_ = false;                              ///< every side it plays has its evaluator
};

/// Run number `run` of `seed`, game by game. The experiment must outlive it.
class Run {
 public:
  Run(const Experiment& experiment, std::uint64_t seed, std::uint64_t run);
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  /// Plays one game and learns from it; false where the run has ended.
  bool play();
  /// The game that play() has just played.
  const GameRecord& game() const;
  /// All but its beads, which are those of game().
  const RunResult& result() const;

 private:
  friend class Experiment;
  class Training;
  std::unique_ptr<Training> training_;
};

/// The generator of one run: different runs of one seed, and runs of different seeds, share nothing.
Random random_of_run(std::uint64_t seed, std::uint64_t run);

/// One game of a tournament.
struct TournamentGame {
  int starter = 0;            ///< which of the two machines moved first: 0 or 1
  std::optional<int> winner;  ///< 0 or 1; nothing for a draw
  bool resigned = false;      ///< the loser met an empty box
  int plies = 0;
};

/// Machine 0 and machine 1 play so many games, both learn from each, and machine 0 starts the first,
/// third, ... game. Their beads are taught in place. Preconditions: one graph, both of either seat (a
/// machine of one seat is first enlarged: canonical boxes for both seats).
std::vector<TournamentGame> play_tournament(std::array<Contestant, 2>& machines, std::size_t games,
                                            Random& random);

/// So many games of a machine against itself, each played on from `from`, both sides' draws teaching; its
/// beads are taught in place. Preconditions: its seat is either, and play has not ended at `from`.
void teach_itself(Contestant& machine, Node from, std::size_t games, Random& random);

}  // namespace menagerie
