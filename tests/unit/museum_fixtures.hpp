// A house for tests: a real SQLite folder, a real learner, and the network thread played by the test.
#pragma once

#include "folder.hpp"

#include "server/ledger/threaded_ledger.hpp"
#include "server/museum/museum.hpp"
#include "server/museum/rooms.hpp"

#include <nlohmann/json.hpp>
#include "tests/unit/catch.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <random>

namespace menagerie::test {

using nlohmann::json;

/// Creates one exhibit, and nothing but its first row.
inline void create_exhibit(store::Store& store, std::string_view name,
                           std::int64_t time_ms = 1'700'000'000'000) {
  const store::MachineRow row = *museum::find_exhibit(name);
  const auto machine = core::Machine::make(row);
  core::MachineState state;
  const store::LogRow start = core::start_machine(*machine, state, store::Why::created, time_ms);
  store.create_machine(row, machine->boxes, {start}, state.snapshot(*machine));
}

/// Passes everything on; as long as it is told to, it fails what is appended and the reading back of a
/// machine.
class FailingStore : public store::Store {
 public:
  FailingStore(std::unique_ptr<store::Store> inner, std::shared_ptr<std::atomic<bool>> failing)
      : inner_(std::move(inner)), failing_(std::move(failing)) {}
  std::vector<store::MachineRow> machines() override { return inner_->machines(); }
  std::int64_t create_machine(store::MachineRow row, const BoxSet& boxes, std::vector<store::LogRow> rows,
                              store::Snapshot snapshot) override {
    return inner_->create_machine(std::move(row), boxes, std::move(rows), std::move(snapshot));
  }
  std::vector<Box> made_boxes(std::int64_t machine) override { return inner_->made_boxes(machine); }
  std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) override {
    if (*failing_) throw store::Error("disk I/O error", store::ErrorKind::transient);
    return inner_->check_boxes(machine, boxes);
  }
  std::vector<store::Id> append(std::span<const store::LogRow> rows, std::span<const store::MadeBox> made,
                                std::span<const store::Snapshot> snapshots) override {
    if (*failing_) throw store::Error("database or disk is full", store::ErrorKind::transient);
    return inner_->append(rows, made, snapshots);
  }
  std::optional<store::Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) override {
    return inner_->snapshot_at(machine, seq);
  }
  std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) override {
    return inner_->snapshot_seqs(machine);
  }
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, store::RowPart part,
                  const std::function<void(const store::LogRow&)>& each) override {
    inner_->each_after(machine, after, limit, part, each);
  }
  std::vector<store::LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                             std::size_t limit) override {
    return inner_->episodes_before(machine, before, limit);
  }
  std::optional<store::LogRow> find_episode(const store::Id& id) override { return inner_->find_episode(id); }
  std::optional<store::Place> place_of_episode(const store::Id& id) override {
    return inner_->place_of_episode(id);
  }
  std::vector<store::LogRow> acts(std::int64_t machine) override { return inner_->acts(machine); }
  std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) override {
    return inner_->last_before(machine, time_ms);
  }
  std::vector<store::Place> episodes_of_visit(const store::Id& visit) override {
    return inner_->episodes_of_visit(visit);
  }
  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit) override {
    return inner_->changes_of_box(machine, number, after, limit);
  }
  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) override {
    return inner_->first_changes(machine, after);
  }
  std::unique_ptr<store::MachineFile> copy_machine(std::int64_t machine, const std::string& path) override {
    return inner_->copy_machine(machine, path);
  }

 private:
  std::unique_ptr<store::Store> inner_;
  std::shared_ptr<std::atomic<bool>> failing_;
};

/// A connection that keeps what it is sent.
class Guest : public museum::Subscriber {
 public:
  Guest() : visitor(*this) {}
  void send(const museum::Text& text) override { send(std::string_view(*text)); }
  void send(std::string_view text) override { frames.push_back(json::parse(text)); }
  void close(unsigned code, std::string_view) override { closed = code; }

  const json& last() const { return frames.back(); }
  /// The newest frame of that type; null where there is none.
  json newest(std::string_view type) const {
    for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
      if ((*it)["type"] == type) return *it;
    }
    return nullptr;
  }
  std::size_t count(std::string_view type) const {
    return static_cast<std::size_t>(std::count_if(frames.begin(), frames.end(),
                                                  [&](const json& frame) { return frame["type"] == type; }));
  }

  museum::PlayerSession visitor;
  std::vector<json> frames;
  unsigned closed = 0;
};

/// A visitor's move in answer to a `state` frame.
inline wire::MoveMade move_of(const json& state, std::string_view move) {
  return {*store::Id::parse(state["episode"].get<std::string>()), state["ply"].get<int>(), std::string(move)};
}
inline wire::MoveMade first_legal(const json& state) {
  return move_of(state, state["legal"][0].get<std::string>());
}

/// One server's life on a folder. Destroying it is like a clean stop; tests of crashes just open
/// another folder copy.
class TestHouse {
 public:
  explicit TestHouse(const std::string& folder, wire::Limits with = {},
                     std::int64_t begin_ms = 1'700'000'000'000)
      : limits(with), now_ms(begin_ms) {
    auto store = std::make_unique<FailingStore>(store::open_sqlite(folder, store::Mode::write), failing);
    std::vector<core::Loaded> machines = museum::open_museum(*store, clock());
    learner = std::make_unique<ledger::ThreadedLedger>(
        std::move(store),
        [this, folder] {
          return std::make_unique<FailingStore>(store::open_sqlite(folder, store::Mode::write), failing);
        },
        machines, clock(),
        [this](std::shared_ptr<const ledger::Published> batch) {
          post([this, batch] { rooms->published(*batch); });
        },
        limits.finished_games);
    rooms = std::make_unique<museum::Rooms>(museum::Rooms::Parts{
        std::move(machines), learner.get(), &limits, museum::Secrets::open(folder), clock(),
        [this](int ms) { feeds_at_ms = now_ms + ms; },
        [this](std::function<void()> work) { post(std::move(work)); }, [this] { return now_ms.load(); }});
  }
  ~TestHouse() { learner->stop(std::chrono::seconds{10}); }

  core::Clock clock() {
    return [this] { return now_ms + wrong_ms; };
  }
  museum::Room& room(std::string_view name) { return *rooms->find(name); }

  /// Runs posted work until `done` holds; fails the test after a minute.
  template <typename Done>
  void pump_until(Done done) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
    while (!done()) {
      std::function<void()> work;
      {
        std::unique_lock lock(mutex_);
        if (!came_.wait_until(lock, deadline, [&] { return !posted_.empty(); })) break;
        work = std::move(posted_.front());
        posted_.pop_front();
      }
      work();
    }
    REQUIRE(done());
  }

  /// Plays `guest`'s episode to its end with moves chosen by `rng`.
  void play_out(museum::Room& at, Guest& guest, std::mt19937& rng) {
    while (true) {
      const json state = guest.newest("state");
      if (state.contains("outcome")) return;
      const json& legal = state["legal"];
      at.move(guest.visitor, {*store::Id::parse(state["episode"].get<std::string>()), state["ply"].get<int>(),
                              legal[rng() % legal.size()].get<std::string>()});
    }
  }
  /// A whole episode, learned.
  json play(museum::Room& at, Guest& guest, std::mt19937& rng) {
    const std::size_t before = guest.count("learned");
    at.begin(guest.visitor, {});
    play_out(at, guest, rng);
    pump_until([&] { return guest.count("learned") > before; });
    return guest.newest("learned");
  }

  wire::Limits limits;
  std::shared_ptr<std::atomic<bool>> failing = std::make_shared<std::atomic<bool>>(false);
  std::atomic<std::int64_t> now_ms;         ///< steady
  std::optional<std::int64_t> feeds_at_ms;  ///< when the feeds' timer is to come
  std::atomic<std::int64_t> wrong_ms{0};    ///< so much the world's clock is ahead
  std::unique_ptr<ledger::ThreadedLedger> learner;
  std::unique_ptr<museum::Rooms> rooms;

 private:
  void post(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      posted_.push_back(std::move(work));
    }
    came_.notify_one();
  }

  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::function<void()>> posted_;
};

/// Verifies a folder; the fault's sentence, or "ok".
inline std::string verify_folder(const std::string& folder) {
  const auto store = store::open_sqlite(folder, store::Mode::read);
  for (const museum::MachineCheck& verdict : museum::verify(*store)) {
    if (verdict.fault) {
      return verdict.machine + " " + std::to_string(verdict.fault->seq) + " " + verdict.fault->box + " " +
             verdict.fault->bead + ": " + verdict.fault->what;
    }
  }
  return "ok";
}

}  // namespace menagerie::test
