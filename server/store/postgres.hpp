// A museum on PostgreSQL 15 or newer: its Store and its key. One database holds one museum; any number of
// equal servers write to it, in turns that the database gives them (postgres_turns.cpp).
#pragma once

#include "server/store/store.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace menagerie::store {

/// Whether `where` names a PostgreSQL database and not a folder: as postgresql://USER@HOST/DATABASE, or by
/// libpq's settings, as `host=HOST dbname=DATABASE`. (A folder with an equals sign is written `./a=b`.)
bool is_postgres(std::string_view where);

/// A connection string without its password, as it may be logged: postgresql://user@host:port/database.
/// Throws Error where it is none.
std::string without_password(const std::string& url);

/// Version of libpq, as 15.18.
std::string postgres_library_version();

/// Opens a museum. Mode::write creates its tables or brings them up to date, under a lock that servers which
/// start at once wait for. Mode::read changes nothing.
std::unique_ptr<Store> open_postgres(const std::string& url, Mode mode);

/// Episodes that waited for the one server that wrote the logs, up to schema 3: as log rows, whose `seq` is
/// the machine's when it was shown its last move, and whose `reason` is resign where it resigned. None may be
/// lost: they are to be learned, and then dropped. Those that cannot be learned stay.
std::vector<LogRow> postgres_left_episodes(const std::string& url);
void drop_postgres_left_episodes(const std::string& url, std::span<const Id> learned);

/// As long as it lives no server writes to this museum; they wait.
class PostgresPause {
 public:
  virtual ~PostgresPause() = default;
};
std::unique_ptr<PostgresPause> pause_postgres(const std::string& url);

/// The key that signs the tickets of all servers of a museum: the one that is kept, or else `fresh`, which is
/// kept from then on.
using SigningKey = std::array<std::uint8_t, 32>;
SigningKey postgres_key(const std::string& url, const SigningKey& fresh);

/// The score of the sealed room, in the order of the columns of the table sealed_score: adds to it, and
/// returns what it is then. Throws Error.
using SealedCounts = std::array<std::uint64_t, 4>;
SealedCounts add_to_postgres_score(const std::string& url, const SealedCounts& more);

/// Describes the first difference between the tables and what this program makes, or the first log row that
/// is not the one that was written (its hash chain); empty if there is none. Servers may be running.
std::optional<std::string> postgres_fault(const std::string& url);

/// What is set so in the database's own settings that a power cut can lose what was told as learned: a
/// sentence each, with what to do.
std::vector<std::string> postgres_warnings(const std::string& url);

}  // namespace menagerie::store
