// The checks of a cluster beyond those of each server: of all that a server tells when it tells it, and of
// everything once nothing is queued.
#include "cluster_house.hpp"

#include "server/core/record.hpp"

#include <algorithm>

namespace menagerie::sim {

void Cluster::published(ClusterServer& server, const ledger::Published& batch) {
  for (const core::Loaded& created : batch.created) {
    const std::int64_t machine = created.machine->row.machine;
    require(!server.links.contains(machine), "a machine has come twice");
    auto& links = server.links[machine];
    if (const auto there = database_.links.find(machine); there != database_.links.end())
      links = there->second;
    links.resize(created.state.seq);
  }
  for (const store::LogRow& row : batch.rows) follow(server, row);
}

/// As a room does, which also compares it with what is in the database now.
void Cluster::follow(ClusterServer& server, const store::LogRow& row) {
  auto& links = server.links.at(row.machine);
  const std::string where =
      server.name + ", machine " + std::to_string(row.machine) + " " + std::to_string(row.seq) + ": ";
  require(row.seq == links.size() + 1, where + "told behind row " + std::to_string(links.size()));
  links.push_back(link_of(links.empty() ? "" : links.back(), row));
  if (told_.has_lost_rows()) return;
  const auto& there = database_.links.at(row.machine);
  require(row.seq <= there.size(), where + "told, and not in the database");
  require(links.back() == there[row.seq - 1], where + "not the row that is in the database");
}

bool Cluster::has_told_lost_rows(const ClusterServer& server) const {
  return std::ranges::any_of(server.links, [&](const auto& it) {
    const auto found = database_.links.find(it.first);
    if (found == database_.links.end()) return true;
    const auto& there = found->second;
    const auto& told = it.second;
    return told.size() > there.size() || !std::equal(told.begin(), told.end(), there.begin());
  });
}

/// Each server has told the log, row by row, and shows it; or it has stopped, because it had told what was
/// lost.
void Cluster::check() const {
  const auto store = store::open_memory(database_.disk);
  for (const store::MachineRow& row : store->machines()) {
    const core::Loaded loaded = exhibition().load(*store, row);
    check_log(database_.disk, loaded, told_);
    for (const auto& server : servers_) {
      if (server->stopped_by_alarm) continue;
      require(server->links.at(row.machine) == database_.links.at(row.machine),
              server->name + " has told other rows than the log has");
      server->check_views(loaded);
    }
  }
  for (const auto& server : servers_) {
    if (!server->stopped_by_alarm) server->check_guests();
  }
  told_.check(anybody_runs());
}

}  // namespace menagerie::sim
