// Opening a museum on PostgreSQL, and reading its log.
#include "server/store/postgres_store.hpp"

#include "server/store/last_before.hpp"
#include "server/store/table_rows.hpp"

#include <algorithm>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 20'000ms;
constexpr std::size_t kRowsAtOnce = 2000;

std::string limit_text(std::size_t limit) {
  return std::to_string(std::min<std::size_t>(limit, static_cast<std::size_t>(INT64_MAX)));
}

/// A row of an answer, as table_rows.hpp reads it.
struct TableRow {
  const PostgresResult& result;
  int at;
  std::int64_t number(int column) const { return result.number(at, column); }
  std::string_view text(int column) const { return result.text(at, column); }
  bool flag(int column) const { return result.flag(at, column); }
};

template <typename Each>
void for_each(const PostgresResult& result, Each each) {
  for (int at = 0; at < result.rows(); ++at) each(TableRow{result, at});
}

std::string seq_text(std::uint64_t seq) { return std::to_string(std::min(seq, kSeqMax)); }

}  // namespace

PostgresStore::PostgresStore(const std::string& url, Mode mode)
    : url_(url), mode_(mode), connection_(url, kPatience) {
  prepare_schema(connection_, mode);
  connection_.check_when_open([mode](PostgresConnection& connection) {
    require_schema(connection);
    if (mode == Mode::write) require_primary(connection);
  });
}

PostgresResult PostgresStore::ask(const std::string& sql, Values values) {
  const PostgresStatement statement{sql, std::move(values)};
  return read([&] { return connection_.run(statement); });
}

std::vector<MachineRow> PostgresStore::machines() {
  std::vector<MachineRow> rows;
  for_each(ask("SELECT " + kMachineColumns + " FROM machine ORDER BY machine"),
           [&](const TableRow& row) { rows.push_back(machine_of(row)); });
  return rows;
}

std::optional<std::string> PostgresStore::check_boxes(std::int64_t machine, const BoxSet& boxes) {
  std::vector<BeadName> stored;
  for_each(ask(kBeadNames + "WHERE machine = $1::int ORDER BY number, bead", {std::to_string(machine)}),
           [&](const TableRow& row) { stored.push_back(bead_name_of(row)); });
  return name_fault(stored, boxes);
}

std::vector<Box> PostgresStore::made_boxes(std::int64_t machine) {
  std::vector<Box> boxes;
  for_each(ask(kMadeBeads + "WHERE machine = $1::int ORDER BY number, bead", {std::to_string(machine)}),
           [&](const TableRow& row) { add_made_bead(row, boxes); });
  return boxes;
}

std::optional<Snapshot> PostgresStore::snapshot_at(std::int64_t machine, std::uint64_t seq) {
  std::optional<Snapshot> snapshot;
  for_each(ask("SELECT " + kSnapshotColumns +
                   " FROM beads WHERE machine = $1::int AND seq <= $2::bigint ORDER BY seq DESC LIMIT 1",
               {std::to_string(machine), seq_text(seq)}),
           [&](const TableRow& row) { snapshot = snapshot_of(row, machine, connection_.name()); });
  return snapshot;
}

std::vector<std::uint64_t> PostgresStore::snapshot_seqs(std::int64_t machine) {
  std::vector<std::uint64_t> seqs;
  for_each(ask("SELECT seq FROM beads WHERE machine = $1::int ORDER BY seq", {std::to_string(machine)}),
           [&](const TableRow& row) { seqs.push_back(static_cast<std::uint64_t>(row.number(0))); });
  return seqs;
}

std::vector<LogRow> PostgresStore::rows_of(const std::string& rest, Values values, RowPart part) {
  const auto result = ask("SELECT " + row_columns(part) + " FROM log " + rest, std::move(values));
  std::vector<LogRow> rows;
  LogRow row;
  for (int at = 0; at < result.rows(); ++at) {
    read_row(result, at, part, row);
    rows.push_back(row);
  }
  return rows;
}

/// In short reads: rows are only ever appended, so that one after another they are what one read would be.
void PostgresStore::each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                               const std::function<void(const LogRow&)>& each) {
  LogRow row;
  while (limit > 0) {
    const std::size_t most = std::min(limit, kRowsAtOnce);
    const auto result =
        ask("SELECT " + row_columns(part) +
                " FROM log WHERE machine = $1::int AND seq > $2::bigint ORDER BY seq LIMIT $3::int",
            {std::to_string(machine), seq_text(after), std::to_string(most)});
    for (int at = 0; at < result.rows(); ++at) {
      read_row(result, at, part, row);
      after = row.seq;
      each(row);
    }
    if (static_cast<std::size_t>(result.rows()) < most) return;
    limit -= most;
  }
}

std::vector<LogRow> PostgresStore::episodes_before(std::int64_t machine, std::uint64_t before,
                                                   std::size_t limit) {
  return rows_of(
      "WHERE machine = $1::int AND seq < $2::bigint AND kind = 'episode' ORDER BY seq DESC LIMIT "
      "$3::bigint",
      {std::to_string(machine), seq_text(before), limit_text(limit)});
}

std::optional<LogRow> PostgresStore::find_episode(const Id& id) {
  std::vector<LogRow> rows = rows_of("WHERE id = $1::uuid", {id.text()});
  return rows.empty() ? std::nullopt : std::optional(std::move(rows.front()));
}

std::vector<LogRow> PostgresStore::acts(std::int64_t machine) {
  return rows_of("WHERE machine = $1::int AND kind <> 'episode' ORDER BY seq", {std::to_string(machine)},
                 RowPart::but_changes);
}

std::uint64_t PostgresStore::last_before(std::int64_t machine, std::int64_t time_ms) {
  const std::string number = std::to_string(machine);
  const auto newest = ask("SELECT max(seq) FROM log WHERE machine = $1::int", {number});
  const auto is_before = [&](std::uint64_t seq) {
    const auto time = ask("SELECT time_ms FROM log WHERE machine = $1::int AND seq = $2::bigint",
                          {number, std::to_string(seq)});
    return time.rows() > 0 && time.number(0, 0) < time_ms;
  };
  const auto first_of_run = [&](std::uint64_t seq) {
    const auto first =
        ask("SELECT seq FROM log WHERE machine = $1::int AND seq <= $2::bigint AND clock_back "
            "ORDER BY seq DESC LIMIT 1",
            {number, std::to_string(seq)});
    return first.rows() > 0 ? first.count(0, 0) : std::uint64_t{1};
  };
  return last_before_time(newest.count(0, 0), is_before, first_of_run);
}

std::unique_ptr<MachineFile> PostgresStore::copy_machine(std::int64_t machine, const std::string& path) {
  return postgres_machine_file(url_, machine, path);
}

bool is_postgres(std::string_view where) {
  const std::size_t mark = where.find_first_of("=/");
  const bool has_settings = mark != std::string_view::npos && where[mark] == '=';
  return has_settings || where.starts_with("postgresql://") || where.starts_with("postgres://");
}

std::unique_ptr<Store> open_postgres(const std::string& url, Mode mode) {
  return std::make_unique<PostgresStore>(url, mode);
}

}  // namespace menagerie::store
