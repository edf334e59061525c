// Where a museum is kept: in a folder, on SQLite, or in a PostgreSQL database; as flags and environment name
// it.
#pragma once

#include "server/app/command.hpp"
#include "server/core/machine.hpp"
#include "server/core/record.hpp"
#include "server/store/store.hpp"

#include <memory>
#include <string>

namespace menagerie::app {

struct StoreLocation {
  std::string data = "data";
  std::string store;       ///< a connection string; empty: SQLite in `data`
  bool read_only = false;  ///< to be looked at alone

  bool is_postgres() const { return !store.empty(); }
  /// Whether `data` is a backup's file, and no folder.
  bool is_file() const;
  /// For messages, without a password.
  std::string name() const;
  /// Opens it to be read. Throws store::Error.
  std::unique_ptr<menagerie::store::Store> open() const;
  /// A machine of what is there, opened; a name in capitals will do. Throws Usage, naming those there are.
  core::Loaded load(menagerie::store::Store& opened, const std::string& machine) const;
};

/// --data, --store and what they mean. `data_text`: what --data says in --help.
void add_place_options(CLI::App& command, StoreLocation& place,
                       const std::string& data_text = "folder of the museum");

/// A place that is named by one word, as `menagerie copy` takes it: a folder or a connection string.
StoreLocation place_of(const std::string& word);

/// The word where none was given: MENAGERIE_STORE, MENAGERIE_DATA, or `data`.
std::string usual_place();

/// Adds --store alone.
CLI::Option* add_store_option(CLI::App& command, std::string& store);

}  // namespace menagerie::app
