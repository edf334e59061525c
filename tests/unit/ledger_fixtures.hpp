// HER on a disk in memory, with the ledger that writes it.
#pragma once

#include "museum_fixtures.hpp"
#include "server/ledger/clocks.hpp"
#include "server/ledger/threaded_ledger.hpp"
#include "tests/memory_store.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <thread>

namespace menagerie::test {

inline std::int64_t the_time() { return 1'700'000'000'000; }

/// HER on a disk in memory, whose next commits fail as `faults` says.
inline std::shared_ptr<store::MemoryDisk> her_disk(std::deque<store::DiskFault> faults = {}) {
  auto disk = std::make_shared<store::MemoryDisk>();
  const auto store = store::open_memory(disk);
  create_exhibit(*store, "her", the_time());
  disk->fault = [faults = std::move(faults)](store::Operation operation) mutable {
    if (operation == store::Operation::read || faults.empty()) return store::DiskFault::none;
    const store::DiskFault fault = faults.front();
    faults.pop_front();
    return fault;
  };
  return disk;
}

inline core::Finished episode(std::uint8_t id = 1) {
  core::Finished it;
  it.machine = 1;
  it.id = store::Id{{id}};
  it.seat = Player::second;
  it.moves = "b1-b2 a3xb2 a1xb2";
  it.outcome = Outcome::first_wins;
  it.resigned = true;
  it.last_seq = 1;
  return it;
}

/// A disk that other servers write to as well, each in its turn; `looks`: what is done whenever one looks.
class SharedStore : public FailingStore {
 public:
  explicit SharedStore(const std::shared_ptr<store::MemoryDisk>& disk, std::function<void()> looks = {})
      : FailingStore(store::open_memory(disk), std::make_shared<std::atomic<bool>>(false)),
        looks_(std::move(looks)) {}
  bool is_shared() const override { return true; }
  store::News look(std::span<const store::Place> known) override {
    if (looks_) looks_();
    store::News news = begin_turn(known);
    for (const store::MachineRow& row : machines()) {
      if (std::ranges::find(known, row.machine, &store::Place::machine) == known.end())
        news.machines.push_back(row.machine);
    }
    return news;
  }
  store::News begin_turn(std::span<const store::Place> known) override {
    store::News news;
    for (const store::Place& it : known) {
      if (it.machine == 0) continue;
      for (store::LogRow& row : log_after(it.machine, it.seq, SIZE_MAX)) news.rows.push_back(std::move(row));
    }
    return news;
  }

 private:
  std::function<void()> looks_;
};

inline std::unique_ptr<store::Store> open_store(bool shared, const std::shared_ptr<store::MemoryDisk>& disk) {
  if (shared) return std::make_unique<SharedStore>(disk);
  return store::open_memory(disk);
}

/// A ledger of that disk, which other servers may write to or not; `heard` counts the verdicts.
inline std::unique_ptr<ledger::ThreadedLedger> open_ledger(
    bool shared, const std::shared_ptr<store::MemoryDisk>& disk, std::atomic<int>& heard,
    ledger::ThreadedLedger::OpenDoorbell open_doorbell = {}) {
  return std::make_unique<ledger::ThreadedLedger>(
      open_store(shared, disk), [=] { return open_store(shared, disk); },
      std::vector{*core::load_machine(*store::open_memory(disk), "her")}, the_time,
      [&heard](const std::shared_ptr<const ledger::Published>& batch) {
        heard += static_cast<int>(batch->answers.size());
      },
      0, std::move(open_doorbell));
}

/// Waits until `done()`; fails after a minute.
template <typename Done>
void wait_until(Done done) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while (!done()) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
}

}  // namespace menagerie::test
