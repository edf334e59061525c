// Writing on PostgreSQL: creating machines, and appending batches to their logs.
#include "engine/text.hpp"
#include "server/store/first_rows.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/postgres_store.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace menagerie::store {
namespace {

/// How often a transaction is repeated after a conflict with another one.
constexpr int kAttempts = 20;

constexpr const char* kSnapshot =
    "INSERT INTO beads(machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, "
    "era_wins, era_draws, era_losses, counts, frozen, dry_seq, dry_ms) "
    "VALUES ($1::int, $2::bigint, $3::int, $4::bigint, $5::bigint, $6::bigint, $7::bigint, $8::bigint, "
    "$9::bigint, $10::bigint, $11::bigint, $12::bigint, $13::bigint, $14, $15::bool, "
    "nullif($16::bigint, 0), nullif($17::bigint, 0)) ON CONFLICT DO NOTHING";

Error conflict(const std::string& name, std::int64_t machine, std::uint64_t last, std::uint64_t seq) {
  return Error(name + ": the log of machine " + std::to_string(machine) + " ends with row " +
                   std::to_string(last) + ", so no row " + std::to_string(seq) + " can be appended",
               ErrorKind::conflict);
}

}  // namespace

std::vector<PostgresStatement> box_statements(std::int64_t machine, std::span<const MadeBox> boxes,
                                              bool made) {
  PostgresArray numbers, texts, turns, of, which, moves, orbits, starts;
  for (const MadeBox& it : boxes) {
    numbers.add_number(it.number + std::int64_t{1});
    texts.add(it.box->text);
    turns.add_number(it.box->turn);
    for (std::size_t bead = 0; bead < it.box->beads.size(); ++bead) {
      of.add_number(it.number + std::int64_t{1});
      which.add_number(static_cast<std::int64_t>(bead));
      moves.add(it.box->beads[bead].move);
      orbits.add(joined(it.box->beads[bead].orbit, " "));
      if (made) {
        starts.add_number(it.start);
      } else {
        starts.add_null();
      }
    }
  }
  const std::string number = std::to_string(machine);
  return {
      {"INSERT INTO box(machine, number, box, turn) SELECT $1::int, * FROM unnest($2::int[], $3::text[], "
       "$4::int[])",
       {number, numbers.take(), texts.take(), turns.take()}},
      {"INSERT INTO bead(machine, number, bead, move, orbit, start) SELECT $1::int, * FROM unnest($2::int[], "
       "$3::int[], $4::text[], $5::text[], $6::bigint[])",
       {number, of.take(), which.take(), moves.take(), orbits.take(), starts.take()}}};
}

PostgresStatement PostgresStore::snapshot_statement(const Snapshot& snapshot) {
  PostgresStatement statement{kSnapshot};
  auto& values = statement.values;
  values = {std::to_string(snapshot.machine), std::to_string(snapshot.seq), std::to_string(snapshot.era),
            std::to_string(snapshot.era_seq), std::to_string(snapshot.time_ms)};
  for (const Tally* tally : {&snapshot.tally, &snapshot.era_tally}) {
    for (const std::uint64_t count : {tally->episodes, tally->wins, tally->draws, tally->losses})
      values.emplace_back(std::to_string(count));
  }
  values.emplace_back(counts_text(snapshot.beads, box_sizes(snapshot.machine)));
  values.emplace_back(snapshot.frozen ? "t" : "f");
  values.emplace_back(std::to_string(snapshot.dry_seq));
  values.emplace_back(std::to_string(snapshot.dry_ms));
  return statement;
}

std::vector<std::size_t>& PostgresStore::box_sizes(std::int64_t machine) {
  const auto known = box_sizes_.find(machine);
  if (known != box_sizes_.end()) return known->second;
  const auto rows = ask("SELECT count(*) FROM bead WHERE machine = $1::int GROUP BY number ORDER BY number",
                        {std::to_string(machine)});
  std::vector<std::size_t> sizes;
  for (int row = 0; row < rows.rows(); ++row) sizes.push_back(rows.count(row, 0));
  return box_sizes_[machine] = std::move(sizes);
}

void PostgresStore::write(std::vector<PostgresStatement> statements) {
  const bool in_turn = in_turn_;
  if (in_turn) statements.push_back({"COMMIT"});
  for (int attempt = 1;; ++attempt) {
    try {
      connection_.run_together(statements);
      in_turn_ = false;
      return;
    } catch (const PostgresFailure& failure) {
      if (in_turn || !failure.is_retryable() || attempt == kAttempts) throw;
    }
  }
}

Head PostgresStore::end_of(std::int64_t machine) {
  if (in_turn_) return ends_.at(machine);
  const auto row = ask("SELECT seq, chain FROM head WHERE machine = $1::int", {std::to_string(machine)});
  if (row.rows() == 0)
    throw Error(connection_.name() + ": there is no machine of the number " + std::to_string(machine),
                ErrorKind::conflict);
  return {row.count(0, 0), link_of(row.bytes(0, 1))};
}

std::vector<PostgresStatement> PostgresStore::row_statements(std::span<const LogRow> rows, Heads& ends) {
  std::map<std::int64_t, std::vector<const LogRow*>> by_machine;
  for (const LogRow& row : rows) {
    auto& of_machine = by_machine[row.machine];
    if (of_machine.empty()) ends[row.machine] = end_of(row.machine);
    const std::uint64_t last = ends[row.machine].seq + of_machine.size();
    if (row.seq != last + 1) throw conflict(connection_.name(), row.machine, last, row.seq);
    of_machine.push_back(&row);
  }
  std::vector<PostgresStatement> statements;
  for (const auto& [machine, of_machine] : by_machine)
    statements.push_back(append_statement(of_machine, ends[machine]));
  return statements;
}

std::vector<PostgresStatement> PostgresStore::box_statements_of(std::span<const MadeBox> made) {
  std::map<std::int64_t, std::vector<MadeBox>> boxes;
  for (const MadeBox& it : made) {
    boxes[it.machine].push_back(it);
    const auto sizes = box_sizes_.find(it.machine);
    if (sizes != box_sizes_.end()) sizes->second.push_back(it.box->beads.size());
  }
  std::vector<PostgresStatement> statements;
  for (const auto& [machine, of_machine] : boxes)
    std::ranges::move(box_statements(machine, of_machine, true), std::back_inserter(statements));
  return statements;
}

std::vector<Id> PostgresStore::append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                                      std::span<const Snapshot> snapshots) {
  try {
    std::set<Id> here;
    const bool twice = std::ranges::any_of(
        rows, [&](const LogRow& row) { return row.kind == Kind::episode && !here.insert(row.id).second; });
    if (twice) return forget(), end_turn(), ids_in_log(rows);
    for (const Snapshot& snapshot : snapshots) box_sizes(snapshot.machine);  // before boxes are added
    Heads ends;
    std::vector<PostgresStatement> statements = row_statements(rows, ends);
    std::ranges::move(box_statements_of(made), std::back_inserter(statements));
    for (const Snapshot& snapshot : snapshots) statements.push_back(snapshot_statement(snapshot));
    for (const BoxBlock& block : filled_blocks(rows)) statements.push_back(block_statement(block));
    if (statements.empty()) return end_turn(), std::vector<Id>{};
    const bool in_turn = in_turn_;
    try {
      write(std::move(statements));
    } catch (const PostgresFailure& failure) {
      if (!failure.is(kHeadMoved)) throw;
      throw Error(connection_.name() + ": a log does not end where this server left it",
                  in_turn ? ErrorKind::transient : ErrorKind::conflict);
    }
    committed(rows, ends);
    return {};
  } catch (const PostgresFailure& failure) {
    forget();
    end_turn();
    if (!failure.is("23505")) throw;
    std::vector<Id> known = ids_in_log(rows);
    if (known.empty()) throw Error(failure.what(), ErrorKind::conflict);
    return known;
  } catch (...) {
    forget();
    end_turn();
    throw;
  }
}

/// Those of `rows` whose episodes are in a log, or came before among them.
std::vector<Id> PostgresStore::ids_in_log(std::span<const LogRow> rows) {
  PostgresArray ids;
  for (const LogRow& row : rows) {
    if (row.kind == Kind::episode) ids.add(row.id.text());
  }
  const auto found = ask("SELECT id FROM log WHERE id = ANY($1::uuid[])", {ids.take()});
  std::set<Id> there;
  for (int row = 0; row < found.rows(); ++row) {
    if (const auto id = Id::parse(found.text(row, 0))) there.insert(*id);
  }
  std::vector<Id> known;
  for (const LogRow& row : rows) {
    if (row.kind == Kind::episode && !there.insert(row.id).second) known.push_back(row.id);
  }
  return known;
}

void PostgresStore::committed(std::span<const LogRow> rows, const Heads& ends) {
  for (const auto& [machine, end] : ends) ends_[machine] = end;
  remember(rows);
  for (const auto& [machine, end] : ends) index_blocks(machine, end.seq);
}

void PostgresStore::remember(std::span<const LogRow> rows) {
  if (!recent_.ready()) return;
  std::int64_t now_ms = 0;
  for (const LogRow& row : rows) {
    now_ms = std::max(now_ms, row.time_ms);
    if (row.kind == Kind::episode) recent_.add(row.id, {row.machine, row.seq});
  }
  if (!rows.empty()) recent_.trim(now_ms);
}

void PostgresStore::forget() {
  blocks_.clear();
  open_blocks_.clear();
  box_sizes_.clear();
  recent_.clear();
}

std::int64_t PostgresStore::create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                                           Snapshot snapshot) {
  check_first_rows(row, rows, snapshot);
  forget();
  const Place list{};
  if (!in_turn_) begin_turn({&list, 1});  // nobody else creates machines meanwhile
  try {
    row.machine = ask("SELECT coalesce(max(machine), 0) + 1 FROM machine").number(0, 0);
    Head end;
    std::vector<PostgresStatement> statements = first_statements(row, boxes, rows, std::move(snapshot), end);
    write(std::move(statements));
    committed(rows, {{row.machine, end}});
    return row.machine;
  } catch (const PostgresFailure& failure) {
    forget();
    end_turn();
    if (failure.is("23505"))
      throw Error(connection_.name() + ": there is a machine of the name " + row.name, ErrorKind::conflict);
    throw;
  } catch (...) {
    forget();
    end_turn();
    throw;
  }
}

/// What creates a machine; its number is in `row`, and comes into its log rows.
std::vector<PostgresStatement> PostgresStore::first_statements(const MachineRow& row, const BoxSet& boxes,
                                                               std::vector<LogRow>& rows, Snapshot snapshot,
                                                               Head& end) {
  const std::string number = std::to_string(row.machine);
  std::vector<PostgresStatement> statements;
  statements.push_back(
      {"INSERT INTO machine(machine, name, title, maker, story, colour, game, seat, rule, convention, "
       "created_ms) VALUES ($1::int, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint)",
       {number, row.name, row.title, row.maker, row.story, row.colour, row.game, row.seat, row.rule,
        row.convention, std::to_string(row.created_ms)}});
  statements.push_back({"INSERT INTO head(machine) VALUES ($1::int)", {number}});
  std::vector<MadeBox> all;
  std::vector<std::size_t>& sizes = box_sizes_[row.machine];
  for (std::uint32_t at = 0; at < boxes.boxes().size(); ++at) {
    all.push_back({row.machine, at, &boxes.boxes()[at], 0});
    sizes.push_back(boxes.boxes()[at].beads.size());
  }
  std::ranges::move(box_statements(row.machine, all, false), std::back_inserter(statements));
  std::vector<const LogRow*> log;
  for (LogRow& log_row : rows) {
    log_row.machine = row.machine;
    log.push_back(&log_row);
  }
  statements.push_back(append_statement(log, end));
  snapshot.machine = row.machine;
  statements.push_back(snapshot_statement(snapshot));
  return statements;
}

}  // namespace menagerie::store
