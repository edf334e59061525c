// What a store promises about its files: one connection writes and makes checkpoints, no handle is synced
// again once a sync of it has failed, and files that are lost, moved or locked are noticed.
#include "museum_fixtures.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <mutex>
#include <set>

namespace store_durability_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kTime = 1'700'000'000'000;

store::LogRow episode(std::uint64_t seq, std::size_t length = 1) {
  store::LogRow row;
  row.machine = 1;
  row.seq = seq;
  row.time_ms = kTime;
  for (std::size_t i = 0; i < 8; ++i) row.id.bytes[i] = static_cast<std::uint8_t>(seq >> (8 * i));
  row.moves = std::string(length, 'x');
  row.opponent = "visitor";
  row.outcome = Outcome::first_wins;
  row.reason = Reason::win;
  return row;
}

void append(store::Store& store, std::uint64_t seq) {
  const store::LogRow row = episode(seq);
  store.append({&row, 1}, {}, {});
}

std::unique_ptr<store::Store> new_house(const std::string& folder) {
  auto store = store::open_sqlite(folder, store::Mode::write);
  museum::open_museum(*store, [] { return kTime; });
  return store;
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// SQLite's own file system, whose syncs fail as long as they are told to. It notes when a handle is synced
/// after a sync of it has failed.
class FailingDisk {
 public:
  FailingDisk() {
    now = this;
    real = sqlite3_vfs_find(nullptr);
    vfs = *real;
    vfs.zName = "failing-disk";
    vfs.xOpen = open;
    sqlite3_vfs_register(&vfs, 1);
  }
  ~FailingDisk() {
    sqlite3_vfs_unregister(&vfs);
    sqlite3_vfs_register(real, 1);
  }
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;

  /// Files whose name ends like this fail.
  void fail(std::string ending) {
    const std::lock_guard lock(mutex);
    failing = std::move(ending);
  }
  std::size_t failures = 0;
  bool synced_again = false;

 private:
  static int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out) {
    const int result = now->real->xOpen(now->real, name, file, flags, out);
    const std::lock_guard lock(now->mutex);
    if (result != SQLITE_OK || file->pMethods == nullptr || name == nullptr) return result;
    now->failed.erase(file);
    now->names[file] = name;
    auto& methods = now->methods[file->pMethods];
    methods = *file->pMethods;
    now->sync_of = methods.xSync;
    methods.xSync = sync;
    file->pMethods = &methods;
    return result;
  }
  static int sync(sqlite3_file* file, int flags) {
    const std::lock_guard lock(now->mutex);
    now->synced_again = now->synced_again || now->failed.contains(file);
    if (!now->failing.empty() && now->names[file].ends_with(now->failing)) {
      ++now->failures;
      now->failed.insert(file);
      return SQLITE_IOERR_FSYNC;
    }
    return now->sync_of(file, flags);
  }

  static inline FailingDisk* now = nullptr;
  std::string failing;
  std::mutex mutex;  // index.db is filled on another thread
  sqlite3_vfs* real = nullptr;
  sqlite3_vfs vfs{};
  int (*sync_of)(sqlite3_file*, int) = nullptr;
  std::map<const sqlite3_io_methods*, sqlite3_io_methods> methods;
  std::map<sqlite3_file*, std::string> names;
  std::set<sqlite3_file*> failed;
};

/// Another program's connection.
class Other {
 public:
  explicit Other(const std::string& path) { REQUIRE(sqlite3_open(path.c_str(), &db_) == SQLITE_OK); }
  ~Other() { sqlite3_close(db_); }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  void run(const char* sql) { REQUIRE(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr) == SQLITE_OK); }

 private:
  sqlite3* db_ = nullptr;
};

}  // namespace

TEST_CASE("readers leave the write-ahead log of a server that died as it is") {
  Folder folder, dead;
  const auto store = new_house(folder.path());
  for (std::uint64_t seq = 2; seq <= 20; ++seq) append(*store, seq);
  for (const char* name : {"menagerie.db", "menagerie.db-wal"})
    fs::copy_file(folder.path() + "/" + name, dead.path() + "/" + name);
  const std::string database = bytes_of(dead.path() + "/menagerie.db");
  const std::string log = bytes_of(dead.path() + "/menagerie.db-wal");
  REQUIRE_FALSE(log.empty());
  {
    const auto reader = store::open_sqlite(dead.path(), store::Mode::read);
    CHECK(reader->log_after(1, 0, 100).size() == 20);
    const std::string file = dead.path() + "/export.sqlite";
    std::ofstream(file).close();
    const auto copy = reader->copy_machine(1, file);
    while (copy->copy()) {
    }
  }
  CHECK(bytes_of(dead.path() + "/menagerie.db") == database);
  CHECK(bytes_of(dead.path() + "/menagerie.db-wal") == log);
}

TEST_CASE("the write-ahead log is copied back, and does not grow for ever") {
  Folder folder;
  const auto store = new_house(folder.path());
  std::uint64_t seq = 1;
  for (int batch = 0; batch < 40; ++batch) {
    std::vector<store::LogRow> rows;
    for (int i = 0; i < 500; ++i) rows.push_back(episode(++seq, 4000));
    store->append(rows, {}, {});
  }
  CHECK(fs::file_size(folder.path() + "/menagerie.db-wal") < (std::uintmax_t{40} << 20));
  CHECK(fs::file_size(folder.path() + "/menagerie.db") > (std::uintmax_t{40} << 20));
}

TEST_CASE("after a failed sync no handle is synced again: the files are opened anew, and nothing is lost") {
  FailingDisk disk;
  Folder folder;
  auto store = new_house(folder.path());
  append(*store, 2);
  disk.fail("menagerie.db-wal");
  CHECK_THROWS_AS(append(*store, 3), store::Error);
  CHECK_THROWS_AS(append(*store, 3), store::Error);
  CHECK(disk.failures == 2);
  disk.fail("");
  append(*store, 3);
  append(*store, 4);
  CHECK_FALSE(disk.synced_again);
  CHECK(store->log_after(1, 0, 100).size() == 4);

  // A checkpoint comes behind a commit: what was committed is told as stored, and the next write begins anew.
  disk.fail("menagerie.db");
  disk.failures = 0;
  std::uint64_t seq = 4;
  while (disk.failures == 0) {
    REQUIRE(seq < 20'000);
    std::vector<store::LogRow> rows;
    for (int i = 0; i < 500; ++i) rows.push_back(episode(++seq, 4000));
    store->append(rows, {}, {});
  }
  CHECK_THROWS_AS(append(*store, seq + 1), store::Error);
  disk.fail("");
  append(*store, seq + 1);
  CHECK_FALSE(disk.synced_again);
  store = nullptr;
  CHECK(store::open_sqlite(folder.path(), store::Mode::write)->log_after(1, 0, 30'000).size() == seq + 1);
}

TEST_CASE("a reader that holds up the writing after a failed sync is told apart from a disk that fails") {
  FailingDisk disk;
  Folder folder;
  const auto store = new_house(folder.path());
  append(*store, 2);
  Other reader(folder.path() + "/menagerie.db");
  reader.run("BEGIN; SELECT count(*) FROM log");
  disk.fail("menagerie.db-wal");
  CHECK_THROWS_AS(append(*store, 3), store::Error);
  disk.fail("");
  try {
    append(*store, 3);
    FAIL("a reader stands in the write-ahead log");
  } catch (const store::Error& error) {
    CHECK(error.kind == store::ErrorKind::transient);
    CHECK_THAT(error.what(), ContainsSubstring("must end first") && !ContainsSubstring("the disk failed"));
  }
  reader.run("COMMIT");
  append(*store, 3);
  CHECK_FALSE(disk.synced_again);
  CHECK(store->log_after(1, 0, 100).size() == 3);
}

TEST_CASE(
    "a machine whose creation fails at the commit may be on disk: that is said, and it can be created "
    "after") {
  FailingDisk disk;
  Folder folder;
  const auto store = store::open_sqlite(folder.path(), store::Mode::write);
  create_exhibit(*store, "her");
  disk.fail("menagerie.db-wal");
  try {
    create_exhibit(*store, "menace");
    FAIL("the sync failed");
  } catch (const store::Error& error) {
    CHECK(error.kind == store::ErrorKind::unknown);
  }
  disk.fail("");
  CHECK(store->machines().size() == 1);
  create_exhibit(*store, "menace");
  CHECK(store->machines().size() == 2);
  CHECK_FALSE(disk.synced_again);
}

TEST_CASE("a folder whose database is lost is refused, and nothing in it is changed") {
  Folder folder;
  const std::string database = folder.path() + "/menagerie.db";
  const bool is_there = GENERATE(true, false);
  if (is_there) std::ofstream(database).close();
  const char* name = GENERATE("house.key", "menagerie.db-wal", "index.db");
  std::ofstream(folder.path() + "/" + name) << "something";
  CHECK_THROWS_WITH(store::open_sqlite(folder.path(), store::Mode::write),
                    ContainsSubstring(is_there ? "is empty (0 bytes)" : "is missing") &&
                        ContainsSubstring(name) && ContainsSubstring("menagerie restore"));
  CHECK(fs::exists(database) == is_there);
  CHECK(bytes_of(folder.path() + "/" + name) == "something");
  fs::remove(folder.path() + "/" + name);
  CHECK_NOTHROW(new_house(folder.path()));
}

TEST_CASE("a database or log that is removed or replaced is not written; back in its place, it is") {
  Folder folder;
  const auto store = new_house(folder.path());
  append(*store, 2);
  const std::string path = folder.path() + GENERATE("/menagerie.db", "/menagerie.db-wal");
  fs::rename(path, path + ".away");
  CHECK_THROWS_WITH(append(*store, 3), ContainsSubstring(path + " was removed"));
  fs::copy_file(path + ".away", path, fs::copy_options::overwrite_existing);
  CHECK_THROWS_WITH(append(*store, 3), ContainsSubstring(path + " was replaced by another file"));
  fs::remove(path);
  fs::rename(path + ".away", path);
  append(*store, 3);
  CHECK(store->log_after(1, 0, 100).size() == 3);
}

TEST_CASE("a foreign write lock is named, and once it is let go the store writes on") {
  Folder folder;
  const auto store = new_house(folder.path());
  Other other(folder.path() + "/menagerie.db");
  other.run("BEGIN IMMEDIATE");
  CHECK_THROWS_WITH(append(*store, 2), ContainsSubstring("another program holds the write lock"));
  other.run("ROLLBACK");
  append(*store, 2);
  CHECK(store->log_after(1, 0, 100).size() == 2);
}

}  // namespace store_durability_tests
