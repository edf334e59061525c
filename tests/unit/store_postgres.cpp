// What PostgreSQL alone has: turns, migrations that servers run at once, the hash chain, and a
// database that goes away and comes back.
#include "log_lines.hpp"
#include "museum_fixtures.hpp"
#include "postgres_episodes.hpp"
#include "postgres_server.hpp"
#include "server/store/index_health.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/same_row.hpp"
#include "tests/memory_store.hpp"

#include <algorithm>
#include <thread>

namespace store_postgres_tests {

using namespace menagerie;
using namespace menagerie::test;

namespace {

using store::ErrorKind;
using store::Mode;

PostgresServer& server() { return PostgresServer::shared(); }

}  // namespace

namespace {

std::vector<store::Place> at(std::uint64_t seq) { return {{1, seq}}; }

}  // namespace

TEST_CASE("postgres: servers take turns; each gets what the others wrote, in the order of its log") {
  const std::string url = server().create_database();
  const auto first = store::open_postgres(url, Mode::write), second = store::open_postgres(url, Mode::write);
  create_exhibit(*first, "menace");
  CHECK(first->look({}).machines == std::vector<std::int64_t>{1});
  CHECK(first->begin_turn(at(1)).rows.empty());
  CHECK(first->append(episodes(2, 3), {}, {}).empty());
  {
    const store::News news = second->begin_turn(at(1));
    CHECK(news.behind == 0);
    CHECK(std::ranges::equal(news.rows, episodes(2, 3), store::same_row));
  }
  std::atomic<bool> begun = false;
  std::size_t taken_over = 0;  // no CHECK in the thread: Catch counts without a lock
  std::jthread waits([&] {
    taken_over = first->begin_turn(at(3)).rows.size();
    begun = true;
    first->end_turn();
  });
  std::this_thread::sleep_for(std::chrono::milliseconds{200});
  CHECK_FALSE(begun);
  CHECK(second->append(episodes(4, 4), {}, {}).empty());
  waits.join();
  CHECK(begun);
  CHECK(taken_over == 1);  // the row that the second one wrote first
  CHECK(first->look(at(4)).rows.empty());
}

TEST_CASE("postgres: a turn that stands still for 5 s is ended, and what it would have written is not") {
  const std::string url = server().create_database();
  const auto still = store::open_postgres(url, Mode::write), other = store::open_postgres(url, Mode::write);
  create_exhibit(*still, "menace");
  still->begin_turn(at(1));
  const auto begun = std::chrono::steady_clock::now();
  other->begin_turn(at(1));
  const auto waited = std::chrono::steady_clock::now() - begun;
  CHECK(waited > std::chrono::seconds{4});
  CHECK(waited < std::chrono::seconds{12});
  CHECK(other->append(episodes(2, 2), {}, {}).empty());
  CHECK_THROWS_AS(still->append(episodes(2, 2), {}, {}), store::Error);
  CHECK(still->begin_turn(at(1)).rows.size() == 1);
  CHECK(still->append(episodes(3, 3), {}, {}).empty());
}

TEST_CASE("postgres: an episode that another server has learned is told by its id, and the turn has ended") {
  const std::string url = server().create_database();
  const auto first = store::open_postgres(url, Mode::write), second = store::open_postgres(url, Mode::write);
  create_exhibit(*first, "menace");
  CHECK(first->append(episodes(2, 2), {}, {}).empty());
  second->begin_turn(at(1));
  std::vector<store::LogRow> rows = episodes(2, 2);
  rows.front().seq = 3;
  CHECK(second->append(rows, {}, {}) == std::vector{rows.front().id});
  CHECK(first->begin_turn(at(2)).rows.empty());
  CHECK(first->append(episodes(3, 3), {}, {}).empty());
}

TEST_CASE("postgres: a log that lost rows, or has others in their places, stops a server that knew them") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write), other = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 4), {}, {}).empty());
  other->look(at(4));
  const auto kind = [&](std::uint64_t seq) {
    try {
      other->look(at(seq));
    } catch (const store::Error& error) {
      return error.kind;
    }
    return ErrorKind::unknown;
  };
  server().run(url,
               "DELETE FROM log WHERE seq = 4; UPDATE head SET seq = 3, chain = (SELECT chain FROM log WHERE "
               "machine = 1 AND seq = 3) WHERE machine = 1");
  CHECK(kind(4) == ErrorKind::permanent);
  CHECK_THROWS_WITH(other->begin_turn(at(4)),
                    ContainsSubstring("is not the one that this server has followed up to seq 4"));
  std::vector<store::LogRow> rows = episodes(4, 5);
  for (store::LogRow& row : rows) row.moves = "a1 b3";
  CHECK(house->append(rows, {}, {}).empty());
  CHECK(kind(4) == ErrorKind::permanent);
}

TEST_CASE("postgres: servers that start at once make the tables once") {
  const std::string url = server().create_database();
  CHECK_THROWS_WITH(store::open_postgres(url, Mode::read), ContainsSubstring("there is no museum"));
  std::atomic<int> opened = 0;
  {
    std::vector<std::jthread> starting;
    for (int i = 0; i < 4; ++i) {
      starting.emplace_back([&] {
        store::open_postgres(url, Mode::write);
        ++opened;
      });
    }
  }
  CHECK(opened == 4);
  CHECK_FALSE(store::postgres_fault(url));
}

TEST_CASE("postgres: a newer schema is refused, and names of databases hold no password") {
  const std::string url = server().create_database();
  store::open_postgres(url, Mode::write);
  server().run(url, "INSERT INTO schema_version(version) VALUES (1000)");
  for (const Mode mode : {Mode::read, Mode::write})
    CHECK_THROWS_WITH(store::open_postgres(url, mode), ContainsSubstring("written by a newer Menagerie"));
  CHECK(store::without_password("postgresql://ann:secret@db.example:5433/house?sslmode=require") ==
        "postgresql://ann@db.example:5433/house");
  CHECK_THROWS_WITH(store::without_password("postgresql://ann:se%zzcret@host/x"), !ContainsSubstring("cret"));
  CHECK_THROWS_WITH(store::open_postgres("postgresql://ann:secret@127.0.0.1:1/x", Mode::read),
                    ContainsSubstring("ann@127.0.0.1:1/x") && !ContainsSubstring("secret"));
}

TEST_CASE("postgres: lookups through blocks of rows answer what memory answers") {
  // Blocks are indexed from the rows that are appended, or from the log where those did not all come there.
  const std::uint64_t batch = GENERATE(899, 600, 7);
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  const auto memory = store::open_memory(std::make_shared<store::MemoryDisk>());
  for (store::Store* store : {house.get(), memory.get()}) {
    create_exhibit(*store, "menace");
    for (std::uint64_t first = 2; first <= 1000; first += batch)
      CHECK(store->append(episodes(first, std::min<std::uint64_t>(first + batch - 1, 1000)), {}, {}).empty());
  }
  const auto reader = store::open_postgres(url, Mode::read);
  for (const std::uint64_t after : {0, 1, 254, 255, 256, 511, 699, 700, 767, 768, 999, 1000}) {
    CAPTURE(after);
    for (const std::uint32_t box : {0u, 1u, 99u, 200u, 5000u}) {
      for (const std::size_t limit : {std::size_t{1}, std::size_t{300}, SIZE_MAX})
        CHECK(reader->changes_of_box(1, box, after, limit) == memory->changes_of_box(1, box, after, limit));
    }
    CHECK(reader->first_changes(1, after) == memory->first_changes(1, after));
    const std::int64_t time = episode(after).time_ms;
    CHECK(reader->last_before(1, time) == memory->last_before(1, time));
    CHECK(reader->log_after(1, after, 5).size() == memory->log_after(1, after, 5).size());
  }
  CHECK(reader->episodes_of_visit(episode(9).visit) == memory->episodes_of_visit(episode(9).visit));
}

TEST_CASE("postgres: an index of boxes that cannot be written is counted, logged once, and made up for") {
  LogLines log;
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  const auto memory = store::open_memory(std::make_shared<store::MemoryDisk>());
  for (store::Store* store : {house.get(), memory.get()}) create_exhibit(*store, "menace");
  server().run(url,
               "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no room''; END'");
  const std::string trigger =
      "TRIGGER refuse BEFORE INSERT ON box_block FOR EACH ROW EXECUTE FUNCTION refuse()";
  std::uint64_t seq = 1;
  const auto append = [&](std::uint64_t last) {
    for (store::Store* store : {house.get(), memory.get()})
      CHECK(store->append(episodes(seq + 1, last), {}, {}).empty());
    seq = last;
    for (const std::uint32_t box : {0u, 1u, 99u})
      CHECK(house->changes_of_box(1, box, 0, SIZE_MAX) == memory->changes_of_box(1, box, 0, SIZE_MAX));
  };
  server().run(url, "CREATE " + trigger);
  const std::uint64_t before = store::index_failures();
  for (const std::uint64_t last : {300, 301, 302}) append(last);
  CHECK(store::index_failures() == before + 3);
  REQUIRE(log.all().size() == 1);
  CHECK_THAT(log.all().back(), StartsWith("error: ") && ContainsSubstring("(table box_block)") &&
                                   ContainsSubstring("no room") && ContainsSubstring("nothing is lost") &&
                                   ContainsSubstring("TRUNCATE box_block"));
  server().run(url, "DROP TRIGGER refuse ON box_block");
  append(303);
  CHECK(store::index_failures() == before + 3);
  REQUIRE(log.all().size() == 2);
  CHECK_THAT(log.all().back(), StartsWith("info: ") && ContainsSubstring("is written again"));

  // A block that rides in the batch which makes it full fails with it; the batch is appended without it then.
  server().run(url, "CREATE " + trigger);
  CHECK_THROWS_WITH(house->append(episodes(304, 600), {}, {}), ContainsSubstring("no room"));
  append(600);
  CHECK(store::index_failures() == before + 4);
  CHECK(log.all().size() == 3);
}

TEST_CASE("postgres: a row that was changed by hand is found by the hash chain") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 40), {}, {}).empty());
  CHECK_FALSE(store::postgres_fault(url));
  server().run(url, "UPDATE log SET moves = 'a1 b3' WHERE seq = 17");
  CHECK(store::postgres_fault(url).value_or("") ==
        "machine menace: row 17 is not the one that was written: its hash differs");
  server().run(url, "UPDATE log SET moves = 'a1 b2' WHERE seq = 17; DELETE FROM log WHERE seq = 40");
  CHECK(store::postgres_fault(url).value_or("") ==
        "machine menace: its log ends with row 39, but row 40 was written");
}

TEST_CASE("postgres: a serialization failure is tried again") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
  server().run(url, "ALTER SYSTEM SET default_transaction_isolation = 'repeatable read'");
  server().run(url, "SELECT pg_reload_conf()");
  const auto strict = store::open_postgres(url, Mode::write);
  CHECK(strict->append(episodes(3, 3), {}, {}).empty());
  store::PostgresConnection other(url, std::chrono::seconds{20});
  other.run("BEGIN ISOLATION LEVEL READ COMMITTED");
  other.run("UPDATE head SET seq = seq");
  std::vector<store::Id> known{{}};
  {
    std::jthread appending([&] { known = strict->append(episodes(4, 4), {}, {}); });
    const char* waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    while (other.run(waiting).number(0, 0) == 0) std::this_thread::sleep_for(std::chrono::milliseconds{5});
    other.run("COMMIT");
  }
  server().run(url, "ALTER SYSTEM RESET default_transaction_isolation");
  server().run(url, "SELECT pg_reload_conf()");
  CHECK(known.empty());
  CHECK(strict->log_after(1, 0, 10).size() == 4);
}

TEST_CASE("postgres: after a restart of the database reads go on, and a commit says what it does not know") {
  const std::string url = server().create_database();
  auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
  server().restart();
  CHECK(house->log_after(1, 0, 10).size() == 2);
  const store::Place known[] = {{1, 2}};
  CHECK(house->begin_turn(known).rows.empty());
  server().restart();
  CHECK(kind_of(*house, 3) == ErrorKind::unknown);
  house = store::open_postgres(url, Mode::write);
  CHECK(house->log_after(1, 2, 10).empty());  // read back before it is tried again
  CHECK(house->append(episodes(3, 3), {}, {}).empty());
}

TEST_CASE("postgres: a standby is waited for until it is promoted") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 3), {}, {}).empty());
  const store::Place known[] = {{1, 3}};
  server().demote();
  const auto is_refused = [&](const auto& what) {
    try {
      what();
    } catch (const store::Error& error) {
      return error.kind == ErrorKind::transient &&
             std::string(error.what()).find("is a standby") != std::string::npos;
    }
    return false;
  };
  CHECK(is_refused([&] { house->look(known); }));
  CHECK(is_refused([&] { house->begin_turn(known); }));
  CHECK(store::open_postgres(url, Mode::read)->log_after(1, 0, 10).size() == 3);
  server().run(url, "SELECT pg_promote()");
  CHECK(house->look(known).rows.empty());
  CHECK(house->append(episodes(4, 4), {}, {}).empty());
}

TEST_CASE("postgres: the key of a house is made once") {
  const std::string url = server().create_database();
  store::open_postgres(url, Mode::write);
  const store::SigningKey one{1}, two{2};
  CHECK(store::postgres_key(url, one) == one);
  CHECK(store::postgres_key(url, two) == one);
}

TEST_CASE("postgres: a server that is gone in a transaction does not keep its locks") {
  store::PostgresConnection connection(server().create_database(), std::chrono::seconds{10});
  const auto limit = connection.run("SHOW idle_in_transaction_session_timeout");
  CHECK(limit.text(0, 0) == "5s");
}

TEST_CASE("postgres: values come as they are, alone and among several statements") {
  store::PostgresConnection connection(server().create_database(), std::chrono::seconds{10});
  const std::string odd = "it's \\ \"odd\", $1 and {é}";
  const std::vector<store::PostgresStatement> both(2, {"SELECT $1::text, $2::text, $1::text", {odd, {}}});
  std::vector<store::PostgresResult> results = connection.run_together(both);
  REQUIRE(results.size() == 2);
  results.push_back(connection.run(both.front()));
  for (const store::PostgresResult& result : results) {
    CHECK(result.text(0, 0) == odd);
    CHECK(result.is_null(0, 1));
    CHECK(result.text(0, 2) == odd);
  }
}

TEST_CASE("postgres: of several statements none is carried out where one fails") {
  store::PostgresConnection connection(server().create_database(), std::chrono::seconds{10});
  connection.run("CREATE TABLE t(n integer PRIMARY KEY)");
  const store::PostgresStatement insert{"INSERT INTO t VALUES ($1::int)", {"7"}};
  CHECK_THROWS_AS(connection.run_together(std::vector{insert, insert}), store::PostgresFailure);
  CHECK(connection.run("SELECT count(*) FROM t").number(0, 0) == 0);
  connection.run(insert);  // no transaction is open
  CHECK(connection.run("SELECT count(*) FROM t").number(0, 0) == 1);
}

}  // namespace store_postgres_tests
