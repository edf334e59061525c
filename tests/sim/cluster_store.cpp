// The store of a simulated cluster: a store in memory behind a connection, whose appends compare head and
// fence as server/store/postgres_append.cpp does.
#include "cluster_database.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace menagerie::sim {
namespace {

class SimStore : public store::Store {
 public:
  SimStore(Database& database, Way way, std::string holder)
      : connection_(database, std::move(way)),
        memory_(store::open_memory(database.disk)),
        holder_(std::move(holder)) {
    if (!holder_.empty()) take_lease();
  }

  std::vector<store::MachineRow> machines() override {
    return read([](Store& it) { return it.machines(); });
  }
  std::int64_t create_machine(store::MachineRow, const BoxSet&, std::vector<store::LogRow>,
                              store::Snapshot) override {
    throw store::Error("no machine is created in these histories", store::ErrorKind::permanent);
  }
  std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) override {
    return read([&](Store& it) { return it.check_boxes(machine, boxes); });
  }
  std::vector<Box> made_boxes(std::int64_t machine) override {
    return read([&](Store& it) { return it.made_boxes(machine); });
  }
  std::optional<store::Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) override {
    return read([&](Store& it) { return it.snapshot_at(machine, seq); });
  }
  std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) override {
    return read([&](Store& it) { return it.snapshot_seqs(machine); });
  }
  std::vector<store::LogRow> log_after(std::int64_t machine, std::uint64_t after,
                                       std::size_t limit) override {
    auto rows = read([&](Store& it) { return it.log_after(machine, after, limit); });
    if (connection_.database().fault == ClusterFault::skip_row && rows.size() > 1) rows.erase(rows.begin());
    return rows;
  }
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, store::RowPart part,
                  const std::function<void(const store::LogRow&)>& each) override {
    connection_.read([&] { memory_->each_after(machine, after, limit, part, each); });
  }
  std::vector<store::LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                             std::size_t limit) override {
    return read([&](Store& it) { return it.episodes_before(machine, before, limit); });
  }
  std::optional<store::LogRow> find_episode(const store::Id& id) override {
    return read([&](Store& it) { return it.find_episode(id); });
  }
  std::optional<store::Place> place_of_episode(const store::Id& id) override {
    if (connection_.database().fault == ClusterFault::forget_known) return std::nullopt;
    return read([&](Store& it) { return it.place_of_episode(id); });
  }
  std::vector<store::LogRow> acts(std::int64_t machine) override {
    return read([&](Store& it) { return it.acts(machine); });
  }
  std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) override {
    return read([&](Store& it) { return it.last_before(machine, time_ms); });
  }
  std::vector<store::Place> episodes_of_visit(const store::Id& visit) override {
    return read([&](Store& it) { return it.episodes_of_visit(visit); });
  }
  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit) override {
    return read([&](Store& it) { return it.changes_of_box(machine, number, after, limit); });
  }
  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) override {
    return read([&](Store& it) { return it.first_changes(machine, after); });
  }
  std::unique_ptr<store::MachineFile> copy_machine(std::int64_t, const std::string&) override {
    throw store::Error("no machine is copied in these histories", store::ErrorKind::permanent);
  }

  std::vector<store::Id> append(std::span<const store::LogRow> rows, std::span<const store::MadeBox> made,
                                std::span<const store::Snapshot> snapshots) override;

 private:
  struct Known {
    std::uint64_t seq = 0, fence = 0;
  };

  template <typename Read>
  std::invoke_result_t<Read&, Store&> read(Read what) {
    std::invoke_result_t<Read&, Store&> result{};
    connection_.read([&] { result = what(*memory_); });
    return result;
  }
  Known& head_of(std::int64_t machine);
  void take_lease();
  [[noreturn]] void throw_moved_head(std::span<const store::LogRow> rows);
  void commit(std::span<const store::LogRow> rows, const std::map<std::int64_t, Known>& behind);

  DatabaseConnection connection_;
  std::unique_ptr<Store> memory_;
  std::string holder_;
  std::map<std::int64_t, Known> heads_;  // as they are behind the last commit
  std::map<std::int64_t, std::uint64_t> fences_;
};

void SimStore::take_lease() {
  Database& database = connection_.database();
  std::string other;
  connection_.read([&] {
    for (const auto& [machine, head] : database.heads) {
      if (head.holder != holder_ && database.left_ms(head) >= 0) other = head.holder + "?";
    }
    if (!other.empty()) return;
    for (auto& [machine, head] : database.heads) {
      head.holder = holder_;
      head.wanted.clear();
      head.expires_ms = database.now_ms + store::kLeaseSeconds * 1000;
      fences_[machine] = ++head.fence;
    }
  });
  if (!other.empty()) throw store::Held("the house is held by " + other, other);
}

SimStore::Known& SimStore::head_of(std::int64_t machine) {
  const auto known = heads_.find(machine);
  if (known != heads_.end()) return known->second;
  Known head;
  connection_.read([&] { head.seq = connection_.database().heads.at(machine).seq; });
  head.fence = fences_[machine];
  return heads_[machine] = head;
}

std::vector<store::Id> SimStore::append(std::span<const store::LogRow> rows,
                                        std::span<const store::MadeBox> made,
                                        std::span<const store::Snapshot> snapshots) {
  Database& database = connection_.database();
  std::map<std::int64_t, Known> before, behind;
  for (const store::LogRow& row : rows) {
    before.try_emplace(row.machine, head_of(row.machine));
    Known& head = behind.try_emplace(row.machine, head_of(row.machine)).first->second;
    if (row.seq != head.seq + 1) {
      heads_.clear();
      throw store::Error("a log does not end before row " + std::to_string(row.seq),
                         store::ErrorKind::conflict);
    }
    head.seq = row.seq;
  }
  bool moved = false;
  std::vector<store::Id> known;
  try {
    connection_.run(
        [&] {
          for (const auto& [machine, head] : before) {
            const Database::Head& there = database.heads.at(machine);
            const bool stale = database.fault != ClusterFault::stale_fence &&
                               (there.fence != head.fence || there.holder != holder_);
            moved = moved || stale || there.seq != head.seq;
          }
          if (moved) return;
          if (database.fault == ClusterFault::forget_known) {
            for (const store::LogRow& row : rows) database.disk->episodes.erase(row.id);
          }
          known = memory_->append(rows, made, snapshots);
          if (known.empty()) commit(rows, behind);
        },
        true);
  } catch (...) {
    heads_.clear();
    throw;
  }
  if (moved || !known.empty()) heads_.clear();
  if (moved) throw_moved_head(rows);
  if (known.empty()) heads_ = behind;
  return known;
}

/// What else the statement of a batch does: heads, links, leases, and the inbox.
void SimStore::commit(std::span<const store::LogRow> rows, const std::map<std::int64_t, Known>& behind) {
  Database& database = connection_.database();
  for (const store::LogRow& row : rows) {
    Database::Head& head = database.heads.at(row.machine);
    head.chain = link_of(head.chain, row);
    database.links[row.machine].push_back(head.chain);
    std::erase_if(database.inbox, [&](const Database::Letter& it) {
      return row.kind == store::Kind::episode && it.row.machine == row.machine && it.row.id == row.id;
    });
  }
  for (const auto& [machine, known] : behind) {
    Database::Head& head = database.heads.at(machine);
    head.seq = known.seq;
    head.expires_ms = std::max(head.expires_ms, database.now_ms + store::kLeaseSeconds * 1000);
    database.commits.push_back({holder_, known.fence});
  }
}

void SimStore::throw_moved_head(std::span<const store::LogRow> rows) {
  std::string other;
  connection_.read([&] {
    for (const store::LogRow& row : rows) {
      const Database::Head& head = connection_.database().heads.at(row.machine);
      if (head.holder != holder_) other = head.holder + "?";
    }
  });
  if (!other.empty()) throw store::Held("another server, " + other + ", has taken over this house", other);
  throw store::Error("a log does not end where this server left it", store::ErrorKind::conflict);
}

}  // namespace

std::unique_ptr<store::Store> open_store(Database& database, Way way, const std::string& holder) {
  return std::make_unique<SimStore>(database, std::move(way), holder);
}

}  // namespace menagerie::sim
