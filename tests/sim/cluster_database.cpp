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

Database::Database(const store::MemoryDisk& begun, ClusterFault its_fault)
    : disk(std::make_shared<store::MemoryDisk>(begun)), fault(its_fault) {
  heads[0] = {};
  for (const store::MemoryDisk::Machine& machine : disk->machines) {
    Head& head = heads[machine.row.machine];
    auto& of_machine = links[machine.row.machine];
    for (const store::LogRow& row : machine.log) {
      head.chain = link_of(head.chain, row);
      of_machine.push_back(head.chain);
    }
    head.seq = machine.log.size();
  }
}

void Database::fail_over(const Content& standby) {
  *disk = standby.disk;
  heads = standby.heads;
  links = standby.links;
  inbox = standby.inbox;
  restart();
}

std::int64_t Database::left_ms(const Head& head) const {
  const std::int64_t left = head.expires_ms - now_ms;
  const bool is_too_long = left > (store::kLeaseSeconds + 1) * 1000 && fault != ClusterFault::long_lease;
  return is_too_long ? -1'000'000'000 : left;
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

namespace {

// ---- the inbox and the leases

class SimInbox : public store::Inbox {
 public:
  SimInbox(Database& database, Way way) : connection_(database, std::move(way)) {}

  void put(std::span<const store::LogRow> episodes, const std::string&) override {
    connection_.run([&] {
      for (const store::LogRow& row : episodes) {
        const bool there = std::ranges::any_of(letters(), [&](const Database::Letter& it) {
          return it.row.machine == row.machine && it.row.id == row.id;
        });
        if (!there) letters().push_back({row, connection_.database().now_ms});
      }
    });
  }

  std::vector<store::LogRow> waiting(std::size_t limit) override {
    std::vector<store::LogRow> rows;
    connection_.run([&] {
      for (const Database::Letter& it : letters()) {
        if (!it.verdict && rows.size() < limit) rows.push_back(it.row);
      }
    });
    return rows;
  }

  std::size_t count() override { return waiting(letters().size()).size(); }

  void refuse(std::span<const store::NotLearned> episodes) override {
    connection_.run([&] {
      for (const store::NotLearned& it : episodes) {
        for (Database::Letter& letter : letters()) {
          if (letter.row.machine == it.machine && letter.row.id == it.id) letter.verdict = it.verdict;
        }
      }
      const bool lost = connection_.database().fault == ClusterFault::lose_refusal;
      std::erase_if(letters(), [&](const Database::Letter& it) {
        return it.verdict && (lost || it.received_ms < connection_.database().now_ms - 3'600'000);
      });
    });
  }

  std::vector<store::NotLearned> refused(std::span<const store::Id> episodes) override {
    std::vector<store::NotLearned> found;
    connection_.run([&] {
      for (const Database::Letter& it : letters()) {
        if (it.verdict && std::ranges::find(episodes, it.row.id) != episodes.end())
          found.push_back({it.row.machine, it.row.id, *it.verdict});
      }
    });
    return found;
  }

  void ring(const std::string&) override {}  // only a doorbell: everything works without it

 private:
  std::vector<Database::Letter>& letters() { return connection_.database().inbox; }
  DatabaseConnection connection_;
};

void release(Database& database, const std::string& holder) {
  for (auto& [machine, head] : database.heads) {
    if (head.holder != holder) continue;
    head.holder.clear();
    head.expires_ms = database.now_ms;
  }
}

class SimLeases : public store::LeaseTable {
 public:
  SimLeases(Database& database, Way way) : connection_(database, std::move(way)) {}

  bool renew(const std::string& holder) override {
    bool held = false;
    connection_.run([&] {
      for (auto& [machine, head] : heads()) {
        if (head.holder != holder) continue;
        head.expires_ms = connection_.database().now_ms + store::kLeaseSeconds * 1000;
        held = held || machine == 0;
      }
    });
    return held;
  }

  void release(const std::string& holder) override {
    connection_.run([&] { sim::release(connection_.database(), holder); });
  }

  void want(const std::string& holder) override {
    connection_.run([&] {
      if (heads().at(0).wanted.empty()) heads().at(0).wanted = holder;
    });
  }

  std::vector<store::LeaseRow> rows() override {
    std::vector<store::LeaseRow> rows;
    connection_.run([&] {
      const Database& database = connection_.database();
      for (const auto& [machine, head] : database.heads)
        rows.push_back({machine, head.holder, head.fence, head.seq, shown(head.chain), database.left_ms(head),
                        head.wanted});
    });
    return rows;
  }

  std::string chain_at(std::int64_t machine, std::uint64_t seq) override {
    std::string chain;
    connection_.run([&] {
      const auto& links = connection_.database().links.at(machine);
      if (seq <= links.size()) chain = shown(links[seq - 1]);
    });
    return chain;
  }

 private:
  std::map<std::int64_t, Database::Head>& heads() { return connection_.database().heads; }
  std::string shown(const std::string& chain) {
    return connection_.database().fault == ClusterFault::no_chain ? "none" : chain;
  }
  DatabaseConnection connection_;
};

}  // namespace

std::unique_ptr<store::Inbox> open_inbox(Database& database, Way way) {
  return std::make_unique<SimInbox>(database, std::move(way));
}

std::unique_ptr<store::LeaseTable> open_leases(Database& database, Way way) {
  return std::make_unique<SimLeases>(database, std::move(way));
}

}  // namespace menagerie::sim
