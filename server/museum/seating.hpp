// Who sits where: the episodes of one room, and the visitors who play them. It knows nothing of frames.
#pragma once

#include "server/core/episode.hpp"
#include "server/museum/subscriber.hpp"
#include "server/wire/phrases.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace menagerie::museum {

/// An episode that is in play, is looked up, or waits for its verdict.
struct Table {
  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  store::Id id;
  core::Episode episode;
  std::array<char, 36> id_text{};
  std::optional<wire::Phrases> phrases;  ///< where the episode has boxes of its own
  PlayerSession* player = nullptr;       ///< null while nobody is connected

 private:
  friend class Seating;
  std::int64_t left_ms_ = 0;  // on the steady clock: when the last player left
  bool idle_ = false;
  std::list<Table*> place_{this};  // its element is in Seating's list while the table is idle
  const std::list<Table*>::iterator element_ = place_.begin();
};

/// Network thread.
class Seating {
 public:
  using Tables = std::unordered_map<store::Id, std::unique_ptr<Table>, store::IdHash>;

  const Tables& tables() const { return tables_; }
  std::size_t playing() const { return playing_; }  ///< visitors at tables

  /// A table for the episode of that id, at which the caller seats somebody, or puts it away; one that was
  /// used before where there is one, so that an episode allocates little. Precondition: there is none of
  /// that id.
  Table& set_up(const store::Id& id);
  Table* find(const store::Id& id) const;  ///< or null

  /// Preconditions: nobody sits at the table, and the player at none.
  void sit(Table& table, PlayerSession& player);
  /// The player leaves; the table waits for a ticket. Precondition: the player sits at a table.
  void stand(PlayerSession& player, std::int64_t now_ms);
  /// Nothing more is played at the table: it is free for another episode.
  void put_away(Table& table);

  /// The table that has been idle longest, where nobody has sat there since `ms`; else null.
  Table* idle_since_before(std::int64_t ms) const;
  /// Lets an idle table wait as long as if its player had just left.
  void wait_on(Table& table, std::int64_t now_ms);

 private:
  Table& part(PlayerSession& player);
  void mark_idle(Table& table, std::int64_t now_ms);
  void unmark_idle(Table& table);

  Tables tables_;
  std::vector<Tables::node_type> free_;
  std::list<Table*> idle_tables_;  // those left longest ago first
  std::size_t playing_ = 0;
};

}  // namespace menagerie::museum
