// A simulated server: the server's own Writer, rooms and tickets, with visitors who are connected to it.
// Without thread, clock, socket or disk: nothing happens except when a step triggers it.
#pragma once

#include "told.hpp"

#include "server/ledger/writer.hpp"
#include "server/museum/rooms.hpp"
#include "tests/memory_store.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie::sim {

using nlohmann::json;

/// The simulated process crashes in the middle of an operation.
struct Crash {};

/// The machines of a new museum, created once and copied. HER is taught until nobody can beat it, and one
/// more machine until it is about to run dry: histories then see the new eras that follow.
struct Exhibition {
  store::MemoryDisk disk;
  std::vector<core::Loaded> machines;

  explicit Exhibition(std::vector<store::MachineRow> rows);
  /// A machine as it stands in the store now. Its boxes are the exhibition's where they never change: to put
  /// them together takes long.
  core::Loaded load(store::Store& store, const store::MachineRow& row) const;
  /// Whether a row is older than the museum: what it was opened with.
  static bool has(const store::LogRow& row);
};

/// A ledger that runs only when stepped.
class SimLedger : public ledger::Ledger {
 public:
  SimLedger(Told& told, std::unique_ptr<ledger::Writer> writer) : told_(told), writer_(std::move(writer)) {
    writer_->gather_by([this](std::span<const std::int64_t> machines, std::size_t most) {
      std::vector<core::Finished> taken = work_.take_episodes(machines, most);
      Seen::all().gathered += taken.size();
      return taken;
    });
  }

  void submit(core::Finished episode) override;
  void begin_era_if_dry(std::int64_t machine) override { work_.inbox.dry.push_back(machine); }
  void order(core::Order order, ledger::OrderAnswer answer) override {
    work_.orders.emplace_back(std::move(order), std::move(answer));
  }
  void ask(store::Id id, ledger::AskAnswer answer) override {
    work_.questions.emplace_back(id, std::move(answer));
  }
  std::size_t waiting() const override { return open_.size(); }
  bool storing() const override { return storing_; }
  ledger::Failures failures() const override { return writer_->failures(); }

  /// Tries to commit what is queued, once, as the ledger's thread does; false where the store failed.
  bool run();
  bool idle() const { return writer_->idle() && work_.empty(); }
  const ledger::Writer& writer() const { return *writer_; }
  /// A verdict came: it must be of an episode that was submitted and has none. Returns what was submitted.
  core::Finished close(const core::Answer& answer);
  /// Submissions without a verdict.
  std::size_t open() const { return open_.size(); }

 private:
  Told& told_;
  std::unique_ptr<ledger::Writer> writer_;
  ledger::Work work_;
  std::multimap<store::Id, core::Finished> open_;
  bool storing_ = true;
};

/// A connected visitor, who keeps all tickets received.
class Guest : public museum::Subscriber {
 public:
  explicit Guest(Told& told) : told_(told) { reconnect(); }
  /// Reconnects, possibly to a restarted program.
  void reconnect();
  void send(const museum::Text& text) override { send(std::string_view(*text)); }
  void send(std::string_view text) override;
  void close(unsigned, std::string_view) override {}

  std::unique_ptr<museum::PlayerSession> visitor;
  museum::Room* room = nullptr;
  json state;                                                ///< the newest `state`; null where there is none
  std::vector<std::pair<std::string, std::string>> tickets;  ///< (machine, ticket)
  std::vector<store::Id> visits;

 private:
  Told& told_;
};

class SimServer {
 public:
  struct Parts {
    std::unique_ptr<store::Store> store;
    ledger::Writer::Open open_again;
    std::vector<core::Loaded> machines;
    core::Clock clock, steady;
    std::function<void(const ledger::Published&)> hears;  ///< what is published, before the rooms; or empty
  };
  SimServer(Told& told, std::size_t guests);
  SimServer(const SimServer&) = delete;
  SimServer& operator=(const SimServer&) = delete;
  ~SimServer() { close(); }

  void open(Parts parts);
  /// Everything that it had in memory is gone; its visitors have their tickets.
  void close();
  bool is_open() const { return ledger_ != nullptr; }

  // What visitors and the curator do.
  void begin(Guest& guest, std::uint32_t room, bool again);
  void move(Guest& guest, std::uint32_t choice);
  void play_out(Guest& guest, std::uint32_t choice);
  void repeat(Guest& guest);
  void leave(Guest& guest);
  void give_up(Guest& guest);
  void resume(Guest& guest, const Guest& whose, std::uint32_t which, bool again);
  void act(Guest& guest, std::uint32_t kind, std::uint32_t room, std::uint32_t amount);
  // What its threads and timers do.
  void network_runs(std::size_t posts);
  void tick();

  SimLedger& ledger() { return *ledger_; }
  bool is_at_rest() const { return ledger_->idle() && ledger_->open() == 0 && posted_.empty(); }
  const std::vector<std::unique_ptr<Guest>>& guests() const { return guests_; }

  // The checks, once nothing is queued.
  /// The learner's view, and the room's, are what is on the disk.
  void check_views(const core::Loaded& on_disk) const;
  void check_guests() const;

 private:
  void publish(const ledger::Published& batch);
  museum::Room& room_of(std::uint32_t number);

  Told& told_;
  const wire::Limits limits_;
  std::function<void(const ledger::Published&)> hears_;
  std::deque<std::function<void()>> posted_;
  std::unique_ptr<SimLedger> ledger_;
  std::unique_ptr<museum::Rooms> rooms_;
  std::vector<std::unique_ptr<Guest>> guests_;
  std::set<std::size_t> orders_;  // that wait for an answer
};

/// The invariant: beads are the fold of the log, and every row is what the rule yields.
void check_log(const std::shared_ptr<store::MemoryDisk>& disk, const core::Loaded& loaded, const Told& told);

}  // namespace menagerie::sim
