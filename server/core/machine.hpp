// A machine: what never changes of it (Machine) and what its log has made of it so far (MachineState).
#pragma once

#include "engine/boxes.hpp"
#include "engine/graph.hpp"
#include "engine/rules.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::core {

/// Milliseconds since 1970, UTC.
using Clock = std::function<std::int64_t()>;

/// The game's listed graph, shared by all callers while one of them holds it. Null where the game has
/// more than `positions_max` positions. From any thread.
std::shared_ptr<const GameGraph> shared_graph(const Game& game, std::size_t positions_max = 4'000'000);

/// A box that a machine of a game that is not listed must open with, if it comes to it.
struct Opening {
  Player player = Player::first;  ///< as which it then plays
  std::string box;                ///< its text
  bool operator==(const Opening&) const = default;
};

/// Everything about a machine except its bead counts. Immutable, except that the thread that folds the log
/// adds boxes where the game is not listed. Shared; any thread may read it.
struct Machine {
  /// All boxes of a game that is listed.
  Machine(store::MachineRow its_row, std::shared_ptr<const GameGraph> its_graph,
          std::shared_ptr<const BoxSet> listed, Rule its_rule);
  /// The boxes that are made as play comes to them.
  Machine(store::MachineRow its_row, std::shared_ptr<MadeBoxes> made, Rule its_rule);

  store::MachineRow row;
  std::shared_ptr<const GameGraph> graph;  ///< null where the game is too large to be listed
  Rule rule;
  std::vector<Opening> openings{};  ///< all that there are; empty where the game is listed

 private:
  std::shared_ptr<MadeBoxes> made_;  // null where the game is listed
  std::shared_ptr<const BoxSet> boxes_;

 public:
  const BoxSet& boxes;  ///< every box; where the game is not listed, those made so far

  bool listed() const { return graph != nullptr; }
  /// Appends a box that the log made. For the one thread that folds the log; others have the machine as
  /// const, and may read at the same time, each only the boxes that its MachineState counts. Checked: the
  /// game is not listed.
  std::uint32_t add(Box box);

  enum class Listing : std::uint8_t {
    hosted,  ///< as a museum has it: a game that is too large is not listed
    whole    ///< every game is listed, which can take seconds and gigabytes
  };
  /// Puts together what the row names. Throws std::invalid_argument, saying what is wrong, where a
  /// name is unknown or the parts do not fit each other.
  static std::shared_ptr<Machine> make(store::MachineRow row, Listing listing = Listing::hosted);
  /// Another one with the same boxes, to which others can be added. Checked: the game is not listed.
  std::shared_ptr<Machine> copy() const;
};

/// Throws store::Error where a row names a bead that is neither in the machine's first `box_count` boxes nor
/// in those that its own draws make: a damaged row would else be read and written out of bounds.
void check_beads(const Machine& machine, const store::LogRow& row, std::size_t box_count);

/// No bead left in any box that the machine can open with.
struct Dry {
  std::uint64_t seq = 0;      ///< the log row that took the last bead
  std::int64_t since_ms = 0;  ///< its time, or that of a thaw since
  std::uint32_t box = 0;      ///< one of those boxes
};

struct Finished;

/// A machine's state at a seq: a fold over its log. The learner's is the one that new rows are
/// computed from; a room's follows it.
struct MachineState {
  std::uint64_t seq = 0;
  std::uint32_t era = 0;
  std::uint64_t era_seq = 0;  ///< the act that began the era
  std::int64_t time_ms = 0;   ///< of the last row
  store::Tally tally;         ///< over all eras
  store::Tally era_tally;     ///< in this era
  std::vector<std::int64_t> beads;
  std::size_t box_count = 0;  ///< boxes that these beads lie in: all, or as many as were made
  std::int64_t bead_total = 0;
  std::optional<Dry> dry;
  bool frozen = false;           ///< it plays and learns nothing
  std::uint64_t thawed_seq = 0;  ///< its newest thaw; 0 where there was none, or a snapshot hides it
  /// The next row may be earlier than the last one: that was stamped by a clock that was ahead.
  bool clock_back = false;

  static MachineState from(const Machine& machine, const store::Snapshot& snapshot);
  store::Snapshot snapshot(const Machine& machine) const;

  /// Takes over a log row as it is recorded; whether each of its changes begins with the count that was
  /// there. Precondition: row.seq == seq + 1. Throws as check_beads() does, and has then changed nothing. The
  /// fork that begins a log is taken over by forked() where the game is not listed: its changes do not tell
  /// all of its boxes.
  bool apply(const Machine& machine, const store::LogRow& row);

  /// The state that a copy of the machine begins with these beads. `row` is its fork.
  MachineState forked(const Machine& copy, const store::LogRow& row) const;

  /// What lies in one of its boxes.
  std::span<const std::int64_t> beads_in(const Box& box) const {
    return std::span(beads).subspan(box.first_bead, box.beads.size());
  }
  /// Whether this state has that box (made boxes: another state may be ahead).
  bool has(std::uint32_t box) const { return box < box_count; }

 private:
  friend store::LogRow learn_episode(Machine&, MachineState&, Finished, std::int64_t);
  void reach(const Machine& machine, std::span<const Draw> trace);
  std::optional<std::uint32_t> dry_opening(const Machine& machine, Player player) const;
  void update_dry(const Machine& machine);
};

/// An episode that ended, as it is handed to the learner.
struct Finished {
  std::int64_t machine = 0;
  std::uint32_t era = 1;
  store::Id id, visit;
  std::int64_t started_ms = 0;
  Player seat = Player::first;
  std::string_view opponent = store::kVisitor;
  std::string moves;
  std::vector<Draw> trace;  ///< not needed where the game is not listed: it follows from the moves
  Outcome outcome = Outcome::draw;
  bool resigned = false;
  std::uint64_t last_seq =
      0;  ///< the machine's when it was shown its last move: where it ended in the log's time
};

/// Since when a machine is finished: no line of play by anybody can beat it, or bring it to an empty box.
struct Graduation {
  std::uint64_t seq = 0;     ///< the row of the log from which on that has been so
  std::int64_t time_ms = 0;  ///< of that row
  store::Tally tally;        ///< of its era, up to that row
  bool operator==(const Graduation&) const = default;
};

/// A machine and its state.
struct Loaded {
  std::shared_ptr<Machine> machine;
  MachineState state;
  std::optional<Graduation> graduation{};  ///< where it is finished
};

/// Adds an episode of the log to a tally.
void count(store::Tally& tally, const store::LogRow& episode);

/// Whether the machine does not learn from an episode that ended at `last_seq`, because it was frozen then or
/// since. It follows from the log alone, and once true it stays true. Precondition: the state knows its
/// newest thaw.
inline bool ended_frozen(const MachineState& state, std::uint64_t last_seq) {
  return state.frozen || state.thawed_seq > last_seq;
}

/// The frame of the next log row, with nothing in it.
store::LogRow next_row(const Machine& machine, const MachineState& state, store::Kind kind,
                       std::int64_t now_ms);

/// The next log row: `state`'s rule applied to its beads as they are now; advances `state`.
store::LogRow learn_episode(Machine& machine, MachineState& state, Finished episode, std::int64_t now_ms);

/// The act that opens a machine's log: every bead from 0 to its start. Advances `state` (which is empty).
/// `why`: created or curator.
store::LogRow start_machine(const Machine& machine, MachineState& state, store::Why why, std::int64_t now_ms);

/// The act that begins a new era, with a plaque about the one that ended, which says since when the machine
/// was finished, where it was. `why`: dry, finished or curator. `start`: as Rule::start, empty for the rule's
/// own; only where the game is listed.
store::LogRow begin_era(const Machine& machine, MachineState& state, store::Why why, std::int64_t now_ms,
                        const std::optional<Graduation>& graduation = {},
                        std::vector<std::int64_t> start = {});

/// What its first `box_count` boxes begin with, flat; by the rule, or by another `start`.
std::vector<std::int64_t> initial_beads(const Machine& machine, std::size_t box_count,
                                        const std::vector<std::int64_t>& start = {});

/// The changes that lead from one filling to another, box by box.
std::vector<BeadChange> difference(const Machine& machine, std::size_t box_count,
                                   std::span<const std::int64_t> before, std::span<const std::int64_t> after);

}  // namespace menagerie::core
