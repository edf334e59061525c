// The indexer's queue and file: no range of rows is lost between them, and the file is made anew in its
// place.
#include "bare_house.hpp"
#include "server/store/database_files.hpp"
#include "server/store/sqlite_index.hpp"

#include <chrono>
#include <functional>
#include <thread>

namespace store_index_runs_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

const store::IndexLimits kSmall{100, 150, 1ms, 20ms};

void wait_until(const std::function<bool()>& met) {
  const auto deadline = std::chrono::steady_clock::now() + 120s;
  while (!met()) {
    REQUIRE(std::chrono::steady_clock::now() < deadline);
    std::this_thread::sleep_for(5ms);
  }
}

void add(store::Indexer& indexer, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t first = from; first <= to; first += 100) {
    std::vector<store::LogRow> rows;
    for (std::uint64_t seq = first; seq < first + 100 && seq <= to; ++seq) rows.push_back(bare_episode(seq));
    indexer.queue().add(rows);
  }
}

std::uint64_t missing(store::IndexReader& index, std::uint64_t last) {
  std::uint64_t count = 0;
  for (std::uint64_t seq = 2; seq <= last; ++seq) {
    if (index.find_episode(bare_episode(seq).id) != std::optional(store::Place{1, seq})) ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("rows that overflow while the index catches up, or never come to it, are read from the log") {
  Folder folder;
  const std::string house = folder.path() + "/menagerie.db", index = folder.path() + "/index.db";
  const auto grow = [&](std::uint64_t from, std::uint64_t to) {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    if (from == 1) create_bare_machine(*store);
    append_bare(*store, std::max<std::uint64_t>(from, 2), to);
  };
  grow(1, 400);
  fs::copy_file(house, house + ".short");
  grow(401, 1200);
  fs::rename(house, house + ".long");
  fs::rename(house + ".short", house);
  OtherProgram other(index);
  for (const char* table : {"indexed_up_to", "episode_run", "box_run", "visit_run"})
    other.run(std::string("DELETE FROM ") + table);

  other.run("BEGIN IMMEDIATE");
  store::Indexer indexer(folder.path(), kSmall);
  std::this_thread::sleep_for(300ms);  // it has most likely read the 400 rows, and waits for the lock
  fs::rename(house + ".long", house);
  add(indexer, 401, 1000);
  CHECK_FALSE(indexer.queue().is_complete());
  other.run("COMMIT");
  store::IndexReader reader(index);
  wait_until([&] { return indexer.queue().is_complete() && reader.indexed_up_to()[1] == 1000; });
  CHECK(missing(reader, 1000) == 0);

  add(indexer, 1101, 1200);  // as where the memory ran out behind the commit of the 100 rows before
  wait_until([&] { return indexer.queue().is_complete() && reader.indexed_up_to()[1] == 1200; });
  CHECK(missing(reader, 1200) == 0);
}

TEST_CASE("an index is made anew in its place, and a reader sees it as it was until its look-up is over") {
  Folder folder;
  const std::string index = folder.path() + "/index.db";
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    create_bare_machine(*store);
    append_bare(*store, 2, 400);
  }
  store::Indexer indexer(folder.path(), kSmall);
  wait_until([&] { return indexer.queue().is_complete(); });
  const auto file = store::FileIdentity::of(index);
  store::IndexReader reader(index);
  {
    const store::IndexReader::Moment moment(reader);
    REQUIRE(reader.indexed_up_to()[1] == 400);
    indexer.queue().make_anew();
    wait_until([&] { return indexer.queue().is_complete(); });
    CHECK(missing(reader, 400) == 0);
  }
  CHECK(store::FileIdentity::of(index) == file);
  add(indexer, 401, 401);  // is in no log: only the file can show it
  wait_until([&] { return reader.indexed_up_to()[1] == 401; });
  CHECK(missing(reader, 401) == 0);
}

}  // namespace store_index_runs_tests
