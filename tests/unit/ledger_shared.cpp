// Several servers on one store: each takes over what the others have written before it learns.
#include "ledger_fixtures.hpp"

#include <map>
#include <span>
#include <vector>

namespace ledger_shared_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

using core::Verdict;
using store::DiskFault;
using store::Kind;

/// A server of several, that keeps what it publishes.
class Sharer {
 public:
  explicit Sharer(const std::shared_ptr<store::MemoryDisk>& disk)
      : writer(
            std::make_unique<SharedStore>(disk), [disk] { return std::make_unique<SharedStore>(disk); },
            {*core::load_machine(*store::open_memory(disk), "her")}, the_time,
            [this](const std::shared_ptr<const ledger::Published>& batch) {
              commits += batch->commit_s > 0;
              for (const store::LogRow& row : batch->rows) seqs.push_back(row.seq);
              for (const core::Answer& answer : batch->answers) verdicts.push_back(answer.verdict);
            }) {}
  bool submit(std::uint8_t id) {
    ledger::Work work;
    work.inbox.episodes = {episode(id)};
    writer.take(std::move(work));
    return writer.proceed();
  }
  std::string order(Kind kind) {
    std::string answer = "none";
    ledger::Work work;
    work.orders.emplace_back(core::Order{.kind = kind, .machine = 1},
                             [&](const core::Plan* done, const std::exception_ptr&) {
                               answer = done != nullptr ? "done" : "thrown";
                             });
    writer.take(std::move(work));
    while (!writer.proceed()) continue;
    return answer;
  }
  void look() {
    writer.take({.inbox = {}, .questions = {}, .orders = {}, .look = true});
    CHECK(writer.proceed());
  }

  std::vector<std::uint64_t> seqs;  // of the rows that it was told of, in their order
  std::vector<Verdict> verdicts;
  int commits = 0;  // of episodes
  ledger::Writer writer;
};

}  // namespace

TEST_CASE("ledger: servers learn on top of each other's rows, and an episode once") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(one.submit(1));
  CHECK(other.submit(2));
  CHECK(one.submit(3));
  CHECK(one.submit(2));
  CHECK(one.verdicts == std::vector<Verdict>{{Verdict::Kind::learned, 2},
                                             {Verdict::Kind::learned, 4},
                                             {Verdict::Kind::known, 3}});
  CHECK(one.seqs == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(other.seqs == std::vector<std::uint64_t>{2, 3});
  other.look();
  CHECK(other.seqs == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(disk->machines.front().log.size() == 4);
}

TEST_CASE("ledger: what comes while a turn is waited for is learned in it, where it is of that machine") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(other.submit(1));
  ledger::Work meanwhile;
  meanwhile.inbox.episodes = {episode(4), episode(5), episode(6), episode(7)};
  meanwhile.inbox.episodes[1].machine = 2;
  std::vector<std::int64_t> of;
  one.writer.gather_by([&](std::span<const std::int64_t> machines, std::size_t most) {
    CHECK(one.seqs == std::vector<std::uint64_t>{2});  // the turn has begun
    CHECK(most == 999);
    of.assign(machines.begin(), machines.end());
    return meanwhile.take_episodes(machines, 2);
  });
  CHECK(one.submit(2));
  CHECK(of == std::vector<std::int64_t>{1});
  CHECK(one.commits == 1);
  CHECK(one.verdicts == std::vector<Verdict>{{Verdict::Kind::learned, 3},
                                             {Verdict::Kind::learned, 4},
                                             {Verdict::Kind::learned, 5}});
  CHECK(meanwhile.inbox.episodes.size() == 2);
  CHECK(meanwhile.inbox.episodes.front().id == store::Id{{5}});
}

TEST_CASE("ledger: an answer about another server's episode comes behind its row, which may have new boxes") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(other.submit(1));
  CHECK(other.submit(2));
  std::vector<std::uint64_t> seqs_before;
  ledger::Work work;
  work.questions.emplace_back(store::Id{{2}}, [&](const std::optional<store::LogRow>& row) {
    seqs_before = one.seqs;
    CHECK((row && row->seq == 3));
  });
  one.writer.take(std::move(work));
  CHECK(one.writer.proceed());
  CHECK(seqs_before == std::vector<std::uint64_t>{2, 3});
}

TEST_CASE("ledger: an act of one server holds for the episodes and acts of another") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(one.order(Kind::freeze) == "done");
  CHECK(other.order(Kind::freeze) == "thrown");  // it is frozen
  CHECK(other.submit(1));
  CHECK(other.verdicts == std::vector<Verdict>{{Verdict::Kind::frozen}});
  CHECK(other.order(Kind::thaw) == "done");
  CHECK(one.order(Kind::reset) == "done");
  CHECK(one.seqs == std::vector<std::uint64_t>{2, 3, 4});
  CHECK(disk->machines.front().log.size() == 4);
}

TEST_CASE("ledger: after a commit without an answer a server finds its rows among the others'") {
  const DiskFault fault = GENERATE(DiskFault::kept, DiskFault::lost);
  const auto disk = her_disk({fault});
  Sharer one(disk), other(disk);
  CHECK_FALSE(one.submit(1));
  CHECK(one.writer.failures().unknown_commits == 1);
  CHECK(one.verdicts.empty());
  CHECK(one.seqs.empty());
  CHECK(other.submit(2));
  CHECK(one.writer.proceed());
  const bool is_kept = fault == DiskFault::kept;
  CHECK(one.verdicts == std::vector<Verdict>{is_kept ? Verdict{Verdict::Kind::known, 2}
                                                     : Verdict{Verdict::Kind::learned, 3}});
  CHECK(one.seqs == std::vector<std::uint64_t>{2, 3});
  CHECK(disk->machines.front().log.size() == 3);
}

TEST_CASE("ledger: an act without an answer is done once") {
  const DiskFault fault = GENERATE(DiskFault::kept, DiskFault::lost);
  const auto disk = her_disk({fault});
  Sharer one(disk);
  CHECK(one.order(Kind::reset) == "done");
  CHECK(one.seqs == std::vector<std::uint64_t>{2});
  CHECK(disk->machines.front().log.size() == 2);
}

TEST_CASE("ledger: an order whose turn cannot begin waits, and takes over what others have written by then") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(other.submit(1));
  int refused = 0;
  disk->fault = [&](store::Operation operation) {
    return operation == store::Operation::read && refused++ == 0 ? DiskFault::refused : DiskFault::none;
  };
  CHECK(one.order(Kind::reset) == "done");
  CHECK(one.writer.failures().count == 1);
  CHECK(one.seqs == std::vector<std::uint64_t>{2, 3});
}

TEST_CASE("ledger: a server whose beads are not those of the log learns nothing more, and says what to do") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(other.submit(1));
  disk->machines.front().log.back().changes = {{0, 0, 999, 1000}};
  CHECK_FALSE(one.submit(2));
  CHECK(one.writer.failures().permanent);
  CHECK_THAT(one.writer.why(), ContainsSubstring("does not go on from the beads"));
  CHECK(one.seqs.empty());
  CHECK(disk->machines.front().log.size() == 2);
}

TEST_CASE("ledger: a turn in which nothing is learned counts as no commit") {
  const auto disk = her_disk();
  Sharer one(disk), other(disk);
  CHECK(one.submit(1));
  CHECK(other.submit(1));
  CHECK(other.verdicts == std::vector<Verdict>{{Verdict::Kind::known, 2}});
  CHECK(one.commits == 1);
  CHECK(other.commits == 0);
}

TEST_CASE("ledger: a machine of a newer release, which this one cannot open, keeps it from nothing") {
  const auto disk = her_disk();
  Sharer one(disk), newer(disk);
  create_exhibit(*store::open_memory(disk), "nimble", the_time());
  disk->machines.back().row.rule = "a rule of tomorrow";
  one.look();
  CHECK(newer.submit(1));
  one.look();
  CHECK(one.submit(2));
  CHECK(one.seqs == std::vector<std::uint64_t>{2, 3});
  CHECK(one.verdicts == std::vector<Verdict>{{Verdict::Kind::learned, 3}});
}

TEST_CASE("ledger: what has piled up is learned in several turns, between which others have theirs") {
  const auto disk = her_disk();
  Sharer one(disk);
  ledger::Work work;
  for (int at = 0; at < 2500; ++at) {
    work.inbox.episodes.push_back(episode());
    work.inbox.episodes.back().id =
        store::Id{{static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(at >> 8)}};
  }
  int appends = 0;
  disk->fault = [&](store::Operation operation) {
    if (operation == store::Operation::read) return DiskFault::none;
    return ++appends == 2 ? DiskFault::refused : DiskFault::none;
  };
  one.writer.take(std::move(work));
  CHECK_FALSE(one.writer.proceed());
  CHECK(one.verdicts.size() == 1000);
  CHECK(one.writer.proceed());
  CHECK(appends == 4);
  REQUIRE(one.verdicts.size() == 2500);
  for (std::size_t at = 0; at < one.verdicts.size(); ++at)
    CHECK(one.verdicts[at] == Verdict{Verdict::Kind::learned, at + 2});
}

TEST_CASE("ledger: a server ends at once where it only looks for what others have written, and cannot") {
  const auto disk = her_disk();
  std::atomic<bool> has_failed = false;
  ledger::ThreadedLedger ledger(
      std::make_unique<SharedStore>(disk,
                                    [&] {
                                      has_failed = true;
                                      throw store::Error("no connection", store::ErrorKind::transient);
                                    }),
      {}, std::vector{*core::load_machine(*store::open_memory(disk), "her")}, the_time,
      [](const std::shared_ptr<const ledger::Published>&) {});
  wait_until([&] { return has_failed.load(); });
  CHECK(ledger.stop(std::chrono::hours{1}));
}

}  // namespace ledger_shared_tests
