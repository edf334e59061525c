// Files of one machine's record, as `export.sqlite` has them. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstdint>
#include <memory>
#include <string>

namespace menagerie::store {

/// A file of one machine's record in the making, from whichever database.
class MachineFileInMaking : public MachineFile {
 public:
  MachineFileInMaking(std::int64_t machine, std::string path, bool temporary)
      : machine_(machine), path_(std::move(path)), temporary_(temporary) {}
  ~MachineFileInMaking() override;

  bool copy() override;
  std::uint64_t done() const override { return at_; }
  std::uint64_t all() const override { return last_; }
  const std::string& path() const override { return path_; }

 protected:
  /// Makes the tables and views in the empty file, and takes over all but the log; sets last_.
  virtual void begin(SQLite::Database& file) = 0;
  /// Takes over some log rows behind at_, and moves it; to last_ where there are no more.
  virtual void copy_rows(SQLite::Database& file) = 0;

  const std::int64_t machine_;
  std::uint64_t at_ = 0, last_ = 0;  ///< log rows copied, of so many

 private:
  std::string path_;
  bool temporary_;
  std::unique_ptr<SQLite::Database> file_;  // while it is being copied
  bool whole_ = false;
};

/// From the museum's `database` into the existing, empty file `path`.
std::unique_ptr<MachineFile> machine_file(const std::string& database, std::int64_t machine,
                                          const std::string& path);

/// The same into a temporary file in `folder`; where that cannot be written, in the system's. Throws NoRoom.
std::unique_ptr<MachineFile> temporary_machine_file(const std::string& database, std::string folder,
                                                    std::int64_t machine);

/// Makes an empty file for an export in the folder and returns its path. Throws NoRoom.
std::string temporary_file(const std::string& folder);

/// Throws NoRoom where the folder's disk has too little room left for exports.
void need_room(const std::string& folder);

/// Removes temporary files that a process left behind when it was killed. Precondition: the folder is locked.
void remove_machine_files(const std::string& folder);

}  // namespace menagerie::store
