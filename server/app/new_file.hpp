// A file that gets its name only when it is complete.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace menagerie::app {

/// Written under a temporary name in the same folder, NAME.part-XXXXXX; removed by the destructor unless it
/// was put in place, and by SIGINT, SIGTERM or SIGHUP before they end the program. The process that writes
/// such a file has a lock on it: what a killed program has left is removed when the same file is to be
/// written again, and the files of programs that are alive stay. Any thread; for commands, since it sets what
/// these signals do.
class NewFile {
 public:
  enum class Access : bool { usual, owner_only };
  /// Throws Usage if `name` is not a file name, std::runtime_error if the file cannot be created there.
  explicit NewFile(std::string name, Access access = Access::usual);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::string& path() const { return path_; }  ///< the temporary path; the file exists and is empty

  /// Syncs the file and renames it to its name. An existing file is replaced, or Usage is thrown. Throws
  /// std::runtime_error if that fails; nothing is changed then.
  void put_in_place(bool replace);

 private:
  struct Doomed;
  void create(Access access);
  void doom_new_part();
  void let_go();

  std::string name_, path_;
  int lock_ = -1;             // the open file, whose lock says that it is being written
  Doomed* doomed_ = nullptr;  // what a signal is to remove
};

/// Writes the file `name` through `write`, whole or not at all; a device or a pipe, which no file can
/// replace, directly. Throws as NewFile does, and std::runtime_error where it cannot be written.
void write_whole(const std::string& name, const std::function<void(std::ostream&)>& write);

/// Removes a temporary file of NewFile, or what SQLite has put beside it, unless a living program writes it.
void remove_abandoned(const std::string& part);
/// Whether a file's name is NAME, the beginning of a temporary name, and what such a name ends with.
bool is_part_of(std::string_view file, std::string_view name);

/// Throws Usage if the name is taken and must not be replaced.
void require_free(const std::string& name);

}  // namespace menagerie::app
