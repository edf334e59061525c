// HER on a disk in memory, with the ledgers that write it.
#pragma once

#include "museum_fixtures.hpp"
#include "server/ledger/cluster_ledger.hpp"
#include "server/ledger/embedded_ledger.hpp"
#include "server/ledger/steady_clock.hpp"
#include "server/store/memory_store.hpp"

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
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

/// The inbox of a house where no other server is.
struct EmptyInbox : store::Inbox {
  void put(std::span<const store::LogRow>, const std::string&) override {}
  std::vector<store::LogRow> waiting(std::size_t) override { return {}; }
  std::size_t count() override { return 0; }
  void refuse(std::span<const store::NotLearned>) override {}
  std::vector<store::NotLearned> refused(std::span<const store::Id>) override { return {}; }
  void ring(const std::string&) override {}
};

/// Leases that "me" has, as long as it likes.
struct OwnLeases : store::LeaseTable {
  explicit OwnLeases(std::shared_ptr<store::MemoryDisk> its_disk) : disk(std::move(its_disk)) {}
  bool renew(const std::string&) override { return true; }
  void release(const std::string&) override {}
  void want(const std::string&) override {}
  std::vector<store::LeaseRow> rows() override {
    return {{0, "me", 1, 0, "", 9000, ""}, {1, "me", 1, disk->machines.front().log.size(), "", 9000, ""}};
  }
  std::string chain_at(std::int64_t, std::uint64_t) override { return ""; }
  std::shared_ptr<store::MemoryDisk> disk;
};

struct OwnLease : ledger::HeldLease {
  explicit OwnLease(std::shared_ptr<core::Lease::Phase> its_phase) : now(std::move(its_phase)) {}
  core::Lease::Phase phase() const override { return *now; }
  void release() override {}
  std::shared_ptr<core::Lease::Phase> now;
};

/// Of the one server of a house; `heard` counts the verdicts.
inline ledger::ClusterCore::Parts cluster_parts(const std::shared_ptr<store::MemoryDisk>& disk,
                                                std::shared_ptr<core::Lease::Phase> phase,
                                                std::atomic<int>& heard) {
  ledger::ClusterCore::Parts parts;
  parts.server = "me";
  parts.open_writer = parts.open_reader = [disk] { return store::open_memory(disk); };
  parts.open_inbox = [] { return std::make_unique<EmptyInbox>(); };
  parts.open_leases = [disk] { return std::make_unique<OwnLeases>(disk); };
  parts.keep_lease = [phase](std::int64_t) { return std::make_unique<OwnLease>(phase); };
  parts.machines = {*core::load_machine(*store::open_memory(disk), "her")};
  parts.clock = the_time;
  parts.steady = ledger::steady_ms;
  parts.publish = [&heard](const std::shared_ptr<const ledger::Published>& batch) {
    heard += static_cast<int>(batch->answers.size());
  };
  return parts;
}

/// A ledger of that house: of several servers' one, or of one process.
inline std::unique_ptr<ledger::OpenLedger> open_ledger(bool shared,
                                                       const std::shared_ptr<store::MemoryDisk>& disk,
                                                       std::atomic<int>& heard) {
  if (shared)
    return std::make_unique<ledger::ClusterLedger>(
        cluster_parts(disk, std::make_shared<core::Lease::Phase>(core::Lease::Phase::trusted), heard),
        nullptr);
  const auto store = [disk] { return store::open_memory(disk); };
  return std::make_unique<ledger::EmbeddedLedger>(
      store(), store, std::vector{*core::load_machine(*store(), "her")}, the_time,
      [&heard](const std::shared_ptr<const ledger::Published>& batch) {
        heard += static_cast<int>(batch->answers.size());
      });
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
