// Opening a museum on PostgreSQL, and reading its log.
#include "server/store/postgres_store.hpp"

#include "server/store/last_before.hpp"
#include "server/store/number_lists.hpp"
#include "server/store/row_text.hpp"

#include <algorithm>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 20'000ms;
constexpr std::size_t kRowsAtOnce = 2000;

std::string limit_text(std::size_t limit) {
  return std::to_string(std::min<std::size_t>(limit, static_cast<std::size_t>(INT64_MAX)));
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
  const auto result =
      ask("SELECT machine, name, title, maker, story, colour, game, seat, rule, convention, created_ms "
          "FROM machine ORDER BY machine");
  std::vector<MachineRow> rows;
  for (int at = 0; at < result.rows(); ++at) {
    const auto text = [&](int column) { return std::string(result.text(at, column)); };
    rows.push_back({result.number(at, 0), text(1), text(2), text(3), text(4), text(5), text(6), text(7),
                    text(8), text(9), result.number(at, 10)});
  }
  return rows;
}

std::optional<std::string> PostgresStore::check_boxes(std::int64_t machine, const BoxSet& boxes) {
  const auto result =
      ask("SELECT number, bead, box, move FROM bead JOIN box USING (machine, number) WHERE machine = $1::int "
          "ORDER BY number, bead",
          {std::to_string(machine)});
  int at = 0;
  for (std::size_t number = 1; number <= boxes.boxes().size(); ++number) {
    const Box& box = boxes.boxes()[number - 1];
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead, ++at) {
      const bool same = at < result.rows() && result.count(at, 0) == number && result.count(at, 1) == bead &&
                        result.text(at, 2) == box.text && result.text(at, 3) == box.beads[bead].move;
      if (!same)
        return "the stored names of boxes and beads are not this version's: box " + std::to_string(number) +
               ", " + box.text + ", bead " + box.beads[bead].move;
    }
  }
  if (at < result.rows()) return "there are more boxes or beads in the store than this version knows";
  return std::nullopt;
}

std::vector<Box> PostgresStore::made_boxes(std::int64_t machine) {
  const auto result =
      ask("SELECT number, turn, box, move, orbit FROM box JOIN bead USING (machine, number) WHERE machine = "
          "$1::int ORDER BY number, bead",
          {std::to_string(machine)});
  std::vector<Box> boxes;
  for (int at = 0; at < result.rows(); ++at) {
    if (result.count(at, 0) > boxes.size())
      boxes.push_back(
          {kNone, std::string(result.text(at, 2)), static_cast<int>(result.number(at, 1)), 0, {}});
    boxes.back().beads.push_back({std::string(result.text(at, 3)), words(result.text(at, 4))});
  }
  return boxes;
}

std::optional<Snapshot> PostgresStore::snapshot_at(std::int64_t machine, std::uint64_t seq) {
  const auto result = ask(
      "SELECT seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, era_wins, era_draws, "
      "era_losses, counts, frozen, dry_seq, dry_ms FROM beads WHERE machine = $1::int AND seq <= $2::bigint "
      "ORDER BY seq DESC LIMIT 1",
      {std::to_string(machine), seq_text(seq)});
  if (result.rows() == 0) return std::nullopt;
  const auto number = [&](int column) { return result.count(0, column); };
  Snapshot snapshot;
  snapshot.machine = machine;
  snapshot.seq = number(0);
  snapshot.era = static_cast<std::uint32_t>(number(1));
  snapshot.era_seq = number(2);
  snapshot.time_ms = result.number(0, 3);
  snapshot.tally = {number(4), number(5), number(6), number(7)};
  snapshot.era_tally = {number(8), number(9), number(10), number(11)};
  snapshot.beads =
      parse_counts(result.text(0, 12), connection_.name() + ": beads of machine " + std::to_string(machine) +
                                           " at seq " + std::to_string(snapshot.seq));
  snapshot.frozen = result.flag(0, 13);
  snapshot.dry_seq = number(14);
  snapshot.dry_ms = result.number(0, 15);
  return snapshot;
}

std::vector<std::uint64_t> PostgresStore::snapshot_seqs(std::int64_t machine) {
  const auto result =
      ask("SELECT seq FROM beads WHERE machine = $1::int ORDER BY seq", {std::to_string(machine)});
  std::vector<std::uint64_t> seqs;
  for (int at = 0; at < result.rows(); ++at) seqs.push_back(result.count(at, 0));
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

std::vector<LogRow> PostgresStore::log_after(std::int64_t machine, std::uint64_t after, std::size_t limit) {
  std::vector<LogRow> rows;
  each_after(machine, after, limit, RowPart::whole, [&](const LogRow& row) { rows.push_back(row); });
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
