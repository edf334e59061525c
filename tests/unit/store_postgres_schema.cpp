// A schema on PostgreSQL that changes under a server: a newer one, one that is being changed, settings of the
// database that would lose commits.
#include "engine/players.hpp"
#include "log_lines.hpp"
#include "museum_fixtures.hpp"
#include "postgres_episodes.hpp"
#include "postgres_server.hpp"
#include "server/core/playthrough.hpp"
#include "server/core/record.hpp"
#include "server/ledger/left_inbox.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/row_text.hpp"

using namespace menagerie;
using namespace menagerie::test;
using store::ErrorKind;
using store::Mode;
using store::TurnKind;

namespace {

PostgresServer& server() { return PostgresServer::shared(); }

}  // namespace

TEST_CASE(
    "postgres: a newer schema is refused on connections that are open, and on those that are made anew") {
  const std::string url = server().create_database();
  const auto house = store::open_postgres(url, Mode::write);
  create_exhibit(*house, "menace");
  const std::vector<store::Place> end{{1, 1}};
  CHECK(house->look(end).rows.empty());
  server().run(url, "INSERT INTO schema_version(version) VALUES (1000)");
  const auto newer = ContainsSubstring("written by a newer Menagerie");
  CHECK_THROWS_WITH(house->look(end), newer);
  server().run(
      url,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND "
      "pid <> pg_backend_pid()");
  // What was under way when a connection was lost is unknown; what comes after it is refused.
  CHECK_THROWS_AS(house->append(episodes(2, 2), {}, {}), store::Error);
  for (int time = 0; time < 2; ++time) {
    CHECK_THROWS_WITH(house->begin_turn(end, TurnKind::locked), newer);
    CHECK_THROWS_WITH(house->append(episodes(2, 2), {}, {}), newer);
  }
  CHECK(kind_of(*house, 2) == ErrorKind::permanent);
  server().run(url, "DELETE FROM schema_version WHERE version = 1000");
  CHECK(house->append(episodes(2, 2), {}, {}).empty());
}

namespace {

/// The inverse of schema/postgres/0004_equal.sql.
constexpr const char* kBackToInbox =
    "ALTER TABLE head ADD COLUMN holder text NOT NULL DEFAULT '', ADD COLUMN fence bigint NOT NULL DEFAULT "
    "0, "
    "ADD COLUMN expires timestamptz NOT NULL DEFAULT '-infinity', ADD COLUMN wanted text NOT NULL DEFAULT "
    "''; "
    "ALTER TABLE log ADD COLUMN fence bigint NOT NULL DEFAULT 1; "
    "CREATE TABLE inbox(machine integer NOT NULL, id uuid NOT NULL, server text NOT NULL, received "
    "timestamptz "
    "NOT NULL DEFAULT now(), era integer NOT NULL, last_seq bigint NOT NULL, visit uuid NOT NULL, started_ms "
    "bigint NOT NULL, seat text NOT NULL, opponent text NOT NULL, moves text NOT NULL, trace text NOT NULL, "
    "outcome text NOT NULL, resigned boolean NOT NULL, verdict text, PRIMARY KEY (machine, id)); "
    "CREATE INDEX inbox_waiting ON inbox(received) WHERE verdict IS NULL; "
    "DELETE FROM schema_version WHERE version > 3; ";

std::int64_t upgrade_time() { return 1'700'000'000'000; }

/// A game of the smallest Go, whose machine draws no beads that an inbox would have to tell.
struct SmallGo {
  std::string moves, outcome;

  explicit SmallGo(store::Store& store) {
    const core::Loaded loaded = *core::load_machine(store, "go-2x2");
    core::Playthrough play(*loaded.machine);
    Random random(1);
    while (!play.ended()) {
      const Edge edge =
          random_move_among(play.graph(), play.node(), random, [&](Edge it) { return play.allows(it); });
      moves += (moves.empty() ? "" : " ") + std::string(play.graph().move_text(edge));
      play.play(edge);
    }
    outcome = store::to_text(play.outcome().value_or(Outcome::draw));
  }
  /// Puts it into the older release's inbox.
  std::string put(const std::string& id, const std::string& verdict = "NULL") const {
    return "INSERT INTO inbox(machine, id, server, era, last_seq, visit, started_ms, seat, opponent, moves, "
           "trace, outcome, resigned, verdict) VALUES (1, '" +
           id + "', 'older', 1, 1, '" + id + "', 1, 'second', 'visitor', '" + moves + "', '[]', '" + outcome +
           "', false, " + verdict + "); ";
  }
};

}  // namespace

TEST_CASE("postgres: an upgrade learns what waited in the inbox, once, and drops it") {
  const std::string url = server().create_database();
  const auto reader = store::open_postgres(url, Mode::write);
  create_exhibit(*reader, "go-2x2");
  const SmallGo game(*reader);
  CHECK(store::episodes_left_in_inbox(url).empty());
  const std::string one = "00000000-0000-7000-8000-000000000001",
                    two = "00000000-0000-7000-8000-000000000002";
  server().run(url, kBackToInbox + game.put(one) + game.put(two, "'frozen'"));
  store::open_postgres(url, Mode::write);
  const auto left = store::episodes_left_in_inbox(url);
  REQUIRE(left.size() == 1);
  CHECK(left.front().id.text() == one);
  CHECK(left.front().seq == 1);
  for (int time = 0; time < 2; ++time) {
    ledger::learn_left_inbox(url, upgrade_time, 0);
    CHECK(reader->log_after(1, 0, 10).size() == 2);
  }
  CHECK(store::episodes_left_in_inbox(url).empty());
  CHECK(reader->find_episode(left.front().id).has_value());
  CHECK_FALSE(store::postgres_fault(url));
}

TEST_CASE("postgres: what cannot be learned of an inbox is logged and stays") {
  const std::string url = server().create_database();
  const auto store = store::open_postgres(url, Mode::write);
  create_exhibit(*store, "go-2x2");
  const SmallGo game(*store);
  SmallGo unplayable = game;
  unplayable.moves = "z9";
  const std::string bad = "00000000-0000-7000-8000-000000000003",
                    good = "00000000-0000-7000-8000-000000000004";
  server().run(url, kBackToInbox + unplayable.put(bad) + game.put(good));
  store::open_postgres(url, Mode::write);
  const LogLines log;
  ledger::learn_left_inbox(url, upgrade_time, 0);
  CHECK(log.with("episode " + bad + " in the table inbox_left cannot be learned, and stays there").size() ==
        1);
  const auto left = store::episodes_left_in_inbox(url);
  REQUIRE(left.size() == 1);
  CHECK(left.front().id.text() == bad);
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
