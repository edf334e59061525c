// A house with one machine, without the museum: what tests of the store's own files need.
#pragma once

#include "folder.hpp"

#include "engine/boxes.hpp"
#include "engine/game.hpp"
#include "server/store/store.hpp"

#include <sqlite3.h>

#include "tests/unit/catch.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::test {

inline constexpr std::int64_t kBareTime = 1'700'000'000'000;

/// Creates a hexapawn machine, number 1, with its first row. Returns how many counts a snapshot of it has.
inline std::size_t create_bare_machine(store::Store& store) {
  const auto graph = GameGraph::compile(*find_game("hexapawn"));
  const auto boxes = BoxSet::make(*graph, Seat::second, BoxConvention::canonical);
  REQUIRE(boxes);
  store::MachineRow machine;
  machine.name = "her";
  machine.created_ms = kBareTime;
  store::LogRow start;
  start.seq = 1;
  start.kind = store::Kind::start;
  start.era = 1;
  start.time_ms = kBareTime;
  start.act = store::Act{store::Why::created, store::Start{}};
  store::Snapshot snapshot;
  snapshot.seq = 1;
  snapshot.time_ms = kBareTime;
  for (const Box& box : boxes->boxes()) snapshot.beads.insert(snapshot.beads.end(), box.beads.size(), 4);
  const std::size_t counts = snapshot.beads.size();
  REQUIRE(store.create_machine(machine, *boxes, {start}, std::move(snapshot)) == 1);
  return counts;
}

/// As servers make them: the first 48 bits are the time, in milliseconds.
inline store::Id id_made_at(std::int64_t ms, std::uint16_t number = 0) {
  store::Id id;
  for (std::size_t i = 0; i < 6; ++i) id.bytes[i] = static_cast<std::uint8_t>(ms >> (8 * (5 - i)));
  id.bytes[6] = 0x70;
  id.bytes[14] = static_cast<std::uint8_t>(number >> 8);
  id.bytes[15] = static_cast<std::uint8_t>(number);
  return id;
}

/// Row `seq` of machine 1: an episode that was begun a millisecond before it was learned.
inline store::LogRow bare_episode(std::uint64_t seq) {
  store::LogRow row;
  row.machine = 1;
  row.seq = seq;
  row.era = 1;
  row.time_ms = kBareTime + static_cast<std::int64_t>(seq);
  row.id = id_made_at(row.time_ms - 1);
  row.visit = id_made_at(kBareTime);
  row.seat = Player::second;
  row.moves = "a1-a2";
  row.opponent = "visitor";
  row.trace = {{0, 1, 0}};
  row.changes = {{0, 1, 4, 5}};
  row.outcome = Outcome::first_wins;
  row.reason = Reason::win;
  return row;
}

inline void append_bare(store::Store& store, std::uint64_t from, std::uint64_t to) {
  std::vector<store::LogRow> rows;
  for (std::uint64_t seq = from; seq <= to; ++seq) rows.push_back(bare_episode(seq));
  REQUIRE(store.append(rows, {}, {}).empty());
}

/// Another program's connection to a database file.
class OtherProgram {
 public:
  explicit OtherProgram(const std::string& path) {
    REQUIRE(sqlite3_open(path.c_str(), &db_) == SQLITE_OK);
    sqlite3_busy_timeout(db_, 60'000);
  }
  ~OtherProgram() { sqlite3_close(db_); }
  OtherProgram(const OtherProgram&) = delete;
  OtherProgram& operator=(const OtherProgram&) = delete;
  /// Returns the first column of the first row.
  std::string run(const std::string& sql) {
    INFO(sql);
    std::optional<std::string> first;
    const auto keep = [](void* into, int, char** values, char**) {
      auto& text = *static_cast<std::optional<std::string>*>(into);
      if (!text) text = values[0] == nullptr ? "" : values[0];
      return 0;
    };
    REQUIRE(sqlite3_exec(db_, sql.c_str(), keep, &first, nullptr) == SQLITE_OK);
    return first.value_or("");
  }

 private:
  sqlite3* db_ = nullptr;
};

}  // namespace menagerie::test
