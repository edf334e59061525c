// What an experiment tells, as lines of JSON: every game of one life, or the figures of many.
#pragma once

#include "engine/statistics.hpp"
#include "server/api/experiment_spec.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace menagerie::api {

/// A machine's strength on one side, as its chances against the three opponents by which it is told.
struct SideChances {
  Player side = Player::first;
  std::array<Chances, 3> against;  ///< a random one, an optimal one, the best response
  bool unbeatable = false;
};

/// After so many games, on each side that it plays.
struct StrengthPoint {
  std::size_t games = 0;
  std::vector<SideChances> sides;
};

/// One life, without its games.
struct LifeRecord {
  RunResult result;  ///< without its beads
  /// The moves of the beads that were left at the end in the box that the machine opens with, `a1 b2`; where
  /// it may be one of several, each with its box's number, `2:b3xa2`.
  std::string openings;
  std::vector<StrengthPoint> strength;
};

/// Every release with this signature plays the same games for the same description: a hash of the golden file
/// of experiments, which a test compares.
inline constexpr std::string_view kPlaySignature = "1b7584960d86b3e1";

/// The first line: what is played, and the signature.
std::string experiment_line(const ExperimentSpec& spec);

/// A life, game by game. Its experiment must outlive it. One thread at a time.
class ExperimentRun {
 public:
  ExperimentRun(const PreparedExperiment& prepared, std::uint64_t run);

  /// Plays a game, and appends its line to `rows`, if that is not null, and its strength, where that is to
  /// be told now. False where the life is over; the last line is then appended.
  bool play(std::string* rows);
  /// Precondition: the life is over.
  LifeRecord record();

 private:
  void tell_boxes(std::string& rows) const;
  void tell_strength(std::size_t games, std::string* rows);
  void tell_game(std::string& rows) const;
  void tell_end(std::string& rows) const;
  std::string openings() const;

  const PreparedExperiment& prepared_;
  Run run_;
  std::span<const std::int64_t> beads_;  ///< as they are now: the setup's at first, then the run's
  std::vector<StrengthPoint> strength_;
  std::optional<std::size_t> told_;  ///< the last point's games
  bool begun_ = false;
};

/// Many lives: for each game how it ended in how many of them, and the course of the score (games won less
/// games lost); and figures over all. Lives are kept in their order, so that no thread's haste shows.
class LivesSummary {
 public:
  explicit LivesSummary(const ExperimentSpec& spec);

  /// From one thread at a time. Precondition: each life once.
  void set(std::size_t life, LifeRecord record);
  /// The lines, in pieces. Precondition of the first: every life is set. False after the last.
  bool next(std::string& out);

 private:
  struct Game {
    std::size_t lives = 0, win = 0, draw = 0, loss = 0;
  };

  void tell_game(std::size_t game, std::string& out) const;
  void tell_strengths(std::string& out) const;
  void tell_figures(std::string& out) const;

  const ExperimentSpec& spec_;
  std::vector<LifeRecord> lives_;
  std::vector<Game> games_;
  std::vector<std::int32_t> scores_;  ///< by game, then by life
  std::size_t told_ = 0;              ///< games
};

/// `{"runs":1000,"unfinished":3,"mean":...}`; a figure that no run has is null.
nlohmann::ordered_json summary_json(const Summary& summary);

}  // namespace menagerie::api
