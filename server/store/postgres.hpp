// A house on PostgreSQL 15 or newer: its Store, its leases and its key. One database holds one house.
//
// Whoever writes holds a lease: a row for each machine, and one for the house itself, that names the holder,
// the moment when another may take it, and a fence that grows with each new holder. Every commit compares
// head, fence and holder in the database, so that a server that was stopped and goes on after its time is
// refused; no clock of a server is trusted with that. (The holder, because a database that failed over can
// give out a fence twice.)
#pragma once

#include "server/store/store.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
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

/// Another server holds the house.
struct Held : Error {
  Held(const std::string& what, std::string its_holder)
      : Error(what, ErrorKind::conflict), holder(std::move(its_holder)) {}
  std::string holder;
};

/// Opens a house. Mode::write creates its tables or brings them up to date, under a lock that servers which
/// start at once wait for, and takes the lease of all that is there for `holder`: throws Held where another
/// one has it. Who opens again under the same name gets it again. Mode::read changes nothing.
std::unique_ptr<Store> open_postgres(const std::string& url, Mode mode,
                                     const std::string& holder = "menagerie");

/// The key that signs the tickets of all servers of a house: the one that is kept, or else `fresh`, which is
/// kept from then on.
using SigningKey = std::array<std::uint8_t, 32>;
SigningKey postgres_key(const std::string& url, const SigningKey& fresh);

/// Describes the first difference between the tables and what this program makes, or the first log row that
/// is not the one that was written (its hash chain); empty if there is none. A server may be using the house.
std::optional<std::string> postgres_fault(const std::string& url);

/// What is set so in the database's own settings that a power cut can lose what was told as learned: a
/// sentence each, with what to do.
std::vector<std::string> postgres_warnings(const std::string& url);

/// A lease as the database has it.
struct LeaseRow {
  std::int64_t machine = 0;  ///< 0: the house itself
  std::string holder;        ///< empty: nobody's
  std::uint64_t fence = 0;
  std::uint64_t seq = 0;  ///< of the machine's last log row
  std::string chain;      ///< that row's link in the hash chain
  /// Until another may take it, on the database's clock; <= 0: it may, also where that clock was put back so
  /// far that the lease would last longer than one does.
  std::int64_t left_ms = 0;
  std::string wanted;  ///< of the house: the server that asks its holder for it; empty: none
};

/// How long a lease lasts without being renewed, by the database's clock.
inline constexpr int kLeaseSeconds = 15;

/// The leases of a house, on a connection of their own: a commit that takes long does not delay a renewal.
/// One thread at a time. Every call may throw Error, and then it is not known whether it was carried out.
class LeaseTable {
 public:
  virtual ~LeaseTable() = default;
  /// Prolongs all that `holder` has; false where it does not have the house any more.
  virtual bool renew(const std::string& holder) = 0;
  /// Gives back all that `holder` has: another server can take it at once.
  virtual void release(const std::string& holder) = 0;
  /// Asks the holder of the house to give it to `holder`, unless somebody else has asked already.
  virtual void want(const std::string& holder) = 0;
  /// The house first, then the machines by number.
  virtual std::vector<LeaseRow> rows() = 0;
  /// The link of a log row; empty where there is none.
  virtual std::string chain_at(std::int64_t machine, std::uint64_t seq) = 0;
};
std::unique_ptr<LeaseTable> open_lease_table(const std::string& url);

}  // namespace menagerie::store
