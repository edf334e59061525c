// A connection as the museum sees it. Everything in museum/ runs on the one network thread, in plain
// functions that run to completion; nothing here locks. (Other threads read MachineViews.)
#pragma once

#include "engine/game.hpp"
#include "server/store/id.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::museum {

/// A finished text that goes to many connections.
using Text = std::shared_ptr<const std::string>;

class Subscriber {
 public:
  virtual ~Subscriber() = default;
  /// Puts a frame into the connection's outbox. A full outbox closes the connection. Never blocks and
  /// never calls back into the museum before it returns.
  virtual void send(const Text& text) = 0;
  /// The same for a frame that goes to this connection alone.
  virtual void send(std::string_view text) = 0;
  /// The same for a frame that another one follows soon: the connection may send both at once.
  virtual void send_before_more(std::string_view text) { send(text); }
  /// Closes once what was sent is out. `code` is a WebSocket close code.
  virtual void close(unsigned code, std::string_view reason) = 0;
  /// Asked before an episode that follows by itself: nothing, or the seconds to wait for one more.
  virtual std::optional<int> wait_for_episode() { return std::nullopt; }
};

struct Table;

/// A visitor at a machine: a Subscriber that plays. The connection owns it and hands it to Room::leave()
/// before it goes.
struct PlayerSession {
  explicit PlayerSession(Subscriber& who) : subscriber(who) {}
  Subscriber& subscriber;
  Table* table = nullptr;  ///< the episode in play; owned by the room
  Table* waits_at =
      nullptr;             ///< another connection has taken the episode over: this one hears its verdict too
  store::Id visit;         ///< of this stay
  store::Id last_episode;  ///< learned or given up here: a late frame for it is harmless
  bool again = false;      ///< begin the next episode after each one learned
  bool begin_waits = false;  ///< `begin` came while the last episode was still being learned
  std::uint8_t protocol_errors = 0;
  std::optional<Player> seat_wanted;  ///< asked for by `begin`
  std::optional<store::Id> counted;   ///< the visit as which it is counted among those who play
};

}  // namespace menagerie::museum
