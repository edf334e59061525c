// The Store's promises on real SQLite files: all or nothing, refusal of what is not ours, one writer.
#include "museum_fixtures.hpp"
#include "server/store/migrations.hpp"
#include "server/store/number_lists.hpp"

#include <fstream>

namespace store_sqlite_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

std::int64_t the_time() { return 1'700'000'000'000; }

store::LogRow episode(std::int64_t machine, std::uint64_t seq, std::uint8_t id) {
  store::LogRow row;
  row.machine = machine;
  row.seq = seq;
  row.id = store::Id{{id}};
  row.moves = "a1 b2";
  row.opponent = "visitor";
  row.trace = {{0, 1, 0}};
  row.changes = {{0, 1, 4, 5}};
  row.outcome = Outcome::first_wins;
  row.reason = Reason::win;
  return row;
}

}  // namespace

TEST_CASE("rows come back as they were appended") {
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  const auto house = museum::open_museum(*store, the_time);
  REQUIRE(house.size() == museum::exhibits().size());
  const std::vector<store::LogRow> rows = {episode(1, 2, 1), episode(1, 3, 2)};
  store->append(rows, {}, {});
  const auto back = store->log_after(1, 1, 10);
  REQUIRE(back.size() == 2);
  CHECK(back[1].id == rows[1].id);
  CHECK(back[1].changes == rows[1].changes);
  CHECK(back[1].trace == rows[1].trace);
  CHECK(back[1].moves == "a1 b2");
  CHECK(back[1].reason == Reason::win);
  CHECK(store->find_episode(rows[0].id)->seq == 2);
  CHECK_FALSE(store->find_episode(store::Id{{9}}));
  CHECK(store->episodes_before(1, UINT64_MAX, 10).size() == 2);
  CHECK(store->episodes_before(1, 3, 10).size() == 1);
}

TEST_CASE("an append that fails changes nothing") {
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  museum::open_museum(*store, the_time);
  store->append(std::vector{episode(1, 2, 1)}, {}, {});
  CHECK_THROWS_AS(store->append(std::vector{episode(1, 3, 7), episode(1, 2, 8)}, {}, {}),
                  store::Error);  // same seq
  CHECK(store->log_after(1, 1, 10).size() == 1);
  store->append(std::vector{episode(1, 3, 7)}, {}, {});
  CHECK(store->log_after(1, 1, 10).size() == 2);
}

TEST_CASE("a folder has one writer; readers need none and change nothing") {
  Folder folder;
  CHECK_THROWS_WITH(store::open_sqlite(folder.path(), store::Mode::read), ContainsSubstring("no such file"));
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  museum::open_museum(*store, the_time);
  CHECK_THROWS_WITH(store::open_sqlite(folder.path(), store::Mode::write),
                    ContainsSubstring("another menagerie server"));
  const auto reader = store::open_sqlite(folder.path(), store::Mode::read);
  CHECK(reader->machines().size() == museum::exhibits().size());
  CHECK_THROWS_AS(reader->append(std::vector{episode(1, 2, 1)}, {}, {}), store::Error);
}

TEST_CASE("a file that is not ours is left alone") {
  Folder folder;
  std::ofstream(folder.path() + "/menagerie.db")
      << "this is a letter to a friend, not a database, and it is long enough";
  CHECK_THROWS_AS(store::open_sqlite(folder.path(), store::Mode::write), store::Error);
  std::ifstream file(folder.path() + "/menagerie.db");
  std::string word;
  file >> word;
  CHECK(word == "this");
}

TEST_CASE("migrations are numbered without a gap") {
  int version = 0;
  for (const store::Migration& migration : store::migrations()) CHECK(migration.version == ++version);
}

TEST_CASE("lists of numbers: what is not of the form is refused") {
  CHECK(store::parse_changes("[[1,0,4,5],[ 3 , 2 , 0 , 1 ]]", "x").size() == 2);
  CHECK(store::parse_changes("[]", "x").empty());
  const std::vector<BeadChange> propagated{{0, 0, 2, 1, true}, {3, 1, 2, 0}};
  std::string written;
  store::write_changes(propagated, written);
  CHECK(written == "[[1,0,2,1,1],[4,1,2,0]]");
  CHECK(store::parse_changes("[[1,0,2,1,1],[4,1,2,0]]", "x") == propagated);
  for (const char* text :
       {"", "[", "[[1,0,4]]", "[[0,0,4,5]]", "[[1,-1,4,5]]", "[[1,0,4,5]", "[[1,0,4,5]]x", "[[1,0,4,\"5\"]]",
        "[[1,70000,4,5]]", "[[1,0,99999999999999999999,5]]", "{}", "null"}) {
    INFO(text);
    CHECK_THROWS_AS(store::parse_changes(text, "x"), store::Error);
  }
  const std::vector<std::size_t> sizes = {2, 1};
  const std::vector<std::int64_t> counts = {4, 5, 6};
  CHECK(store::counts_text(counts, sizes) == "[[4,5],[6]]");
  CHECK(store::counts_text(std::span(counts).first(2), sizes) == "[[4,5]]");
  CHECK_THROWS_AS(store::counts_text(std::span(counts).first(1), sizes), store::Error);
  CHECK_THROWS_AS(store::counts_text(counts, std::span(sizes).first(1)), store::Error);
  CHECK(store::parse_counts("[[4,5],[6]]", "x") == counts);
}

}  // namespace store_sqlite_tests
