#include "server/store/postgres_rows.hpp"

#include "engine/check.hpp"
#include "server/store/act_text.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/row_text.hpp"

#include <algorithm>
#include <array>

namespace menagerie::store {
namespace {

/// What each row has, in the order of kAppend.
constexpr std::array<std::string_view, 16> kColumns = {
    "kind",     "era",   "time_ms", "changes", "id",     "visit",  "started_ms", "seat",
    "opponent", "moves", "trace",   "outcome", "reason", "detail", "clock_back", "chain"};

const std::string kAppend =
    "WITH h AS (UPDATE head SET seq = seq + $4::bigint, chain = $5::bytea WHERE machine = $1::int AND "
    "seq = $2::bigint AND ($2::bigint = 0 OR chain = $3::bytea) RETURNING 1), "
    "l AS (INSERT INTO log(machine, seq, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, "
    "moves, trace, outcome, reason, detail, clock_back, chain) "
    "SELECT $1::int, $2::bigint + t.ord, t.kind, t.era, t.time_ms, t.changes, t.id, t.visit, t.started_ms, "
    "t.seat, t.opponent, t.moves, t.trace, t.outcome, t.reason, t.detail, t.clock_back, t.chain "
    "FROM h, unnest($6::text[], $7::int[], $8::bigint[], $9::text[], $10::uuid[], $11::uuid[], "
    "$12::bigint[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], "
    "$19::text[], $20::bool[], $21::bytea[]) WITH ORDINALITY t(kind, era, time_ms, changes, id, visit, "
    "started_ms, seat, opponent, moves, trace, outcome, reason, detail, clock_back, chain, ord)) "
    "SELECT 1 / count(*), " +
    commit_waits(true) + " FROM h";

void add_row(std::array<PostgresArray, kColumns.size()>& columns, const LogRow& row, std::string_view changes,
             std::string_view trace, const ChainLink& link) {
  std::size_t at = 0;
  const auto text = [&](std::string_view value) { columns[at++].add(value); };
  const auto number = [&](std::int64_t value) { columns[at++].add_number(value); };
  const auto id = [&](const Id& value) {
    const auto characters = value.characters();
    columns[at++].add({characters.data(), characters.size()});
  };
  const auto null = [&] { columns[at++].add_null(); };
  text(to_text(row.kind));
  number(row.era);
  number(row.time_ms);
  text(changes);
  if (row.kind == Kind::episode) {
    id(row.id);
    id(row.visit);
    number(row.started_ms);
    text(to_text(row.seat));
    text(row.opponent);
    text(row.moves);
    text(trace);
    text(to_text(row.outcome));
    text(menagerie::to_text(row.reason));
    null();
  } else {
    while (at < 13) null();
    text(act_text(*row.act));
  }
  if (row.clock_back) {
    text("t");
  } else {
    null();
  }
  text(bytea_text(link));
}

Id id_at(const PostgresResult& result, int number, int column) {
  const auto id = Id::parse(result.text(number, column));
  if (!id) throw Error("an id is none", ErrorKind::permanent);
  return *id;
}

void read_episode(const PostgresResult& result, int number, RowPart part, LogRow& row) {
  row.act.reset();
  row.id = id_at(result, number, 6);
  row.opponent = result.text(number, 10);
  row.outcome = outcome_of(result.text(number, 13));
  row.reason = reason_of(result.text(number, 14));
  if (part == RowPart::changes) return;
  row.visit = id_at(result, number, 7);
  row.started_ms = result.number(number, 8);
  row.seat = player_of(result.text(number, 9));
  row.moves = result.text(number, 11);
  parse_trace(result.text(number, 12), "trace", row.trace);
}

void read_act(const PostgresResult& result, int number, RowPart part, LogRow& row) {
  clear_episode(row);
  if (part != RowPart::changes) row.act = parse_act(row.kind, result.text(number, 15));
}

}  // namespace

PostgresStatement append_statement(std::span<const LogRow* const> rows, Head& head) {
  MENAGERIE_CHECK(!rows.empty());
  std::array<PostgresArray, kColumns.size()> columns;
  std::string changes, trace;
  const Head before = head;
  for (const LogRow* row : rows) {
    MENAGERIE_CHECK(row->seq == head.seq + 1 && has_its_act(*row));
    write_changes(row->changes, changes);
    write_trace(row->trace, trace);
    head.chain = next_link(head.chain, *row, changes, trace);
    head.seq = row->seq;
    add_row(columns, *row, changes, trace, head.chain);
  }
  PostgresStatement statement{kAppend};
  auto& values = statement.values;
  values = {std::to_string(rows.front()->machine), std::to_string(before.seq), bytea_text(before.chain),
            std::to_string(rows.size()), bytea_text(head.chain)};
  for (PostgresArray& column : columns) values.emplace_back(column.take());
  return statement;
}

ChainLink link_of(std::string_view bytes) {
  ChainLink link{};
  std::copy_n(bytes.begin(), std::min(bytes.size(), link.size()), link.begin());
  return link;
}

std::string row_columns(RowPart part) {
  switch (part) {
    case RowPart::whole:
      return "machine, seq, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, "
             "trace, outcome, reason, detail, clock_back";
    case RowPart::but_changes:
      return "machine, seq, kind, era, time_ms, '[]', id, visit, started_ms, seat, opponent, moves, trace, "
             "outcome, reason, detail, clock_back";
    case RowPart::changes:
      return "machine, seq, kind, era, time_ms, changes, id, NULL, NULL, NULL, opponent, NULL, NULL, "
             "outcome, reason, NULL, NULL";
  }
  return "";
}

void read_row(const PostgresResult& result, int number, RowPart part, LogRow& row) {
  row.machine = result.number(number, 0);
  row.seq = result.count(number, 1);
  try {
    row.kind = kind_of(result.text(number, 2));
    row.era = static_cast<std::uint32_t>(result.number(number, 3));
    row.time_ms = result.number(number, 4);
    parse_changes(result.text(number, 5), "changes", row.changes);
    row.clock_back = result.flag(number, 16);
    if (row.kind == Kind::episode) return read_episode(result, number, part, row);
    read_act(result, number, part, row);
  } catch (const Error& error) {
    throw Error("log of machine " + std::to_string(row.machine) + " at seq " + std::to_string(row.seq) +
                    ", " + error.what(),
                error.kind);
  }
}

}  // namespace menagerie::store
