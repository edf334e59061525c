// What can be done about an error is said with it: what is damaged is not tried again for ever, and its text
// says what to do.
#include "bare_house.hpp"

#include <cstddef>
#include <fstream>
#include <functional>

namespace store_damage_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

constexpr const char* kWhatToDo = "run `menagerie verify` to see what is damaged, and restore a backup";

store::Error error_of(const std::function<void()>& what) {
  try {
    what();
  } catch (const store::Error& error) {
    return error;
  }
  FAIL("nothing was thrown");
  return {"", store::ErrorKind::transient};
}

void check_damaged(const store::Error& error) {
  INFO(error.what());
  CHECK(error.kind == store::ErrorKind::permanent);
  CHECK_THAT(error.what(), ContainsSubstring(kWhatToDo));
}

/// Overwrites the page on which a table begins.
void damage_table(const std::string& path, const std::string& table) {
  const std::size_t page =
      std::stoul(OtherProgram(path).run("SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'"));
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>((page - 1) * 4096));
  file << std::string(4096, '\xff');
  REQUIRE(file.good());
}

}  // namespace

TEST_CASE("a corrupt page of the log is permanent, on whatever path it is read") {
  Folder folder;
  const std::string path = folder.path() + "/menagerie.db";
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    create_bare_machine(*store);
    append_bare(*store, 2, 20);
  }
  damage_table(path, "log");
  const auto store = store::open_sqlite(folder.path(), store::Mode::read);
  check_damaged(error_of([&] { store->log_after(1, 0, 10); }));
  check_damaged(error_of([&] { store->episodes_before(1, store::kSeqMax, 10); }));
  check_damaged(error_of([&] { store->last_before(1, INT64_MAX); }));
  const auto writing = store::open_sqlite(folder.path(), store::Mode::write);
  const store::LogRow row = bare_episode(21);
  check_damaged(error_of([&] { writing->append({&row, 1}, {}, {}); }));
}

TEST_CASE("a row that holds what no row can is permanent, and named") {
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  create_bare_machine(*store);
  append_bare(*store, 2, 4);
  const char* column = GENERATE("changes = '[[1,2'", "trace = '[[1,2,3,4]]'", "id = x'00'", "visit = x'01'",
                                "outcome = 'nobody'", "reason = 'none'", "seat = 'third'");
  OtherProgram(folder.path() + "/menagerie.db")
      .run(std::string("PRAGMA ignore_check_constraints = ON; UPDATE log SET ") + column +
           " WHERE row = (SELECT max(row) FROM log)");
  const store::Error error = error_of([&] { store->log_after(1, 0, 10); });
  check_damaged(error);
  CHECK_THAT(error.what(), ContainsSubstring("log of machine 1 at seq 4"));
}

TEST_CASE("counts that are not those of the boxes are permanent") {
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  const std::size_t counts = create_bare_machine(*store);
  store::Snapshot snapshot;
  snapshot.machine = 1;
  snapshot.seq = 2;
  snapshot.beads.assign(counts + 1, 4);
  const store::LogRow row = bare_episode(2);
  const store::Error error = error_of([&] { store->append({&row, 1}, {}, {&snapshot, 1}); });
  CHECK(error.kind == store::ErrorKind::permanent);
  append_bare(*store, 2, 2);  // nothing was changed
}

TEST_CASE("an id from a clock that is ahead leaves the look-up of all others in memory") {
  Folder folder;
  constexpr std::int64_t kYear = std::int64_t{365} * 86'400'000;
  store::LogRow ahead = bare_episode(2);
  ahead.id = id_made_at(kBareTime + kYear);
  {
    const auto store = store::open_sqlite(folder.path(), store::Mode::write);
    create_bare_machine(*store);
    REQUIRE(store->append({&ahead, 1}, {}, {}).empty());
  }
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  append_bare(*store, 3, 3);
  CHECK(store->place_of_episode(ahead.id) == std::optional(store::Place{1, 2}));
  store::LogRow again = ahead;
  again.seq = 4;
  CHECK(store->append({&again, 1}, {}, {}) == std::vector{ahead.id});
  append_bare(*store, 4, 4);
  // A look-up that reads anything throws from here on.
  OtherProgram(folder.path() + "/index.db").run("DROP TABLE episode_run");
  OtherProgram(folder.path() + "/menagerie.db").run("ALTER TABLE log RENAME COLUMN id TO other");
  CHECK_FALSE(store->place_of_episode(bare_episode(5).id));
  CHECK(store->place_of_episode(ahead.id) == std::optional(store::Place{1, 2}));
}

}  // namespace store_damage_tests
