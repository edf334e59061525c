// A file that stands under its name only once it is whole.
#pragma once

#include <string>

namespace menagerie::app {

/// Made beside its place under a temporary name; what is not put in place goes with the object.
class NewFile {
 public:
  enum class Access : bool { usual, owner_only };
  /// Throws Usage where `name` cannot be a file's, std::runtime_error where none can be made there.
  explicit NewFile(std::string name, Access access = Access::usual);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  const std::string& path() const { return path_; }  ///< the temporary one; the file is there, and empty

  /// Has it written to disk and gives it its name. Where there is such a file already it is replaced, or
  /// Usage is thrown. Throws std::runtime_error where that fails; nothing is changed then.
  void put_in_place(bool replace);

 private:
  std::string name_, path_;
};

/// Refuses, with Usage, a name that is taken and may not be.
void require_free(const std::string& name);

}  // namespace menagerie::app
