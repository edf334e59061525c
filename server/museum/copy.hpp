// Copies a museum's whole record from one store into another, empty one: how a museum moves between SQLite
// and PostgreSQL.
#pragma once

#include "server/store/store.hpp"

#include <cstdint>
#include <functional>

namespace menagerie::museum {

/// Copies every machine: its names, its log row by row, the boxes that it made and its snapshots. `progress`
/// is told log rows done. Nobody may write in either meanwhile. Throws store::Error, also where `to` has
/// machines.
void copy_record(store::Store& from, store::Store& to,
                 const std::function<void(std::uint64_t)>& progress = {});

/// Describes the first difference between two records; empty where every log row, box and snapshot is the
/// same.
std::string record_difference(store::Store& one, store::Store& other,
                              const std::function<void(std::uint64_t)>& progress = {});

}  // namespace menagerie::museum
