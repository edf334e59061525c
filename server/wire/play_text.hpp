// Texts of the play frames: straight appends, no JSON tree.
#pragma once

#include "engine/players.hpp"
#include "server/store/store.hpp"
#include "server/wire/append.hpp"
#include "server/wire/phrases.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::wire {

/// One ply as a `state` frame tells it.
struct PlayedPly {
  Edge edge = kNone;
  Node after = 0;
};

/// The machine's last draw.
struct DrawnBead {
  Node node = 0;  ///< where it was drawn
  std::uint8_t orientation = 0;
  std::uint32_t box = 0;
  std::optional<std::uint16_t> bead;     ///< nothing: the box was empty
  Edge edge = kNone;                     ///< the move played
  std::span<const std::int64_t> counts;  ///< of the box, as they were at the draw
  std::vector<std::int64_t> weights;     ///< of each bead in that draw (weigh_draw); empty: its count
};

struct Ending {
  Result result = Result::draw;
  std::string_view why;  ///< `board`, `resign` or `length`
  GameEnd end;
};

struct StateFrame {
  std::string_view episode;  ///< its id as text
  Player seat = Player::first;
  int ply = 0;
  Node node = 0;
  std::string_view legal;  ///< `["a1","b1"]`: what may be played now
  std::span<const PlayedPly> played;
  const DrawnBead* drawn = nullptr;
  const Rule* rule = nullptr;  ///< the machine's; not null
  std::optional<Ending> ending;
  std::string_view ticket;
};

// Both write over `out` and return what it then holds.
std::string_view state_text(const StateFrame& frame, Phrases& phrases, const GameGraph& graph,
                            TextWriter& out);
/// `in_log`: the row stands in a log of the store, so that its lesson has a code.
std::string_view learned_text(const store::LogRow& row, bool in_log, Phrases& phrases, TextWriter& out);

struct HelloFrame {
  const store::MachineRow* machine = nullptr;
  const BoxSet* boxes = nullptr;
  const Rule* rule = nullptr;
  std::size_t box_count = 0;  ///< as many as there are at that seq
  std::uint64_t seq = 0;
  std::uint32_t era = 1;
  store::Tally tally;
  std::int64_t beads = 0;
  bool frozen = false;
  std::optional<std::uint64_t> as_of{};  ///< play: the machine as it was after that row; teaches nothing
  bool copy = false;                     ///< play: a visitor's own copy
  std::optional<store::Id> visit;        ///< play
  std::string_view visit_token{};        ///< play: the same, signed
  std::optional<std::pair<std::size_t, std::size_t>> room;  ///< watch: playing, watching
};
std::string hello_text(const HelloFrame& frame);

struct DryFrame {
  std::string_view machine, title, box;
  std::uint64_t seq = 0;
  std::int64_t since_ms = 0;
  std::optional<std::int64_t> new_era_ms;  ///< nothing: none begins while the machine is frozen
};
std::string dry_text(const DryFrame& frame);

/// `{"kind":"squares",...}`: the board as pages draw it.
std::string board_text(const Game& game);
/// `{"reason":"line","cells":["a1","b2","c3"]}`; with `"points"` where play ended by a score. `position`:
/// where it ended.
std::string end_text(const Game& game, const Position& position, const GameEnd& end);
/// `{"prune":false,"empty":"resign","choose":"chance","compartments":false}`: how the rule draws:
/// what a page needs to work out odds from counts.
std::string drawing_text(const Rule& rule);

inline constexpr std::string_view kProtocol = "menagerie.v1";

}  // namespace menagerie::wire
