// A Room: one machine as it is played on this server. A read model (beads at seq n) and the episodes in
// play. Lives on the network thread; plain functions that run to completion; no socket, no SQL.
#pragma once

#include "server/core/clock.hpp"
#include "server/ledger/ledger.hpp"
#include "server/museum/counters.hpp"
#include "server/museum/course.hpp"
#include "server/museum/feed.hpp"
#include "server/museum/machine.hpp"
#include "server/museum/member.hpp"
#include "server/museum/ticket.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/limits.hpp"
#include "server/wire/phrases.hpp"
#include "server/wire/play_text.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace menagerie::museum {

/// An episode in play, or finished and waiting to be learned.
struct Table {
  Ticket so_far;  ///< the episode as its ticket carries it
  std::array<char, 36> id_text{};
  Course course;  ///< where it stands
  bool finished = false;
  bool resigned = false;
  bool checking = false;        ///< the learner is being asked whether it was learned before
  std::int64_t touched_ms = 0;  ///< on the steady clock
  std::string last_state;       ///< not sent yet: it goes out with `learned`, in one write
  std::vector<Draw> trace;
  std::vector<std::int64_t> counts;        ///< grown course: what lies in its boxes
  std::unique_ptr<wire::Phrases> phrases;  ///< grown course
  Visitor* visitor = nullptr;              ///< null while nobody is connected

  int ply() const { return course.ply(); }
  /// As new, but for the memory that its lists hold.
  void clear();
};

class Room {
 public:
  struct House {  ///< what all rooms share; outlives them
    ledger::Ledger* ledger = nullptr;
    const wire::Limits* limits = nullptr;
    Secrets secrets;
    Clock clock;                    ///< of the world: what is told and kept
    Clock steady;                   ///< never put forward or back: what is waited for
    std::function<void()> changed;  ///< the feed has something to send
    IdSource* ids = nullptr;
    std::function<void(std::function<void()>)> on_network_thread;  ///< posts, from any thread
    bool shut = false;  ///< no new episodes: the server is going down
    Counters counters = {};
  };
  Room(std::shared_ptr<const Machine> machine, MachineState state, House& house);

  const Machine& machine() const { return *machine_; }
  const std::shared_ptr<const Machine>& shared_machine() const { return machine_; }
  const MachineState& state() const { return state_; }
  /// When it begins a new era by itself: where it is dry and not frozen.
  std::optional<std::int64_t> new_era_ms() const { return dry_wait_.end_ms(house_.clock(), house_.steady()); }
  std::size_t playing() const { return seated_; }  ///< visitors with an episode in play
  std::size_t watching() const { return feed_.watching(); }
  const Lessons& lessons() const { return lessons_; }  ///< since the house opened

  // A visitor's frames. Each answers with frames to visitor.member.
  void join(Visitor& visitor);   ///< sends `hello`
  void leave(Visitor& visitor);  ///< the connection is gone; its table waits for a ticket
  void begin(Visitor& visitor, const wire::Begin& frame);
  void move(Visitor& visitor, const wire::MoveMade& frame);
  void resume(Visitor& visitor, const wire::Resume& frame);
  void give_up(Visitor& visitor);

  // Watchers.
  void watch(Member& member);
  void unwatch(Member& member);
  void flush_feed();
  bool feed_waits() const { return !feed_.empty() && feed_.waiting(); }

  // What the ledger made durable.
  void follow(const store::LogRow& row);  ///< a new row, in seq order
  /// An episode's verdict; `row` where it is in the log.
  void tell(const core::Answer& answer, const store::LogRow* row);
  /// Puts away tables that nobody came back to; asks for a new era when the machine has been dry long enough.
  void tick();

 private:
  /// The plies of one `state` frame, at most the visitor's and the machine's.
  struct Plies {
    std::array<wire::PlayedPly, 2> ply;
    std::size_t count = 0;
    std::optional<wire::DrawnBead> drawn;
    void add(Edge edge, Node after) { ply[count++] = {edge, after}; }
  };

  /// An episode that ended and teaches nothing. Remembered for kindness only: whoever comes back with an
  /// older ticket of it hears so. A verdict never rests on it.
  struct Over {
    std::int64_t ms = 0;  ///< when, on the steady clock
    bool ended = false;   ///< it was played to its end while the machine was frozen; else given up
  };

  using Tables = std::unordered_map<store::Id, std::unique_ptr<Table>, store::IdHash>;

  Tables::node_type free_table();
  void send(Visitor& visitor, FrameOut kind, std::string_view text);
  void refuse(Visitor& visitor, wire::Code code, std::string_view message,
              std::optional<int> retry_after_s = {});
  wire::HelloFrame hello() const;
  bool go_on_as(Visitor& visitor, const std::string& token);
  void start_episode(Visitor& visitor);
  void play_edge(Table& table, Edge edge, Plies& plies);
  wire::DrawnBead drawn_at(const Course& course, std::span<const std::int64_t> counts) const;
  void machine_moves(Table& table, Plies& plies);
  wire::Phrases& phrases_of(Table& table);
  std::string legal_text(Table& table);
  std::span<const std::int64_t> counts_at(Table& table);
  void submit(Table& table);
  void answer(Table& table, const Plies& plies);
  void send_state(Table& table, const Plies& plies);
  std::string_view state_of(Table& table, const Plies& plies);
  void release(Table& table);
  void send_dry(Visitor& visitor);
  std::string dry_text() const;
  std::unique_ptr<Table> table_of(Ticket ticket);
  void take_over(Table& table, Visitor& visitor, const Ticket& ticket);
  void looked_up(const store::Id& episode, const std::optional<store::LogRow>& row);
  bool follows(const store::LogRow& row) const;
  void learned(const store::LogRow& row);
  void not_learned(const core::Answer& answer);
  void after_verdict(Visitor& visitor, bool asked);
  void give_up(Table& table);
  void remember_over(const store::Id& episode, bool ended);
  std::optional<Over> over_of(const store::Id& episode) const;
  void end_era_in_play();
  void sit(Table& table, Visitor& visitor);
  void stand(Visitor& visitor);
  void put_away(Table& table);
  Plies last_plies(Table& table);

  std::shared_ptr<const Machine> machine_;
  MachineState state_;
  Lessons lessons_;
  House& house_;
  wire::Phrases phrases_;
  wire::TextWriter writer_;
  Feed feed_;
  Tables tables_;
  std::vector<Tables::node_type> free_tables_;
  std::unordered_map<store::Id, Over, store::IdHash> over_;
  std::size_t seated_ = 0;
  bool era_asked_ = false;
  bool diverged_ = false;  ///< told once
  DryWait dry_wait_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  ///< answers that come too late find it gone
};

}  // namespace menagerie::museum
