// One machine's record, copied from PostgreSQL into a SQLite file with the tables of a museum.
#include "server/store/postgres_store.hpp"
#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_machine_file.hpp"
#include "server/store/sqlite_rows.hpp"

#include <filesystem>

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr int kRowsCopied = 4000;

/// A table that is copied whole, with the columns that both databases have.
struct Table {
  const char* name;
  const char* columns;
  const char* where;  ///< `$2`: the boxes, `$3`: the log rows that there were when the copy began
  int count;          ///< of columns
};
constexpr Table kTables[] = {
    {"machine", "machine, name, title, maker, story, colour, game, seat, rule, convention, created_ms",
     "$2::bigint >= 0 AND $3::bigint >= 0", 11},
    {"box", "machine, number, box, turn", "number <= $2::bigint AND $3::bigint >= 0", 4},
    {"bead", "machine, number, bead, move, orbit, start", "number <= $2::bigint AND $3::bigint >= 0", 6},
    {"beads",
     "machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, era_wins, era_draws, "
     "era_losses, counts, frozen, dry_seq, dry_ms",
     "$2::bigint >= 0 AND seq <= $3::bigint", 17},
};

std::string parameters(int count) {
  std::string text = "?";
  for (int i = 1; i < count; ++i) text += ",?";
  return text;
}

class PostgresMachineFile : public MachineFileInMaking {
 public:
  PostgresMachineFile(const std::string& url, std::int64_t machine, std::string path, bool temporary)
      : MachineFileInMaking(machine, std::move(path), temporary), connection_(url, 20s) {}

 private:
  void begin(SQLite::Database& file) override {
    migrate(file);
    file.exec("PRAGMA application_id = " + std::to_string(kMachineFileId));
    const std::string machine = std::to_string(machine_);
    // In one statement: as they were in one moment. What is read after it, only up to there.
    const auto moment = connection_.run(
        "SELECT (SELECT count(*) FROM box WHERE machine = $1::int), seq FROM head WHERE machine = $1::int",
        {machine});
    if (moment.rows() == 0)
      throw Error(connection_.name() + ": there is no machine of the number " + machine, ErrorKind::conflict);
    last_ = moment.count(0, 1);
    SQLite::Transaction all(file);
    for (const Table& table : kTables) {
      const auto rows = connection_.run(std::string("SELECT ") + table.columns + " FROM " + table.name +
                                            " WHERE machine = $1::int AND " + table.where + " ORDER BY 1, 2",
                                        {machine, std::string(moment.text(0, 0)), std::to_string(last_)});
      SQLite::Statement insert(file, std::string("INSERT INTO ") + table.name + "(" + table.columns +
                                         ") VALUES(" + parameters(table.count) + ")");
      for (int row = 0; row < rows.rows(); ++row) {
        insert.reset();
        for (int column = 0; column < table.count; ++column) bind(insert, column + 1, rows, row, column);
        insert.exec();
      }
    }
    all.commit();
  }

  /// SQLite's columns make numbers of texts themselves; only truth values have other words.
  static void bind(SQLite::Statement& insert, int at, const PostgresResult& rows, int row, int column) {
    if (rows.is_null(row, column)) return insert.bind(at);
    const std::string_view text = rows.text(row, column);
    if (rows.is_boolean(column)) return insert.bind(at, text == "t" ? 1 : 0);
    insert.bind(at, std::string(text));
  }

  void copy_rows(SQLite::Database& file) override {
    const auto rows = connection_.run(
        "SELECT seq, kind, era, time_ms, changes, id, visit, started_ms, seat, opponent, moves, trace, "
        "outcome, reason, detail, clock_back FROM log "
        "WHERE machine = $1::int AND seq > $2::bigint AND seq <= $3::bigint ORDER BY seq LIMIT $4::int",
        {std::to_string(machine_), std::to_string(at_), std::to_string(last_), std::to_string(kRowsCopied)});
    SQLite::Transaction all(file);
    SQLite::Statement insert(
        file, "INSERT INTO log(" + std::string(kRowColumns) + ") VALUES(" + parameters(16) + ")");
    for (int row = 0; row < rows.rows(); ++row) {
      insert.reset();
      at_ = rows.count(row, 0);
      insert.bind(1, row_key(machine_, at_));
      for (int column = 1; column < 16; ++column) {
        if ((column == 5 || column == 6) && !rows.is_null(row, column)) {
          const Id id = Id::parse(rows.text(row, column)).value_or(Id{});
          insert.bind(column + 1, id.bytes.data(), static_cast<int>(id.bytes.size()));
        } else {
          bind(insert, column + 1, rows, row, column);
        }
      }
      insert.exec();
    }
    all.commit();
    if (rows.rows() == 0) at_ = last_;  // the log has a gap; verify names it
  }

  PostgresConnection connection_;
};

}  // namespace

std::unique_ptr<MachineFile> postgres_machine_file(const std::string& url, std::int64_t machine,
                                                   const std::string& path) {
  if (!path.empty()) return std::make_unique<PostgresMachineFile>(url, machine, path, false);
  const std::string folder = std::filesystem::temp_directory_path().string();
  return std::make_unique<PostgresMachineFile>(url, machine, temporary_file(folder), true);
}

}  // namespace menagerie::store
