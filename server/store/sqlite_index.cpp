#include "server/store/sqlite_index.hpp"

#include "server/store/sqlite_database.hpp"
#include "server/store/sqlite_index_layout.hpp"
#include "server/store/sqlite_rows.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace menagerie::store {
namespace {

/// The seqs of a run: `first`, and what the blob adds to it.
std::vector<std::uint64_t> run_of(std::uint64_t first, const SQLite::Column& blob) {
  std::vector<std::uint64_t> seqs{first};
  const auto* bytes = static_cast<const unsigned char*>(blob.getBlob());
  std::uint64_t number = 0;
  int shift = 0;
  for (int i = 0; i < blob.getBytes(); ++i) {
    number |= std::uint64_t{bytes[i] & 0x7fU} << shift;
    shift += 7;
    if ((bytes[i] & 0x80U) != 0) continue;
    seqs.push_back(seqs.back() + number);
    number = 0;
    shift = 0;
  }
  return seqs;
}

/// The row that the first entry names.
std::int64_t row_at(std::string_view entries) {
  std::int64_t row = 0;
  for (std::size_t i = kIdEntrySize; i-- > kIdSize;) row = row << 8 | static_cast<unsigned char>(entries[i]);
  return row;
}

std::optional<std::int64_t> row_of(std::string_view entries, const Id& id) {
  for (; entries.size() >= kIdEntrySize; entries.remove_prefix(kIdEntrySize)) {
    if (std::memcmp(entries.data(), id.bytes.data(), kIdSize) == 0) return row_at(entries);
  }
  return std::nullopt;
}

}  // namespace

bool IndexReader::open() {
  if (left_out_) return false;
  if (db_) return true;
  std::error_code unreadable;
  if (!std::filesystem::exists(path_, unreadable)) return false;
  try {
    auto db = open_read_only(path_);
    if (db->execAndGet("PRAGMA user_version").getInt() != kIndexVersion) return false;
    if (in_moment_) db->exec("BEGIN");
    db_ = std::move(db);
    return true;
  } catch (const SQLite::Exception&) {  // being made, or broken: the log itself is asked then
    return false;
  }
}

template <typename Look>
std::invoke_result_t<Look&> IndexReader::look(Look look) {
  try {
    return open() ? look() : std::invoke_result_t<Look&>();
  } catch (const SQLite::Exception& error) {
    throw IndexBroken(path_ + ": " + error.what());
  }
}

IndexReader::Moment::Moment(IndexReader& reader) : reader_(reader) {
  reader_.look([&] { return reader_.db_->exec("BEGIN"); });
  reader_.in_moment_ = true;
}

IndexReader::Moment::~Moment() {
  reader_.in_moment_ = false;
  if (!reader_.db_) return;
  if (sqlite3_exec(reader_.db_->getHandle(), "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK)
    reader_.close();
}

SeqByMachine IndexReader::indexed_up_to() {
  return look([&] {
    SeqByMachine indexed_up_to;
    SQLite::Statement query(*db_, "SELECT machine, seq FROM indexed_up_to");
    while (query.executeStep())
      indexed_up_to[query.getColumn(0).getInt64()] =
          static_cast<std::uint64_t>(query.getColumn(1).getInt64());
    return indexed_up_to;
  });
}

std::optional<Place> IndexReader::find_episode(const Id& id) {
  return look([&]() -> std::optional<Place> {
    SQLite::Statement query(*db_, "SELECT entries FROM episode_run WHERE run >= ? AND run < ?");
    query.bind(1, first_run(time_slot(id)));
    query.bind(2, first_run(time_slot(id) + 1));
    while (query.executeStep()) {
      const SQLite::Column entries = query.getColumn(0);
      const std::string_view bytes(static_cast<const char*>(entries.getBlob()),
                                   static_cast<std::size_t>(entries.getBytes()));
      if (const std::optional<std::int64_t> row = row_of(bytes, id)) return place_of(*row);
    }
    return std::nullopt;
  });
}

void IndexReader::each_episode_around(const Id& bound,
                                      const std::function<void(const Id&, const Place&)>& each) {
  look([&] {
    // Runs are numbered by time: the last slot before that of `bound`, and all later ones.
    SQLite::Statement query(
        *db_,
        "SELECT entries FROM episode_run WHERE run >= coalesce((SELECT max(run) >> 20 << 20 FROM episode_run "
        "WHERE run < ?), 0)");
    query.bind(1, first_run(time_slot(bound)));
    while (query.executeStep()) {
      const SQLite::Column column = query.getColumn(0);
      std::string_view entries(static_cast<const char*>(column.getBlob()),
                               static_cast<std::size_t>(column.getBytes()));
      for (; entries.size() >= kIdEntrySize; entries.remove_prefix(kIdEntrySize)) {
        Id id;
        std::memcpy(id.bytes.data(), entries.data(), kIdSize);
        each(id, place_of(row_at(entries)));
      }
    }
  });
}

std::vector<Place> IndexReader::episodes_of_visit(const Id& visit) {
  return look([&] {
    std::vector<Place> places;
    SQLite::Statement query(
        *db_, "SELECT machine, first, seqs FROM visit_run WHERE visit = ? ORDER BY machine, first");
    bind_id(query, 1, visit);
    while (query.executeStep()) {
      const std::int64_t machine = query.getColumn(0).getInt64();
      for (const std::uint64_t seq :
           run_of(static_cast<std::uint64_t>(query.getColumn(1).getInt64()), query.getColumn(2)))
        places.push_back({machine, seq});
    }
    return places;
  });
}

std::vector<std::uint64_t> IndexReader::changes_of_box(std::int64_t machine, std::uint32_t number,
                                                       std::uint64_t after, std::size_t limit) {
  return look([&] {
    std::vector<std::uint64_t> seqs;
    // The run that holds the next seq may begin before it.
    SQLite::Statement query(
        *db_,
        "SELECT first, seqs FROM box_run WHERE machine = ?1 AND number = ?2 AND first >= coalesce((SELECT "
        "max(first) FROM box_run WHERE machine = ?1 AND number = ?2 AND first <= ?3), 0) ORDER BY first");
    query.bind(1, machine);
    query.bind(2, static_cast<std::int64_t>(number) + 1);
    query.bind(3, static_cast<std::int64_t>(after));
    while (seqs.size() < limit && query.executeStep()) {
      for (const std::uint64_t seq :
           run_of(static_cast<std::uint64_t>(query.getColumn(0).getInt64()), query.getColumn(1))) {
        if (seq > after && seqs.size() < limit) seqs.push_back(seq);
      }
    }
    return seqs;
  });
}

std::vector<std::uint64_t> IndexReader::first_changes(std::int64_t machine, std::uint64_t after) {
  return look([&] {
    std::vector<std::uint64_t> seqs;
    SQLite::Statement query(
        *db_, "SELECT number, first, seqs FROM box_run WHERE machine = ? ORDER BY number, first");
    query.bind(1, machine);
    while (query.executeStep()) {
      const auto box = static_cast<std::size_t>(query.getColumn(0).getInt64() - 1);
      if (box >= seqs.size()) seqs.resize(box + 1);
      if (seqs[box] != 0) continue;
      for (const std::uint64_t seq :
           run_of(static_cast<std::uint64_t>(query.getColumn(1).getInt64()), query.getColumn(2))) {
        if (seq <= after) continue;
        seqs[box] = seq;
        break;
      }
    }
    return seqs;
  });
}

}  // namespace menagerie::store
