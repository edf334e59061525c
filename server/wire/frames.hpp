// The frames that a visitor sends, as values. The texts are in schema/messages.schema.json.
#pragma once

#include "engine/game.hpp"
#include "server/store/id.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace menagerie::wire {

/// Stable error codes of the play protocol.
enum class Code {
  bad_frame,
  unknown_type,
  no_episode,
  not_your_episode,
  wrong_ply,
  illegal_move,
  bad_seat,
  bad_visit,
  bad_ticket,
  stale_ticket,
  era_over,
  frozen,
  busy,
  too_fast,
  too_many_episodes,
  shutting_down
};
inline constexpr std::size_t kCodeCount = 16;
std::string_view to_text(Code code);  ///< `bad-frame`, ...
/// Whether a well-behaved client never causes it: three of these close the connection with 1008.
bool is_protocol_error(Code code);

struct Begin {
  std::optional<Player> seat;        ///< the side that the machine is to play
  std::optional<std::string> visit;  ///< the signed value that hello gave
  bool again = false;
};
struct MoveMade {
  store::Id episode;
  int ply = 0;
  std::string move;
};
struct Resume {
  std::string ticket;
  std::optional<std::string> visit;
  bool again = false;
};
struct GiveUp {};

struct Refusal {
  Code code = Code::bad_frame;
  std::string message;
};

using ClientFrame = std::variant<Begin, MoveMade, Resume, GiveUp, Refusal>;

/// Reads one frame; a Refusal says what is wrong with it. Unknown members are ignored, so that newer
/// clients can talk to older servers.
ClientFrame parse_client_frame(std::string_view text);

/// The `error` frame.
std::string error_text(Code code, std::string_view message, std::optional<int> retry_after_s = {});

/// A JSON string with its quotes.
std::string quoted(std::string_view text);

}  // namespace menagerie::wire
