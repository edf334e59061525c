#include "server/museum/seating.hpp"

#include "engine/check.hpp"

#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kFreeTablesMax = 1'000;

}  // namespace

Table& Seating::set_up(const store::Id& id) {
  MENAGERIE_CHECK(!tables_.contains(id));
  Tables::node_type place;
  if (free_.empty()) {
    Tables fresh;
    fresh.emplace(id, std::make_unique<Table>());
    place = fresh.extract(fresh.begin());
  } else {
    place = std::move(free_.back());
    free_.pop_back();
    place.key() = id;
  }
  Table& table = *place.mapped();
  table.id = id;
  table.id_text = id.characters();
  table.phrases.reset();
  tables_.insert(std::move(place));
  return table;
}

Table* Seating::find(const store::Id& id) const {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second.get();
}

void Seating::sit(Table& table, PlayerSession& player) {
  MENAGERIE_CHECK(table.player == nullptr && player.table == nullptr);
  unmark_idle(table);
  table.player = &player;
  player.table = &table;
  player.seat_wanted = table.episode.ticket().seat;
  ++in_play_;
  stop_waiting(player);
  if (player.counted == player.visit) return;
  leave(player);
  player.counted = player.visit;
  ++visits_[player.visit];
  ++connections_;
}

bool Seating::leave(PlayerSession& player) {
  if (!player.counted) return false;
  const auto visit = visits_.find(*player.counted);
  if (visit == visits_.end()) return false;  // at another machine
  player.counted.reset();
  if (--visit->second == 0) visits_.erase(visit);
  --connections_;
  return true;
}

void Seating::wait_at(Table& table, PlayerSession& player) {
  MENAGERIE_CHECK(player.table == nullptr && player.waits_at == nullptr);
  player.waits_at = &table;
  player.last_episode = table.id;  // a late frame for it is harmless
  table.former.push_back(&player);
}

void Seating::stop_waiting(PlayerSession& player) {
  if (Table* table = std::exchange(player.waits_at, nullptr)) std::erase(table->former, &player);
}

std::vector<PlayerSession*> Seating::release_former(Table& table) {
  for (PlayerSession* player : table.former) player->waits_at = nullptr;
  return std::exchange(table.former, {});
}

void Seating::stand(PlayerSession& player, std::int64_t now_ms) { mark_idle(part(player), now_ms); }

/// Takes the player from the table at which he sits.
Table& Seating::part(PlayerSession& player) {
  MENAGERIE_CHECK(player.table != nullptr && player.table->player == &player);
  Table& table = *std::exchange(player.table, nullptr);
  table.player = nullptr;
  player.begin_waits = false;
  --in_play_;
  return table;
}

void Seating::put_away(Table& table) {
  MENAGERIE_CHECK(table.former.empty());
  if (PlayerSession* player = table.player) {
    player->last_episode = table.id;
    part(*player);
  }
  unmark_idle(table);
  Tables::node_type place = tables_.extract(table.id);
  MENAGERIE_CHECK(place);
  if (free_.size() < kFreeTablesMax) free_.push_back(std::move(place));
}

void Seating::mark_idle(Table& table, std::int64_t now_ms) {
  table.left_ms_ = now_ms;
  table.idle_ = true;
  idle_tables_.splice(idle_tables_.end(), table.place_);
}

void Seating::unmark_idle(Table& table) {
  if (!std::exchange(table.idle_, false)) return;
  table.place_.splice(table.place_.end(), idle_tables_, table.element_);
}

Table* Seating::idle_since_before(std::int64_t ms) const {
  if (idle_tables_.empty() || idle_tables_.front()->left_ms_ > ms) return nullptr;
  return idle_tables_.front();
}

void Seating::wait_on(Table& table, std::int64_t now_ms) {
  MENAGERIE_CHECK(table.idle_);
  idle_tables_.splice(idle_tables_.end(), idle_tables_, table.element_);
  table.left_ms_ = now_ms;
}

}  // namespace menagerie::museum
