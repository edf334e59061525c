// The learner: submitted episodes in, log rows and verdicts out. A pure state machine without thread, clock,
// randomness or store: the same inputs give the same batches, in the server and in the simulation.
#pragma once

#include "server/core/episode.hpp"
#include "server/core/finish.hpp"
#include "server/core/machine.hpp"
#include "server/core/verdict.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace menagerie::core {

/// What came in since the last step.
struct StepInput {
  std::vector<Finished> episodes;
  std::vector<std::int64_t> dry;  ///< machines for which a new era was asked, if they are still dry

  bool empty() const { return episodes.empty() && dry.empty(); }
};

/// What one step made of it: to be appended as a whole, and told to nobody before that.
struct Batch {
  std::vector<store::LogRow> rows;  ///< of each machine in seq order; those of episodes in the answers' order
  std::vector<store::MadeBox> made;
  std::vector<store::Snapshot> snapshots;
  std::vector<Answer> answers;  ///< one for each episode, in the order of submission
  std::vector<store::Place>
      finished;  ///< of the rows, in their order: after which nobody can beat the machine
};

class Learner {
 public:
  /// A finished machine begins a new era after `finished_games` more games; 0: never by itself. `shared`:
  /// other servers write to the same logs. Then it makes new boxes in a machine of its own first, since they
  /// may come to other numbers: the caller's machine gets a box once a row with it is in the log.
  explicit Learner(const std::vector<Loaded>& machines, std::uint64_t finished_games = 0,
                   bool shared = false);

  /// Where an episode stands in the log, if it does. May throw: then the step has changed nothing.
  using PlaceOf = std::function<std::optional<store::Place>(const store::Id&)>;

  /// Learns the inbox's episodes, whose moves and traces go into the batch, and leaves the learner as it will
  /// be when the batch is in the log. keep() or undo() is called next.
  Batch step(StepInput& inbox, std::int64_t now_ms, const PlaceOf& place_of);
  /// The last step is in the log.
  void keep(const Batch& batch);
  /// Nothing of the last step is in the log: takes it back, and gives the inbox what was taken.
  void undo(StepInput& inbox, Batch& batch);

  /// Takes over a machine's next row, which another server wrote. Returns whether nobody can beat the machine
  /// after it. Throws store::Error of ErrorKind::permanent where the row cannot be, or does not go on from
  /// this learner's beads; then nothing more can be learned here.
  bool follow(const store::LogRow& row);

  /// Tells whether a machine's newest rows were stamped by a clock that was ahead (core/clock.hpp), before
  /// its next row is made. Returns whether that is news.
  bool set_clock_back(std::int64_t machine, bool clock_back);
  /// A machine as it is after the last step, or null.
  const Loaded* find(std::int64_t machine) const;
  /// Where its log ends; nothing where there is no such machine.
  std::vector<store::Place> ends(std::span<const std::int64_t> machines) const;
  std::vector<store::Place> ends() const;  ///< of all machines
  /// Takes over a machine that was created.
  void add(const Loaded& created);
  /// Takes over what an act that is in the log, with a snapshot, has made of a machine; whether nobody can
  /// beat it after that.
  bool acted(const store::LogRow& act, const MachineState& state);

 private:
  struct Taught {
    Loaded loaded;
    std::shared_ptr<Machine> shown;  ///< the caller's, where it is another one: with the boxes of the log
    FinishWatch watch;               // decides since when it is finished
    std::uint64_t weight = 0;  ///< of the rows learned here since the last snapshot that was written here
  };
  /// A machine before the last step. Its beads follow from the rows of the batch.
  struct Before {
    MachineState state;  ///< without beads
    std::size_t beads = 0;
    std::optional<Graduation> graduation;
    std::uint64_t weight = 0;
  };
  Taught& at(std::int64_t machine);  // checked: there is such a machine
  Verdict verdict_of(const Finished& episode, std::optional<store::Place> place) const;
  void remember(Taught& taught);
  void learn(Finished& episode, std::int64_t now_ms, Batch& batch);
  bool look_if_finished(Taught& taught, const store::LogRow& row);
  void append(Taught& taught, store::LogRow row, Batch& batch);
  void graduate(Taught& taught, std::int64_t now_ms, Batch& batch);
  void begin_eras(const std::vector<std::int64_t>& dry, std::int64_t now_ms, Batch& batch);
  void take_snapshot_if_due(Taught& taught, Batch& batch);

  std::unordered_map<std::int64_t, Taught> machines_;
  std::uint64_t finished_games_;
  bool shared_;
  std::unordered_map<std::int64_t, Before> before_;  // the machines that the last step changed
  Episode followed_;                                 // scratch: an episode of another server, replayed
};

}  // namespace menagerie::core
