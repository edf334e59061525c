// Every room of the museum, their timers (feeds, dry machines, abandoned tables) and
// the way from the ledger's thread back to the rooms. Lives on the network thread.
#pragma once

#include "server/ledger/clocks.hpp"
#include "server/museum/own_copies.hpp"
#include "server/museum/past_rooms.hpp"
#include "server/museum/room.hpp"
#include "server/museum/sealed_rooms.hpp"
#include "server/museum/watchers.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace menagerie::museum {

class Rooms {
 public:
  struct Parts {
    std::vector<core::Loaded> machines;  ///< from open_museum()
    ledger::Ledger* ledger = nullptr;    ///< outlives the rooms
    const wire::Limits* limits = nullptr;
    Secrets secrets;
    core::Clock clock;
    /// Asks for flush_feeds() to be called on the network thread after `ms`.
    std::function<void(int ms)> call_feeds_after;
    std::function<void(std::function<void()>)> on_network_thread;  ///< posts, from any thread
    core::Clock steady = ledger::steady_ms;                        ///< as Room::Context has it
  };
  explicit Rooms(Parts parts);
  Rooms(const Rooms&) = delete;
  Rooms& operator=(const Rooms&) = delete;

  Room* find(std::string_view machine);  ///< or null
  const std::vector<std::unique_ptr<Room>>& all() const { return rooms_; }
  /// Machines as they were at some seq.
  PastRooms& past() { return past_; }
  SealedRooms& sealed() { return sealed_; }
  OwnCopies& copies() { return copies_; }

  /// What the ledger committed. Rooms follow the rows and tell their visitors.
  void published(const ledger::Published& batch);

  /// What was counted since the server started; sessions count their frames there too.
  Counters& counters() { return context_.counters; }
  const ledger::Ledger& ledger() const { return *parts_.ledger; }
  std::int64_t now_ms() const { return parts_.clock(); }

  /// Hands an act of the curator's to the ledger. `answer` runs on the network thread, after the rooms show
  /// what was done: with that, or with what was thrown (Refused, store::Error).
  void carry_out(core::Order order, ledger::OrderAnswer answer);

  /// Watchers of the whole museum (the hall).
  void watch(Subscriber& watcher);
  void unwatch(Subscriber& watcher);

  /// Begins the frames that are due, and sends those under way to kFramesAStep watchers more, of one room
  /// after another. Asks to be called again where something is left or waits.
  void flush_feeds();
  /// So few that players hardly wait for them. A crowd hears less often, since the next frame begins once
  /// all have this one: some 7,600 frames a second are sent, however many watch: a tenth of a CPU.
  static constexpr std::size_t kFramesAStep = 8;
  static constexpr int kStepMs = 1;  ///< between two steps of frames under way
  /// Once a second: new eras for dry machines, tables that nobody came back to, the sealed rooms' beat.
  void tick();
  /// Stops accepting episodes; those finished are still learned.
  void shut() {
    context_.shut = true;
    past_.shut();
    copies_.shut();
  }
  bool is_shut() const { return context_.shut; }

 private:
  Room::Context context_of();
  void changed();  // a feed has something to send
  void open_room(core::Loaded machine);
  Room* find(std::int64_t machine);
  void begin_hall(std::int64_t now_ms);
  void send_step();
  std::optional<int> feeds_next_ms(std::int64_t now_ms) const;
  static wire::MachineSummary figures_of(const Room& room);

  Parts parts_;
  IdSource ids_;
  Room::Context context_;
  PastRooms past_{context_};
  SealedRooms sealed_;
  OwnCopies copies_{context_};
  std::vector<std::unique_ptr<Room>> rooms_;
  std::unordered_map<std::int64_t, Room*> by_number_;
  std::unordered_map<std::string_view, Room*> by_name_;  // of the machine's row, which stays
  Watchers hall_;
  std::vector<wire::MachineSummary> shown_;  // what the hall was told last, by room
  bool hall_changed_ = false;                // something may differ from that
  std::int64_t hall_looked_ms_ = 0,
               hall_counts_ms_ = 0;  // when that was compared, and its counts of visitors
  bool feeds_called_ = false;
  std::size_t next_feed_ = 0;  // whose turn it is to be sent: a room, or behind them all the hall
};

}  // namespace menagerie::museum
