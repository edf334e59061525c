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

Database::Database(const store::MemoryDisk& begun, Fault its_fault)
    : disk(std::make_shared<store::MemoryDisk>(begun)), fault(its_fault) {
  for (const store::MemoryDisk::Machine& machine : disk->machines) link(machine.row.machine);
}

void Database::link(std::int64_t machine) {
  auto& of_machine = links[machine];
  for (const auto& rows = log(machine); of_machine.size() < rows.size();)
    of_machine.push_back(link_of(of_machine.empty() ? "" : of_machine.back(), rows[of_machine.size()]));
}

void Database::fail_over(const Content& standby) {
  *disk = standby.disk;
  links = standby.links;
  restart();
}

bool Database::has(std::int64_t machine, std::uint64_t turn) {
  constexpr std::int64_t kIdleMs = 5000;
  const auto lock = locks.find(machine);
  if (lock == locks.end()) return false;
  if (steady_ms - lock->second.used_ms >= kIdleMs) {
    release(lock->second.turn);
    return false;
  }
  return lock->second.turn == turn;
}

void Database::release(std::uint64_t turn) {
  std::erase_if(locks, [&](const auto& it) { return it.second.turn == turn; });
}

// ---- connections

void DatabaseConnection::run(const std::function<void()>& statement, bool commits) {
  way_.before(commits);
  if (database_.away) throw store::Error("the database is away", store::ErrorKind::unknown);
  if (std::exchange(generation_, database_.generation) != database_.generation)
    throw store::Error("the connection is lost", store::ErrorKind::unknown);
  statement();
  way_.after(commits);
}

void DatabaseConnection::read(const std::function<void()>& statement) {
  way_.before(false);
  if (database_.away) throw store::Error("the database is away", store::ErrorKind::transient);
  generation_ = database_.generation;
  statement();
  way_.after(false);
}

}  // namespace menagerie::sim
