// Verification of a whole database, for the commands verify, backup and restore.
#pragma once

#include "server/museum/museum.hpp"

#include <string>
#include <vector>

namespace menagerie::app {

/// How many rows all logs have.
std::uint64_t rows_in(store::Store& store);
/// museum::verify() with a progress line.
std::vector<museum::MachineCheck> verify_all(store::Store& store);

/// `machine her, seq 12, box bbb/w../.ww b, bead b3-b2: ...`; the check must have a fault.
std::string sentence(const museum::MachineCheck& check);

/// Verifies the museum in the file `path`, its pages and its beads, and tells how many log rows it has.
/// Throws std::runtime_error with what is wrong; `name` is what people call the file.
std::uint64_t require_verified(const std::string& path, const std::string& name);

}  // namespace menagerie::app
