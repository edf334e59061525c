// The store of a simulated server: a store in memory behind a connection, with turns as
// server/store/postgres_turns.cpp has them.
#include "cluster_database.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <type_traits>
#include <utility>

namespace menagerie::sim {
namespace {

/// Read at once: few, so that a server often has to ask for more.
constexpr std::size_t kRowsOfALog = 3;

class SimStore : public store::Store {
 public:
  SimStore(Database& database, Way way)
      : connection_(database, std::move(way)), memory_(store::open_memory(database.disk)) {}
  ~SimStore() override {  // with the process its connections end
    if (turn_ != 0) connection_.database().release(turn_);
  }

  bool is_shared() const override { return true; }
  store::News look(std::span<const store::Place> known) override;
  store::News begin_turn(std::span<const store::Place> known) override;
  void end_turn() noexcept override;

  std::vector<store::MachineRow> machines() override {
    return read([](Store& it) { return it.machines(); });
  }
  std::int64_t create_machine(store::MachineRow row, const BoxSet& boxes, std::vector<store::LogRow> rows,
                              store::Snapshot snapshot) override;
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
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, store::RowPart part,
                  const std::function<void(const store::LogRow&)>& each) override {
    connection_.read([&] {
      touch();
      memory_->each_after(machine, after, limit, part, each);
    });
  }
  std::vector<store::LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                             std::size_t limit) override {
    return read([&](Store& it) { return it.episodes_before(machine, before, limit); });
  }
  std::optional<store::LogRow> find_episode(const store::Id& id) override {
    return read([&](Store& it) { return it.find_episode(id); });
  }
  std::optional<store::Place> place_of_episode(const store::Id& id) override {
    if (connection_.database().fault == Fault::forget_known) return std::nullopt;
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
  template <typename Read>
  std::invoke_result_t<Read&, Store&> read(Read what) {
    std::invoke_result_t<Read&, Store&> result{};
    connection_.read([&] {
      touch();
      result = what(*memory_);
    });
    return result;
  }
  void touch();
  using Ends = std::map<std::int64_t, std::pair<std::uint64_t, std::string>>;
  store::News news_of(std::span<const store::Place> known, Ends& ends) const;
  void write(std::vector<std::int64_t> machines, const std::function<void()>& what);

  DatabaseConnection connection_;
  std::unique_ptr<Store> memory_;
  std::uint64_t turn_ = 0;  // 0: none
  Ends ends_;               // as it has read or written them
};

/// Each statement of a turn is a sign of life. Where the database has ended the turn, the statement finds
/// that its connection is lost.
void SimStore::touch() {
  if (turn_ == 0) return;
  Database& database = connection_.database();
  std::vector<std::int64_t> mine;
  for (const auto& [machine, lock] : database.locks) {
    if (lock.turn == turn_) mine.push_back(machine);
  }
  std::erase_if(mine, [&](std::int64_t machine) { return !database.has(machine, turn_); });
  if (mine.empty() && database.fault != Fault::no_lock)
    throw store::Error("the turn was ended", store::ErrorKind::transient);
  for (const std::int64_t machine : mine) database.locks.at(machine).used_ms = database.steady_ms;
}

/// At one moment. The ends are this store's once the answer is here.
store::News SimStore::news_of(std::span<const store::Place> known, Ends& ends) const {
  const Database& database = connection_.database();
  store::News news;
  for (const store::Place& it : known) {
    if (it.machine == 0) continue;
    const bool there = static_cast<std::size_t>(it.machine) <= database.disk->machines.size();
    const auto kept = database.links.find(it.machine);
    const std::vector<std::string> none, &links = kept != database.links.end() ? kept->second : none;
    const auto end = ends.find(it.machine);
    const bool other = database.fault != Fault::no_chain && end != ends.end() &&
                       end->second.first == it.seq && it.seq <= links.size() &&
                       links[it.seq - 1] != end->second.second;
    if (!there || links.size() < it.seq || other)
      throw store::Error("the log is not the one that this server has followed", store::ErrorKind::permanent);
    std::vector<store::LogRow> rows = memory_->log_after(it.machine, it.seq, kRowsOfALog);
    const std::uint64_t end_seq = it.seq + rows.size();
    news.behind += links.size() - end_seq;
    if (database.fault == Fault::skip_row && rows.size() > 1) rows.erase(rows.begin());
    ends[it.machine] = {end_seq, links.at(end_seq - 1)};
    std::ranges::move(rows, std::back_inserter(news.rows));
  }
  return news;
}

store::News SimStore::look(std::span<const store::Place> known) {
  store::News news;
  Ends ends = ends_;
  connection_.read([&] {
    news = news_of(known, ends);
    for (const auto& machine : connection_.database().disk->machines) {
      const auto is_it = [&](const store::Place& it) { return it.machine == machine.row.machine; };
      if (std::ranges::none_of(known, is_it)) news.machines.push_back(machine.row.machine);
    }
  });
  ends_ = std::move(ends);
  return news;
}

store::News SimStore::begin_turn(std::span<const store::Place> known) {
  end_turn();
  if (known.empty()) return {};
  Database& database = connection_.database();
  const std::uint64_t turn = ++database.turns;
  store::News news;
  Ends ends = ends_;
  bool waits = false;
  connection_.read([&] {
    for (const store::Place& it : known) {
      database.has(it.machine, turn);  // ends one that is idle
      waits = waits || (database.locks.contains(it.machine) && database.fault != Fault::no_lock);
    }
    if (waits) return;
    for (const store::Place& it : known) database.locks[it.machine] = {turn, database.steady_ms};
    turn_ = turn;
    news = news_of(known, ends);
    if (news.behind > 0) database.release(std::exchange(turn_, 0));
  });
  if (waits) throw store::Error("no answer: another server has a turn", store::ErrorKind::transient);
  ends_ = std::move(ends);
  return news;
}

/// One that is cut off keeps its locks until the database ends its turn.
void SimStore::end_turn() noexcept {
  const std::uint64_t turn = std::exchange(turn_, 0);
  if (turn == 0) return;
  try {
    connection_.run([&] { connection_.database().release(turn); });
  } catch (...) {
  }
}

/// A commit, as one statement.
void SimStore::write(std::vector<std::int64_t> machines, const std::function<void()>& what) {
  Database& database = connection_.database();
  const std::uint64_t turn = turn_;
  bool ended = false;
  connection_.run(
      [&] {
        for (const std::int64_t machine : machines) ended = ended || !database.has(machine, turn);
        ended = ended && database.fault != Fault::no_lock;
        if (!ended) what();
        database.release(turn);
        turn_ = 0;
      },
      true);
  if (ended) throw store::Error("the turn was ended", store::ErrorKind::transient);
}

std::vector<store::Id> SimStore::append(std::span<const store::LogRow> rows,
                                        std::span<const store::MadeBox> made,
                                        std::span<const store::Snapshot> snapshots) {
  Database& database = connection_.database();
  std::vector<std::int64_t> machines;
  for (const store::LogRow& row : rows) machines.push_back(row.machine);
  std::vector<store::Id> known;
  write(machines, [&] {
    if (database.fault == Fault::forget_known) {
      for (const store::LogRow& row : rows) database.disk->episodes.erase(row.id);
    }
    known = memory_->append(rows, made, snapshots);
    for (const std::int64_t machine : machines) database.link(machine);
  });
  if (!known.empty()) return known;
  for (const std::int64_t machine : machines) {
    const auto last = std::ranges::find(rows.rbegin(), rows.rend(), machine, &store::LogRow::machine);
    ends_[machine] = {last->seq, database.links[machine].at(last->seq - 1)};
  }
  return known;
}

std::int64_t SimStore::create_machine(store::MachineRow row, const BoxSet& boxes,
                                      std::vector<store::LogRow> rows, store::Snapshot snapshot) {
  std::int64_t machine = 0;
  write({0}, [&] {
    machine = memory_->create_machine(std::move(row), boxes, std::move(rows), std::move(snapshot));
    connection_.database().link(machine);
  });
  return machine;
}

}  // namespace

std::unique_ptr<store::Store> open_store(Database& database, Way way) {
  return std::make_unique<SimStore>(database, std::move(way));
}

}  // namespace menagerie::sim
