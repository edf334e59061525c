// What PostgreSQL alone has: leases and fences, migrations that servers run at once, the hash chain, and a
// database that goes away and comes back.
#include "log_lines.hpp"
#include "museum_fixtures.hpp"
#include "postgres_episodes.hpp"
#include "postgres_server.hpp"
#include "server/store/index_health.hpp"
#include "server/store/memory_store.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"

#include <algorithm>
#include <thread>

using namespace menagerie;
using namespace menagerie::test;

namespace {

using store::ErrorKind;
using store::Mode;

PostgresServer& server() { return PostgresServer::shared(); }

}  // namespace

TEST_CASE("postgres: one server holds a house; who comes later is refused, until its time is over") {
  const std::string url = server().create_database();
  const auto first = store::open_postgres(url, Mode::write, "first");
  create_exhibit(*first, "menace");
  CHECK_THROWS_WITH(store::open_postgres(url, Mode::write, "second"),
                    ContainsSubstring("the house is held by first"));
  CHECK(first->append(episodes(2, 2), {}, {}).empty());
  CHECK(
      store::open_postgres(url, Mode::write, "first"));  // the same server again, as after a lost connection
  CHECK(kind_of(*first, 3) == ErrorKind::conflict);      // whose older self is fenced off

  server().run(url, "UPDATE head SET expires = now() - interval '1 s'");
  const auto second = store::open_postgres(url, Mode::write, "second");
  CHECK(second->append(episodes(3, 3), {}, {}).empty());
  CHECK(kind_of(*first, 4) == ErrorKind::conflict);
  CHECK(second->log_after(1, 0, 10).size() == 3);
  CHECK_THROWS_WITH(store::open_postgres(url, Mode::write, "first"), ContainsSubstring("is held by second"));
}

TEST_CASE("postgres: a commit of a stopped server is refused once another one has the lease") {
  const std::string url = server().create_database();
  const auto stopped = store::open_postgres(url, Mode::write, "stopped");
  create_exhibit(*stopped, "menace");
  CHECK(stopped->append(episodes(2, 2), {}, {}).empty());  // it knows the head
  server().run(url, "UPDATE head SET expires = now() - interval '1 s'");
  const auto other = store::open_postgres(url, Mode::write, "other");
  CHECK_THROWS_WITH(stopped->append(episodes(3, 3), {}, {}),
                    ContainsSubstring("another server, other, has taken over this house"));
  CHECK(other->log_after(1, 0, 10).size() == 2);  // nobody has written since: still refused
  CHECK_THROWS_AS(create_exhibit(*stopped, "her"), store::Held);
  CHECK(other->machines().size() == 1);
}

TEST_CASE("postgres: the lease is renewed and given back") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write, "me");
  create_exhibit(*house, "menace");
  const auto leases = store::open_lease_table(url);
  const auto rows = leases->rows();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].machine == 0);
  CHECK(rows[1].machine == 1);
  CHECK(rows[1].seq == 1);
  for (const store::LeaseRow& row : rows) {
    CHECK(row.holder == "me");
    CHECK(row.left_ms > 0);
    CHECK(row.left_ms <= store::kLeaseSeconds * 1000);
  }
  CHECK(leases->renew("me"));
  CHECK_FALSE(leases->renew("somebody else"));
  leases->release("me");
  CHECK_FALSE(leases->renew("me"));
  CHECK(store::open_postgres(url, Mode::write, "you"));
}

TEST_CASE("postgres: a lease that a clock which was put back makes too long is over") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write, "me");
  create_exhibit(*house, "menace");
  const auto leases = store::open_lease_table(url);
  server().run(url, "UPDATE head SET expires = now() + interval '15 s'");
  CHECK_THROWS_AS(store::open_postgres(url, Mode::write, "you"), store::Held);
  server().run(url, "UPDATE head SET expires = now() + interval '1 hour'");
  for (const store::LeaseRow& row : leases->rows()) CHECK(row.left_ms <= 0);
  const auto other = store::open_postgres(url, Mode::write, "you");
  for (const store::LeaseRow& row : leases->rows()) {
    CHECK(row.holder == "you");
    CHECK(row.left_ms > 0);
    CHECK(row.left_ms <= store::kLeaseSeconds * 1000);
  }
  CHECK_FALSE(leases->renew("me"));
  CHECK_THROWS_AS(house->append(episodes(2, 2), {}, {}), store::Held);
  // Its holder gives it back, and then the clock is put back: nobody is waited for either.
  leases->release("you");
  server().run(url, "UPDATE head SET expires = now() + interval '1 hour'");
  CHECK(store::open_postgres(url, Mode::write, "me")->append(episodes(2, 2), {}, {}).empty());
}

TEST_CASE("postgres: servers that start at once make the tables once") {
  const std::string url = server().create_database();
  CHECK_THROWS_WITH(store::open_postgres(url, Mode::read), ContainsSubstring("there is no house"));
  std::atomic<int> opened = 0, held = 0;
  {
    std::vector<std::jthread> starting;
    for (const char* name : {"a", "b", "c", "d"}) {
      starting.emplace_back([&, name] {
        try {
          store::open_postgres(url, Mode::write, name);
          ++opened;
        } catch (const store::Held&) {
          ++held;
        }
      });
    }
  }
  CHECK(opened + held == 4);
  CHECK(opened <= 1);  // of two that find it free in the same moment, neither may have it
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
  other.run("UPDATE head SET expires = expires");
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
  auto house = store::open_postgres(url, Mode::write, "me");
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
  server().restart();
  CHECK(house->log_after(1, 0, 10).size() == 2);
  server().restart();
  CHECK(kind_of(*house, 3) == ErrorKind::unknown);
  house = store::open_postgres(url, Mode::write, "me");
  CHECK(house->log_after(1, 2, 10).empty());  // read back before it is tried again
  CHECK(house->append(episodes(3, 3), {}, {}).empty());
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
  CHECK(limit.text(0, 0) == "10s");
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
