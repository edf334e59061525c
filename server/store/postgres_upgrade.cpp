// What an older release has left in its inbox: finished episodes that servers had told as recorded, and that
// nobody had learned when the schema was brought up to version 4, which renames that table.
#include "server/store/number_lists.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/row_text.hpp"

#include <spdlog/spdlog.h>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kUpgradePatience = 20s;

bool has_left_inbox(PostgresConnection& connection) {
  return connection.run("SELECT to_regclass('inbox_left') IS NOT NULL").flag(0, 0);
}

LogRow read_left(const PostgresResult& result, int at) {
  LogRow row;
  const auto id = [&](int column) { return Id::parse(result.text(at, column)).value_or(Id{}); };
  row.machine = result.number(at, 0);
  row.id = id(1);
  row.era = static_cast<std::uint32_t>(result.number(at, 2));
  row.seq = result.count(at, 3);
  row.started_ms = result.number(at, 4);
  row.visit = id(5);
  row.seat = player_of(result.text(at, 6));
  row.opponent = result.text(at, 7);
  row.moves = result.text(at, 8);
  parse_trace(result.text(at, 9), "inbox_left", row.trace);
  row.outcome = outcome_of(result.text(at, 10));
  if (result.flag(at, 11)) row.reason = Reason::resign;
  return row;
}

}  // namespace

std::vector<LogRow> episodes_left_in_inbox(const std::string& url) {
  PostgresConnection connection(url, kUpgradePatience);
  std::vector<LogRow> rows;
  if (!has_left_inbox(connection)) return rows;
  try {
    const auto result = connection.run(
        "SELECT machine, id, era, last_seq, started_ms, visit, seat, opponent, moves, trace, outcome, "
        "resigned FROM inbox_left ORDER BY received");
    for (int at = 0; at < result.rows(); ++at) {
      try {
        rows.push_back(read_left(result, at));
      } catch (const Error& error) {
        spdlog::error("store: episode {} in the table inbox_left cannot be read, and stays there: {}",
                      result.text(at, 1), error.what());
      }
    }
  } catch (const PostgresFailure& failure) {
    if (!failure.is("42P01")) throw;  // another server that starts has learned them meanwhile
  }
  return rows;
}

void forget_left_in_inbox(const std::string& url, std::span<const LogRow> episodes) {
  PostgresConnection connection(url, kUpgradePatience);
  if (!has_left_inbox(connection)) return;
  PostgresArray ids;
  for (const LogRow& row : episodes) ids.add(row.id.text());
  try {
    connection.run("DELETE FROM inbox_left WHERE id = ANY($1::uuid[])", {ids.take()});
    if (connection.run("SELECT count(*) FROM inbox_left").number(0, 0) == 0)
      connection.run("DROP TABLE IF EXISTS inbox_left");
  } catch (const PostgresFailure& failure) {
    // Another server has dropped it; or this one's role may not, and the empty table stays.
    if (!failure.is("42P01") && !failure.is("42501")) throw;
  }
}

}  // namespace menagerie::store
