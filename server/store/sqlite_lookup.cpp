// Lookups by episode, visit or box: in index.db, then in the rows that are not indexed yet.
#include "server/store/number_lists.hpp"
#include "server/store/sqlite_store.hpp"

#include <algorithm>
#include <cstring>

namespace menagerie::store {

template <typename Ask>
std::invoke_result_t<Ask&> SqliteStore::by_index(Ask ask) {
  return guarded(path_, [&] {
    try {
      const IndexReader::Moment moment(index_);
      return ask();
    } catch (const IndexBroken&) {
      if (indexer_) indexer_->queue().make_anew();
      index_.close();
    }
    struct Without {
      explicit Without(IndexReader& reader) : index(reader) { index.leave_out(true); }
      ~Without() { index.leave_out(false); }
      Without(const Without&) = delete;
      Without& operator=(const Without&) = delete;
      IndexReader& index;
    };
    const Without without(index_);
    return ask();
  });
}

template <typename Visit>
void SqliteStore::each_tail(const SeqByMachine& indexed_up_to, const std::string& condition, const Id& id,
                            Visit visit) {
  SQLite::Statement machines(*db_, "SELECT machine FROM machine");
  SQLite::Statement tail(*db_,
                         "SELECT row FROM log WHERE row > ? AND row < ? AND " + condition + " ORDER BY row");
  while (machines.executeStep()) {
    const std::int64_t machine = machines.getColumn(0).getInt64();
    const auto from = indexed_up_to.find(machine);
    tail.reset();
    tail.bind(1, row_key(machine, from == indexed_up_to.end() ? 0 : from->second));
    tail.bind(2, row_key(machine + 1, 0));
    tail.bind(3, id.bytes.data(), static_cast<int>(id.bytes.size()));
    while (tail.executeStep()) {
      if (!visit(place_of(tail.getColumn(0).getInt64()))) return;
    }
  }
}

std::optional<Place> SqliteStore::find_place(const Id& id) {
  const auto in_file = [&](std::optional<Place>& place) {
    const bool is_open = index_.open();
    place = index_.find_episode(id);
    return is_open;
  };
  const auto in_log = [&] {
    std::optional<Place> place;
    each_tail(index_.indexed_up_to(), "id = ?", id, [&](const Place& found) {
      place = found;
      return false;
    });
    return place;
  };
  if (indexer_) return indexer_->queue().find(id, in_file, in_log);
  std::optional<Place> place;
  in_file(place);
  return place ? place : in_log();
}

std::optional<Place> SqliteStore::place_of_episode(const Id& id) {
  if (recent_.surely_absent(id)) return std::nullopt;
  if (const std::optional<Place> place = recent_.find(id)) return place;
  const std::optional<LogRow> row = find_episode(id);
  return row ? std::optional(Place{row->machine, row->seq}) : std::nullopt;
}

RecentIds SqliteStore::begin_recent(std::int64_t now_ms) {
  return by_index([&] {
    RecentIds recent;
    recent.begin(now_ms);
    const auto indexed_up_to = index_.indexed_up_to();  // first: the file may only now have come
    index_.each_episode_around(first_id_after(now_ms),
                               [&](const Id& id, const Place& place) { recent.forget(id, place); });
    SQLite::Statement machines(*db_, "SELECT machine FROM machine");
    SQLite::Statement tail(*db_, "SELECT row, id FROM log WHERE row > ? AND row < ? AND id IS NOT NULL");
    while (machines.executeStep()) {
      const std::int64_t machine = machines.getColumn(0).getInt64();
      const auto from = indexed_up_to.find(machine);
      tail.reset();
      tail.bind(1, row_key(machine, from == indexed_up_to.end() ? 0 : from->second));
      tail.bind(2, row_key(machine + 1, 0));
      while (tail.executeStep()) {
        Id id;
        const SQLite::Column column = tail.getColumn(1);
        std::memcpy(id.bytes.data(), column.getBlob(),
                    std::min(id.bytes.size(), static_cast<std::size_t>(column.getBytes())));
        recent.forget(id, place_of(tail.getColumn(0).getInt64()));
      }
    }
    return recent;
  });
}

std::optional<LogRow> SqliteStore::find_episode(const Id& id) {
  return by_index([&]() -> std::optional<LogRow> {
    const std::optional<Place> place = find_place(id);
    if (!place) return std::nullopt;
    std::vector<LogRow> rows = log_after(place->machine, place->seq - 1, 1);
    if (rows.empty() || rows.front().id != id)
      throw IndexBroken("index.db names another row for episode " + id.text());
    return std::move(rows.front());
  });
}

std::vector<Place> SqliteStore::episodes_of_visit(const Id& visit) {
  return by_index([&] {
    const auto indexed_up_to = index_.indexed_up_to();
    std::vector<Place> places = index_.episodes_of_visit(visit);
    std::map<std::int64_t, std::uint64_t> last;
    for (const Place& place : places) last[place.machine] = place.seq;
    each_tail(indexed_up_to, "visit = ?", visit, [&](const Place& place) {
      if (place.seq > last[place.machine]) places.push_back(place);
      return true;
    });
    std::ranges::sort(places, {}, [](const Place& place) { return std::pair(place.machine, place.seq); });
    return places;
  });
}

std::vector<std::uint64_t> SqliteStore::changes_of_box(std::int64_t machine, std::uint32_t number,
                                                       std::uint64_t after, std::size_t limit) {
  return by_index([&] {
    auto indexed_up_to = index_.indexed_up_to();
    std::vector<std::uint64_t> seqs = index_.changes_of_box(machine, number, after, limit);
    const std::uint64_t from = std::max({indexed_up_to[machine], after, seqs.empty() ? 0 : seqs.back()});
    if (seqs.size() >= limit) return seqs;
    SQLite::Statement tail(*db_,
                           "SELECT row FROM log WHERE row > ? AND row < ? AND instr(changes, ?) > 0 "
                           "ORDER BY row LIMIT ?");
    tail.bind(1, row_key(machine, from));
    tail.bind(2, row_key(machine + 1, 0));
    tail.bind(3, "[" + std::to_string(number + 1) + ",");
    tail.bind(4, static_cast<std::int64_t>(limit - seqs.size()));
    while (tail.executeStep()) seqs.push_back(place_of(tail.getColumn(0).getInt64()).seq);
    return seqs;
  });
}

std::vector<std::uint64_t> SqliteStore::first_changes(std::int64_t machine, std::uint64_t after) {
  return by_index([&] {
    auto indexed_up_to = index_.indexed_up_to();
    std::vector<std::uint64_t> seqs = index_.first_changes(machine, after);
    SQLite::Statement tail(*db_, "SELECT row, changes FROM log WHERE row > ? AND row < ? ORDER BY row");
    tail.bind(1, row_key(machine, std::max(indexed_up_to[machine], after)));
    tail.bind(2, row_key(machine + 1, 0));
    while (tail.executeStep()) {
      const std::uint64_t seq = place_of(tail.getColumn(0).getInt64()).seq;
      for (const BeadChange& change : parse_changes(tail.getColumn(1).getText(), path_)) {
        if (change.box >= seqs.size()) seqs.resize(change.box + std::size_t{1});
        if (seqs[change.box] == 0) seqs[change.box] = seq;
      }
    }
    return seqs;
  });
}

}  // namespace menagerie::store
