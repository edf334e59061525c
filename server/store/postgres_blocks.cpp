// The index of boxes: which boxes changed in each full block of seqs.
#include "server/store/postgres_store.hpp"

#include <algorithm>
#include <string>

namespace menagerie::store {
namespace {

constexpr std::uint64_t kBlocksAtOnce = 64;

}  // namespace

std::vector<BoxBlock> PostgresStore::filled_blocks(std::span<const LogRow> rows) {
  std::vector<BoxBlock> filled;
  for (const LogRow& row : rows) {
    std::optional<BoxBlock> full = open_blocks_.add(row);
    if (!full) continue;
    // The blocks of a log are without a gap: those before this one are indexed, or it waits with them.
    const auto next = blocks_.find(full->machine);
    if (next == blocks_.end() || next->second != full->block) continue;
    filled.push_back(std::move(*full));
    ++next->second;
  }
  return filled;
}

PostgresStatement PostgresStore::block_statement(const BoxBlock& block) {
  PostgresArray boxes;
  for (const std::uint32_t box : block.boxes) boxes.add_number(box);
  return {
      "INSERT INTO box_block(machine, block, boxes) VALUES ($1::int, $2::bigint, $3::int[]) ON CONFLICT DO "
      "NOTHING",
      {std::to_string(block.machine), std::to_string(block.block), boxes.take()}};
}

/// The rows are committed already: what fails here is repeated after a later append.
void PostgresStore::index_blocks(std::int64_t machine, std::uint64_t seq) {
  const std::uint64_t full = (seq + 1) >> kBlockBits;  // blocks before this one
  const auto known = blocks_.find(machine);
  if (known != blocks_.end() && known->second >= full) return;
  try {
    insert_blocks(machine, full);
    blocks_[machine] = full;
    if (not_indexed_.erase(machine) > 0 && not_indexed_.empty())
      index_health_.written(connection_.name() + ": the index of boxes is written again");
  } catch (const Error& error) {
    not_indexed_.insert(machine);
    index_health_.failed(
        connection_.name() + ": the index of boxes (table box_block) cannot be written: " + error.what() +
        ". It is tried again after each commit; meanwhile look-ups read the log itself, which "
        "is slower, and nothing is lost. Look at the database's own log; where this lasts, "
        "stop the servers, run TRUNCATE box_block, and start again: it is made anew");
  }
}

void PostgresStore::insert_blocks(std::int64_t machine, std::uint64_t full) {
  const std::string which = std::to_string(machine);
  // Other servers index blocks too, always without a gap.
  std::uint64_t from =
      full == 0 ? 0
                : ask("SELECT coalesce(max(block) + 1, 0) FROM box_block WHERE machine = $1::int", {which})
                      .count(0, 0);
  for (; from < full; from = std::min(full, from + kBlocksAtOnce)) {
    ask("INSERT INTO box_block(machine, block, boxes) "
        "SELECT $1::int, b, coalesce(array_agg(DISTINCT (c ->> 0)::int) FILTER (WHERE c IS NOT NULL), '{}') "
        "FROM generate_series($2::bigint, $3::bigint) b "
        "LEFT JOIN log l ON l.machine = $1::int AND l.seq BETWEEN b << 8 AND (b << 8) + 255 "
        "LEFT JOIN LATERAL jsonb_array_elements(l.changes::jsonb) c ON true "
        "GROUP BY b ON CONFLICT DO NOTHING",
        {which, std::to_string(from), std::to_string(std::min(full, from + kBlocksAtOnce) - 1)});
  }
}

}  // namespace menagerie::store
