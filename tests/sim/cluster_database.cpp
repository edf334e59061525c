#include "cluster_database.hpp"

#include <algorithm>
#include <utility>

namespace menagerie::sim {
namespace {

/// FNV-1a: equal on every platform, and more than enough to tell the rows of a history from each other.
class Hash {
 public:
  void text(std::string_view value) {
    number(static_cast<std::int64_t>(value.size()));
    for (const char c : value) byte(static_cast<unsigned char>(c));
  }
  void number(std::int64_t value) {
    for (int i = 0; i < 8; ++i)
      byte(static_cast<unsigned char>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
  std::string end() const { return std::to_string(hash_); }

 private:
  void byte(unsigned char value) { hash_ = (hash_ ^ value) * 0x100000001b3u; }
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

std::string link_of(const std::string& before, const store::LogRow& row) {
  Hash hash;
  hash.text(before);
  for (const std::int64_t number :
       {static_cast<std::int64_t>(row.seq), static_cast<std::int64_t>(row.kind),
        static_cast<std::int64_t>(row.era), row.time_ms, row.started_ms, std::int64_t{row.clock_back},
        static_cast<std::int64_t>(row.outcome), static_cast<std::int64_t>(row.reason)})
    hash.number(number);
  for (const std::string_view text : {std::string_view(row.moves), std::string_view(row.opponent)})
    hash.text(text);
  hash.text(row.id.text());
  hash.text(row.visit.text());
  for (const BeadChange& change : row.changes) {
    for (const std::int64_t number :
         {std::int64_t{change.box}, std::int64_t{change.bead}, change.before, change.after})
      hash.number(number);
  }
  return hash.end();
}

Writing::Writing(std::span<const store::LogRow> its_rows, std::span<const store::MadeBox> its_made,
                 std::span<const store::Snapshot> its_snapshots)
    : rows(its_rows.begin(), its_rows.end()),
      made(its_made.begin(), its_made.end()),
      snapshots(its_snapshots.begin(), its_snapshots.end()) {
  boxes.reserve(made.size());
  for (store::MadeBox& it : made) it.box = &boxes.emplace_back(*it.box);
}

Database::Database(const store::MemoryDisk& begun, ClusterFault its_fault)
    : disk(std::make_shared<store::MemoryDisk>(begun)), memory(store::open_memory(disk)), fault(its_fault) {
  link();
}

void Database::link() {
  for (const store::MemoryDisk::Machine& machine : disk->machines) {
    auto& of_machine = links[machine.row.machine];
    while (of_machine.size() < machine.log.size())
      of_machine.push_back(
          link_of(of_machine.empty() ? std::string() : of_machine.back(), machine.log[of_machine.size()]));
  }
}

void Database::fail_over(const Content& standby) {
  *disk = standby.disk;
  links = standby.links;
  restart();
}

void Database::restart() {
  ++generation;
  turns.clear();
  late.clear();
}

void Database::time_is(std::int64_t ms) {
  constexpr std::int64_t kIdleMs = 5000;  // idle_in_transaction_session_timeout
  now_ms = ms;
  for (LateCommit& it : std::exchange(late, {})) {
    if (it.at_ms > now_ms) {
      late.push_back(std::move(it));
      continue;
    }
    append(it.writing);
    turns.erase(it.turn);
  }
  std::erase_if(turns,
                [&](const auto& it) { return !it.second.commits && now_ms - it.second.last_ms > kIdleMs; });
}

std::uint64_t Database::begin_turn(const std::set<std::int64_t>& machines) {
  for (const auto& [number, turn] : turns) {
    const bool meets =
        std::ranges::any_of(machines, [&](auto machine) { return turn.machines.contains(machine); });
    if (meets && fault != ClusterFault::no_lock) return 0;
  }
  turns[++turns_begun] = {machines, now_ms};
  return turns_begun;
}

std::vector<store::Id> Database::append(const Writing& writing) {
  if (fault == ClusterFault::forget_known) {
    for (const store::LogRow& row : writing.rows) disk->episodes.erase(row.id);
  }
  std::vector<store::Id> known = memory->append(writing.rows, writing.made, writing.snapshots);
  link();
  return known;
}

}  // namespace menagerie::sim
