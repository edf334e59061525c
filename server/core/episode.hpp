// One episode as a state machine: commands go in, and what there is to tell comes out. No thread, clock,
// randomness or store: rooms, tickets, replays, games of a machine against itself and the simulation all
// drive the same object.
#pragma once

#include "engine/random.hpp"
#include "server/core/machine.hpp"
#include "server/core/playthrough.hpp"
#include "server/wire/play_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::core {

/// An episode so far, as its ticket carries it: all else follows from these.
struct Ticket {
  std::int64_t machine = 0;
  std::uint32_t era = 1;
  store::Id id, visit;
  std::int64_t started_ms = 0;
  Player seat = Player::first;      ///< the machine's; against itself, first
  std::uint64_t seq = 0;            ///< the machine's when its last move was answered
  std::vector<std::uint8_t> moves;  ///< index of each move among the legal ones
};

/// What was played since the visitor was told last: at most his move and the machine's.
struct PlayedTurn {
  std::array<wire::PlayedPly, 2> plies;
  std::size_t count = 0;
  std::optional<wire::DrawnBead> drawn;  ///< points into the episode, or into the machine's beads

  void add(Edge edge, Node after) { plies[count++] = {edge, after}; }
  std::span<const wire::PlayedPly> played() const { return std::span(plies).first(count); }
};

class Episode {
 public:
  enum class Phase : std::uint8_t {
    playing,
    checking,  ///< resumed; the log is being asked whether it was finished from a newer ticket
    finished,  ///< it ended, and is to be submitted
    waiting,   ///< submitted: its verdict is awaited
    over       ///< nothing more comes of it
  };
  enum class Opponent : std::uint8_t { visitor, itself };
  /// What becomes of a visitor's move.
  enum class MoveReply : std::uint8_t {
    played,
    repeated,  ///< it was played before: the same answer once more is harmless
    not_yet,   ///< the episode is being looked up
    wrong_ply,
    illegal
  };

  Episode() = default;

  // ---- commands

  /// From the start position; keeps the memory of the episode before. Preconditions: the ticket is of this
  /// machine, holds no moves, and the machine plays its seat. The machine must outlive the episode.
  void begin(const Machine& machine, const Ticket& start, Opponent opponent = Opponent::visitor);
  /// The episode that a ticket tells: finished, or to be looked up. False, and then it is over, where its
  /// moves cannot be played. Precondition: the ticket is of this machine.
  bool resume(const Machine& machine, const Ticket& ticket);
  /// `seq` is the machine's.
  MoveReply visitor_moves(int ply, std::string_view move, std::uint64_t seq, PlayedTurn& turn);
  /// The machine draws from its beads as they are now, and resigns where its box is empty. Precondition:
  /// machine_to_move().
  void machine_moves(const MachineState& state, Random& random, PlayedTurn& turn);
  /// A move of either side as it was recorded; false where the machine's box there keeps no bead for it.
  /// Preconditions: playing, and the move may be played.
  bool recorded_move(Edge edge);
  /// The side to move gives up: a machine that found its box empty. Precondition: playing.
  void resign();
  /// What the log says of a resumed episode. Precondition: checking.
  void looked_up(bool in_log);
  /// What the learner is to be given. Precondition: finished; waiting from now on.
  Finished submit();
  /// The verdict came. Precondition: waiting.
  void decided();
  /// The visitor gives it up, or its era has ended: it teaches nothing. False where it is too late for that.
  bool abandon();

  // ---- what there is to tell

  Phase phase() const { return phase_; }
  /// It has come to an end on the board, by its length, or because a machine resigned.
  bool ended() const { return given_up_ || playthrough_.ended(); }
  /// The machine has; not one that plays against it.
  bool resigned() const { return given_up_ && (opponent_ == Opponent::itself || its_turn()); }
  bool machine_to_move() const {
    return phase_ == Phase::playing && (opponent_ == Opponent::itself || its_turn());
  }
  int ply() const { return playthrough_.ply(); }
  const Playthrough& playthrough() const { return playthrough_; }
  const Ticket& ticket() const { return ticket_; }
  /// Whether it can go on, and a ticket of the same episode tells more of it: it was played on elsewhere.
  bool is_behind(const Ticket& ticket) const;
  const std::vector<Draw>& trace() const { return trace_; }
  /// Precondition: ended().
  Outcome outcome() const;
  /// Why it ended. Precondition: ended().
  GameEnd end() const { return playthrough_.end(given_up_); }
  /// What `state` holds in the boxes that the playthrough numbers: the machine's own, or, where the episode
  /// has boxes of its own, the one that it has come to.
  std::span<const std::int64_t> counts(const MachineState& state);
  /// What was told last, once more, with the machine's beads as they are now. It points into this episode.
  PlayedTurn last_turn(const MachineState& state);

 private:
  bool its_turn() const { return playthrough_.to_move() == ticket_.seat; }
  void play(Edge edge);
  wire::DrawnBead draw_at(const MachineState& state);

  const Machine* machine_ = nullptr;
  Phase phase_ = Phase::over;
  Opponent opponent_ = Opponent::visitor;
  bool given_up_ = false;  ///< by the side to move
  Ticket ticket_;
  Playthrough playthrough_;
  std::vector<Draw> trace_;
  std::vector<std::int64_t> counts_;  ///< boxes of its own: what lies in them
};

/// Plays an episode of the log once more, into `episode`, to where its moves end; it then has the row's
/// trace and outcome, or the log is wrong. Otherwise says what cannot be played. `before` and `after` are
/// called around every move that is played. Precondition: the row is an episode of this machine.
std::optional<std::string> replay(const Machine& machine, const store::LogRow& row, Episode& episode,
                                  const std::function<void(Edge)>& before = {},
                                  const std::function<void()>& after = {});

/// What is wrong with an episode that is to be learned, or was: its moves must be playable, reach an end,
/// have its outcome, and have drawn the beads in its trace. Nothing where all is well. Plays it into
/// `episode`. Precondition: the row is an episode of this machine.
std::optional<std::string> episode_fault(const Machine& machine, const store::LogRow& row, Episode& episode);

}  // namespace menagerie::core
