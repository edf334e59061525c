// A file that gets its name only when it is complete.
#pragma once

#include <string>

namespace menagerie::app {

/// Written under a temporary name in the same folder; removed by the destructor unless it was put in place.
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
  std::string name_, path_;
};

/// Throws Usage if the name is taken and must not be replaced.
void require_free(const std::string& name);

}  // namespace menagerie::app
