#include "tests/memory_store.hpp"

#include "engine/check.hpp"
#include "server/store/first_rows.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace menagerie::store {
namespace {

Box without_node(const Box& box) {
  Box kept = box;
  kept.node = kNone;
  return kept;
}

void add_names(std::vector<MemoryDisk::Bead>& beads, const Box& box) {
  for (const auto& bead : box.beads) beads.push_back({box.text, bead.move});
}

/// Removes from a row what RowPart does not ask for.
LogRow part_of(const LogRow& row, RowPart part) {
  LogRow read = row;
  if (part == RowPart::but_changes) read.changes.clear();
  if (part == RowPart::changes) {
    read.visit = {};
    read.started_ms = 0;
    read.seat = Player::first;
    read.moves.clear();
    read.trace.clear();
    read.act.reset();
  }
  return read;
}

class MemoryStore : public Store {
 public:
  explicit MemoryStore(std::shared_ptr<MemoryDisk> disk) : disk_(std::move(disk)) {}

  std::vector<MachineRow> machines() override {
    read();
    std::vector<MachineRow> rows;
    for (const auto& machine : disk_->machines) rows.push_back(machine.row);
    return rows;
  }

  std::int64_t create_machine(MachineRow row, const BoxSet& boxes, std::vector<LogRow> rows,
                              Snapshot snapshot) override {
    check_first_rows(row, rows, snapshot);
    const DiskFault disk_fault = begin(Operation::create);
    MemoryDisk::Machine machine;
    row.machine = static_cast<std::int64_t>(disk_->machines.size()) + 1;
    for (const auto& other : disk_->machines) {
      if (other.row.name == row.name)
        throw Error("there is a machine of the name " + row.name, ErrorKind::conflict);
    }
    auto names = std::make_shared<std::vector<MemoryDisk::Bead>>();
    for (const Box& box : boxes.boxes()) {
      if (boxes.game().listed()) {
        add_names(*names, box);
      } else {
        machine.made.push_back(without_node(box));
      }
    }
    machine.beads = std::move(names);
    for (LogRow& log_row : rows) log_row.machine = row.machine;
    snapshot.machine = row.machine;
    machine.snapshots[snapshot.seq] = std::move(snapshot);
    machine.row = std::move(row);
    const std::int64_t number = machine.row.machine;
    if (disk_fault != DiskFault::lost) {
      disk_->machines.push_back(std::move(machine));
      for (const LogRow& log_row : rows) keep(log_row);
    }
    end(disk_fault);
    if (disk_->committed) disk_->committed(rows);
    return number;
  }

  std::optional<std::string> check_boxes(std::int64_t machine, const BoxSet& boxes) override {
    read();
    std::vector<MemoryDisk::Bead> beads;
    for (const Box& box : boxes.boxes()) add_names(beads, box);
    std::vector<MemoryDisk::Bead> stored = *at(machine).beads;
    for (const Box& box : at(machine).made) add_names(stored, box);
    if (stored == beads) return std::nullopt;
    return "the stored names of boxes and beads are not this version's";
  }

  std::vector<Box> made_boxes(std::int64_t machine) override {
    read();
    return at(machine).made;
  }

  std::vector<Id> append(std::span<const LogRow> rows, std::span<const MadeBox> made,
                         std::span<const Snapshot> snapshots) override {
    const DiskFault disk_fault = begin(Operation::append);
    std::map<std::int64_t, std::uint64_t> newest;
    std::set<Id> here;
    std::vector<Id> known;
    for (const LogRow& row : rows) {
      const auto last = newest.try_emplace(row.machine, at(row.machine).log.size()).first;
      if (row.seq != last->second + 1)
        throw Error("the log of machine " + std::to_string(row.machine) + " ends with row " +
                        std::to_string(last->second) + ", so no row " + std::to_string(row.seq) +
                        " can be appended",
                    ErrorKind::conflict);
      last->second = row.seq;
      if (row.kind != Kind::episode) continue;
      if (place_of(row.id) || !here.insert(row.id).second) known.push_back(row.id);
    }
    if (!known.empty()) return known;
    if (disk_fault != DiskFault::lost) {
      for (const MadeBox& it : made) {
        at(it.machine).made.push_back(without_node(*it.box));
      }
      for (const LogRow& row : rows) keep(row);
      for (const Snapshot& snapshot : snapshots) at(snapshot.machine).snapshots[snapshot.seq] = snapshot;
    }
    end(disk_fault);
    if (disk_->committed) disk_->committed(rows);
    return known;
  }

  std::optional<Snapshot> snapshot_at(std::int64_t machine, std::uint64_t seq) override {
    read();
    const auto& snapshots = at(machine).snapshots;
    const auto after = snapshots.upper_bound(seq);
    return after == snapshots.begin() ? std::nullopt : std::optional(std::prev(after)->second);
  }

  std::vector<std::uint64_t> snapshot_seqs(std::int64_t machine) override {
    read();
    std::vector<std::uint64_t> seqs;
    for (const auto& [seq, snapshot] : at(machine).snapshots) seqs.push_back(seq);
    return seqs;
  }

  void each_after(std::int64_t machine, std::uint64_t after, std::size_t limit, RowPart part,
                  const std::function<void(const LogRow&)>& each) override {
    read();
    const auto& log = at(machine).log;
    for (std::size_t i = after; i < log.size() && i - after < limit; ++i) {
      if (part == RowPart::whole) {
        each(log[i]);
      } else {
        each(part_of(log[i], part));
      }
    }
  }

  std::vector<LogRow> episodes_before(std::int64_t machine, std::uint64_t before,
                                      std::size_t limit) override {
    read();
    std::vector<LogRow> rows;
    const auto& log = at(machine).log;
    for (auto row = log.rbegin(); row != log.rend() && rows.size() < limit; ++row) {
      if (row->seq < before && row->kind == Kind::episode) rows.push_back(*row);
    }
    return rows;
  }

  std::optional<LogRow> find_episode(const Id& id) override {
    const std::optional<Place> place = place_of_episode(id);
    if (!place) return std::nullopt;
    return at(place->machine).log[place->seq - 1];
  }

  std::optional<Place> place_of_episode(const Id& id) override {
    read();
    return place_of(id);
  }

  std::vector<LogRow> acts(std::int64_t machine) override {
    read();
    std::vector<LogRow> rows;
    for (const LogRow& row : at(machine).log) {
      if (row.kind != Kind::episode) rows.push_back(part_of(row, RowPart::but_changes));
    }
    return rows;
  }

  std::uint64_t last_before(std::int64_t machine, std::int64_t time_ms) override {
    read();
    const auto& log = at(machine).log;
    // From the end: times decrease where a clock was put right.
    const auto last =
        std::find_if(log.rbegin(), log.rend(), [&](const LogRow& row) { return row.time_ms < time_ms; });
    return static_cast<std::uint64_t>(log.rend() - last);
  }

  std::vector<Place> episodes_of_visit(const Id& visit) override {
    read();
    std::vector<Place> places;
    for (const auto& machine : disk_->machines) {
      for (const LogRow& row : machine.log) {
        if (row.kind == Kind::episode && row.visit == visit) places.push_back({row.machine, row.seq});
      }
    }
    return places;
  }

  std::vector<std::uint64_t> changes_of_box(std::int64_t machine, std::uint32_t number, std::uint64_t after,
                                            std::size_t limit) override {
    read();
    std::vector<std::uint64_t> seqs;
    for (const LogRow& row : at(machine).log) {
      const bool changed =
          std::ranges::any_of(row.changes, [&](const BeadChange& change) { return change.box == number; });
      if (row.seq > after && changed && seqs.size() < limit) seqs.push_back(row.seq);
    }
    return seqs;
  }

  std::vector<std::uint64_t> first_changes(std::int64_t machine, std::uint64_t after) override {
    read();
    std::vector<std::uint64_t> seqs;
    for (const LogRow& row : at(machine).log) {
      if (row.seq <= after) continue;
      for (const BeadChange& change : row.changes) {
        if (change.box >= seqs.size()) seqs.resize(change.box + std::size_t{1});
        if (seqs[change.box] == 0) seqs[change.box] = row.seq;
      }
    }
    return seqs;
  }

  std::unique_ptr<MachineFile> copy_machine(std::int64_t, const std::string&) override {
    throw Error("a record that is kept in memory is copied into no file", ErrorKind::permanent);
  }

 private:
  std::optional<Place> place_of(const Id& id) {
    if (disk_->find) return disk_->find(id);
    const auto found = disk_->episodes.find(id);
    return found == disk_->episodes.end() ? std::nullopt : std::optional(found->second);
  }

  MemoryDisk::Machine& at(std::int64_t machine) {
    if (machine < 1 || machine > static_cast<std::int64_t>(disk_->machines.size()))
      throw Error("there is no machine of the number " + std::to_string(machine), ErrorKind::conflict);
    return disk_->machines[static_cast<std::size_t>(machine - 1)];
  }

  void keep(LogRow row) {
    MENAGERIE_CHECK(has_its_act(row));
    if (row.kind == Kind::episode) disk_->episodes[row.id] = {row.machine, row.seq};
    auto& log = at(row.machine).log;
    log.push_back(std::move(row));
  }

  void read() {
    if (begin(Operation::read) != DiskFault::none)
      throw Error("the memory could not be read", ErrorKind::transient);
  }
  /// The fault of an operation, which goes on as far as that lets it.
  DiskFault begin(Operation operation) {
    // As after a failed sync: it is not known what is on the disk, so that the store must be opened again.
    if (outcome_unknown_) throw Error("the memory is to be opened again", ErrorKind::unknown);
    const DiskFault disk_fault = disk_->fault ? disk_->fault(operation) : DiskFault::none;
    if (disk_fault == DiskFault::refused) throw Error("the memory is full", ErrorKind::transient);
    if (disk_fault == DiskFault::broken) throw Error("the memory is broken", ErrorKind::permanent);
    return disk_fault;
  }
  void end(DiskFault disk_fault) {
    outcome_unknown_ = disk_fault == DiskFault::lost || disk_fault == DiskFault::kept;
    if (outcome_unknown_) throw Error("the memory failed while committing", ErrorKind::unknown);
  }

  std::shared_ptr<MemoryDisk> disk_;
  bool outcome_unknown_ = false;
};

}  // namespace

std::unique_ptr<Store> open_memory(std::shared_ptr<MemoryDisk> disk) {
  return std::make_unique<MemoryStore>(std::move(disk));
}

}  // namespace menagerie::store
