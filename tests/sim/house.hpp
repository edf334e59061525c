// The simulated museum: the server's own ledger, rooms and tickets on an in-memory disk, with a virtual clock
// and seeded randomness. Nothing happens except when a step triggers it.
#pragma once

#include "server/ledger/writer.hpp"
#include "server/museum/rooms.hpp"
#include "server/store/memory_store.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace menagerie::sim {

using nlohmann::json;

/// A violated requirement: the history that throws it has failed. No std::exception: what the server does
/// about those must not swallow it.
struct Failure {
  explicit Failure(std::string its_what) : what(std::move(its_what)) {}
  std::string what;
};
inline void require(bool holds, const std::string& what) {
  if (!holds) throw Failure(what);
}

/// The episode that a log row was made of; written here anew, so that the checks share nothing with the
/// server.
core::Finished finished_of(const store::LogRow& row);

/// The simulated process crashes in the middle of an operation.
struct Crash {};

/// Deliberate faults that the checks must detect.
enum class Fault : std::uint8_t { none, skip_change, drop_verdict, apply_twice };

/// The machines of a new museum, created once and copied.
struct Exhibition {
  store::MemoryDisk disk;
  std::vector<core::Loaded> machines;
  static const Exhibition& get();
};

/// Verdicts seen in all histories so far, by core::Verdict::Kind: a kind that never occurs would not be
/// tested.
struct Seen {
  std::array<std::uint64_t, 5> verdicts{};
  std::uint64_t acts = 0, restarts = 0, unknown_commits = 0;
  std::uint64_t finished = 0;  ///< eras that began because nobody could beat the machine
  static Seen& all();
};

/// Seeds the program's source of randomness.
void seed_entropy(std::uint64_t seed);

/// A ledger that runs only when stepped.
class SimLedger : public ledger::Ledger {
 public:
  explicit SimLedger(std::unique_ptr<ledger::Writer> writer) : writer_(std::move(writer)) {}

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

  /// Tries to commit what is queued, once.
  void run();
  bool idle() const { return writer_->idle() && work_.empty(); }
  const ledger::Writer& writer() const { return *writer_; }
  /// A verdict came: it must be of an episode that was submitted and has none. Returns what was submitted.
  core::Finished close(const core::Answer& answer);
  /// Submissions without a verdict.
  std::size_t open() const { return open_.size(); }

 private:
  std::unique_ptr<ledger::Writer> writer_;
  ledger::Work work_;
  std::multimap<store::Id, core::Finished> open_;
  bool storing_ = true;
};

/// A connected visitor, who keeps all tickets received.
class Guest : public museum::Subscriber {
 public:
  using Learned = std::function<void(const json&)>;
  explicit Guest(Learned learned) : learned_(std::move(learned)) { reconnect(); }
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
  Learned learned_;
};

class House {
 public:
  House(std::vector<std::string> names, std::size_t guests, Fault fault, std::uint64_t fault_at);

  // The steps.
  void begin(std::size_t guest, std::uint32_t room, bool again);
  void move(std::size_t guest, std::uint32_t choice);
  void play_out(std::size_t guest, std::uint32_t choice);
  void repeat(std::size_t guest);
  void leave(std::size_t guest);
  void give_up(std::size_t guest);
  void resume(std::size_t guest, std::size_t whose, std::uint32_t which, bool again);
  void act(std::uint32_t kind, std::uint32_t room, std::uint32_t number, std::size_t guest);
  void learner_runs() { ledger_->run(); }
  void network_runs(std::size_t posts);
  void clock_runs(std::int64_t ms) { now_ms_ += ms; }
  void tick() {
    rooms_->tick();
    rooms_->flush_feeds();
  }
  /// Sets the disk's outcome for `count` operations after the next `after` ones.
  void disk_fails(store::DiskFault disk_fault, std::uint32_t after, std::uint32_t count);
  void crash_in(std::uint32_t operations) { crash_in_ = operations + 1; }
  /// The program crashes and is started again.
  void restart();
  /// Completes everything that is queued, on a working disk.
  void settle();
  /// Checks everything that must hold once nothing is queued.
  void check() const;

  std::size_t guests() const { return guests_.size(); }

 private:
  /// As in a house, but that few games follow where a machine is finished: histories are short.
  static wire::Limits few_games() {
    wire::Limits limits;
    limits.finished_games = 3;
    return limits;
  }
  void open();
  std::vector<core::Loaded> load(store::Store& store) const;
  core::Loaded load(store::Store& store, const store::MachineRow& row) const;
  void publish(std::shared_ptr<const ledger::Published> batch);
  void check_answer(const core::Answer& answer);
  void tamper(ledger::Published& batch, bool& twice);
  museum::Room* room_of(std::uint32_t number);
  store::DiskFault disk_fault(store::Operation operation);
  const std::vector<store::LogRow>& log(std::int64_t machine) const {
    return disk_->machines.at(static_cast<std::size_t>(machine - 1)).log;
  }
  void learned(const json& frame);
  void check_log(const core::Loaded& loaded) const;
  void check_views(const core::Loaded& loaded) const;

  std::vector<std::string> names_;
  std::shared_ptr<store::MemoryDisk> disk_;
  std::int64_t now_ms_ = 1'700'000'000'000;
  wire::Limits limits_ = few_games();
  store::DiskFault disk_fault_ = store::DiskFault::none;
  std::uint32_t disk_fault_after_ = 0, disk_fault_count_ = 0, crash_in_ = 0;
  Fault fault_;
  std::uint64_t fault_at_;  // batches until it strikes
  std::deque<std::function<void()>> posted_;
  std::unique_ptr<SimLedger> ledger_;
  std::unique_ptr<museum::Rooms> rooms_;
  std::vector<std::unique_ptr<Guest>> guests_;
  std::map<store::Id, store::Place> told_;             // whoever was told `learned`: where
  std::set<store::Id> learned_;                        // verdicts
  std::map<store::Id, std::set<std::string>> frozen_;  // verdicts: the moves that were not learned
  std::size_t orders_open_ = 0;
  std::uint32_t created_ = 0;
};

}  // namespace menagerie::sim
