// A Room: one machine as it is played on this server. It follows the machine's log, seats visitors at tables
// (Seating), and sends them what they are shown (Presentation, Feed). Lives on the network thread; plain
// functions that run to completion; no socket, no SQL.
#pragma once

#include "server/core/clock.hpp"
#include "server/core/finish.hpp"
#include "server/ledger/ledger.hpp"
#include "server/museum/counters.hpp"
#include "server/museum/feed.hpp"
#include "server/museum/left_episodes.hpp"
#include "server/museum/machine_view.hpp"
#include "server/museum/presentation.hpp"
#include "server/museum/seating.hpp"
#include "server/museum/subscriber.hpp"
#include "server/museum/ticket.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/limits.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace menagerie::museum {

class Room {
 public:
  struct Context {  ///< what all rooms share; outlives them
    ledger::Ledger* ledger = nullptr;
    const wire::Limits* limits = nullptr;
    Secrets secrets;
    core::Clock clock;              ///< of the world: what is told and kept
    core::Clock steady;             ///< never put forward or back: what is waited for
    std::function<void()> changed;  ///< the feed has something to send
    IdSource* ids = nullptr;
    std::function<void(std::function<void()>)> on_network_thread;  ///< posts, from any thread
    bool shut = false;  ///< no new episodes: the server is going down
    Counters counters = {};
    LeftEpisodes left = {};

    /// For a room beside the museum's own ones, with its own ledger and tickets; no feed is told of it.
    Context beside(ledger::Ledger& its_ledger, const Secrets& its_secrets) const;
  };
  Room(std::shared_ptr<const core::Machine> machine, core::MachineState state, Context& context,
       const std::optional<core::Graduation>& graduation = {});
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  /// Marks the room as showing its machine after that past row; `hello` then carries it as `as_of`.
  void show_past(std::uint64_t seq) { as_of_ = seq; }
  /// Marks the room as a visitor's own copy; `hello` then says so.
  void show_copy() { copy_ = true; }

  const core::Machine& machine() const { return *machine_; }
  /// As it is now, for the network thread. Whatever stays or goes to another thread takes view().
  const core::MachineState& state() const { return state_; }
  std::shared_ptr<const MachineView> view() const;
  Attendance attendance() const;
  /// Since when the machine is finished, where it is.
  const std::optional<core::Graduation>& graduation() const { return graduation_; }
  const Lessons& lessons() const { return lessons_; }

  // Visitors.
  void join(PlayerSession& player);   ///< sends `hello`
  void leave(PlayerSession& player);  ///< the connection is gone; its table waits for a ticket
  void begin(PlayerSession& player, const wire::Begin& frame);
  void move(PlayerSession& player, const wire::MoveMade& frame);
  void resume(PlayerSession& player, const wire::Resume& frame);
  void give_up(PlayerSession& player);

  // Watchers.
  /// `counted`: as one who looks on. It is the same at unwatch().
  void watch(Subscriber& watcher, bool counted = true);
  void unwatch(Subscriber& watcher, bool counted = true);
  bool feed_waits() const { return feed_.waiting(); }
  bool feed_sending() const { return feed_.sending(); }
  std::optional<std::int64_t> feed_due_in_ms(std::int64_t now_ms) const { return feed_.due_in_ms(now_ms); }
  /// Begins a frame of the feed, where one is due at that time of the steady clock.
  void begin_feed(std::int64_t now_ms);
  /// Sends it to at most `most` watchers more; returns to how many.
  std::size_t send_feed(std::size_t most);

  // What the ledger made durable.
  /// A new row, in seq order; `finished`: nobody can beat the machine after it, as the ledger has decided.
  void follow(const store::LogRow& row, bool finished = false);
  /// An episode's verdict; `row` where it is in the log.
  void tell(const core::Answer& answer, const store::LogRow* row);
  /// Puts away tables that nobody came back to; asks for a new era as long as the machine has been dry for
  /// too long.
  void tick();

 private:
  void send(PlayerSession& player, FrameOut kind, std::string_view text);
  void refuse(PlayerSession& player, wire::Code code, std::string_view message,
              std::optional<int> retry_after_s = {});
  void touch_boards();
  void touch_counts();

  // Seats and play.
  bool go_on_as(PlayerSession& player, const std::string& token);
  void start_episode(PlayerSession& player);
  core::Ticket new_ticket(const PlayerSession& player) const;
  void sit(Table& table, PlayerSession& player);
  void stand(PlayerSession& player);
  void put_away(Table& table);
  bool give_up(Table& table);
  void rest(Table& table);
  void conclude(Table& table, const std::function<void(PlayerSession&, bool asked)>& tell);
  void machine_moves(Table& table, core::PlayedTurn& turn);
  void answer(Table& table, const core::PlayedTurn& turn);
  void send_state(Table& table, const core::PlayedTurn& turn);
  void send_last_turn(Table& table) { send_state(table, table.episode.last_turn(state_)); }
  std::optional<std::int64_t> new_era_ms() const;
  std::vector<wire::LiveTable> live_tables() const;

  // Tickets (room_tickets.cpp).
  bool refused_ticket(PlayerSession& player, const core::Ticket& ticket);
  void take_over(Table& table, PlayerSession& player, const core::Ticket& ticket);
  void take_seat(Table& table, PlayerSession& player);
  void refuse_elsewhere(PlayerSession& player);
  void look_up(Table& table);
  void looked_up(const store::Id& episode, const std::optional<store::LogRow>& row);

  // What the ledger says (room_ledger.cpp).
  void note_divergence(std::uint64_t seq, const store::LogRow& row);
  void learned(Table& table, const store::LogRow& row);
  void not_learned(Table& table, const core::Verdict& verdict);
  void after_verdict(PlayerSession& player, bool asked);
  void end_era_in_play();

  std::shared_ptr<const core::Machine> machine_;
  core::MachineState state_;
  mutable std::shared_ptr<const MachineView> view_;  // of the newest seq that somebody asked for
  Lessons lessons_;
  Context& context_;
  Presentation presentation_;
  Feed feed_;
  std::size_t uncounted_ = 0;  ///< watchers who are not told of as looking on
  Seating seating_;
  bool diverged_ = false;  ///< told once
  core::DryWait dry_wait_;
  std::optional<core::Graduation> graduation_;
  std::optional<std::uint64_t> as_of_;
  bool copy_ = false;                                           ///< a visitor's own
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< answers that come too late find it gone
};

}  // namespace menagerie::museum
