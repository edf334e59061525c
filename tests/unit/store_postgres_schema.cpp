// A schema on PostgreSQL that changes under a server: a newer one, one that is being changed, settings of the
// database that would lose commits.
#include "museum_fixtures.hpp"
#include "postgres_episodes.hpp"
#include "postgres_server.hpp"
#include "server/store/inbox.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"

using namespace menagerie;
using namespace menagerie::test;
using store::ErrorKind;
using store::Mode;

namespace {

PostgresServer& server() { return PostgresServer::shared(); }

}  // namespace

TEST_CASE(
    "postgres: a newer schema is refused on connections that are open, and on those that are made anew") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  const auto leases = store::open_lease_table(url);
  const auto inbox = store::open_inbox(url);
  CHECK(leases->rows().size() == 2);
  CHECK(inbox->count() == 0);
  server().run(url, "INSERT INTO schema_version(version) VALUES (1000)");
  const auto newer = ContainsSubstring("written by a newer Menagerie");
  CHECK_THROWS_WITH(leases->rows(), newer);
  server().run(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND "
      "pid <> pg_backend_pid()");
  // What was under way when a connection was lost is unknown; what comes after it is refused.
  CHECK_THROWS_AS(inbox->put(episodes(2, 2), "me"), store::Error);
  CHECK_THROWS_AS(house->append(episodes(2, 2), {}, {}), store::Error);
  for (int time = 0; time < 2; ++time) {
    CHECK_THROWS_WITH(inbox->put(episodes(2, 2), "me"), newer);
    CHECK_THROWS_WITH(house->append(episodes(2, 2), {}, {}), newer);
  }
  CHECK(kind_of(*house, 2) == ErrorKind::permanent);
  server().run(url, "DELETE FROM schema_version WHERE version = 1000");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
  CHECK(store::open_lease_table(url)->rows().back().seq == 2);
  CHECK(inbox->count() == 0);
}

TEST_CASE(
    "postgres: an upgrade of the schema fences off a server of the older release that holds the house") {
  const std::string url = server().create_database();
  const auto older = store::open_postgres(url, Mode::write, "older");
  create_exhibit(*older, "menace");
  CHECK(older->append(episodes(2, 2), {}, {}).empty());
  // The inverse of schema/postgres/0003_draws.sql and 0002_cluster.sql.
  server().run(
      url,
      "DROP VIEW draws; ALTER VIEW episodes RENAME COLUMN change_count TO changes; "
      "DROP TABLE inbox; ALTER TABLE head DROP COLUMN wanted; "
      "ALTER VIEW boxes_now RENAME COLUMN beads TO count; DELETE FROM schema_version WHERE version > 1");
  CHECK_THROWS_AS(store::open_postgres(url, Mode::write, "newer"), store::Held);  // it has upgraded it
  CHECK(kind_of(*older, 3) == ErrorKind::conflict);
  CHECK(store::open_postgres(url, Mode::read)->log_after(1, 0, 10).size() == 2);
}

TEST_CASE("postgres: what is missing in the schema may be put right, and then it goes on") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
  server().run(url, "ALTER TABLE log RENAME TO log_away");
  CHECK(kind_of(*house, 3) == ErrorKind::schema);
  server().run(url, "ALTER TABLE log_away RENAME TO log; ALTER TABLE schema_version RENAME TO version_away");
  const auto kind_of_opening = [&] {
    try {
      store::open_postgres(url, Mode::read);
    } catch (const store::Error& error) {
      return error.kind;
    }
    return ErrorKind::unknown;
  };
  CHECK(kind_of_opening() == ErrorKind::schema);
  server().run(url, "ALTER TABLE version_away RENAME TO schema_version");
  CHECK(house->append(episodes(3, 3), {}, {}).empty());
}

TEST_CASE("postgres: commits wait for the disk, whatever is the default") {
  const std::string url = server().create_database();
  const std::string name = url.substr(url.rfind('/', url.find('?')) + 1);
  const auto set_default = [&](const std::string& value) {
    server().run(url,
                 "ALTER DATABASE " + name.substr(0, name.find('?')) + " SET synchronous_commit = " + value);
  };
  const std::string show = "SELECT current_setting('synchronous_commit')";
  for (const auto& [value, means] :
       {std::pair{"off", "on"}, {"local", "on"}, {"remote_apply", "remote_apply"}}) {
    set_default(value);
    store::PostgresConnection connection(url, std::chrono::seconds{20});
    CHECK(connection.run(show).text(0, 0) == means);
    // As behind a pooler, where the session is another one's.
    connection.run(std::string("SET synchronous_commit = ") + value);
    const auto inside = connection.run("SELECT " + store::commit_waits(true));
    CHECK(inside.text(0, 0) == means);
    CHECK(connection.run(show).text(0, 0) == value);
  }
}
