// How index.db is laid out, for what reads it and what fills it. Private to store/.
#pragma once

#include "server/store/id.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

#include <cstddef>
#include <cstdint>
#include <tuple>

namespace menagerie::store {

inline constexpr int kIndexVersion = 3;

/// Ids made within the same four seconds stand together: the first 48 bits of an id are milliseconds.
inline std::int64_t time_slot(const Id& id) {
  std::int64_t slot = 0;
  for (std::size_t i = 0; i < 6; ++i) slot = slot << 8 | id.bytes[i];
  return slot >> 12;
}
/// The rows of `episode_run` of one slot are these and up to those of the next.
inline std::int64_t first_run(std::int64_t slot) { return slot << 20; }

/// An entry of `episode_run`: an id, and its row with the low byte first.
inline constexpr std::size_t kIdSize = std::tuple_size_v<decltype(Id::bytes)>;
inline constexpr std::size_t kIdEntrySize = kIdSize + sizeof(std::int64_t);

inline void bind_id(SQLite::Statement& query, int at, const Id& id) {
  query.bind(at, id.bytes.data(), static_cast<int>(id.bytes.size()));
}

}  // namespace menagerie::store
