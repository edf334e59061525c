// A schema on PostgreSQL that changes under a server: a newer one, one that is being changed, settings of the
// database that would lose commits.
#include "museum_fixtures.hpp"
#include "postgres_episodes.hpp"
#include "postgres_server.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"

namespace store_postgres_schema_tests {

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
  const std::vector<store::Place> ends{{1, 1}};
  CHECK(house->look(ends).rows.empty());
  server().run(url, "INSERT INTO schema_version(version) VALUES (1000)");
  const auto newer = ContainsSubstring("written by a newer Menagerie");
  CHECK_THROWS_WITH(house->look(ends), newer);
  server().run(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND "
      "pid <> pg_backend_pid()");
  for (int time = 0; time < 2; ++time) CHECK_THROWS_WITH(house->begin_turn(ends), newer);
  CHECK(kind_of(*house, 2) == ErrorKind::permanent);
  server().run(url, "DELETE FROM schema_version WHERE version = 1000");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
}

TEST_CASE("postgres: an upgrade from schema 3 keeps what waits, and refuses a server of the older release") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
  // The inverse of schema/postgres/0005_sealed.sql and 0004_equal.sql, with an episode in the inbox.
  server().run(
      url,
      "DROP TABLE sealed_score; ALTER TABLE head ADD COLUMN holder text NOT NULL DEFAULT '', ADD COLUMN "
      "fence bigint NOT NULL DEFAULT "
      "0, ADD COLUMN expires timestamptz NOT NULL DEFAULT '-infinity', ADD COLUMN wanted text NOT NULL "
      "DEFAULT "
      "''; ALTER TABLE log ADD COLUMN fence bigint NOT NULL DEFAULT 0; CREATE TABLE inbox (machine integer "
      "NOT "
      "NULL, id uuid NOT NULL, server text NOT NULL, received timestamptz NOT NULL DEFAULT now(), era "
      "integer "
      "NOT NULL, last_seq bigint NOT NULL, visit uuid NOT NULL, started_ms bigint NOT NULL, seat text NOT "
      "NULL, "
      "opponent text NOT NULL, moves text NOT NULL, trace text NOT NULL, outcome text NOT NULL, resigned "
      "boolean NOT NULL, verdict text, PRIMARY KEY (machine, id)); INSERT INTO inbox SELECT machine, "
      "gen_random_uuid(), 'me', now(), era, 1, visit, started_ms, seat, opponent, moves, trace, outcome, "
      "false, v "
      "FROM log, (VALUES (NULL), ('frozen')) x(v) WHERE seq = 2; DELETE FROM schema_version WHERE version > "
      "3");
  const auto newer = store::open_postgres(url, Mode::write);
  CHECK(newer->append(episodes(3, 3), {}, {}).empty());
  const auto left = store::postgres_left_episodes(url);
  REQUIRE(left.size() == 1);
  CHECK(left.front().moves == newer->log_after(1, 1, 1).front().moves);
  CHECK_THROWS(server().run(url, "SELECT FROM inbox"));
  store::drop_postgres_left_episodes(url, {});  // what was not learned stays
  CHECK(store::postgres_left_episodes(url).size() == 1);
  store::drop_postgres_left_episodes(url, std::vector{left.front().id});
  CHECK(store::postgres_left_episodes(url).empty());
  CHECK_THROWS(server().run(url, "SELECT FROM inbox_left"));
  store::drop_postgres_left_episodes(url, {});  // another server was faster
  CHECK_FALSE(store::postgres_fault(url));
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

}  // namespace store_postgres_schema_tests
