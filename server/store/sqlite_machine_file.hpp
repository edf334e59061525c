// Files of one machine's record, as `export.sqlite` has them. Private to store/.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace menagerie::store {

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
