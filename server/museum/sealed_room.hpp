// One sealed room: five games of hexapawn between a visitor and somebody next door, a machine (Mark I: HER's
// rule on both seats, who learns from these games and dies with the room) or another visitor. Until a door
// opens a visitor is sent the same frames after the same pauses in both cases. Network thread; time is
// passed in, of a clock that never goes back, and read on the beat of SealedRooms::tick().
#pragma once

#include "server/core/machine.hpp"
#include "server/core/playthrough.hpp"
#include "server/museum/sealed_pace.hpp"
#include "server/museum/subscriber.hpp"
#include "server/wire/limits.hpp"
#include "server/wire/sealed_text.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::museum {

class SealedRoom;

/// A visitor of the sealed room. The connection owns it and hands it to SealedRooms::leave() before it goes.
struct SealedVisitor {
  explicit SealedVisitor(Subscriber& who) : subscriber(who) {}
  Subscriber& subscriber;
  store::Id visit;
  std::optional<std::int64_t> waits_since_ms;  ///< for a seat
  SealedRoom* room = nullptr;                  ///< where he sits
  std::size_t chair = 0;                       ///< there: 0 or 1
};

class SealedRoom {
 public:
  static constexpr int kGames = 5;
  static constexpr std::int64_t kBetweenMs = 2'500;  ///< from the end of a game to the next one
  static constexpr std::int64_t kAnswerMs = 60'000;  ///< from a visitor's guess until his door opens, at most

  /// What all rooms share; outlives them.
  struct Common {
    std::shared_ptr<core::Machine> machine;
    wire::Phrases phrases;  ///< of its boxes
    const wire::Limits* limits = nullptr;
    Rhythms rhythms{};
    wire::SealedScore score{};
    std::function<void(const wire::SealedScore&)> keep{};  ///< is given each guess, as it adds to the score
  };

  /// Seats the visitors and begins the first game. `two` is null where a machine sits next door.
  SealedRoom(Common& common, std::uint64_t seed, SealedVisitor& one, SealedVisitor* two, std::int64_t now_ms);
  SealedRoom(const SealedRoom&) = delete;
  SealedRoom& operator=(const SealedRoom&) = delete;

  // What the visitor in that chair does; a refusal says why it does not count.
  std::optional<wire::Refusal> move(std::size_t chair, const wire::SealedMove& frame, std::int64_t now_ms);
  std::optional<wire::Refusal> guess(std::size_t chair, const wire::SealedGuess& frame, std::int64_t now_ms);
  void leave(std::size_t chair, std::int64_t now_ms);

  /// Hands on what is due, and sends away who has not moved for too long.
  void tick(std::int64_t now_ms);
  bool is_empty() const { return !sides_[0].visitor && !sides_[1].visitor; }
  bool door_open(std::size_t chair) const { return sides_[chair].door_open; }

 private:
  struct Side {
    SealedVisitor* visitor = nullptr;
    Rhythm thoughts{};
    std::string remarks{};
    std::optional<bool> guess{};  ///< a machine?
    std::int64_t since_ms = 0;    ///< when he guessed; then, when his door opened
    bool door_open = false;
  };
  struct Game {
    std::vector<Edge> moves{};
    std::vector<wire::SealedDraw> draws{};
    Outcome outcome = Outcome::draw;
  };

  std::size_t first_chair() const { return (starter_ + games_.size() + 1) % 2; }
  std::size_t mover() const { return playthrough_.ply() % 2 == 0 ? first_chair() : 1 - first_chair(); }
  bool all_played() const { return games_.size() == kGames && playthrough_.ended(); }
  Player seat(std::size_t chair) const { return chair == first_chair() ? Player::first : Player::second; }

  void start_game(std::int64_t now_ms);
  void begin_turn(std::int64_t now_ms);
  void machine_moves();
  void play(Edge edge, std::int64_t thought_ms);
  void end_game(std::int64_t now_ms);
  void learn();
  void show(std::size_t chair);
  void open_doors(std::int64_t now_ms);
  void open_door(std::size_t chair, std::int64_t now_ms);
  void send_away_idle(std::int64_t now_ms);

  Common& common_;
  Random random_;
  std::array<Side, 2> sides_;
  std::optional<std::size_t> machine_;  ///< the chair that a machine plays
  const bool was_machine_;              ///< from the beginning
  bool left_ = false;                   ///< a visitor left before the end: nothing counts
  std::size_t starter_;                 ///< whose first game it is
  core::MachineState state_;            ///< Mark I's
  Rhythm rhythm_;                       ///< in which it plays
  std::size_t machine_moves_ = 0;
  core::Playthrough playthrough_;
  std::vector<Draw> trace_;
  std::vector<Game> games_;
  std::int64_t shown_ms_ = 0;                 ///< since when the mover has seen the board
  std::optional<std::int64_t> due_ms_;        ///< a move is on its way until then
  std::optional<std::int64_t> next_game_ms_;  ///< a game is over, and the next one begins then
  std::optional<std::int64_t> question_ms_;   ///< all are over, since then
};

}  // namespace menagerie::museum
