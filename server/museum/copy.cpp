#include "server/museum/copy.hpp"

#include "server/core/machine.hpp"
#include "server/store/same_row.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace menagerie::museum {
namespace {

constexpr std::size_t kRowsAtOnce = 2000;

/// The rows of a log, a piece at a time.
class Pieces {
 public:
  Pieces(store::Store& from, std::int64_t machine) : from_(from), machine_(machine) {}
  const std::vector<store::LogRow>& next() {
    rows_ = from_.log_after(machine_, seq_, kRowsAtOnce);
    if (!rows_.empty()) seq_ = rows_.back().seq;
    return rows_;
  }

 private:
  store::Store& from_;
  std::int64_t machine_;
  std::uint64_t seq_ = 0;
  std::vector<store::LogRow> rows_;
};

/// Copies one machine. Each snapshot goes with the boxes that it has counts of, and those with its row.
class MachineCopy {
 public:
  using RowsCallback = std::function<void(std::uint64_t)>;
  MachineCopy(store::Store& from, store::Store& to, const store::MachineRow& row)
      : from_(from), to_(to), row_(row), machine_(core::Machine::make(row)) {
    if (!machine_->listed()) boxes_ = from.made_boxes(row.machine);
  }

  void run(const RowsCallback& progress) {
    const std::vector<std::uint64_t> seqs = from_.snapshot_seqs(row_.machine);
    if (seqs.empty())
      throw store::Error("machine " + row_.name + " has no snapshot", store::ErrorKind::permanent);
    create(seqs.front());
    for (std::size_t i = 1; i < seqs.size(); ++i) {
      copy_rows(seqs[i] - 1, progress);
      store::Snapshot snapshot = *from_.snapshot_at(row_.machine, seqs[i]);
      snapshot.machine = number_;
      const std::vector<store::MadeBox> made = made_until(snapshot.beads.size());
      append(from_.log_after(row_.machine, seq_, 1), made, {&snapshot, 1}, progress);
    }
    copy_rows(store::kSeqMax, progress);
    const std::vector<store::MadeBox> made = made_until(SIZE_MAX);
    if (!made.empty()) append({}, made, {}, progress);
  }

 private:
  /// The machine with the rows up to its first snapshot, as it was created with them.
  void create(std::uint64_t seq) {
    store::Snapshot snapshot = *from_.snapshot_at(row_.machine, seq);
    for (; !machine_->listed() && beads_ < snapshot.beads.size() && next_box_ < boxes_.size(); ++next_box_) {
      beads_ += boxes_[next_box_].beads.size();
      machine_->add(boxes_[next_box_]);
    }
    std::vector<store::LogRow> rows = from_.log_after(row_.machine, 0, seq);
    seq_ = seq;
    number_ = to_.create_machine(row_, machine_->boxes, std::move(rows), std::move(snapshot));
  }

  /// The boxes that follow, until the machine has so many colours of beads in all.
  std::vector<store::MadeBox> made_until(std::size_t beads) {
    std::vector<store::MadeBox> made;
    for (; beads_ < beads && next_box_ < boxes_.size(); ++next_box_) {
      const Box& box = boxes_[next_box_];
      beads_ += box.beads.size();
      made.push_back(
          {number_, static_cast<std::uint32_t>(next_box_), &box, machine_->rule.start_at(box.turn)});
    }
    return made;
  }

  void copy_rows(std::uint64_t last, const RowsCallback& progress) {
    while (seq_ < last) {
      auto rows = from_.log_after(row_.machine, seq_, std::min<std::uint64_t>(kRowsAtOnce, last - seq_));
      if (rows.empty()) return;
      append(std::move(rows), {}, {}, progress);
    }
  }

  void append(std::vector<store::LogRow> rows, std::span<const store::MadeBox> made,
              std::span<const store::Snapshot> snapshots, const RowsCallback& progress) {
    for (store::LogRow& row : rows) row.machine = number_;
    if (!to_.append(rows, made, snapshots).empty())
      throw store::Error("machine " + row_.name + " has an episode that is in another log",
                         store::ErrorKind::conflict);
    if (!rows.empty()) seq_ = rows.back().seq;
    if (progress) progress(seq_);
  }

  store::Store &from_, &to_;
  const store::MachineRow& row_;
  std::shared_ptr<core::Machine> machine_;
  std::vector<Box> boxes_;    // that it made, in their order
  std::size_t next_box_ = 0;  // the first of them that is not copied
  std::size_t beads_ = 0;     // colours of beads in those that are
  std::int64_t number_ = 0;   // of the copy
  std::uint64_t seq_ = 0;     // copied up to here
};

bool same_snapshots(store::Store& one, std::int64_t a, store::Store& other, std::int64_t b) {
  const std::vector<std::uint64_t> seqs = one.snapshot_seqs(a);
  return seqs == other.snapshot_seqs(b) && std::ranges::all_of(seqs, [&](std::uint64_t seq) {
           return store::same_but_machine(*one.snapshot_at(a, seq), *other.snapshot_at(b, seq));
         });
}

}  // namespace

void copy_record(store::Store& from, store::Store& to, const std::function<void(std::uint64_t)>& progress) {
  if (!to.machines().empty())
    throw store::Error("there is a museum already: only an empty place is copied to",
                       store::ErrorKind::conflict);
  std::uint64_t done = 0;
  for (const store::MachineRow& row : from.machines()) {
    std::uint64_t newest = 0;
    MachineCopy(from, to, row).run([&](std::uint64_t seq) {
      newest = seq;
      if (progress) progress(done + seq);
    });
    done += newest;
  }
}

std::string record_difference(store::Store& one, store::Store& other,
                              const std::function<void(std::uint64_t)>& progress) {
  const std::vector<store::MachineRow> machines = one.machines(), copies = other.machines();
  if (!std::ranges::equal(machines, copies, store::same_but_machine<store::MachineRow>))
    return "their machines are not the same";
  std::uint64_t done = 0;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    const std::string& name = machines[i].name;
    Pieces left(one, machines[i].machine), right(other, copies[i].machine);
    for (bool more = true; more;) {
      const auto& rows = left.next();
      if (!std::ranges::equal(rows, right.next(), store::same_row))
        return "the logs of " + name + " are not the same, near seq " +
               std::to_string(rows.empty() ? 0 : rows.front().seq);
      more = !rows.empty();
      done += rows.size();
      if (progress) progress(done);
    }
    if (one.made_boxes(machines[i].machine) != other.made_boxes(copies[i].machine))
      return "the boxes of " + name + " are not the same";
    if (!same_snapshots(one, machines[i].machine, other, copies[i].machine))
      return "the snapshots of " + name + " are not the same";
  }
  return {};
}

}  // namespace menagerie::museum
