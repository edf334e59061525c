// The Store: what a museum keeps for good. The log is the truth; snapshots only make a start quick.
//
// One Store object is used by one thread at a time. Of a process the ledger owns the only one opened for
// writing; readers open their own. On PostgreSQL other servers may write to the same logs: a writer then
// takes turns (begin_turn). Every call may throw store::Error (disk full, I/O, a database that is not ours);
// a call that throws has changed nothing, unless the error's kind is `unknown`.
#pragma once

#include "engine/rules.hpp"
#include "server/store/id.hpp"
#include "server/store/log_row.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace menagerie::store {

/// What can be done about an Error, as its thrower says: what is taken for transient is tried again for ever.
enum class ErrorKind : std::uint8_t {
  transient,  ///< full or busy: nothing was changed, and it can be tried again
  unknown,    ///< what was being written is on disk or not: open the store again and read back, then decide
  conflict,   ///< the log is not as the caller takes it to be: a row's seq is not its machine's next
  permanent,  ///< corrupt, removed or no database at all: no retry mends it
  schema      ///< a table or column is not there, or not allowed: somebody may be putting that right
};

struct Error : std::runtime_error {
  Error(const std::string& what, ErrorKind its_kind) : std::runtime_error(what), kind(its_kind) {}
  ErrorKind kind;
};

/// What is stored is not what was stored. Permanent; the text says what to do.
inline Error damaged(const std::string& what) {
  return {what + " (run `menagerie verify` to see what is damaged, and restore a backup)",
          ErrorKind::permanent};
}

/// The disk is too full for what nobody would miss, such as an export; the log still has room.
struct NoRoom : Error {
  explicit NoRoom(const std::string& what) : Error(what, ErrorKind::transient) {}
};

/// A machine as it was created. `machine` is its number in this store, from 1.
struct MachineRow {
  std::int64_t machine = 0;
  std::string name{}, title{}, maker{}, story{}, colour{};
  std::string game{}, seat{}, rule{}, convention{};
  std::int64_t created_ms = 0;  ///< milliseconds since 1970, UTC, as all times here
  bool operator==(const MachineRow&) const = default;
};

/// A machine's beads at a seq.
struct Snapshot {
  std::int64_t machine = 0;
  std::uint64_t seq = 0;
  std::uint32_t era = 1;
  std::uint64_t era_seq = 1;        ///< the act that began the era
  std::int64_t time_ms = 0;         ///< of that log row
  Tally tally;                      ///< over all eras
  Tally era_tally;                  ///< in this era
  std::vector<std::int64_t> beads;  ///< flat, as BoxSet numbers them
  bool frozen = false;              ///< it plays and learns nothing
  std::uint64_t dry_seq = 0;        ///< where it had run dry: the row that took the last bead; else 0
  std::int64_t dry_ms = 0;          ///< and that row's time
  bool operator==(const Snapshot&) const = default;
};

/// A log row's place.
struct Place {
  std::int64_t machine = 0;
  std::uint64_t seq = 0;
  bool operator==(const Place&) const = default;
};

/// That row is not in its log.
inline Error missing(const Place& place) {
  return damaged("log of machine " + std::to_string(place.machine) + ": row " + std::to_string(place.seq) +
                 " is missing");
}

/// What other servers have written to logs that this one knew up to some row.
struct News {
  std::vector<LogRow> rows{};            ///< of each machine in seq order, right behind what was known
  std::vector<std::int64_t> machines{};  ///< that others have created; look() alone tells them
  std::uint64_t behind = 0;              ///< rows that there are behind those: to be asked for next
};

/// A box that a machine has made when it first met it: for games too large to be listed.
struct MadeBox {
  std::int64_t machine = 0;
  std::uint32_t number = 0;  ///< from 0, the next of its machine
  const Box* box = nullptr;
  std::int64_t start = 0;  ///< beads of each colour that it was made with
};

/// How much is read of a log row.
enum class RowPart : std::uint8_t {
  whole,
  but_changes,  ///< all but the bead changes
  changes       ///< not visit, started_ms, seat, moves, trace and detail: what history needs
};

/// One machine's record on its way into a SQLite file of its own, with the tables of a museum and the views
/// for people. Of its museum it knows that machine alone, as it was after one row of its log. Any one thread
/// at a time; it must not outlive the museum's folder.
class MachineFile {
 public:
  virtual ~MachineFile() = default;  ///< a temporary file goes with it
  /// Copies some more, in a short read; false once the file is whole. Throws Error.
  virtual bool copy() = 0;
  /// Log rows copied, of so many; nothing is known before the first copy().
  virtual std::uint64_t done() const = 0;
  virtual std::uint64_t all() const = 0;
  virtual const std::string& path() const = 0;
};

/// Thrown by Store::look_at_stop().
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("the server is closing") {}
};

class Store {
 public:
  virtual ~Store() = default;

  /// From now on long reads end once `stop` is requested.
  void stop_on(std::stop_token stop) { stop_ = std::move(stop); }
  /// Throws Stopped where that is so. Code that reads many rows, or works long between them, calls it now
  /// and then.
  void look_at_stop() const {
    if (stop_.stop_requested()) throw Stopped();
  }

  // What other servers write. A store of one process alone has nothing of this.

  /// Whether other servers may write to the same logs.
  virtual bool is_shared() const { return false; }
  /// What others have written behind `known`, the ends of all logs that the caller knows. Throws an Error of
  /// ErrorKind::permanent where a log has lost rows that were known, or has others in their places.
  virtual News look(std::span<const Place> /*known*/) { return {}; }
  /// Begins a turn: until it ends nobody else writes to these logs; machine 0 stands for the list of
  /// machines. Returns what others have written to them, and throws, as look() does. Where News::behind is
  /// not 0 no turn has begun: the caller takes over what came and asks again. append() and create_machine()
  /// end a turn, whatever they return or throw.
  virtual News begin_turn(std::span<const Place> /*known*/) { return {}; }
  /// Ends a turn in which nothing is to be written; does nothing where there is none.
  virtual void end_turn() noexcept {}
  /// Tells other servers that there is something to read; `text` comes to every doorbell. Nothing depends on
  /// it.
  virtual void ring(const std::string& /*text*/) {}

  virtual std::vector<MachineRow> machines() = 0;  ///< in the order in which they were created

  /// Creates a machine: its row (the `machine` number is given by the store and returned), the
  /// names of its boxes and beads, its first log rows and first snapshot, in one durable step.
  virtual std::int64_t create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                                      Snapshot snapshot) = 0;

  /// Whether the stored names of boxes and beads are those of `boxes`; otherwise says what differs.
  virtual std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) = 0;

  /// The boxes that a machine has made so far, first to last, without their nodes.
  virtual std::vector<Box> made_boxes(std::int64_t machine) = 0;

  /// Appends rows, the boxes that they made, and snapshots in one transaction. On return they are on disk.
  /// Each row states the seq that it expects to get: where that is not the next of its machine, throws an
  /// Error of ErrorKind::conflict. Episodes whose ids are in a log already, or twice in `rows`, are returned;
  /// then nothing was appended, so that an episode enters a log once whatever the caller believes.
  virtual std::vector<Id> append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                                 std::span<const Snapshot> snapshots) = 0;

  /// The newest snapshot at or before `seq`.
  virtual std::optional<Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) = 0;
  /// The seqs at which there are snapshots, ascending.
  virtual std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) = 0;

  /// Calls `each` with the rows with after < seq, ascending, at most `limit`, each written over by the next.
  /// `each` asks nothing of the store.
  virtual void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                          const std::function<void(const LogRow&)>& each) = 0;
  /// The same rows, whole, as a list.
  std::vector<LogRow> log_after(std::int64_t machine, std::uint64_t after, std::size_t limit) {
    std::vector<LogRow> rows;
    each_after(machine, after, limit, RowPart::whole, [&](const LogRow& row) { rows.push_back(row); });
    return rows;
  }
  /// One row; nothing where the log does not have it.
  std::optional<LogRow> row_at(std::int64_t machine, std::uint64_t seq) {
    std::vector<LogRow> rows = log_after(machine, seq - 1, 1);
    return rows.empty() || rows.front().seq != seq ? std::nullopt : std::optional(std::move(rows.front()));
  }
  /// One row that must be there. Throws Error.
  LogRow require_row(const Place& place) {
    if (auto row = row_at(place.machine, place.seq)) return *std::move(row);
    throw missing(place);
  }
  /// Rows with seq < before, descending, at most `limit`; episodes only.
  virtual std::vector<LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                              std::size_t limit) = 0;
  virtual std::optional<LogRow> find_episode(const Id& id) = 0;
  /// Where an episode stands. On a store that writes this is cheap for one that is in no log.
  virtual std::optional<Place> place_of_episode(const Id& id) = 0;

  /// A machine's acts, ascending, without their bead changes.
  virtual std::vector<LogRow> acts(std::int64_t machine) = 0;
  /// The last row that was learned before `time_ms`; 0 where there is none. Times never decrease in a log
  /// but where a row says `clock_back`; whatever stands before such a row was learned before it.
  virtual std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) = 0;
  /// The seq of a log's last row; 0 where it has none.
  std::uint64_t newest(std::int64_t machine) {
    return last_before(machine, std::numeric_limits<std::int64_t>::max());
  }
  /// The episodes of a visit, machine by machine, ascending.
  virtual std::vector<Place> episodes_of_visit(const Id& visit) = 0;
  /// The seqs with after < seq of the rows that changed a box (`number` from 0), ascending, at most `limit`.
  virtual std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number,
                                                    std::uint64_t after, std::size_t limit) = 0;
  /// By box, from 0: the first row behind `after` that changed it; 0, or nothing, where none has.
  virtual std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) = 0;

  /// Begins to copy a machine's record into the file `path`, which must be there and empty; into a temporary
  /// one in the museum's folder where `path` is empty. Throws NoRoom.
  virtual std::unique_ptr<MachineFile> copy_machine(std::int64_t machine, const std::string& path) = 0;

 private:
  std::stop_token stop_;
};

enum class Mode { write, read };

/// A museum of an older schema is brought up to date.
struct Upgrade {
  int from = 0, to = 0;  ///< versions of the schema
  std::string copy;      ///< the file in which the museum is kept as it was
  bool done = false;     ///< false: the copy is made, the upgrade begins
};
using UpgradeCallback = std::function<void(const Upgrade&)>;

/// Opens the museum's database in `folder` (file `menagerie.db`). Mode::write creates both, brings the
/// schema up to date (server/store/backup.hpp says what it keeps before; `upgraded` hears of it) and keeps
/// the folder locked, so that no second server can write. It refuses a folder whose database was lost.
/// Mode::read never changes anything.
std::unique_ptr<Store> open_sqlite(const std::string& folder, Mode mode,
                                   const UpgradeCallback& upgraded = {});

/// Opens a museum's database that stands alone, as a backup does, for reading.
std::unique_ptr<Store> open_sqlite_file(const std::string& path);

/// The version of the SQLite library that runs, not of the header that was compiled with.
std::string_view sqlite_version();

}  // namespace menagerie::store
