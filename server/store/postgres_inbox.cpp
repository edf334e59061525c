// The inbox and the doorbell on PostgreSQL.
#include "server/store/inbox.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/postgres_store.hpp"
#include "server/store/row_text.hpp"

#include <spdlog/spdlog.h>

#include <array>
#include <string_view>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr const char* kChannel = "menagerie";

std::string ids_text(std::span<const Id> ids) {
  PostgresArray array;
  for (const Id& id : ids) array.add(id.text());
  return array.take();
}

Id id_at(const PostgresResult& result, int row, int column) {
  return Id::parse(result.text(row, column)).value_or(Id{});
}

/// All of a waiting episode but its machine and id.
void read_waiting(const PostgresResult& result, int at, LogRow& row) {
  row.era = static_cast<std::uint32_t>(result.number(at, 1));
  row.seq = result.count(at, 2);
  row.started_ms = result.number(at, 3);
  row.visit = id_at(result, at, 5);
  row.seat = player_of(result.text(at, 6));
  row.opponent = result.text(at, 7);
  row.moves = result.text(at, 8);
  parse_trace(result.text(at, 9), "inbox", row.trace);
  row.outcome = outcome_of(result.text(at, 10));
  if (result.flag(at, 11)) row.reason = Reason::resign;
}

class PostgresInbox : public Inbox {
 public:
  explicit PostgresInbox(const std::string& url) : connection_(url, 10s) {
    connection_.check_when_open(require_schema);
  }

  void put(std::span<const LogRow> episodes, const std::string& server) override {
    std::array<PostgresArray, 12> columns;
    std::string trace;
    for (const LogRow& row : episodes) {
      write_trace(row.trace, trace);
      std::size_t at = 0;
      for (const std::int64_t number : {row.machine, static_cast<std::int64_t>(row.era),
                                        static_cast<std::int64_t>(row.seq), row.started_ms})
        columns[at++].add_number(number);
      for (const Id& id : {row.id, row.visit}) columns[at++].add(id.text());
      for (const std::string_view text :
           {to_text(row.seat), std::string_view(row.opponent), std::string_view(row.moves),
            std::string_view(trace), to_text(row.outcome)})
        columns[at++].add(text);
      columns[at].add(row.reason == Reason::resign ? "t" : "f");
    }
    PostgresStatement statement{
        "WITH put AS (INSERT INTO inbox(server, machine, era, last_seq, started_ms, id, visit, seat, "
        "opponent, "
        "moves, trace, outcome, resigned) SELECT $1, * FROM unnest($2::int[], $3::int[], $4::bigint[], "
        "$5::bigint[], $6::uuid[], $7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[], "
        "$12::text[], $13::bool[]) ON CONFLICT DO NOTHING) SELECT " +
            commit_waits(true),
        {server}};
    for (PostgresArray& column : columns) statement.values.emplace_back(column.take());
    connection_.run(statement);
  }

  std::vector<LogRow> waiting(std::size_t limit) override {
    const auto result = connection_.run(
        "SELECT machine, era, last_seq, started_ms, id, visit, seat, opponent, moves, trace, outcome, "
        "resigned "
        "FROM inbox WHERE verdict IS NULL ORDER BY received LIMIT $1::bigint",
        {std::to_string(limit)});
    std::vector<LogRow> rows;
    for (int at = 0; at < result.rows(); ++at) {
      LogRow row;
      row.machine = result.number(at, 0);
      row.id = id_at(result, at, 4);
      try {
        read_waiting(result, at, row);
      } catch (const Error& error) {
        // It must not hold up all others: without moves it does not replay, and the learner's server refuses
        // it.
        spdlog::error("store: episode {} in the inbox cannot be read: {}", row.id.text(), error.what());
        row.moves.clear();
      }
      rows.push_back(std::move(row));
    }
    return rows;
  }

  std::size_t count() override {
    return connection_.run("SELECT count(*) FROM inbox WHERE verdict IS NULL").count(0, 0);
  }

  void refuse(std::span<const NotLearned> episodes) override {
    PostgresArray machines, ids, verdicts;
    for (const NotLearned& it : episodes) {
      machines.add_number(it.machine);
      ids.add(it.id.text());
      verdicts.add(it.verdict);
    }
    connection_.run(
        "UPDATE inbox i SET verdict = t.verdict FROM unnest($1::int[], $2::uuid[], $3::text[]) t(machine, "
        "id, verdict) "
        "WHERE i.machine = t.machine AND i.id = t.id",
        {machines.take(), ids.take(), verdicts.take()});
    // A visitor who asks later has a ticket: the episode is submitted again, and gets the same verdict.
    connection_.run("DELETE FROM inbox WHERE verdict IS NOT NULL AND received < now() - interval '1 hour'");
  }

  std::vector<NotLearned> refused(std::span<const Id> episodes) override {
    const auto result = connection_.run(
        "SELECT machine, id, verdict FROM inbox WHERE id = ANY($1::uuid[]) AND verdict IS NOT NULL",
        {ids_text(episodes)});
    std::vector<NotLearned> found;
    for (int at = 0; at < result.rows(); ++at)
      found.push_back({result.number(at, 0), id_at(result, at, 1), std::string(result.text(at, 2))});
    return found;
  }

  void ring(const std::string& text) override {
    connection_.run("SELECT pg_notify($1, $2)", {kChannel, text});
  }

 private:
  PostgresConnection connection_;
};

class PostgresDoorbell : public Doorbell {
 public:
  explicit PostgresDoorbell(const std::string& url) : connection_(url, 10s) {
    connection_.run(std::string("LISTEN ") + kChannel);
  }
  std::vector<std::string> wait(int ms) override { return connection_.wait_for_notices(ms); }

 private:
  PostgresConnection connection_;
};

}  // namespace

std::unique_ptr<Inbox> open_inbox(const std::string& url) { return std::make_unique<PostgresInbox>(url); }

std::unique_ptr<Doorbell> open_doorbell(const std::string& url) {
  return std::make_unique<PostgresDoorbell>(url);
}

}  // namespace menagerie::store
