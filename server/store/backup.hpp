// Keeping a house: whole copies of its database, made while it is played in, and put back.
//
// A copy is one file that stands alone, of one moment of the house. It has no key: whoever holds it can read
// everything that the house shows, and forge no ticket. Before a house of an older schema is brought up to
// date, opening it (open_sqlite()) copies it to `menagerie.db.schema-N`; that copy is never written over.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::store {

/// Steps done, of so many in all.
using Progress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Copies the house in `folder` into the file `path`, which is there and empty. A server may have the folder;
/// neither waits for the other. On return the copy is on disk. Throws Error.
void copy_house(const std::string& folder, const std::string& path, const Progress& progress = {});

/// What is broken in a database file's pages and indexes; nothing where it is whole. What its rows say is
/// museum::verify()'s to check.
std::optional<std::string> damage_in(const std::string& path);

/// What in the schema of the house in `folder` is not as this program's versions make it, such as a trigger
/// that somebody added; nothing where all of it is. A server may have the folder. Throws Error.
std::optional<std::string> schema_fault_in(const std::string& folder);

/// A copy of a house on its way back into a folder, which is locked meanwhile.
class Restoration {
 public:
  /// Takes over the house in the file `from` as `FOLDER/menagerie.db.restoring`, checks that it is one, and
  /// brings that copy to this program's schema; `from` stays as it is. Throws Error where a server has the
  /// folder, and where the file is no house, damaged, of a newer schema or of one that was changed by hand.
  Restoration(const std::string& folder, const std::string& from, const Progress& progress = {});
  ~Restoration();  ///< what was not put in place goes
  Restoration(const Restoration&) = delete;
  Restoration& operator=(const Restoration&) = delete;

  const std::string& copy() const;  ///< its path; to be verified before it is put in place

  /// Makes the copy the folder's house, in one step. What it replaces is kept as
  /// `menagerie.db.before-restore-TIME`, whole, with what stood in its write-ahead log; index.db goes, and is
  /// made anew. Returns the path of what was replaced; empty where there was nothing. Throws Error.
  std::string put_in_place(std::int64_t now_ms);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace menagerie::store
