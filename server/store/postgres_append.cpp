// Writing on PostgreSQL: creating machines, and appending batches to their logs.
#include "server/store/first_rows.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/postgres_store.hpp"

#include <algorithm>
#include <set>

namespace menagerie::store {
namespace {

/// How often a transaction is repeated after a conflict with another one.
constexpr int kAttempts = 20;

constexpr const char* kSnapshot =
    "INSERT INTO beads(machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, "
    "era_wins, "
    "era_draws, era_losses, counts, frozen, dry_seq, dry_ms) VALUES ($1::int, $2::bigint, $3::int, "
    "$4::bigint, "
    "$5::bigint, $6::bigint, $7::bigint, $8::bigint, $9::bigint, $10::bigint, $11::bigint, $12::bigint, "
    "$13::bigint, "
    "$14, $15::bool, nullif($16::bigint, 0), nullif($17::bigint, 0))";

Error conflict(const std::string& name, std::int64_t machine, std::uint64_t last, std::uint64_t seq) {
  return Error(name + ": the log of machine " + std::to_string(machine) + " ends with row " +
                   std::to_string(last) + ", so no row " + std::to_string(seq) + " can be appended",
               ErrorKind::conflict);
}

std::string orbit_text(const Bead& bead) {
  std::string text;
  for (const std::string& move : bead.orbit) text += (text.empty() ? "" : " ") + move;
  return text;
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
      orbits.add(orbit_text(it.box->beads[bead]));
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

std::vector<PostgresResult> PostgresStore::write(const std::vector<PostgresStatement>& statements) {
  for (int attempt = 1;; ++attempt) {
    try {
      return connection_.run_together(statements);
    } catch (const PostgresFailure& failure) {
      if (!failure.is_retryable() || attempt == kAttempts) throw;
    }
  }
}

Head& PostgresStore::head_of(std::int64_t machine) {
  const auto known = heads_.find(machine);
  if (known != heads_.end()) return known->second;
  const auto row = ask("SELECT seq, chain FROM head WHERE machine = $1::int", {std::to_string(machine)});
  if (row.rows() == 0)
    throw Error(connection_.name() + ": there is no machine of the number " + std::to_string(machine),
                ErrorKind::conflict);
  Head head;
  head.seq = row.count(0, 0);
  const std::string chain = row.bytes(0, 1);
  std::copy_n(chain.begin(), std::min(chain.size(), head.chain.size()), head.chain.begin());
  const auto fence = fences_.find(machine);
  head.fence = fence == fences_.end() ? 0 : fence->second;
  return heads_[machine] = head;
}

std::map<std::int64_t, PostgresStatement> PostgresStore::row_statements(std::span<const LogRow> rows,
                                                                        std::map<std::int64_t, Head>& heads) {
  std::map<std::int64_t, std::vector<const LogRow*>> by_machine;
  for (const LogRow& row : rows) {
    auto& of_machine = by_machine[row.machine];
    const std::uint64_t last = head_of(row.machine).seq + of_machine.size();
    if (row.seq != last + 1) throw conflict(connection_.name(), row.machine, last, row.seq);
    of_machine.push_back(&row);
  }
  std::map<std::int64_t, PostgresStatement> statements;
  for (const auto& [machine, of_machine] : by_machine)
    statements[machine] = append_statement(of_machine, heads[machine] = head_of(machine), holder_);
  return statements;
}

std::vector<Id> PostgresStore::append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                                      std::span<const Snapshot> snapshots) {
  try {
    std::map<std::int64_t, Head> heads;
    std::map<std::int64_t, PostgresStatement> of_rows = row_statements(rows, heads);
    std::vector<PostgresStatement> statements;
    // What comes with a machine's rows is a part of their statement.
    const auto add = [&](std::int64_t machine, const PostgresStatement& statement) {
      const auto its_rows = of_rows.find(machine);
      if (its_rows == of_rows.end()) return statements.push_back(statement);
      its_rows->second.include(statement);
    };
    std::map<std::int64_t, std::vector<MadeBox>> boxes;
    for (const MadeBox& it : made) boxes[it.machine].push_back(it);
    for (const auto& [machine, of_machine] : boxes) {
      for (const MadeBox& it : of_machine) box_sizes(machine).push_back(it.box->beads.size());
      for (const PostgresStatement& statement : box_statements(machine, of_machine, true))
        add(machine, statement);
    }
    for (const Snapshot& snapshot : snapshots) add(snapshot.machine, snapshot_statement(snapshot));
    for (const BoxBlock& block : filled_blocks(rows)) add(block.machine, block_statement(block));
    for (auto& [machine, statement] : of_rows) statements.push_back(std::move(statement));
    if (statements.empty()) return {};
    std::set<Id> here;
    const bool twice = std::ranges::any_of(
        rows, [&](const LogRow& row) { return row.kind == Kind::episode && !here.insert(row.id).second; });
    if (twice) return forget(), ids_in_log(rows);
    write(statements);
    committed(rows, std::move(heads));
    return {};
  } catch (const PostgresFailure& failure) {
    forget();
    if (failure.is(kHeadMoved)) throw_moved_head(rows);
    if (!failure.is("23505")) throw;
    std::vector<Id> known = ids_in_log(rows);
    if (known.empty()) throw Error(failure.what(), ErrorKind::conflict);
    return known;
  } catch (...) {
    forget();
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

void PostgresStore::throw_moved_head(std::span<const LogRow> rows) {
  for (const LogRow& row : rows) {
    const auto head =
        ask("SELECT holder, seq FROM head WHERE machine = $1::int", {std::to_string(row.machine)});
    if (head.rows() > 0 && head.text(0, 0) != holder_)
      throw Held(connection_.name() + ": another server, " + std::string(head.text(0, 0)) +
                     ", has taken over this house",
                 std::string(head.text(0, 0)));
    if (head.rows() > 0 && head.count(0, 1) + 1 < row.seq)
      throw conflict(connection_.name(), row.machine, head.count(0, 1), row.seq);
  }
  throw Error(connection_.name() + ": a log does not end where this server left it", ErrorKind::conflict);
}

void PostgresStore::committed(std::span<const LogRow> rows, std::map<std::int64_t, Head> heads) {
  for (const auto& [machine, head] : heads) heads_[machine] = head;
  if (recent_.ready()) {
    std::int64_t now_ms = 0;
    for (const LogRow& row : rows) {
      now_ms = std::max(now_ms, row.time_ms);
      if (row.kind == Kind::episode) recent_.add(row.id, {row.machine, row.seq});
    }
    recent_.trim(now_ms);
  }
  for (const auto& [machine, head] : heads) index_blocks(machine, head.seq);
}

void PostgresStore::forget() {
  heads_.clear();
  blocks_.clear();
  open_blocks_.clear();
  box_sizes_.clear();
  recent_.clear();
}

std::int64_t PostgresStore::create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                                           Snapshot snapshot) {
  check_first_rows(row, rows, snapshot);
  forget();
  // Its number follows from the others: one server at a time holds the house and creates machines.
  row.machine = ask("SELECT coalesce(max(machine), 0) + 1 FROM machine").number(0, 0);
  const std::string number = std::to_string(row.machine);
  const auto house = fences_.find(0);
  const std::string fence = std::to_string(house == fences_.end() ? 0 : house->second);
  std::vector<PostgresStatement> statements;
  statements.push_back(
      {"SELECT 1 / (SELECT count(*) FROM (SELECT FROM head WHERE machine = 0 AND fence = $1::bigint "
       "FOR UPDATE) held)",
       {fence}});
  statements.push_back(
      {"INSERT INTO machine(machine, name, title, maker, story, colour, game, seat, rule, convention, "
       "created_ms) VALUES ($1::int, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::bigint)",
       {number, row.name, row.title, row.maker, row.story, row.colour, row.game, row.seat, row.rule,
        row.convention, std::to_string(row.created_ms)}});
  statements.push_back(
      {"INSERT INTO head(machine, holder, fence, expires) SELECT $1::int, holder, 1, expires FROM head "
       "WHERE machine = 0",
       {number}});
  std::vector<MadeBox> all;
  for (std::uint32_t at = 0; at < boxes.boxes().size(); ++at) {
    all.push_back({row.machine, at, &boxes.boxes()[at], 0});
    box_sizes_[row.machine].push_back(boxes.boxes()[at].beads.size());
  }
  for (PostgresStatement& statement : box_statements(row.machine, all, false))
    statements.push_back(std::move(statement));
  Head head;
  head.fence = 1;
  std::vector<const LogRow*> log;
  for (LogRow& log_row : rows) {
    log_row.machine = row.machine;
    log.push_back(&log_row);
  }
  statements.push_back(append_statement(log, head, holder_));
  snapshot.machine = row.machine;
  box_sizes_.try_emplace(row.machine);
  statements.push_back(snapshot_statement(snapshot));
  try {
    write(statements);
  } catch (const PostgresFailure& failure) {
    forget();
    if (failure.is("23505"))
      throw Error(connection_.name() + ": there is a machine of the name " + row.name, ErrorKind::conflict);
    if (failure.is(kHeadMoved))
      throw Held(connection_.name() + ": another server has taken over this house", "another server");
    throw;
  }
  fences_[row.machine] = 1;
  index_blocks(row.machine, head.seq);
  return row.machine;
}

}  // namespace menagerie::store
