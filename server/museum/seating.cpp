#include "server/museum/seating.hpp"

#include "engine/check.hpp"

#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kFreeTablesMax = 1'000;

}  // namespace

Table& Seating::set_up(const store::Id& id, std::int64_t now_ms) {
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
  desert(table, now_ms);
  return table;
}

Table* Seating::find(const store::Id& id) const {
  const auto found = tables_.find(id);
  return found == tables_.end() ? nullptr : found->second.get();
}

void Seating::sit(Table& table, PlayerSession& player) {
  MENAGERIE_CHECK(table.player == nullptr && player.table == nullptr);
  end_desertion(table);
  table.player = &player;
  player.table = &table;
  player.seat_wanted = table.episode.ticket().seat;
  ++playing_;
}

void Seating::stand(PlayerSession& player, std::int64_t now_ms) {
  MENAGERIE_CHECK(player.table != nullptr && player.table->player == &player);
  Table& table = *std::exchange(player.table, nullptr);
  table.player = nullptr;
  player.begin_waits = false;
  --playing_;
  desert(table, now_ms);
}

void Seating::put_away(Table& table) {
  if (PlayerSession* player = table.player) {
    player->last_episode = table.id;
    stand(*player, 0);
  }
  end_desertion(table);
  Tables::node_type place = tables_.extract(table.id);
  MENAGERIE_CHECK(place);
  if (free_.size() < kFreeTablesMax) free_.push_back(std::move(place));
}

void Seating::desert(Table& table, std::int64_t now_ms) {
  table.left_ms_ = now_ms;
  deserted_.splice(deserted_.end(), table.place_);
}

void Seating::end_desertion(Table& table) {
  table.place_.splice(table.place_.end(), deserted_, table.element_);
}

Table* Seating::deserted_since(std::int64_t ms) const {
  if (deserted_.empty() || deserted_.front()->left_ms_ > ms) return nullptr;
  return deserted_.front();
}

void Seating::wait_on(Table& table, std::int64_t now_ms) {
  MENAGERIE_CHECK(table.player == nullptr);
  deserted_.splice(deserted_.end(), deserted_, table.element_);
  table.left_ms_ = now_ms;
}

}  // namespace menagerie::museum
