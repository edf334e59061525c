// Tables on PostgreSQL: making them, bringing them up to date, and checking them.
#include "server/store/migrations.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/postgres_store.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr int kOldest = 150000;
/// Of pg_advisory_xact_lock: "MENA".
constexpr const char* kLock = "1296387649";
constexpr std::size_t kRowsChained = 2000;

void require_version(PostgresConnection& connection) {
  const auto version = connection.run("SELECT current_setting('server_version_num')::int");
  if (version.number(0, 0) < kOldest)
    throw Error(connection.name() + ": this is PostgreSQL " + std::to_string(version.number(0, 0) / 10000) +
                    "; 15 or newer is needed",
                ErrorKind::permanent);
}

/// 0: there are no tables.
int schema_version(PostgresConnection& connection) {
  const auto there = connection.run("SELECT to_regclass('schema_version') IS NOT NULL");
  if (!there.flag(0, 0)) return 0;
  const auto version = connection.run("SELECT coalesce(max(version), 0) FROM schema_version");
  return static_cast<int>(version.number(0, 0));
}

int newest_version() { return postgres_migrations().back().version; }

/// Servers that start at once wait for one another in the lock, which ends with the transaction.
void migrate(PostgresConnection& connection, int version) {
  std::string script = std::string("BEGIN; SELECT pg_advisory_xact_lock(") + kLock + ");";
  script +=
      "CREATE TABLE IF NOT EXISTS schema_version(version integer PRIMARY KEY, applied timestamptz NOT NULL "
      "DEFAULT now());";
  for (const Migration& migration : postgres_migrations()) {
    if (migration.version <= version) continue;
    // Fails with a division by zero where another server was first: then there is nothing to do.
    script +=
        "SELECT 1 / (SELECT count(*) FROM (SELECT coalesce(max(version), 0) AS newest FROM schema_version) v "
        "WHERE newest = " +
        std::to_string(migration.version - 1) + ");";
    script += std::string(migration.sql) + ";";
    script += "INSERT INTO schema_version(version) VALUES (" + std::to_string(migration.version) + ");";
  }
  connection.run_script(script + "COMMIT;");
}

/// Replays the hash chain of a log.
std::optional<std::string> chain_fault(PostgresConnection& connection, std::int64_t machine,
                                       std::uint64_t head, const std::string& head_chain) {
  ChainLink link{};
  LogRow row;
  std::string changes, trace, stored;
  std::uint64_t seq = 0;
  for (int count = 1; count > 0;) {
    const auto rows = connection.run(
        "SELECT " + row_columns(RowPart::whole) +
            ", chain FROM log WHERE machine = $1::int AND seq > $2::bigint AND seq <= $3::bigint "
            "ORDER BY seq LIMIT $4::int",
        {std::to_string(machine), std::to_string(seq), std::to_string(head), std::to_string(kRowsChained)});
    count = rows.rows();
    for (int at = 0; at < count; ++at) {
      read_row(rows, at, RowPart::whole, row);
      write_changes(row.changes, changes);
      write_trace(row.trace, trace);
      link = next_link(link, row, changes, trace);
      stored = rows.bytes(at, 17);
      const std::string_view computed(reinterpret_cast<const char*>(link.data()), link.size());
      if (row.seq != ++seq || stored != computed)
        return "row " + std::to_string(row.seq) + " is not the one that was written: its hash differs";
    }
  }
  const std::string_view last(reinterpret_cast<const char*>(link.data()), link.size());
  if (seq != head || (head > 0 && head_chain != last))
    return "its log ends with row " + std::to_string(seq) + ", but row " + std::to_string(head) +
           " was written";
  return std::nullopt;
}

}  // namespace

void refuse_other_schema(const std::string& name, int version) {
  if (version == newest_version()) return;
  const std::string newest = std::to_string(newest_version());
  if (version == 0) throw Error(name + ": there is no museum in this database", ErrorKind::schema);
  if (version > newest_version())
    throw Error(name + ": its schema has version " + std::to_string(version) + ", this program knows " +
                    newest + ": it was written by a newer Menagerie",
                ErrorKind::permanent);
  throw Error(name + ": its schema has version " + std::to_string(version) + ", not " + newest +
                  ": `menagerie serve` brings it up to date",
              ErrorKind::schema);
}

void require_schema(PostgresConnection& connection) {
  refuse_other_schema(connection.name(), schema_version(connection));
}

void require_primary(PostgresConnection& connection) {
  if (connection.run("SELECT pg_is_in_recovery()").flag(0, 0))
    throw Error(connection.name() + ": this database is a standby, which takes nothing until it is promoted",
                ErrorKind::transient);
}

std::vector<std::string> postgres_warnings(const std::string& url) {
  PostgresConnection connection(url, 20s);
  const auto off = connection.run(
      "SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off' ORDER BY "
      "name");
  std::vector<std::string> warnings;
  for (int row = 0; row < off.rows(); ++row) {
    const std::string name(off.text(row, 0));
    warnings.push_back("PostgreSQL runs with " + name + " = off: a power cut " +
                       (name == "fsync" ? "can lose lessons that visitors were told of, or the whole database"
                                        : "can damage the database") +
                       "; set " + name + " = on in postgresql.conf and reload PostgreSQL");
  }
  return warnings;
}

void prepare_schema(PostgresConnection& connection, Mode mode) {
  require_version(connection);
  const int version = schema_version(connection);
  if (version == newest_version()) return;
  if (mode == Mode::read || version > newest_version()) refuse_other_schema(connection.name(), version);
  try {
    migrate(connection, version);
  } catch (const PostgresFailure& failure) {
    if (failure.is("22012") && schema_version(connection) == newest_version()) return;
    throw;
  }
  if (version > 0) spdlog::info("the schema is upgraded from version {} to {}", version, newest_version());
}

std::optional<std::string> postgres_fault(const std::string& url) {
  PostgresConnection connection(url, 60s);
  prepare_schema(connection, Mode::read);
  for (const char* needed : {"machine", "head", "box", "bead", "log", "beads", "box_block", "house",
                             "sealed_score", "episodes", "bead_history", "draws", "boxes_now"}) {
    const auto there = connection.run("SELECT to_regclass($1) IS NOT NULL", {std::string(needed)});
    if (!there.flag(0, 0)) return connection.name() + ": the table \"" + needed + "\" is missing";
  }
  const auto heads = connection.run(
      "SELECT h.machine, m.name, h.seq, h.chain FROM head h JOIN machine m USING (machine) ORDER BY 1");
  for (int row = 0; row < heads.rows(); ++row) {
    if (const auto fault =
            chain_fault(connection, heads.number(row, 0), heads.count(row, 2), heads.bytes(row, 3)))
      return "machine " + std::string(heads.text(row, 1)) + ": " + *fault;
  }
  return std::nullopt;
}

SigningKey postgres_key(const std::string& url, const SigningKey& fresh) {
  PostgresConnection connection(url, 20s);
  // A museum that was dumped without its key has no row here.
  connection.run(
      "INSERT INTO house(key) VALUES ($1::bytea) ON CONFLICT (one) DO UPDATE SET key = excluded.key WHERE "
      "house.key IS NULL",
      {bytea_text(fresh)});
  const auto kept = connection.run("SELECT key FROM house");
  const std::string bytes = kept.rows() == 1 ? kept.bytes(0, 0) : "";
  SigningKey key;
  if (bytes.size() != key.size())
    throw Error(connection.name() + ": the table house has no key", ErrorKind::permanent);
  std::ranges::copy(bytes, key.begin());
  return key;
}

}  // namespace menagerie::store
