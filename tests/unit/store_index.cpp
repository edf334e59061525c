// index.db: what it tells is what reading the whole log tells, whether a row is in it yet or not, and
// whatever happens to the file.
#include "log_lines.hpp"
#include "museum_fixtures.hpp"

#include "server/store/index_health.hpp"

#include <chrono>
#include <fstream>
#include <set>
#include <thread>

namespace store_index_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr std::int64_t kMachine = 3;  // her
const std::int64_t kTime = 1'700'000'000'000;

store::Id id_of(std::uint64_t number) {
  store::Id id;
  for (int i = 0; i < 8; ++i)
    id.bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(number >> (8 * (7 - i)));
  return id;
}

store::LogRow row_of(std::uint64_t seq) {
  store::LogRow row;
  row.machine = kMachine;
  row.seq = seq;
  row.time_ms = kTime + static_cast<std::int64_t>(seq);
  row.id = id_of(1000 + seq);
  row.visit = id_of(seq % 5);
  row.opponent = "visitor";
  row.moves = "a1-a2";
  for (std::uint32_t box = 0; box < 3; ++box) {
    const std::uint32_t number = static_cast<std::uint32_t>((seq * 7 + box * box * 5) % 24);
    row.changes.push_back({number, 0, 1, 2});
  }
  return row;
}

void append(store::Store& store, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t seq = from; seq <= to; seq += 100) {
    std::vector<store::LogRow> rows;
    for (std::uint64_t it = seq; it < seq + 100 && it <= to; ++it) rows.push_back(row_of(it));
    store.append(rows, {}, {});
  }
}

void check(store::Store& store, std::uint64_t newest) {
  std::map<store::Id, std::vector<std::uint64_t>> visits;
  std::map<std::uint32_t, std::vector<std::uint64_t>> boxes;
  for (std::uint64_t seq = 2; seq <= newest; ++seq) {
    const store::LogRow row = row_of(seq);
    visits[row.visit].push_back(seq);
    std::set<std::uint32_t> numbers;
    for (const BeadChange& change : row.changes) numbers.insert(change.box);
    for (const std::uint32_t number : numbers) boxes[number].push_back(seq);
  }
  for (const std::uint64_t seq : {std::uint64_t{2}, newest / 2, newest - 1, newest}) {
    const auto found = store.find_episode(row_of(seq).id);
    REQUIRE(found);
    CHECK(found->seq == seq);
  }
  CHECK_FALSE(store.find_episode(id_of(1000 + newest + 1)));
  for (const auto& [visit, seqs] : visits) {
    std::vector<std::uint64_t> told;
    for (const store::Place& place : store.episodes_of_visit(visit)) {
      CHECK(place.machine == kMachine);
      told.push_back(place.seq);
    }
    CHECK(told == seqs);
  }
  const auto first = store.first_changes(kMachine, 1);
  const auto late = store.first_changes(kMachine, newest - 3);
  for (const auto& [number, seqs] : boxes) {
    CHECK(first.at(number) == seqs.front());
    const auto after = std::ranges::upper_bound(seqs, newest - 3);
    CHECK((number < late.size() ? late[number] : 0) == (after == seqs.end() ? 0 : *after));
    CHECK(store.changes_of_box(kMachine, number, 1, 1'000'000) == seqs);
    const std::uint64_t middle = seqs[seqs.size() / 2];
    const auto some = store.changes_of_box(kMachine, number, middle, 3);
    REQUIRE(some.size() == std::min<std::size_t>(3, seqs.size() - seqs.size() / 2 - 1));
    CHECK(std::equal(some.begin(), some.end(),
                     seqs.begin() + static_cast<std::ptrdiff_t>(seqs.size() / 2 + 1)));
  }
}

/// Waits until everything has come into the file.
void wait_for_index(const std::string& folder, std::uint64_t newest) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{120};
  const std::string command = "sqlite3 " + folder + "/index.db 'SELECT 1 FROM indexed_up_to WHERE machine=" +
                              std::to_string(kMachine) + " AND seq=" + std::to_string(newest) +
                              "' 2>/dev/null | grep -q 1";
  while (std::system(command.c_str()) != 0) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
  }
}

}  // namespace

TEST_CASE("the index tells what the log tells: written, waiting, lost, broken, of another log") {
  Folder folder;
  const auto open = [&](store::Mode mode) { return store::open_sqlite(folder.path(), mode); };
  {
    const auto store = open(store::Mode::write);
    museum::open_museum(*store, [] { return kTime; });
    append(*store, 2, 400);
    check(*store, 400);  // nothing of it in the file yet, or all of it
    check(*open(store::Mode::read), 400);
    wait_for_index(folder.path(), 400);
    check(*store, 400);
    check(*open(store::Mode::read), 400);
    append(*store, 401, 20'000);  // more than a run
    check(*store, 20'000);
    check(*open(store::Mode::read), 20'000);
    wait_for_index(folder.path(), 20'000);
    check(*store, 20'000);
  }
  {
    std::filesystem::remove(folder.path() + "/index.db");
    check(*open(store::Mode::read), 20'000);  // a reader has none, and makes none
    CHECK_FALSE(std::filesystem::exists(folder.path() + "/index.db"));
    const auto store = open(store::Mode::write);
    check(*store, 20'000);  // while it is being made
    append(*store, 20'001, 20'100);
    check(*store, 20'100);
    wait_for_index(folder.path(), 20'100);
    check(*store, 20'100);
  }
  {
    for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(folder.path() + "/index.db" + end);
    std::ofstream(folder.path() + "/index.db")
        << "no database at all, and long enough to be taken for one: " << std::string(500, 'x');
    check(*open(store::Mode::read), 20'100);
    const auto store = open(store::Mode::write);
    wait_for_index(folder.path(), 20'100);
    check(*store, 20'100);
  }
  Folder other;  // an older house, under the newer one's index
  {
    const auto store = store::open_sqlite(other.path(), store::Mode::write);
    museum::open_museum(*store, [] { return kTime; });
    append(*store, 2, 300);
  }
  std::filesystem::copy_file(folder.path() + "/index.db", other.path() + "/index.db",
                             std::filesystem::copy_options::overwrite_existing);
  const auto store = store::open_sqlite(other.path(), store::Mode::write);
  check(*store, 300);
  wait_for_index(other.path(), 300);
  check(*store, 300);
}

TEST_CASE("an index that cannot be written is counted, read around, and made up for") {
  LogLines log;
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  museum::open_museum(*store, [] { return kTime; });
  const auto sql = [&](const std::string& what) {
    REQUIRE(std::system(
                ("sqlite3 -cmd '.timeout 60000' " + folder.path() + "/index.db \"" + what + "\"").c_str()) ==
            0);
  };
  sql("CREATE TRIGGER no BEFORE INSERT ON indexed_up_to BEGIN SELECT RAISE(ABORT, 'no room'); END");
  const std::uint64_t before = store::index_failures();
  append(*store, 2, 400);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{120};
  while (store::index_failures() < before + 2) {  // it fails again and again
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
  }
  check(*store, 400);
  REQUIRE(log.with("index.db").size() == 1);
  CHECK_THAT(log.with("index.db").front(), StartsWith("error: ") && ContainsSubstring("no room") &&
                                               ContainsSubstring("nothing is lost") &&
                                               ContainsSubstring("remove index.db with its -wal and -shm"));
  sql("DROP TRIGGER no");
  wait_for_index(folder.path(), 400);
  check(*store, 400);
  while (log.with("index.db").size() < 2) {  // it is logged behind the commit
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  CHECK_THAT(log.with("index.db").back(), StartsWith("info: ") && ContainsSubstring("is written again"));
}

TEST_CASE("last_before finds the row by its time") {
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  museum::open_museum(*store, [] { return kTime; });
  append(*store, 2, 50);
  CHECK(store->last_before(kMachine, kTime) == 0);
  CHECK(store->last_before(kMachine, kTime + 1) == 1);
  CHECK(store->last_before(kMachine, kTime + 20) == 19);
  CHECK(store->last_before(kMachine, INT64_MAX) == 50);
  CHECK(store->last_before(999, INT64_MAX) == 0);
}

}  // namespace store_index_tests
