// One machine's record as a file: the museum's own tables and views, with this machine's rows alone.
//
// The seq up to which it goes, the boxes and the snapshots are read in one transaction. The log up to that
// seq never changes again, so it follows in short reads: the museum's write-ahead log never waits for an
// export.
#include "server/store/sqlite_machine_file.hpp"

#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_rows.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

namespace menagerie::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryName = "export-";
constexpr std::string_view kTemporaryEnding = ".tmp";
constexpr std::int64_t kRowsCopiedAtOnce = 4000;
/// Free space that exports leave to the learner.
constexpr std::uintmax_t kSpareBytes = std::uintmax_t{64} << 20;

/// All that a machine's file takes over of the museum's schema, tables first.
constexpr std::string_view kObjects =
    "('machine', 'box', 'bead', 'log', 'beads', 'log_acts', 'log_clock', 'episodes', 'bead_history', "
    "'draws', 'boxes_now')";

class SqliteMachineFile : public MachineFileInMaking {
 public:
  SqliteMachineFile(std::string database, std::int64_t machine, std::string path, bool temporary)
      : MachineFileInMaking(machine, std::move(path), temporary), database_(std::move(database)) {}

 private:
  void begin(SQLite::Database& file) override {
    SQLite::Statement attach(file, "ATTACH ? AS museum");
    attach.bind(1, database_uri(database_, "mode=ro"));
    attach.exec();
    SQLite::Transaction moment(file);
    make_schema(file);
    const std::string of_machine = " WHERE machine = " + std::to_string(machine_);
    for (const std::string table : {"machine", "box", "bead", "beads"})
      file.exec("INSERT INTO main." + table + " SELECT * FROM museum." + table + of_machine);
    last_ = place_of(number(file, "SELECT max(row) FROM museum.log WHERE row >= ? AND row < ?")).seq;
    moment.commit();
  }

  static void make_schema(SQLite::Database& db) {
    std::vector<std::string> parts;
    SQLite::Statement query(db, "SELECT sql FROM museum.sqlite_schema WHERE sql IS NOT NULL AND name IN " +
                                    std::string(kObjects) + " ORDER BY type = 'view', type = 'index', rowid");
    while (query.executeStep()) parts.push_back(query.getColumn(0).getString());
    for (const std::string& part : parts) db.exec(part);
    const int version = db.execAndGet("PRAGMA museum.user_version").getInt();
    db.exec("PRAGMA main.user_version = " + std::to_string(version));
    db.exec("PRAGMA main.application_id = " + std::to_string(kMachineFileId));
  }

  void copy_rows(SQLite::Database& file) override {
    const std::string columns(kRowColumns);
    SQLite::Statement insert(file, "INSERT INTO main.log(" + columns + ") SELECT " + columns +
                                       " FROM museum.log WHERE row > ? AND row <= ? ORDER BY row LIMIT ?");
    insert.bind(1, row_key(machine_, at_));
    insert.bind(2, row_key(machine_, last_));
    insert.bind(3, kRowsCopiedAtOnce);
    if (insert.exec() == 0) {
      at_ = last_;  // the log has a gap; verify names it
    } else {
      at_ = place_of(number(file, "SELECT max(row) FROM main.log WHERE row >= ? AND row < ?")).seq;
    }
  }

  /// What a question about the machine's rows answers.
  std::int64_t number(SQLite::Database& db, const std::string& sql) const {
    SQLite::Statement query(db, sql);
    query.bind(1, row_key(machine_, 0));
    query.bind(2, row_key(machine_ + 1, 0));
    return query.executeStep() ? query.getColumn(0).getInt64() : 0;
  }

  std::string database_;
};

}  // namespace

MachineFileInMaking::~MachineFileInMaking() {
  file_ = nullptr;
  std::error_code ignored;
  if (temporary_) fs::remove(path_, ignored);
}

bool MachineFileInMaking::copy() {
  return guarded(path_, [&] {
    if (whole_) return false;
    if (!file_) {
      auto file = std::make_unique<SQLite::Database>(
          path_, SQLite::OPEN_READWRITE | SQLite::OPEN_URI | SQLite::OPEN_NOMUTEX, kBusyMs);
      checkpoint_on_close(*file, false);  // a museum that it reads is written by another connection
      // No journal is needed: an unfinished file is deleted.
      file->exec("PRAGMA journal_mode = OFF");
      file->exec("PRAGMA synchronous = OFF");
      begin(*file);
      file_ = std::move(file);
      return true;
    }
    if (temporary_) need_room(fs::path(path_).parent_path().string());
    copy_rows(*file_);
    if (at_ < last_) return true;
    file_ = nullptr;
    whole_ = true;
    return false;
  });
}

std::unique_ptr<MachineFile> machine_file(const std::string& database, std::int64_t machine,
                                          const std::string& path) {
  return std::make_unique<SqliteMachineFile>(database, machine, path, false);
}

void need_room(const std::string& folder) {
  std::error_code problem;
  const fs::space_info room = fs::space(folder.empty() ? fs::path(".") : fs::path(folder), problem);
  if (!problem && room.available < kSpareBytes)
    throw NoRoom(folder + ": too little room is left on its disk for an export");
}

std::string temporary_file(const std::string& folder) {
  need_room(folder);
  std::string path = folder + "/" + std::string(kTemporaryName) + "XXXXXX" + std::string(kTemporaryEnding);
  const int file = ::mkostemps(path.data(), static_cast<int>(kTemporaryEnding.size()), O_CLOEXEC);
  if (file < 0) throw Error(path + ": " + std::strerror(errno), ErrorKind::transient);
  ::close(file);
  return path;
}

std::unique_ptr<MachineFile> temporary_machine_file(const std::string& database, std::string folder,
                                                    std::int64_t machine) {
  // A museum that is only read may stand where nothing can be written.
  if (folder.empty() || ::access(folder.c_str(), W_OK) != 0) folder = fs::temp_directory_path().string();
  return std::make_unique<SqliteMachineFile>(database, machine, temporary_file(folder), true);
}

void remove_machine_files(const std::string& folder) {
  std::error_code problem;
  for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (name.starts_with(kTemporaryName) && name.ends_with(kTemporaryEnding)) fs::remove(at->path(), ignored);
  }
}

}  // namespace menagerie::store
