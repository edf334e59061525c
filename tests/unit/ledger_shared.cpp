// Several servers on one store: each takes over what the others have written before it learns.
#include "ledger_fixtures.hpp"

#include <map>
#include <vector>

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
      : writer(std::make_unique<SharedStore>(disk), {},
               {*core::load_machine(*store::open_memory(disk), "her")}, the_time,
               [this](const std::shared_ptr<const ledger::Published>& batch) {
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
