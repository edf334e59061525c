// A machine whose creation had no answer: it is ours only where it is the one that was written.
#include "museum_fixtures.hpp"
#include "server/ledger/writer.hpp"

namespace ledger_created_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

enum class Unanswered : std::uint8_t { carried_out, lost, anothers };

/// SQLite, where a creation gets no answer; `what` says what is on disk then.
class UnansweredStore : public FailingStore {
 public:
  UnansweredStore(const std::string& folder, Unanswered what)
      : FailingStore(store::open_sqlite(folder, store::Mode::write),
                     std::make_shared<std::atomic<bool>>(false)),
        what_(what) {}
  std::int64_t create_machine(store::MachineRow row, const BoxSet& boxes, std::vector<store::LogRow> rows,
                              store::Snapshot snapshot) override {
    if (what_ == Unanswered::anothers) row.title = "Another server's";
    if (what_ != Unanswered::lost)
      FailingStore::create_machine(std::move(row), boxes, std::move(rows), std::move(snapshot));
    throw store::Error("no answer", store::ErrorKind::unknown);
  }

 private:
  Unanswered what_;
};

}  // namespace

TEST_CASE("a machine whose creation had no answer is ours where its row and its first act are") {
  const Unanswered what = GENERATE(Unanswered::carried_out, Unanswered::lost, Unanswered::anothers);
  CAPTURE(what);
  Folder folder;
  std::size_t created = 0;
  ledger::Writer writer(
      std::make_unique<UnansweredStore>(folder.path(), what),
      [&] { return store::open_sqlite(folder.path(), store::Mode::write); }, {},
      [] { return std::int64_t{1'700'000'000'000}; },
      [&](const std::shared_ptr<const ledger::Published>& batch) { created += batch->created.size(); });
  store::MachineRow row;
  row.name = "mine";
  row.title = "Mine";
  row.game = "hexapawn";
  row.seat = "second";
  row.rule = "gardner-her";
  row.convention = "canonical";
  std::string answer = "none";
  ledger::Work work;
  work.orders.emplace_back(core::Order{.kind = store::Kind::start, .row = row},
                           [&](const core::Plan* plan, const std::exception_ptr&) {
                             answer = plan != nullptr ? "done" : "thrown";
                           });
  writer.take(std::move(work));
  CHECK_FALSE(writer.proceed());
  CHECK(writer.is_act_in_doubt());
  CHECK(writer.failures().unknown_commits == 1);
  CHECK(writer.proceed());
  const bool is_ours = what != Unanswered::anothers;
  CHECK(answer == (is_ours ? "done" : "thrown"));
  CHECK(created == (is_ours ? 1 : 0));
  const auto machines = store::open_sqlite(folder.path(), store::Mode::read)->machines();
  REQUIRE(machines.size() == 1);
  CHECK(machines.front().title == (is_ours ? "Mine" : "Another server's"));
}

}  // namespace ledger_created_tests
