// The Store on SQLite: WAL, synchronous=FULL, one transaction a batch.
#include "server/store/number_lists.hpp"
#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_index.hpp"
#include "server/store/sqlite_machine_file.hpp"
#include "server/store/sqlite_rows.hpp"
#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <array>
#include <filesystem>
#include <map>
#include <type_traits>

namespace menagerie::store {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

class SqliteStore : public Store {
 public:
  SqliteStore(const std::string& folder, Mode mode)
      : folder_(folder), path_(database_path(folder)), index_(folder + "/index.db") {
    if (mode == Mode::write) {
      lock_ = std::make_unique<FolderLock>(folder);
      remove_machine_files(folder);
    } else if (!std::filesystem::exists(path_)) {
      throw Error(path_ + ": there is no such file; is --data the folder of a house?");
    }
    db_ = guarded(path_,
                  [&] { return mode == Mode::write ? open_for_writing(path_) : open_for_reading(path_); });
    if (mode == Mode::write)
      guarded(folder + "/index.db", [&] {
        indexer_ = std::make_unique<Indexer>(folder);
        index_.open();  // now, so that it is not another file's later
      });
  }
  /// A database that stands alone, for reading.
  explicit SqliteStore(const std::string& path) : path_(path), index_("") {
    db_ = guarded(path_, [&] { return open_alone(path_); });
  }

  std::vector<MachineRow> machines() override {
    return guarded(path_, [&] {
      std::vector<MachineRow> rows;
      SQLite::Statement query(
          *db_,
          "SELECT machine, name, title, maker, story, colour, game, seat, rule, convention, "
          "created_ms FROM machine ORDER BY machine");
      while (query.executeStep()) {
        const auto text = [&](int column) { return query.getColumn(column).getString(); };
        rows.push_back({query.getColumn(0).getInt64(), text(1), text(2), text(3), text(4), text(5), text(6),
                        text(7), text(8), text(9), query.getColumn(10).getInt64()});
      }
      return rows;
    });
  }

  std::int64_t put_up(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                      Snapshot snapshot) override {
    return guarded(path_, [&] {
      box_sizes_.clear();  // a machine that could not be put up has given its number back
      SQLite::Transaction transaction(*db_, SQLite::TransactionBehavior::IMMEDIATE);
      SQLite::Statement insert(
          *db_,
          "INSERT INTO machine(name, title, maker, story, colour, game, seat, rule, convention, "
          "created_ms) VALUES(?,?,?,?,?,?,?,?,?,?)");
      int at = 0;
      for (const std::string* text : {&row.name, &row.title, &row.maker, &row.story, &row.colour, &row.game,
                                      &row.seat, &row.rule, &row.convention}) {
        insert.bind(++at, *text);
      }
      insert.bind(++at, row.created_ms);
      insert.exec();
      const std::int64_t machine = db_->getLastInsertRowid();
      insert_boxes(machine, boxes);
      snapshot.machine = machine;
      for (LogRow& log_row : rows) {
        log_row.machine = machine;
        insert_row(log_row);
      }
      insert_snapshot(snapshot);
      transaction.commit();
      if (indexer_) indexer_->add(rows);
      return machine;
    });
  }

  std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) override {
    return guarded(path_, [&]() -> std::optional<std::string> {
      SQLite::Statement query(*db_,
                              "SELECT number, bead, box, move FROM bead JOIN box USING (machine, number) "
                              "WHERE machine = ? ORDER BY number, bead");
      query.bind(1, machine);
      for (std::size_t number = 1; number <= boxes.boxes().size(); ++number) {
        const Box& box = boxes.boxes()[number - 1];
        for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
          const bool same = query.executeStep() &&
                            query.getColumn(0).getInt64() == static_cast<std::int64_t>(number) &&
                            query.getColumn(1).getInt64() == static_cast<std::int64_t>(bead) &&
                            query.getColumn(2).getString() == box.text &&
                            query.getColumn(3).getString() == box.beads[bead].move;
          if (!same) {
            return "the stored names of boxes and beads are not this version's: box " +
                   std::to_string(number) + ", " + box.text + ", bead " + box.beads[bead].move;
          }
        }
      }
      if (query.executeStep()) return "there are more boxes or beads in the store than this version knows";
      return std::nullopt;
    });
  }

  std::vector<Box> made_boxes(std::int64_t machine) override {
    return guarded(path_, [&] {
      std::vector<Box> boxes;
      SQLite::Statement query(*db_,
                              "SELECT number, turn, box, move, orbit FROM box JOIN bead USING (machine, "
                              "number) WHERE machine = ? ORDER BY number, bead");
      query.bind(1, machine);
      while (query.executeStep()) {
        const auto number = static_cast<std::size_t>(query.getColumn(0).getInt64());
        if (number > boxes.size()) boxes.push_back({kNone, query.getColumn(2), query.getColumn(1), 0, {}});
        boxes.back().beads.push_back({query.getColumn(3), words(query.getColumn(4).getString())});
      }
      return boxes;
    });
  }

  void append(std::span<const LogRow> rows, std::span<const MadeBox> made,
              std::span<const Snapshot> snapshots) override {
    guarded(path_, [&] {
      // SQLite::Transaction would parse its two statements once a batch.
      prepared(begin_, [] { return "BEGIN IMMEDIATE"; }).exec();
      try {
        for (const MadeBox& it : made) insert_box(it.machine, it.number, *it.box, it.start);
        for (const LogRow& row : rows) insert_row(row);
        for (const Snapshot& snapshot : snapshots) insert_snapshot(snapshot);
        prepared(commit_, [] { return "COMMIT"; }).exec();
      } catch (...) {
        roll_back();
        box_sizes_.clear();
        throw;
      }
      if (indexer_) indexer_->add(rows);
    });
  }

  std::optional<Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) override {
    return guarded(path_, [&]() -> std::optional<Snapshot> {
      SQLite::Statement query(
          *db_,
          "SELECT machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, era_episodes, "
          "era_wins, era_draws, era_losses, counts, frozen, dry_seq, dry_ms FROM beads WHERE machine = ? AND "
          "seq <= ? "
          "ORDER BY seq DESC LIMIT 1");
      query.bind(1, machine);
      query.bind(2, static_cast<std::int64_t>(std::min(seq, kSeqMax)));
      if (!query.executeStep()) return std::nullopt;
      const auto number = [&](int column) {
        return static_cast<std::uint64_t>(query.getColumn(column).getInt64());
      };
      Snapshot snapshot;
      snapshot.machine = machine;
      snapshot.seq = number(1);
      snapshot.era = static_cast<std::uint32_t>(number(2));
      snapshot.era_seq = number(3);
      snapshot.time_ms = query.getColumn(4).getInt64();
      snapshot.tally = {number(5), number(6), number(7), number(8)};
      snapshot.era_tally = {number(9), number(10), number(11), number(12)};
      snapshot.beads = parse_counts(query.getColumn(13).getText(), path_ + ": beads of machine " +
                                                                       std::to_string(machine) + " at seq " +
                                                                       std::to_string(snapshot.seq));
      snapshot.frozen = query.getColumn(14).getInt() != 0;
      snapshot.dry_seq = number(15);
      snapshot.dry_ms = query.getColumn(16).getInt64();
      return snapshot;
    });
  }

  std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) override {
    return guarded(path_, [&] {
      std::vector<std::uint64_t> seqs;
      SQLite::Statement query(*db_, "SELECT seq FROM beads WHERE machine = ? ORDER BY seq");
      query.bind(1, machine);
      while (query.executeStep()) seqs.push_back(static_cast<std::uint64_t>(query.getColumn(0).getInt64()));
      return seqs;
    });
  }

  std::vector<LogRow> log_after(std::int64_t machine, std::uint64_t after, std::size_t limit) override {
    std::vector<LogRow> rows;
    each_after(machine, after, limit, RowPart::whole, [&](const LogRow& row) { rows.push_back(row); });
    return rows;
  }

  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                  const std::function<void(const LogRow&)>& each) override {
    row_query(after_[static_cast<std::size_t>(part)], part, "WHERE row > ? AND row < ? ORDER BY row LIMIT ?")
        .run(row_key(machine, after), row_key(machine + 1, 0), limit, each);
  }

  std::vector<LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                      std::size_t limit) override {
    std::vector<LogRow> rows;
    row_query(episodes_before_, RowPart::whole,
              "WHERE row > ? AND row < ? AND kind = 'episode' ORDER BY row DESC LIMIT ?")
        .run(row_key(machine, 0), row_key(machine, before), limit,
             [&](const LogRow& row) { rows.push_back(row); });
    return rows;
  }

  std::optional<LogRow> find_episode(const Id& id) override {
    return by_index([&]() -> std::optional<LogRow> {
      const std::optional<Place> place = find_place(id);
      if (!place) return std::nullopt;
      std::vector<LogRow> rows = log_after(place->machine, place->seq - 1, 1);
      if (rows.empty() || rows.front().id != id)
        throw IndexBroken("index.db names another row for episode " + id.text());
      return std::move(rows.front());
    });
  }

  std::vector<LogRow> acts(std::int64_t machine) override {
    std::vector<LogRow> rows;
    row_query(acts_, RowPart::but_changes,
              "INDEXED BY log_acts WHERE row > ? AND row < ? AND kind <> 'episode' ORDER BY row LIMIT ?")
        .run(row_key(machine, 0), row_key(machine + 1, 0), SIZE_MAX,
             [&](const LogRow& row) { rows.push_back(row); });
    return rows;
  }

  std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) override {
    return guarded(path_, [&] {
      SQLite::Statement newest(*db_, "SELECT max(row) FROM log WHERE row > ? AND row < ?");
      newest.bind(1, row_key(machine, 0));
      newest.bind(2, row_key(machine + 1, 0));
      if (!newest.executeStep() || newest.getColumn(0).isNull()) return std::uint64_t{0};
      SQLite::Statement time(*db_, "SELECT time_ms FROM log WHERE row = ?");
      std::uint64_t low = 0, high = place_of(newest.getColumn(0).getInt64()).seq;
      while (low < high) {  // seqs have no gap, and times never decrease
        const std::uint64_t middle = low + (high - low + 1) / 2;
        time.reset();
        time.bind(1, row_key(machine, middle));
        if (time.executeStep() && time.getColumn(0).getInt64() < time_ms) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return low;
    });
  }

  std::vector<Place> episodes_of_visit(const Id& visit) override {
    return by_index([&] {
      const auto through = index_.through();
      std::vector<Place> places = index_.episodes_of_visit(visit);
      std::map<std::int64_t, std::uint64_t> last;
      for (const Place& place : places) last[place.machine] = place.seq;
      each_tail(through, "visit = ?", visit, [&](const Place& place) {
        if (place.seq > last[place.machine]) places.push_back(place);
        return true;
      });
      std::ranges::sort(places, {}, [](const Place& place) { return std::pair(place.machine, place.seq); });
      return places;
    });
  }

  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit) override {
    return by_index([&] {
      auto through = index_.through();
      std::vector<std::uint64_t> seqs = index_.changes_of_box(machine, number, after, limit);
      const std::uint64_t from = std::max({through[machine], after, seqs.empty() ? 0 : seqs.back()});
      if (seqs.size() >= limit) return seqs;
      SQLite::Statement tail(*db_,
                             "SELECT row FROM log WHERE row > ? AND row < ? AND instr(changes, ?) > 0 "
                             "ORDER BY row LIMIT ?");
      tail.bind(1, row_key(machine, from));
      tail.bind(2, row_key(machine + 1, 0));
      tail.bind(3, "[" + std::to_string(number + 1) + ",");
      tail.bind(4, static_cast<std::int64_t>(limit - seqs.size()));
      while (tail.executeStep()) seqs.push_back(place_of(tail.getColumn(0).getInt64()).seq);
      return seqs;
    });
  }

  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) override {
    return by_index([&] {
      auto through = index_.through();
      std::vector<std::uint64_t> seqs = index_.first_changes(machine, after);
      SQLite::Statement tail(*db_, "SELECT row, changes FROM log WHERE row > ? AND row < ? ORDER BY row");
      tail.bind(1, row_key(machine, std::max(through[machine], after)));
      tail.bind(2, row_key(machine + 1, 0));
      while (tail.executeStep()) {
        const std::uint64_t seq = place_of(tail.getColumn(0).getInt64()).seq;
        for (const BeadChange& change : parse_changes(tail.getColumn(1).getText(), path_)) {
          if (change.box >= seqs.size()) seqs.resize(change.box + std::size_t{1});
          if (seqs[change.box] == 0) seqs[change.box] = seq;
        }
      }
      return seqs;
    });
  }

  std::unique_ptr<MachineFile> copy_machine(std::int64_t machine, const std::string& path) override {
    return path.empty() ? temporary_machine_file(folder_, machine) : machine_file(path_, machine, path);
  }

 private:
  using Prepared = std::unique_ptr<SQLite::Statement>;

  void roll_back() noexcept {
    try {
      db_->exec("ROLLBACK");
    } catch (const SQLite::Exception&) {  // SQLite has rolled back by itself, as it does on a full disk
    }
  }

  /// `sql` makes the text where the statement is not there yet.
  template <typename Sql>
  SQLite::Statement& prepared(Prepared& slot, Sql sql) {
    if (!slot) {
      slot = std::make_unique<SQLite::Statement>(*db_, sql());
    } else {
      slot->tryReset();  // what it says is how it ended last time
    }
    return *slot;
  }

  void insert_boxes(std::int64_t machine, const BoxSet& boxes) {
    for (std::uint32_t number = 0; number < boxes.boxes().size(); ++number)
      insert_box(machine, number, boxes.boxes()[number], std::nullopt);
  }

  /// `start` only for a box that was not there from the beginning.
  void insert_box(std::int64_t machine, std::uint32_t number, const Box& box,
                  std::optional<std::int64_t> start) {
    SQLite::Statement& box_insert =
        prepared(insert_box_, [] { return "INSERT INTO box(machine, number, box, turn) VALUES(?,?,?,?)"; });
    box_insert.bind(1, machine);
    box_insert.bind(2, static_cast<std::int64_t>(number) + 1);
    box_insert.bind(3, box.text);
    box_insert.bind(4, box.turn);
    box_insert.exec();
    for (std::size_t bead = 0; bead < box.beads.size(); ++bead) {
      std::string orbit;
      for (const std::string& move : box.beads[bead].orbit) orbit += (orbit.empty() ? "" : " ") + move;
      SQLite::Statement& bead_insert = prepared(insert_bead_, [] {
        return "INSERT INTO bead(machine, number, bead, move, orbit, start) VALUES(?,?,?,?,?,?)";
      });
      bead_insert.bind(1, machine);
      bead_insert.bind(2, static_cast<std::int64_t>(number) + 1);
      bead_insert.bind(3, static_cast<std::int64_t>(bead));
      bead_insert.bind(4, box.beads[bead].move);
      bead_insert.bind(5, orbit);
      if (start) {
        bead_insert.bind(6, *start);
      } else {
        bead_insert.bind(6);
      }
      bead_insert.exec();
    }
    if (const auto sizes = box_sizes_.find(machine); sizes != box_sizes_.end())
      sizes->second.push_back(box.beads.size());
  }

  void insert_row(const LogRow& row) {
    SQLite::Statement& insert = prepared(insert_row_, [] {
      return "INSERT INTO log(" + std::string(kRowColumns) + ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";
    });
    write_changes(row.changes, changes_);
    write_trace(row.trace, trace_);
    // The names are literals: they outlive the statement.
    const auto text = [&](int at, std::string_view value) { insert.bindNoCopy(at, value.data()); };
    insert.bind(1, row_key(row.machine, row.seq));
    text(2, store::to_text(row.kind));
    insert.bind(3, static_cast<std::int64_t>(row.era));
    insert.bind(4, row.time_ms);
    insert.bindNoCopy(5, changes_);
    if (row.kind == Kind::episode) {
      insert.bindNoCopy(6, row.id.bytes.data(), static_cast<int>(row.id.bytes.size()));
      insert.bindNoCopy(7, row.visit.bytes.data(), static_cast<int>(row.visit.bytes.size()));
      insert.bind(8, row.started_ms);
      text(9, to_text(row.seat));
      insert.bindNoCopy(10, row.opponent);
      insert.bindNoCopy(11, row.moves);
      insert.bindNoCopy(12, trace_);
      text(13, to_text(row.outcome));
      text(14, menagerie::to_text(row.reason));
      insert.bind(15);
    } else {
      for (int at = 6; at <= 14; ++at) insert.bind(at);
      insert.bindNoCopy(15, row.detail);
    }
    insert.exec();
  }

  void insert_snapshot(const Snapshot& snapshot) {
    SQLite::Statement& insert = prepared(insert_snapshot_, [] {
      return "INSERT INTO beads(machine, seq, era, era_seq, time_ms, episodes, wins, draws, losses, "
             "era_episodes, era_wins, era_draws, era_losses, counts, frozen, dry_seq, "
             "dry_ms) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,nullif(?,0),nullif(?,0))";
    });
    int at = 0;
    insert.bind(++at, snapshot.machine);
    insert.bind(++at, static_cast<std::int64_t>(snapshot.seq));
    insert.bind(++at, static_cast<std::int64_t>(snapshot.era));
    insert.bind(++at, static_cast<std::int64_t>(snapshot.era_seq));
    insert.bind(++at, snapshot.time_ms);
    for (const Tally* tally : {&snapshot.tally, &snapshot.era_tally}) {
      for (const std::uint64_t count : {tally->episodes, tally->wins, tally->draws, tally->losses}) {
        insert.bind(++at, static_cast<std::int64_t>(count));
      }
    }
    insert.bind(++at, counts_text(snapshot.beads, box_sizes(snapshot.machine)));
    insert.bind(++at, snapshot.frozen ? 1 : 0);
    insert.bind(++at, static_cast<std::int64_t>(snapshot.dry_seq));
    insert.bind(++at, snapshot.dry_ms);
    insert.exec();
  }

  /// How many beads each box of a machine has.
  const std::vector<std::size_t>& box_sizes(std::int64_t machine) {
    std::vector<std::size_t>& sizes = box_sizes_[machine];
    if (sizes.empty()) {
      std::vector<std::size_t> found;  // kept only when it is whole
      SQLite::Statement query(*db_,
                              "SELECT count(*) FROM bead WHERE machine = ? GROUP BY number ORDER BY number");
      query.bind(1, machine);
      while (query.executeStep()) found.push_back(static_cast<std::size_t>(query.getColumn(0).getInt64()));
      sizes = std::move(found);
    }
    return sizes;
  }

  /// What `ask` finds with the index; where that is broken, in the log alone.
  template <typename Ask>
  std::invoke_result_t<Ask&> by_index(Ask ask) {
    return guarded(path_, [&] {
      try {
        return ask();
      } catch (const IndexBroken&) {
        if (indexer_) indexer_->make_anew();
        index_.close();
      }
      struct Without {
        explicit Without(IndexReader& reader) : index(reader) { index.leave_out(true); }
        ~Without() { index.leave_out(false); }
        Without(const Without&) = delete;
        Without& operator=(const Without&) = delete;
        IndexReader& index;
      };
      const Without without(index_);
      return ask();
    });
  }

  RowQuery& row_query(std::unique_ptr<RowQuery>& slot, RowPart part, std::string_view rest) {
    if (!slot) slot = std::make_unique<RowQuery>(*db_, path_, part, rest);
    return *slot;
  }

  std::optional<Place> find_place(const Id& id) {
    if (indexer_) {
      if (const std::uint64_t files = indexer_->files(); files != index_file_) {
        index_.close();
        index_file_ = files;
      }
      const bool behind = indexer_->behind();
      if (const auto place = indexer_->find_waiting(id)) return place;
      // Asked last: what waited may have come in. Where it cannot be asked, it says nothing.
      if (!behind && index_.open()) return index_.find_episode(id);
    }
    const auto through = index_.through();
    std::optional<Place> place = index_.find_episode(id);
    if (place) return place;
    each_tail(through, "id = ?", id, [&](const Place& found) {
      place = found;
      return false;
    });
    return place;
  }

  /// Calls `visit` with the rows that are not in the index yet and fit the condition, until it returns false.
  template <typename Visit>
  void each_tail(const std::map<std::int64_t, std::uint64_t>& through, const std::string& condition,
                 const Id& id, Visit visit) {
    SQLite::Statement machines(*db_, "SELECT machine FROM machine");
    SQLite::Statement tail(
        *db_, "SELECT row FROM log WHERE row > ? AND row < ? AND " + condition + " ORDER BY row");
    while (machines.executeStep()) {
      const std::int64_t machine = machines.getColumn(0).getInt64();
      const auto from = through.find(machine);
      tail.reset();
      tail.bind(1, row_key(machine, from == through.end() ? 0 : from->second));
      tail.bind(2, row_key(machine + 1, 0));
      tail.bind(3, id.bytes.data(), static_cast<int>(id.bytes.size()));
      while (tail.executeStep()) {
        if (!visit(place_of(tail.getColumn(0).getInt64()))) return;
      }
    }
  }

  std::string folder_, path_;
  std::unique_ptr<FolderLock> lock_;
  IndexReader index_;
  std::unique_ptr<SQLite::Database> db_;  // before the statements: they must go first
  std::unique_ptr<Indexer> indexer_;      // of the store that writes
  std::uint64_t index_file_ = 1;          // which of its files index_ has open
  std::map<std::int64_t, std::vector<std::size_t>> box_sizes_;
  std::string changes_, trace_;  // texts of the row being inserted
  Prepared begin_, commit_, insert_box_, insert_bead_, insert_row_, insert_snapshot_;
  std::array<std::unique_ptr<RowQuery>, 3> after_;  // by RowPart
  std::unique_ptr<RowQuery> episodes_before_, acts_;
};

}  // namespace

std::unique_ptr<Store> open_sqlite(const std::string& folder, Mode mode) {
  // Nobody asks how much memory SQLite has in use; to count it costs a lock for every piece.
  static const int without_statistics = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  static_cast<void>(without_statistics);
  return std::make_unique<SqliteStore>(folder, mode);
}

std::unique_ptr<Store> open_sqlite_file(const std::string& path) {
  return std::make_unique<SqliteStore>(path);
}

}  // namespace menagerie::store
