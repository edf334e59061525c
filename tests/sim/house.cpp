#include "house.hpp"

#include "server/museum/museum.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace menagerie::sim {

using store::DiskFault;

const Exhibition& House::exhibition() {
  static const Exhibition all({museum::exhibits().begin(), museum::exhibits().end()});
  return all;
}

House::House(std::vector<std::string> names, std::size_t guests, Fault fault, std::uint64_t fault_at)
    : names_(std::move(names)),
      disk_(std::make_shared<store::MemoryDisk>(exhibition().disk)),
      told_(*disk_, fault, fault_at),
      index_(*disk_, fault),
      server_(told_, guests) {
  disk_->fault = [this](store::Operation operation) { return disk_fault(operation); };
  disk_->find = [this](const store::Id& id) { return index_.find(id); };
  disk_->committed = [this](std::span<const store::LogRow> rows) { index_.add(rows); };
  open();
}

DiskFault House::disk_fault(store::Operation operation) {
  if (crash_in_ > 0 && --crash_in_ == 0) throw Crash();
  if (disk_fault_after_ > 0) {
    --disk_fault_after_;
    return DiskFault::none;
  }
  if (disk_fault_count_ == 0) return DiskFault::none;
  --disk_fault_count_;
  const bool commits = operation != store::Operation::read;
  return !commits && (disk_fault_ == DiskFault::lost || disk_fault_ == DiskFault::kept) ? DiskFault::refused
                                                                                        : disk_fault_;
}

void House::disk_fails(DiskFault disk_fault, std::uint32_t after, std::uint32_t count) {
  disk_fault_ = disk_fault;
  disk_fault_after_ = after;
  disk_fault_count_ = count;
}

std::vector<core::Loaded> House::load(store::Store& store) const {
  std::vector<core::Loaded> machines;
  for (const store::MachineRow& row : store.machines()) {
    const bool created = row.machine > static_cast<std::int64_t>(exhibition().machines.size());
    if (created || std::ranges::find(names_, row.name) != names_.end())
      machines.push_back(exhibition().load(store, row));
  }
  return machines;
}

void House::open() {
  auto store = store::open_memory(disk_);
  std::vector<core::Loaded> machines = load(*store);
  const auto clock = [this] { return now_ms_; };
  server_.open({std::move(store),
                [this] {
                  index_.open();
                  return store::open_memory(disk_);
                },
                std::move(machines),
                clock,
                clock,
                {}});
}

void House::restart() {
  ++Seen::all().restarts;
  disk_fails(DiskFault::none, 0, 0);
  crash_in_ = 0;
  server_.close();
  index_.open();
  open();
}

void House::index(std::uint32_t what, std::uint32_t number) {
  switch (what % 16) {
    case 0:
      return index_.damage();
    case 1:
      index_.fall_back();
      return restart();
    case 2:
    case 3:
      return index_.fail(number / 4 % 6, 1 + number % 4);
    case 4:
    case 5:
    case 6:
    case 7:
      return index_.run();
    default:
      index_.look(number);
  }
}

void House::learner_runs() {
  try {
    server_.ledger().run();
  } catch (const Crash&) {
    ++Seen::all().crashes;
    restart();
  }
}

/// What a server that crashed or stopped for good gave no verdict on is submitted once more.
void House::settle() {
  disk_fails(DiskFault::none, 0, 0);
  crash_in_ = 0;
  for (int round = 0; round < 1000; ++round) {
    if (server_.ledger().failures().permanent) restart();
    server_.ledger().run();
    server_.network_runs(std::numeric_limits<std::size_t>::max());
    if (!server_.is_at_rest()) continue;
    std::vector<core::Finished> left = told_.without_verdict();
    if (left.empty()) return index_.check();
    for (core::Finished& episode : left) server_.ledger().submit(std::move(episode));
  }
  require(false, "the museum does not come to rest: " + std::to_string(server_.ledger().open()) +
                     " episodes have got no verdict");
}

void House::check() const {
  const auto store = store::open_memory(disk_);
  for (const core::Loaded& loaded : load(*store)) {
    check_log(disk_, loaded, told_);
    server_.check_views(loaded);
  }
  server_.check_guests();
  told_.check(true);
}

}  // namespace menagerie::sim
