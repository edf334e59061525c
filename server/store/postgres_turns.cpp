// What other servers write to the logs, and turns. A turn is a transaction that has the rows of its logs in
// `head` locked, so that nobody else can append to them. A server that stands still or is cut off in one
// loses it after 5 s (idle_in_transaction_session_timeout).
#include "server/store/number_lists.hpp"
#include "server/store/postgres_store.hpp"

#include <optional>
#include <utility>

namespace menagerie::store {
namespace {

/// Of each log at once.
constexpr const char* kRowsOfALog = "2000";
constexpr const char* kOtherRows = "its rows are others";

/// The logs' rows behind some seqs.
const std::string kRowsBehind =
    "SELECT l.* FROM unnest($1::int[], $2::bigint[]) AS known(log, after) CROSS JOIN LATERAL (SELECT " +
    row_columns(RowPart::whole) + ", chain FROM log WHERE machine = log AND seq > after ORDER BY seq LIMIT " +
    kRowsOfALog + ") l ORDER BY l.machine, l.seq";

PostgresStatement rows_behind(std::span<const Place> places) {
  PostgresArray machines, seqs;
  for (const Place& it : places) {
    machines.add_number(it.machine);
    seqs.add_number(static_cast<std::int64_t>(it.seq));
  }
  return {kRowsBehind, {machines.take(), seqs.take()}};
}

Heads read_heads(const PostgresResult& result) {
  Heads heads;
  for (int row = 0; row < result.rows(); ++row)
    heads[result.number(row, 0)] = {result.count(row, 1), link_of(result.bytes(row, 2))};
  return heads;
}

/// A database that was restored, or failed over to a copy that was behind, has lost or replaced rows that
/// visitors were told about. Rows are never renumbered: the operator must look.
Error other_log(const std::string& name, std::int64_t machine, std::uint64_t seq, const std::string& how) {
  return Error(name + ": the log of machine " + std::to_string(machine) +
                   " is not the one that this server has followed up to seq " + std::to_string(seq) + ": " +
                   how,
               ErrorKind::permanent);
}

}  // namespace

/// Where the caller knows these logs to end; without a link where this store does not know that row.
Heads PostgresStore::known_ends(std::span<const Place> known) const {
  Heads ends;
  for (const Place& it : known) {
    if (it.machine == 0) continue;
    const auto end = ends_.find(it.machine);
    const bool is_linked = end != ends_.end() && end->second.seq == it.seq;
    ends[it.machine] = is_linked ? end->second : Head{it.seq, {}, false};
  }
  return ends;
}

/// From which rows on these logs are to be read: the last known one where its link is not known.
std::vector<Place> PostgresStore::read_from(const Heads& ends) {
  std::vector<Place> places;
  for (const auto& [machine, end] : ends) places.push_back({machine, end.is_linked ? end.seq : end.seq - 1});
  return places;
}

News PostgresStore::look(std::span<const Place> known) {
  const auto result =
      ask("SELECT machine, seq, chain, (SELECT max(version) FROM schema_version) FROM head ORDER BY machine");
  // A newer program may have upgraded the schema since this one connected.
  if (result.rows() > 0) refuse_other_schema(connection_.name(), static_cast<int>(result.number(0, 3)));
  Heads heads = read_heads(result), behind;
  const Heads ends = known_ends(known);
  for (const auto& [machine, end] : ends) {
    const auto head = heads.find(machine);
    if (head != heads.end() && head->second.seq > end.seq) behind[machine] = end;
  }
  std::optional<PostgresResult> rows;
  if (!behind.empty()) {
    PostgresStatement statement = rows_behind(read_from(behind));
    rows = ask(statement.sql, std::move(statement.values));
  }
  News news = take_news(ends, heads, rows ? &*rows : nullptr);
  for (const auto& [machine, head] : heads) {
    if (machine != 0 && !ends.contains(machine)) news.machines.push_back(machine);
  }
  return news;
}

News PostgresStore::begin_turn(std::span<const Place> known) {
  end_turn();
  if (known.empty()) return {};
  PostgresArray machines;
  for (const Place& it : known) machines.add_number(it.machine);
  const Heads ends = known_ends(known);
  const std::vector<PostgresStatement> statements = {
      {"BEGIN ISOLATION LEVEL READ COMMITTED"},
      {"SET LOCAL idle_in_transaction_session_timeout = '5s'"},
      {"SET LOCAL lock_timeout = '8s'"},  // a waiter whom nobody waits for any more would keep its connection
      {"SELECT machine, seq, chain FROM head WHERE machine = ANY($1::int[]) ORDER BY machine FOR UPDATE",
       {machines.take()}},
      rows_behind(read_from(ends))};
  try {
    const auto results = read([&] { return connection_.run_together(statements); });
    in_turn_ = true;
    News news = take_news(ends, read_heads(results.at(3)), &results.at(4));
    if (news.behind > 0) end_turn();
    return news;
  } catch (...) {
    in_turn_ = true;  // it may have begun
    end_turn();
    throw;
  }
}

void PostgresStore::end_turn() noexcept {
  if (std::exchange(in_turn_, false)) connection_.roll_back();
}

/// Compares the ends of these logs with what the database has, and takes over the rows that were read behind
/// them, each of which must be linked with the one before it.
News PostgresStore::take_news(Heads ends, const Heads& heads, const PostgresResult* rows) {
  for (const auto& [machine, end] : ends) {
    const auto head = heads.find(machine);
    const std::uint64_t seq = head == heads.end() ? 0 : head->second.seq;
    if (seq < end.seq)
      throw other_log(connection_.name(), machine, end.seq, "it ends with seq " + std::to_string(seq));
  }
  News news;
  if (rows != nullptr) news.rows = linked_rows(ends, *rows);
  for (auto& [machine, end] : ends) {
    const Head& head = heads.at(machine);
    if (head.seq > end.seq) news.behind += head.seq - end.seq;
    if (head.seq != end.seq) continue;
    if (end.is_linked && head.chain != end.chain)
      throw other_log(connection_.name(), machine, end.seq, kOtherRows);
    end = head;
  }
  if (news.rows.empty() && news.behind > 0)
    throw Error(connection_.name() + ": it does not show the rows yet that it has", ErrorKind::transient);
  for (const auto& [machine, end] : ends) ends_[machine] = end;
  remember(news.rows);
  for (const LogRow& row : news.rows) {
    open_blocks_.add(row);
    box_sizes_.erase(row.machine);
  }
  return news;
}

/// The rows that follow `ends`, which are moved behind them.
std::vector<LogRow> PostgresStore::linked_rows(Heads& ends, const PostgresResult& rows) const {
  std::vector<LogRow> linked;
  LogRow row;
  std::string changes, trace;
  for (int at = 0; at < rows.rows(); ++at) {
    read_row(rows, at, RowPart::whole, row);
    const ChainLink stored = link_of(rows.bytes(at, kChainColumn));
    Head& end = ends.at(row.machine);
    if (row.seq == end.seq && !end.is_linked) {
      end = {row.seq, stored};
      continue;
    }
    write_changes(row.changes, changes);
    write_trace(row.trace, trace);
    if (row.seq != end.seq + 1 || next_link(end.chain, row, changes, trace) != stored)
      throw other_log(connection_.name(), row.machine, end.seq, kOtherRows);
    end = {row.seq, stored};
    linked.push_back(row);
  }
  return linked;
}

}  // namespace menagerie::store
