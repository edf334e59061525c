// Episodes of machine 1 for the tests on PostgreSQL.
#pragma once

#include "server/store/store.hpp"

#include "tests/unit/catch.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace menagerie::test {

inline store::Id id_of(std::uint64_t number) {
  store::Id id;
  for (std::size_t i = 0; i < 8; ++i) id.bytes[7 - i] = static_cast<std::uint8_t>(number >> (8 * i));
  return id;
}

inline store::LogRow episode(std::uint64_t seq) {
  store::LogRow row;
  row.machine = 1;
  row.seq = seq;
  row.time_ms = 1'700'000'000'000 + static_cast<std::int64_t>(seq) * 1000;
  row.id = id_of(seq);
  row.visit = id_of(seq % 7 + 1'000'000);
  row.moves = "a1 b2";
  row.opponent = "visitor";
  row.trace = {{0, 1, 0}};
  // Box 1 changes always, box 2 in every third row, box 100 once in all.
  row.changes = {{0, 1, 4, 5}};
  if (seq % 3 == 0) row.changes.push_back({1, 0, 4, 5});
  if (seq == 700) row.changes.push_back({99, 0, 4, 5});
  return row;
}

inline std::vector<store::LogRow> episodes(std::uint64_t from, std::uint64_t to) {
  std::vector<store::LogRow> rows;
  for (std::uint64_t seq = from; seq <= to; ++seq) rows.push_back(episode(seq));
  return rows;
}

/// What appending that episode fails with.
inline store::ErrorKind kind_of(store::Store& store, std::uint64_t seq) {
  try {
    store.append(episodes(seq, seq), {}, {});
  } catch (const store::Error& error) {
    return error.kind;
  }
  FAIL("it was appended");
  return store::ErrorKind::transient;
}

}  // namespace menagerie::test
