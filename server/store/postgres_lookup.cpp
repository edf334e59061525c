// Lookups by episode, visit or box. Boxes are found by blocks of seqs first, then in the rows that are in no
// full block yet.
#include "engine/parse_number.hpp"
#include "server/store/postgres_store.hpp"

#include <algorithm>

namespace menagerie::store {
namespace {

std::string text(std::uint64_t number) { return std::to_string(std::min(number, kSeqMax)); }

}  // namespace

std::optional<Place> PostgresStore::place_of_episode(const Id& id) {
  if (mode_ == Mode::write && !recent_.ready()) {
    const std::int64_t now_ms = ask("SELECT (extract(epoch FROM now()) * 1000)::bigint").number(0, 0);
    const auto newest = ask(
        "SELECT id, machine, seq FROM log WHERE id >= coalesce((SELECT id FROM log WHERE id < $1::uuid ORDER "
        "BY id DESC LIMIT 1), $1::uuid) ORDER BY id DESC",
        {first_id_after(now_ms).text()});
    recent_.begin(now_ms);
    for (int row = 0; row < newest.rows(); ++row)
      recent_.forget(Id::parse(newest.text(row, 0)).value_or(Id{}),
                     {newest.number(row, 1), newest.count(row, 2)});
  }
  if (recent_.surely_absent(id)) return std::nullopt;
  if (const std::optional<Place> place = recent_.find(id)) return place;
  const auto found = ask("SELECT machine, seq FROM log WHERE id = $1::uuid", {id.text()});
  return found.rows() == 0 ? std::nullopt : std::optional(Place{found.number(0, 0), found.count(0, 1)});
}

std::vector<Place> PostgresStore::episodes_of_visit(const Id& visit) {
  const auto found =
      ask("SELECT machine, seq FROM log WHERE visit = $1::uuid AND kind = 'episode' ORDER BY machine, seq",
          {visit.text()});
  std::vector<Place> places;
  for (int row = 0; row < found.rows(); ++row) places.push_back({found.number(row, 0), found.count(row, 1)});
  return places;
}

std::vector<std::uint64_t> PostgresStore::changes_of_box(std::int64_t machine, std::uint32_t number,
                                                         std::uint64_t after, std::size_t limit) {
  const std::string which = std::to_string(machine), box = std::to_string(number + std::uint64_t{1});
  const std::string begins = "[" + box + ",";
  std::vector<std::uint64_t> seqs;
  const auto add = [&](const PostgresResult& rows) {
    for (int row = 0; row < rows.rows(); ++row) seqs.push_back(rows.count(row, 0));
  };
  const auto end = ask("SELECT coalesce(max(block) + 1, 0) FROM box_block WHERE machine = $1::int", {which});
  const std::string end_block(end.text(0, 0));  // blocks that are filled meanwhile are found as rows
  const std::uint64_t indexed = end.count(0, 0) << kBlockBits;  // the first seq that is in no block
  for (std::uint64_t block = (after + 1) >> kBlockBits; seqs.size() < limit;) {
    const auto rows =
        ask("SELECT array_agg(block) FROM (SELECT block FROM box_block "
            "WHERE machine = $1::int AND block >= $2::bigint AND block < $4::bigint "
            "AND boxes @> ARRAY[$3::int] ORDER BY block LIMIT 16) b",
            {which, text(block), box, end_block});
    if (rows.is_null(0, 0)) break;
    const std::string blocks(rows.text(0, 0));
    add(
        ask("SELECT l.seq FROM unnest($2::bigint[]) b "
            "JOIN log l ON l.machine = $1::int AND l.seq BETWEEN b << 8 AND (b << 8) + 255 "
            "WHERE l.seq > $3::bigint AND position($4 IN l.changes) > 0 ORDER BY 1 LIMIT $5::bigint",
            {which, blocks, text(after), begins, text(limit - seqs.size())}));
    const std::size_t last = blocks.find_last_of("{,");
    std::string_view newest = std::string_view(blocks).substr(last + 1);  // and a brace
    block = take_number<std::uint64_t>(newest).value() + 1;
  }
  if (seqs.size() < limit)
    add(
        ask("SELECT seq FROM log WHERE machine = $1::int AND seq > $2::bigint AND seq >= $3::bigint "
            "AND position($4 IN changes) > 0 ORDER BY seq LIMIT $5::bigint",
            {which, text(after), text(indexed), begins, text(limit - seqs.size())}));
  return seqs;
}

std::vector<std::uint64_t> PostgresStore::first_changes(std::int64_t machine, std::uint64_t after) {
  // In the block that `after` is in and behind the last full one row by row; between them the first block of
  // each box, and in it its first row.
  const auto found =
      ask("WITH e AS (SELECT coalesce(max(block) + 1, 0) AS block FROM box_block WHERE machine = $1::int), "
          "first AS (SELECT b AS box, min(k.block) AS block FROM box_block k, unnest(k.boxes) b "
          "WHERE k.machine = $1::int AND k.block > $2::bigint >> 8 GROUP BY 1) "
          "SELECT (c ->> 0)::int, min(l.seq) FROM e, log l, jsonb_array_elements(l.changes::jsonb) c "
          "WHERE l.machine = $1::int AND l.seq > $2::bigint "
          "AND (l.seq < (($2::bigint >> 8) + 1) << 8 OR l.seq >= e.block << 8) GROUP BY 1 "
          "UNION ALL SELECT f.box, min(l.seq) FROM first f "
          "JOIN log l ON l.machine = $1::int AND l.seq BETWEEN f.block << 8 AND (f.block << 8) + 255 "
          "AND position('[' || f.box || ',' IN l.changes) > 0 GROUP BY 1",
          {std::to_string(machine), text(after)});
  std::vector<std::uint64_t> seqs;
  for (int row = 0; row < found.rows(); ++row) {
    const std::size_t box = static_cast<std::size_t>(found.number(row, 0)) - 1;
    const std::uint64_t seq = found.count(row, 1);
    if (box >= seqs.size()) seqs.resize(box + 1);
    if (seqs[box] == 0 || seq < seqs[box]) seqs[box] = seq;
  }
  return seqs;
}

}  // namespace menagerie::store
