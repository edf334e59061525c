// A server's store on the simulated database: a store in memory behind a connection, with turns as
// server/store/postgres_turns.cpp has them.
#include "cluster_database.hpp"

#include <algorithm>
#include <iterator>
#include <type_traits>
#include <utility>

namespace menagerie::sim {
namespace {

using store::ErrorKind;

/// Rows of a log that are read at once: few, so that there are more behind them.
constexpr std::size_t kRowsAtOnce = 3;

class SimStore : public store::Store {
 public:
  SimStore(Database& database, Way way)
      : database_(database), way_(std::move(way)), generation_(database.generation) {}
  ~SimStore() override { end_turn(); }  // its server has ended
  SimStore(const SimStore&) = delete;
  SimStore& operator=(const SimStore&) = delete;

  bool is_shared() const override { return true; }
  store::News look(std::span<const store::Place> known) override;
  store::News begin_turn(std::span<const store::Place> known, store::TurnKind kind) override;
  void end_turn() noexcept override {
    quick_.clear();
    database_.turns.erase(std::exchange(turn_, 0));
  }
  void ring(const std::string&) override {}  // nothing depends on it

  std::vector<store::MachineRow> machines() override {
    return read([](Store& it) { return it.machines(); });
  }
  std::int64_t create_machine(store::MachineRow row, const BoxSet& boxes, std::vector<store::LogRow> rows,
                              store::Snapshot snapshot) override;
  std::vector<store::Id> append(std::span<const store::LogRow> rows, std::span<const store::MadeBox> made,
                                std::span<const store::Snapshot> snapshots) override;
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
    return read([&](Store& it) { return it.log_after(machine, after, limit); });
  }
  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, store::RowPart part,
                  const std::function<void(const store::LogRow&)>& each) override {
    read([&](Store& it) { return it.each_after(machine, after, limit, part, each), 0; });
  }
  std::vector<store::LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                             std::size_t limit) override {
    return read([&](Store& it) { return it.episodes_before(machine, before, limit); });
  }
  std::optional<store::LogRow> find_episode(const store::Id& id) override {
    return read([&](Store& it) { return it.find_episode(id); });
  }
  std::optional<store::Place> place_of_episode(const store::Id& id) override {
    if (database_.fault == ClusterFault::forget_known) return std::nullopt;
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

 private:
  struct End {
    std::uint64_t seq = 0;
    std::string link{};
  };

  template <typename What>
  void run(What statement, bool commits = false);
  template <typename What>
  void read_only(What statement);
  template <typename Read>
  std::invoke_result_t<Read&, Store&> read(Read what) {
    std::invoke_result_t<Read&, Store&> result{};
    read_only([&] { result = what(*database_.memory); });
    return result;
  }
  template <typename What>
  void write(What what);
  void require_turn();
  void lock_quick_turn();
  store::News news(std::span<const store::Place> known, std::map<std::int64_t, End>& ends) const;
  void take_end(std::int64_t machine);

  Database& database_;
  Way way_;
  std::uint64_t generation_;
  std::uint64_t turn_ = 0;        // in the database, which may have ended it
  std::set<std::int64_t> quick_;  // the logs of a turn that has nothing locked
  std::uint64_t quick_turns_ = 0;
  std::map<std::int64_t, End> ends_;  // of the logs, as it has read or written them
};

/// A statement, which it is not known of whether it was carried out where the connection is lost. Then its
/// transaction is left to the database.
template <typename What>
void SimStore::run(What statement, bool commits) {
  try {
    way_.before(commits);
    if (database_.away) throw store::Error("the database is away", ErrorKind::unknown);
    if (std::exchange(generation_, database_.generation) != database_.generation)
      throw store::Error("the connection is lost", ErrorKind::unknown);
    statement();
    way_.after(commits);
  } catch (const store::Error& error) {
    if (error.kind == ErrorKind::unknown) turn_ = 0;
    throw;
  }
}

/// One that changes nothing; outside of a turn it is asked on a new connection where the old one is lost.
template <typename What>
void SimStore::read_only(What statement) {
  try {
    if (turn_ == 0) generation_ = database_.generation;
    run([&] {
      if (turn_ != 0) require_turn();
      statement();
    });
  } catch (const store::Error& error) {
    if (error.kind != ErrorKind::unknown) throw;
    throw store::Error(error.what(), ErrorKind::transient);
  }
}

/// The database ends a transaction that is idle for too long, and its connection.
void SimStore::require_turn() {
  const auto turn = database_.turns.find(turn_);
  if (turn == database_.turns.end())
    throw store::Error("the connection is lost: idle for too long", ErrorKind::unknown);
  turn->second.last_ms = database_.now_ms;
}

// ---- what other servers write

store::News SimStore::news(std::span<const store::Place> known, std::map<std::int64_t, End>& ends) const {
  store::News news;
  for (const store::Place& it : known) {
    if (it.machine == 0) continue;
    const auto damaged = [&](const std::string& what) {
      return store::Error("machine " + std::to_string(it.machine) + ": " + what, ErrorKind::permanent);
    };
    const auto log = database_.links.find(it.machine);
    if (log == database_.links.end() || log->second.size() < it.seq) throw damaged("its log has lost rows");
    const auto& links = log->second;
    const auto end = ends_.find(it.machine);
    const bool is_linked = end != ends_.end() && end->second.seq == it.seq;
    if (is_linked && database_.fault != ClusterFault::no_chain && end->second.link != links[it.seq - 1])
      throw damaged("its log has other rows");
    auto rows = database_.memory->log_after(it.machine, it.seq, kRowsAtOnce);
    const std::uint64_t seq = it.seq + rows.size();
    news.behind += links.size() - seq;
    ends[it.machine] = {seq, links[seq - 1]};
    if (database_.fault == ClusterFault::skip_row && rows.size() > 1) rows.erase(rows.begin());
    std::ranges::move(rows, std::back_inserter(news.rows));
  }
  return news;
}

store::News SimStore::look(std::span<const store::Place> known) {
  store::News found;
  std::map<std::int64_t, End> ends = ends_;
  read_only([&] {
    found = news(known, ends);
    for (const auto& [machine, links] : database_.links) {
      if (std::ranges::none_of(known, [&](const auto& it) { return it.machine == machine; }))
        found.machines.push_back(machine);
    }
  });
  ends_ = std::move(ends);
  return found;
}

store::News SimStore::begin_turn(std::span<const store::Place> known, store::TurnKind kind) {
  end_turn();
  if (known.empty()) return {};
  std::set<std::int64_t> machines;
  for (const store::Place& it : known) machines.insert(it.machine);
  const auto is_linked = [&](const store::Place& it) {
    const auto end = ends_.find(it.machine);
    return end != ends_.end() && end->second.seq == it.seq;
  };
  // In a museum where others have not written lately; here often, whatever they do.
  if (kind == store::TurnKind::quick && ++quick_turns_ % 3 != 0 && std::ranges::all_of(known, is_linked)) {
    quick_ = std::move(machines);
    store::News unknown;
    unknown.is_quick = true;
    return unknown;
  }
  store::News found;
  std::map<std::int64_t, End> ends = ends_;
  read_only([&] {
    turn_ = database_.begin_turn(machines);
    // A server waits in its statement, and its visitors with it; here it comes back.
    if (turn_ == 0) throw store::Error("another server has its turn", ErrorKind::transient);
    found = news(known, ends);
  });
  ends_ = std::move(ends);
  if (found.behind > 0) end_turn();
  return found;
}

// ---- writing

/// A commit of a quick turn: waits until no other turn has these logs, and compares their ends.
void SimStore::lock_quick_turn() {
  if (quick_.empty()) return;
  turn_ = database_.begin_turn(quick_);
  if (turn_ == 0) throw store::Error("another server has its turn", ErrorKind::transient);
  for (const std::int64_t machine : quick_) {
    const auto& links = database_.links[machine];
    const End& end = ends_.at(machine);
    const bool same_link =
        database_.fault == ClusterFault::no_chain || links.empty() || links.back() == end.link;
    if (links.size() != end.seq || !same_link) throw store::HeadMoved("another server has written");
  }
}

/// A statement with the end of the turn.
template <typename What>
void SimStore::write(What what) {
  try {
    run(
        [&] {
          lock_quick_turn();
          require_turn();
          what();
          end_turn();
        },
        true);
  } catch (...) {
    end_turn();
    throw;
  }
}

std::vector<store::Id> SimStore::append(std::span<const store::LogRow> rows,
                                        std::span<const store::MadeBox> made,
                                        std::span<const store::Snapshot> snapshots) {
  std::vector<store::Id> known;
  write([&] {
    Writing writing(rows, made, snapshots);
    if (const std::int64_t late_ms = way_.late_ms(); late_ms > 0) {
      database_.turns.at(turn_).commits = true;
      database_.late.push_back({turn_, database_.now_ms + late_ms, std::move(writing)});
      throw store::Error("no answer", ErrorKind::unknown);
    }
    known = database_.append(writing);
  });
  if (!known.empty()) return known;
  for (const store::LogRow& row : rows) take_end(row.machine);
  return known;
}

std::int64_t SimStore::create_machine(store::MachineRow row, const BoxSet& boxes,
                                      std::vector<store::LogRow> rows, store::Snapshot snapshot) {
  std::int64_t number = 0;
  write([&] {
    number = database_.memory->create_machine(std::move(row), boxes, std::move(rows), std::move(snapshot));
    database_.link();
  });
  return number;
}

void SimStore::take_end(std::int64_t machine) {
  const auto& links = database_.links.at(machine);
  ends_[machine] = {links.size(), links.back()};
}

}  // namespace

std::unique_ptr<store::Store> open_store(Database& database, Way way) {
  return std::make_unique<SimStore>(database, std::move(way));
}

}  // namespace menagerie::sim
