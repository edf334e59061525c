// A museum on PostgreSQL 15 or newer: its Store and its key. One database holds one museum.
//
// Any number of servers write to it, and all are equal: whoever appends to a log locks that log's row in the
// table `head` for as long as its transaction lasts (Store::begin_turn). No clock is needed for that.
#pragma once

#include "server/store/store.hpp"

#include <array>
#include <cstddef>
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

/// The key that signs the tickets of all servers of a museum: the one that is kept, or else `fresh`, which is
/// kept from then on.
using SigningKey = std::array<std::uint8_t, 32>;
SigningKey postgres_key(const std::string& url, const SigningKey& fresh);

/// Describes the first difference between the tables and what this program makes, or the first log row that
/// is not the one that was written (its hash chain); empty if there is none. Servers may be using the museum.
std::optional<std::string> postgres_fault(const std::string& url);

/// What is set so in the database's own settings that a power cut can lose what was told as learned: a
/// sentence each, with what to do.
std::vector<std::string> postgres_warnings(const std::string& url);

/// Connections of other programs of ours to this database, as far as it tells: running servers, as a rule.
std::size_t postgres_connections(const std::string& url);

/// Finished episodes that an older release had put into its inbox and not learned when the schema was brought
/// up to date, the oldest first. As log rows: `seq` is the machine's when it was shown its last move,
/// `reason` is resign where it resigned. One that cannot be read is logged, and stays where it is.
std::vector<LogRow> episodes_left_in_inbox(const std::string& url);
/// These are in the log, or will never be: forgets them, and the table once it is empty.
void forget_left_in_inbox(const std::string& url, std::span<const LogRow> episodes);

}  // namespace menagerie::store
