// What the ledgers log of a commit whose outcome is unknown, with the count that /metrics shows.
#include "log_lines.hpp"
#include "museum_fixtures.hpp"
#include "server/ledger/cluster_ledger.hpp"
#include "server/ledger/steady_clock.hpp"
#include "server/store/memory_store.hpp"

#include <thread>

using namespace menagerie;
using namespace menagerie::test;

namespace {

using Phase = core::Lease::Phase;
using store::DiskFault;

std::int64_t the_time() { return 1'700'000'000'000; }

/// HER on a disk in memory, whose next commits fail as `faults` says.
std::shared_ptr<store::MemoryDisk> her_disk(std::deque<DiskFault> faults) {
  auto disk = std::make_shared<store::MemoryDisk>();
  const auto store = store::open_memory(disk);
  create_exhibit(*store, "her", the_time());
  disk->fault = [faults = std::move(faults)](store::Operation operation) mutable {
    if (operation == store::Operation::read || faults.empty()) return DiskFault::none;
    const DiskFault fault = faults.front();
    faults.pop_front();
    return fault;
  };
  return disk;
}

core::Finished episode() {
  core::Finished it;
  it.machine = 1;
  it.id = store::Id{{1}};
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
  explicit OwnLease(std::shared_ptr<Phase> its_phase) : now(std::move(its_phase)) {}
  Phase phase() const override { return *now; }
  void release() override {}
  std::shared_ptr<Phase> now;
};

/// Of the one server of a house; `heard` counts the verdicts.
ledger::ClusterCore::Parts cluster_parts(const std::shared_ptr<store::MemoryDisk>& disk,
                                         std::shared_ptr<Phase> phase, std::atomic<int>& heard) {
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

/// Waits for a verdict.
void wait_for(const std::atomic<int>& heard) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes{1};
  while (heard == 0) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds{10});
  }
}

}  // namespace

TEST_CASE("each commit of unknown outcome is logged, also where the text is the last one's") {
  const LogLines log;
  // Lost twice, so that the same is said again; then it is on disk without an answer.
  const auto disk = her_disk({DiskFault::lost, DiskFault::lost, DiskFault::kept});
  std::atomic<int> heard = 0;
  std::unique_ptr<ledger::OpenLedger> ledger;
  const bool shared = GENERATE(false, true);
  if (shared) {
    ledger = std::make_unique<ledger::ClusterLedger>(
        cluster_parts(disk, std::make_shared<Phase>(Phase::trusted), heard), nullptr);
  } else {
    const auto store = [disk] { return store::open_memory(disk); };
    ledger = std::make_unique<ledger::EmbeddedLedger>(
        store(), store, std::vector{*core::load_machine(*store(), "her")}, the_time,
        [&heard](const std::shared_ptr<const ledger::Published>& batch) {
          heard += static_cast<int>(batch->answers.size());
        });
  }
  ledger->submit(episode());
  wait_for(heard);
  CHECK(ledger->stop(std::chrono::seconds{10}));
  CHECK(ledger->failures().unknown_commits == 3);
  CHECK(ledger->failures().count == 3);
  CHECK(heard == 1);
  CHECK(disk->machines.front().log.size() == 2);
  const auto lines = log.with("is read back before it is tried again");
  CHECK(lines.size() == 3);
  for (const std::string& line : lines) {
    CHECK_THAT(line, Catch::StartsWith("error: ledger: ") &&
                         Catch::Contains(shared ? "Look at the database and the network to it"
                                                : "Look at the disk"));
  }
  CHECK(log.with("what waits is kept").empty());
  CHECK(log.with("ledger: storing again").size() == 1);
}

TEST_CASE("a server that loses the house with a commit of unknown outcome says how that is found out") {
  const LogLines log;
  const auto disk = her_disk({DiskFault::kept});
  const auto phase = std::make_shared<Phase>(Phase::trusted);
  std::atomic<int> heard = 0;
  ledger::ClusterCore core(cluster_parts(disk, phase, heard));
  core.turn();  // it takes the house
  const auto fault = disk->fault;
  disk->fault = [&](store::Operation operation) {
    if (operation != store::Operation::read) *phase = Phase::lost;
    return fault(operation);
  };
  ledger::Work work;
  work.inbox.episodes = {episode()};
  core.take(work);
  core.turn();
  CHECK(core.unknown_commits() == 1);
  CHECK_FALSE(core.status().leads);
  CHECK(log.with("whether it was carried out is read from the log; it follows").size() == 1);
  *phase = Phase::trusted;
  core.turn();
  CHECK(heard == 1);
  CHECK(disk->machines.front().log.size() == 2);
}
