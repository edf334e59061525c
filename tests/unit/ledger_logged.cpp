// What the ledgers log of a commit whose outcome is unknown, with the count that /metrics shows.
#include "ledger_fixtures.hpp"
#include "log_lines.hpp"

namespace ledger_logged_tests {

using namespace menagerie;
using namespace menagerie::test;
using store::DiskFault;

TEST_CASE("each commit of unknown outcome is logged, also where the text is the last one's") {
  const LogLines log;
  // Lost twice, so that the same is said again; then it is on disk without an answer.
  const auto disk = her_disk({DiskFault::lost, DiskFault::lost, DiskFault::kept});
  std::atomic<int> heard = 0;
  const bool shared = GENERATE(false, true);
  const auto ledger = open_ledger(shared, disk, heard);
  ledger->submit(episode());
  wait_until([&] { return heard > 0; });
  CHECK(ledger->stop(std::chrono::seconds{10}));
  CHECK(ledger->failures().unknown_commits == 3);
  CHECK(ledger->failures().count == 3);
  CHECK(heard == 1);
  CHECK(disk->machines.front().log.size() == 2);
  const auto lines = log.with("is read back before it is tried again");
  CHECK(lines.size() == 3);
  for (const std::string& line : lines) {
    CHECK_THAT(line, StartsWith("error: ledger: ") &&
                         ContainsSubstring(shared ? "Look at the database and the network to it"
                                                  : "Look at the disk"));
  }
  CHECK(log.with("what waits is kept").empty());
  CHECK(log.with("ledger: storing again").size() == 1);
}

}  // namespace ledger_logged_tests
