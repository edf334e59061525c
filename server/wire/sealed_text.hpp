// The frames of the sealed room: five games of hexapawn against somebody next door, a machine or another
// visitor, and the question who it was. Their texts are in schema/messages.schema.json. Until the door opens
// both kinds of room send the same frames with the same members.
#pragma once

#include "engine/game.hpp"
#include "engine/rules.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/phrases.hpp"
#include "server/wire/play_text.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace menagerie::wire {

struct SealedEnter {
  std::optional<std::string> visit;  ///< the signed value that hello gave
};
struct SealedMove {
  int game = 0, ply = 0;
  std::string move;
};
struct SealedGuess {
  bool machine = false;
  std::string remarks;  ///< a digit for each own move, 0 for none, with '/' between games
};
using SealedFrame = std::variant<SealedEnter, SealedMove, SealedGuess, Refusal>;

/// Reads one frame; a Refusal says what is wrong with it. Unknown members are ignored.
SealedFrame parse_sealed_frame(std::string_view text);

/// What visitors guessed in all rooms, and no more than that is kept of them.
struct SealedScore {
  std::uint64_t machines = 0;            ///< guesses of those who had played a machine
  std::uint64_t machines_as_people = 0;  ///< of these: a person, they said
  std::uint64_t people = 0;              ///< guesses of those who had played a person
  std::uint64_t people_as_machines = 0;  ///< of these: a machine, they said
  bool operator==(const SealedScore&) const = default;
  SealedScore& operator+=(const SealedScore& more);
};

std::string sealed_hello_text(const Game& game, int games, const SealedScore& score,
                              std::string_view visit_token);

/// A game as one of the two sees it.
struct SealedView {
  int game = 1;  ///< from 1
  Player seat = Player::first;
  int ply = 0;
  std::string_view position, legal;  ///< as JSON
  std::string_view played;           ///< the last move; empty at the start
  std::optional<Result> result;      ///< his, where the game is over
  std::string_view end;              ///< as JSON, where it is over
};
std::string room_text(const SealedView& view);

/// The other visitor is gone: a machine plays on, and the room counts for nothing.
std::string left_text();

/// A bead that the machine drew.
struct SealedDraw {
  int ply = 0;
  Node node = 0;
  std::optional<std::uint16_t> bead;  ///< nothing: the box was empty, and it guessed
  std::vector<std::int64_t> counts;   ///< of the box, as they were
};
struct SealedGame {
  Player seat = Player::first;  ///< of the one who is told
  Result result = Result::draw;
  std::vector<Edge> moves;
  std::vector<SealedDraw> draws;
};
struct DoorFrame {
  bool machine = false;
  std::optional<bool> guess;  ///< a machine? Nothing where the other had left
  const SealedScore* score = nullptr;
  std::string_view remarks, theirs;
  std::span<const SealedGame> games;
  std::span<const std::int64_t> beads;  ///< of all boxes now; empty where it was a person
};
/// Writes it of `boxes`, the machine's, in which `phrases` are.
std::string door_text(const DoorFrame& frame, const BoxSet& boxes, Phrases& phrases);

}  // namespace menagerie::wire
