// Rows of the table `log` on PostgreSQL: as parameters of one statement, and as they are read. Private to
// store/.
#pragma once

#include "server/store/postgres_connection.hpp"
#include "server/store/row_chain.hpp"
#include "server/store/store.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace menagerie::store {

/// Where a log ends.
struct Head {
  std::uint64_t seq = 0;
  ChainLink chain{};
  bool is_linked = true;  ///< false: the chain of that row is not known
};
/// By machine.
using Heads = std::map<std::int64_t, Head>;

/// A link as the database has it.
ChainLink link_of(std::string_view bytes);

/// SQLSTATE of a commit that finds another head: it divides by the rows that it found.
inline constexpr std::string_view kHeadMoved = "22012";

/// The statement that appends rows of one machine behind `head`, all or none, and moves the head; it fails
/// with kHeadMoved where the head is another. On return `head` is behind the rows. Precondition: their seqs
/// follow it.
PostgresStatement append_statement(std::span<const LogRow* const> rows, Head& head);

/// Where `chain` stands behind row_columns(RowPart::whole).
inline constexpr int kChainColumn = 17;

/// The columns that read_row() reads, of the table `log` alone.
std::string row_columns(RowPart part);
/// Reads a row into `row`, whose memory is used again. Throws Error, naming the row, where it holds what no
/// row can.
void read_row(const PostgresResult& result, int number, RowPart part, LogRow& row);

}  // namespace menagerie::store
