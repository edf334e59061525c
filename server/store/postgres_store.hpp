// The Store on PostgreSQL. Every server has one that writes; they take turns (postgres_turns.cpp). Private to
// store/.
#pragma once

#include "server/store/index_health.hpp"
#include "server/store/open_blocks.hpp"
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/postgres_rows.hpp"
#include "server/store/recent_ids.hpp"
#include "server/store/store.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace menagerie::store {

class PostgresStore : public Store {
 public:
  PostgresStore(const std::string& url, Mode mode);

  bool is_shared() const override { return mode_ == Mode::write; }
  News look(std::span<const Place> known) override;
  News begin_turn(std::span<const Place> known) override;
  void end_turn() noexcept override;
  void ring(const std::string& text) override;
  std::vector<MachineRow> machines() override;
  std::int64_t create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                              Snapshot snapshot) override;
  std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) override;
  std::vector<Box> made_boxes(std::int64_t machine) override;
  std::vector<Id> append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                         std::span<const Snapshot> snapshots) override;
  std::optional<Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) override;
  std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) override;
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                  const std::function<void(const LogRow&)>& each) override;
  std::vector<LogRow> episodes_before(std::int64_t machine, std::uint64_t before, std::size_t limit) override;
  std::optional<LogRow> find_episode(const Id& id) override;
  std::optional<Place> place_of_episode(const Id& id) override;
  std::vector<LogRow> acts(std::int64_t machine) override;
  std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) override;
  std::vector<Place> episodes_of_visit(const Id& visit) override;
  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit) override;
  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) override;
  std::unique_ptr<MachineFile> copy_machine(std::int64_t machine, const std::string& path) override;

 private:
  using Values = std::vector<std::optional<std::string>>;
  /// Does what only reads; outside of a turn once more, on a new connection, where the old one is found
  /// broken, as after a restart of the database.
  template <typename What>
  auto read(What what) {
    for (bool again = in_turn_;; again = true) {
      try {
        return what();
      } catch (const PostgresFailure& failure) {
        if (!failure.lost) throw;
        if (again) throw Error(failure.what(), ErrorKind::transient);  // nothing was changed
      }
    }
  }
  PostgresResult ask(const std::string& sql, Values values = {});
  std::vector<LogRow> rows_of(const std::string& rest, Values values, RowPart part = RowPart::whole);

  // postgres_turns.cpp
  Heads known_ends(std::span<const Place> known) const;
  static std::vector<Place> read_from(const Heads& ends);
  News take_news(Heads ends, const Heads& heads, const PostgresResult* rows);
  std::vector<LogRow> linked_rows(Heads& ends, const PostgresResult& rows) const;

  /// The end of a log; outside of a turn as the database has it now.
  Head end_of(std::int64_t machine);
  /// Runs a write, with the end of the turn. Without a turn it is repeated after a conflict with another
  /// transaction.
  void write(std::vector<PostgresStatement> statements);
  /// The statements of a batch's rows, machine by machine; `ends` become those behind them. Throws
  /// ErrorKind::conflict where a seq is not its machine's next.
  std::vector<PostgresStatement> row_statements(std::span<const LogRow> rows, Heads& ends);
  std::vector<PostgresStatement> box_statements_of(std::span<const MadeBox> made);
  PostgresStatement snapshot_statement(const Snapshot& snapshot);
  std::vector<PostgresStatement> first_statements(const MachineRow& row, const BoxSet& boxes,
                                                  std::vector<LogRow>& rows, Snapshot snapshot, Head& end);
  std::vector<Id> ids_in_log(std::span<const LogRow> rows);
  void committed(std::span<const LogRow> rows, const Heads& ends);
  /// Their ids are in the log.
  void remember(std::span<const LogRow> rows);
  /// The blocks which these rows make full, where that needs no look at older rows.
  std::vector<BoxBlock> filled_blocks(std::span<const LogRow> rows);
  static PostgresStatement block_statement(const BoxBlock& block);
  /// Indexes the blocks that are full once `seq` is in the log and are not yet.
  void index_blocks(std::int64_t machine, std::uint64_t seq);
  void insert_blocks(std::int64_t machine, std::uint64_t full);
  /// How many beads each box of a machine has.
  std::vector<std::size_t>& box_sizes(std::int64_t machine);
  void forget();  // all but the logs' ends

  std::string url_;
  Mode mode_;
  PostgresConnection connection_;
  bool in_turn_ = false;
  Heads ends_;  // of the store that writes: the logs' ends as it has read or written them
  std::map<std::int64_t, std::vector<std::size_t>> box_sizes_;
  std::map<std::int64_t, std::uint64_t> blocks_;  // by machine: the first block that may not be indexed
  OpenBlocks open_blocks_;
  std::set<std::int64_t> not_indexed_;  // machines with blocks that could not be
  IndexHealth index_health_;
  RecentIds recent_;
};

/// Brings the tables up to date (Mode::write), or throws Error where they are not of this program's version.
void prepare_schema(PostgresConnection& connection, Mode mode);

/// Throws Error where the tables are not of this program's version; `name` is the database's.
void require_schema(PostgresConnection& connection);
void refuse_other_schema(const std::string& name, int version);
/// Throws for as long as this database follows another one: it takes nothing, and may not have all rows yet.
void require_primary(PostgresConnection& connection);

/// The statements that insert these boxes; `made`: with the beads that they started with.
std::vector<PostgresStatement> box_statements(std::int64_t machine, std::span<const MadeBox> boxes,
                                              bool made);

/// As `export.sqlite` has it: one machine's record, read from `url` into a SQLite file.
std::unique_ptr<MachineFile> postgres_machine_file(const std::string& url, std::int64_t machine,
                                                   const std::string& path);

}  // namespace menagerie::store
