// A folder with the lists of machines as CSV and datapackage.json, which describes them.
#pragma once

#include "server/api/data_package.hpp"
#include "server/core/machine.hpp"
#include "server/store/store.hpp"

#include <map>
#include <span>
#include <string>

namespace menagerie::app {

struct PackageOrder {
  std::string folder;                        ///< is made where there is none
  std::map<std::string, std::string> query;  ///< filters that every list takes
  api::PackageOrigin origin;
};

/// Writes `NAME-history.csv`, `NAME-log.csv` and `NAME-episodes.csv` of each machine, all up to the seq at
/// which it was loaded, and datapackage.json; files of these names are replaced once all of them are whole.
/// Throws Usage, store::Error, std::runtime_error.
void write_package(store::Store& store, std::span<const core::Loaded> machines, const PackageOrder& order);

}  // namespace menagerie::app
