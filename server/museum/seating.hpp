// Seats: the episodes of one room, and the visitors who play them. It knows nothing of frames.
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
  /// Connections that the episode was taken over from while its verdict was awaited, or the log asked.
  std::vector<PlayerSession*> former;

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
  std::size_t in_play() const { return in_play_; }  ///< episodes whose visitors are there
  /// Visitors who play, or are between two episodes; a visit with several connections is one visitor.
  std::size_t visitors() const { return visits_.size(); }
  std::size_t connections() const { return connections_; }  ///< theirs

  /// A table for the episode of that id, at which the caller seats somebody, or puts it away; one that was
  /// used before where there is one, so that an episode allocates little. Precondition: there is none of
  /// that id.
  Table& set_up(const store::Id& id);
  Table* find(const store::Id& id) const;  ///< or null

  /// From now on the player counts as a visitor. Preconditions: nobody sits at the table, and the player at
  /// none.
  void sit(Table& table, PlayerSession& player);
  /// The player leaves; the table waits for a ticket. Precondition: the player sits at a table.
  void stand(PlayerSession& player, std::int64_t now_ms);
  /// Nothing more is played at the table: it is free for another episode. Precondition: former is empty.
  void put_away(Table& table);
  /// The player no longer counts as a visitor; whether he did.
  bool leave(PlayerSession& player);

  /// The player, who sits at no table, waits for what becomes of this one's episode.
  void wait_at(Table& table, PlayerSession& player);
  void stop_waiting(PlayerSession& player);
  /// Everybody who waited there, and waits no longer.
  std::vector<PlayerSession*> release_former(Table& table);

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
  std::size_t in_play_ = 0;
  std::unordered_map<store::Id, std::size_t, store::IdHash> visits_;  // those who play: their connections
  std::size_t connections_ = 0;
};

}  // namespace menagerie::museum
