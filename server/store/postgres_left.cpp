// What a museum of schema 3 may still have waiting; and keeping servers from writing.
#include "server/store/number_lists.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/row_text.hpp"

#include <spdlog/spdlog.h>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr const char* kNoSuchTable = "42P01";
constexpr const char* kNoRight = "42501";

Id left_id(const PostgresResult& result, int row, int column) {
  return Id::parse(result.text(row, column)).value_or(Id{});
}

void read_left(const PostgresResult& result, int at, LogRow& row) {
  row.era = static_cast<std::uint32_t>(result.number(at, 1));
  row.seq = result.count(at, 2);
  row.started_ms = result.number(at, 3);
  row.visit = left_id(result, at, 5);
  row.seat = player_of(result.text(at, 6));
  row.opponent = result.text(at, 7);
  row.moves = result.text(at, 8);
  parse_trace(result.text(at, 9), "inbox_left", row.trace);
  row.outcome = outcome_of(result.text(at, 10));
  if (result.flag(at, 11)) row.reason = Reason::resign;
}

class HeldHeads : public PostgresPause {
 public:
  explicit HeldHeads(const std::string& url) : connection_(url, 20s) {
    connection_.run_script(
        "BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; LOCK TABLE head IN EXCLUSIVE MODE;");
  }

 private:
  PostgresConnection connection_;  // with its end the transaction ends
};

}  // namespace

std::vector<LogRow> postgres_left_episodes(const std::string& url) {
  PostgresConnection connection(url, 20s);
  std::optional<PostgresResult> read;
  try {
    read = connection.run(
        "SELECT machine, era, last_seq, started_ms, id, visit, seat, opponent, moves, trace, outcome, "
        "resigned FROM inbox_left ORDER BY received");
  } catch (const PostgresFailure& failure) {
    if (!failure.is(kNoSuchTable)) throw;
    return {};
  }
  const PostgresResult& result = *read;
  std::vector<LogRow> rows;
  for (int at = 0; at < result.rows(); ++at) {
    LogRow row;
    row.machine = result.number(at, 0);
    row.id = left_id(result, at, 4);
    try {
      read_left(result, at, row);
    } catch (const Error& error) {
      // It must not hold up all others: without moves it does not replay, and is not learned.
      spdlog::error("store: episode {} in the table inbox_left cannot be read: {}", row.id.text(),
                    error.what());
      row.moves.clear();
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Another server may do the same at once. Without the right to drop it, the table stays, and is empty.
void drop_postgres_left_episodes(const std::string& url, std::span<const Id> learned) {
  PostgresConnection connection(url, 20s);
  PostgresArray ids;
  for (const Id& id : learned) ids.add(id.text());
  try {
    connection.run({"DELETE FROM inbox_left WHERE id = ANY($1::uuid[])", {ids.take()}});
    if (connection.run("SELECT EXISTS (SELECT FROM inbox_left)").flag(0, 0)) return;
    connection.run("DROP TABLE inbox_left");
  } catch (const PostgresFailure& failure) {
    if (!failure.is(kNoSuchTable) && !failure.is(kNoRight)) throw;
  }
}

std::unique_ptr<PostgresPause> pause_postgres(const std::string& url) {
  return std::make_unique<HeldHeads>(url);
}

}  // namespace menagerie::store
