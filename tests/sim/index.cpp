#include "index.hpp"

#include <algorithm>
#include <stdexcept>

namespace menagerie::sim {
namespace {

/// So small that histories overflow it.
constexpr store::IndexLimits kLimits{.run_rows = 2, .waiting_rows_max = 2};

}  // namespace

SimIndex::SimIndex(store::MemoryDisk& log, Fault fault) : log_(log), file_(log, fault) { open(); }

void SimIndex::open() {
  queue_ = std::make_unique<store::IndexQueue>(kLimits);
  queue_->open(file_);
  for (const auto& machine : log_.machines) committed_[machine.row.machine] = machine.log.size();
}

void SimIndex::add(std::span<const store::LogRow> rows) {
  queue_->add(rows);
  for (const store::LogRow& row : rows) committed_[row.machine] = row.seq;
}

void SimIndex::run() {
  try {
    Seen::all().indexed += queue_->turn(file_);
  } catch (const std::exception&) {
    if (file_.is_damaged) queue_->make_anew();
    queue_->put_back();
  }
}

std::optional<store::Place> SimIndex::find(const store::Id& id) {
  const auto found = log_.episodes.find(id);
  const auto place = found == log_.episodes.end() ? std::nullopt : std::optional(found->second);
  const auto in_file = [&](std::optional<store::Place>& at) {
    for (std::uint64_t turns = ++asked_ % 4; turns > 0; --turns) run();
    if (file_.is_damaged) {
      if (asked_ % 8 < 4) queue_->make_anew();  // else the file cannot be opened at all
      return false;
    }
    const auto known = file_.now.places.find(id);
    if (known != file_.now.places.end()) at = known->second;
    return true;
  };
  const auto told = queue_->find(id, in_file, [&] {
    ++Seen::all().left_to_log;
    return place;
  });
  require(told == place, "the index and the log do not agree on where an episode is");
  return told;
}

void SimIndex::look(std::uint32_t which) {
  const auto machine = static_cast<std::int64_t>(which % committed_.size() + 1);
  const auto& log = log_.machines[static_cast<std::size_t>(machine - 1)].log;
  const store::LogRow& row = log[which / 64 % committed_.at(machine)];
  if (row.kind == store::Kind::episode) find(row.id);
}

void SimIndex::check() {
  fail(0, 0);
  for (int turn = 0; turn < 3; ++turn) run();  // what was asked for, what is missing, what waits
  require(queue_->is_complete(), "the index does not catch up with the log");
  const auto& places = file_.now.places;
  require(places.size() == log_.episodes.size() &&
              std::ranges::all_of(log_.episodes,
                                  [&](const auto& it) {
                                    const auto found = places.find(it.first);
                                    return found != places.end() && found->second == it.second;
                                  }),
          "the index has not the episodes of the log");
}

void SimIndex::File::work() {
  if (works > 0) {
    --works;
  } else if (failures > 0) {
    --failures;
    throw std::runtime_error("the index cannot be written");
  }
}

store::SeqByMachine SimIndex::File::open() {
  work();
  if (is_damaged) throw std::runtime_error("the index cannot be read");
  store::SeqByMachine newest;
  for (const auto& machine : log.machines) {
    if (!machine.log.empty()) newest[machine.row.machine] = machine.log.size();
  }
  return newest;
}

void SimIndex::File::clear() {
  work();
  is_damaged = false;
  now = before = {};
}

store::SeqByMachine SimIndex::File::indexed_up_to() {
  work();
  if (is_damaged) throw std::runtime_error("the index cannot be read");
  return now.up_to;
}

void SimIndex::File::write(std::span<const store::IndexEntry> rows) {
  const bool is_lost =
      works == 0 && failures > 0 && failures % 2 == 0;  // else what fails is on the disk all the same
  if (is_lost) work();
  before = now;
  for (const store::IndexEntry& entry : rows) {
    std::uint64_t& up_to = now.up_to[entry.place.machine];
    if (entry.place.seq <= up_to) continue;
    require(entry.place.seq == up_to + 1, "a row is missing between the index and what comes into it");
    up_to = entry.place.seq;
    const bool is_forgotten = fault == Fault::forget_indexed && entry.id.bytes.back() % 4 == 0;
    if (entry.is_episode && !is_forgotten) now.places[entry.id] = entry.place;
  }
  work();
}

std::vector<store::IndexEntry> SimIndex::File::read_log(std::int64_t machine, std::uint64_t after,
                                                        std::uint64_t last, std::size_t most) {
  work();
  std::vector<store::IndexEntry> rows;
  const auto& kept = log.machines.at(static_cast<std::size_t>(machine - 1)).log;
  for (std::uint64_t seq = after + 1; seq <= last && seq <= kept.size() && rows.size() < most; ++seq)
    rows.push_back(store::index_entry(kept[seq - 1]));
  return rows;
}

}  // namespace menagerie::sim
