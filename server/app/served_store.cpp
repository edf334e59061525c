#include "server/app/served_store.hpp"

#include "server/ledger/cluster_ledger.hpp"
#include "server/ledger/embedded_ledger.hpp"
#include "server/ledger/read_only_ledger.hpp"
#include "server/ledger/steady_clock.hpp"
#include "server/museum/museum.hpp"
#include "server/store/disk_usage.hpp"
#include "server/store/inbox.hpp"
#include "server/store/postgres.hpp"
#include "server/store/sqlite_version.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <random>
#include <utility>

namespace menagerie::app {
namespace {

void log_upgrade(const store::Upgrade& upgrade) {
  if (upgrade.done) {
    spdlog::info("the schema is upgraded to version {}", upgrade.to);
  } else {
    spdlog::info("the schema is upgraded from version {} to {}; the house as it was is kept as {}",
                 upgrade.from, upgrade.to, upgrade.copy);
  }
}

/// This process's name as a holder: no other one, before or after it, has the same.
std::string holder_name() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("{}/{}/{:08x}", host.data(), ::getpid(), std::random_device{}());
}

}  // namespace

ServedStore::ServedStore(StoreLocation place, Doorbell doorbell)
    : place_(std::move(place)), doorbell_(doorbell) {
  if (place_.read_only) {
    if (store::is_served(place_.data))
      throw store::Error(
          place_.data +
              ": another server has this folder open and goes on writing; with --read-only name a "
              "backup of it",
          store::ErrorKind::permanent);
    return;
  }
  if (!place_.is_postgres()) {
    spdlog::info("SQLite {}", store::sqlite_version());
    store_ = store::open_sqlite(place_.data, store::Mode::write, log_upgrade);
    files_->store(std::make_shared<const store::DatabaseFiles>(place_.data));
    return;
  }
  server_ = holder_name();
  spdlog::info("{}, libpq {}; this server is {}", place_.name(), store::postgres_library_version(), server_);
  warnings_ = store::postgres_warnings(place_.store);
  for (const std::string& warning : warnings_) spdlog::error("{}", warning);
  const std::int64_t began_ms = ledger::steady_ms();
  try {
    store_ = store::open_postgres(place_.store, store::Mode::write, server_);
    lease_ = std::make_unique<ledger::LeaseKeeper>(
        [url = place_.store] { return store::open_lease_table(url); }, server_, began_ms);
  } catch (const store::Held& held) {
    spdlog::info("{}; this server follows", held.what());
    held_ = false;
    store_ = store::open_postgres(place_.store, store::Mode::read);
  }
}

museum::Secrets ServedStore::secrets() const {
  if (place_.read_only) return museum::Secrets::from(museum::Secrets::fresh_key());
  if (!place_.is_postgres()) return museum::Secrets::open(place_.data);
  return museum::Secrets::from(store::postgres_key(place_.store, museum::Secrets::fresh_key()));
}

std::vector<core::Loaded> ServedStore::open_machines(const core::Clock& clock,
                                                     const museum::Secrets& secrets) {
  if (place_.read_only) return museum::load_museum(*place_.open());
  return held_ ? museum::open_museum(*store_, clock, museum::self_play_seed(secrets))
               : museum::load_museum(*store_);
}

std::unique_ptr<ledger::OpenLedger> ServedStore::open_ledger(const std::vector<core::Loaded>& machines,
                                                             core::Clock clock, ledger::Publish publish,
                                                             std::uint64_t finished_games) {
  if (place_.read_only) return std::make_unique<ledger::ReadOnlyLedger>();
  if (!place_.is_postgres())
    return std::make_unique<ledger::EmbeddedLedger>(
        std::move(store_),
        [folder = place_.data, files = files_] {
          files->store(nullptr);
          auto store = store::open_sqlite(folder, store::Mode::write);
          files->store(std::make_shared<const store::DatabaseFiles>(folder));
          return store;
        },
        machines, std::move(clock), std::move(publish), finished_games);
  store_ = nullptr;  // the ledger opens its own; where this server has the lease it has it still
  lease_ = nullptr;
  return open_cluster(machines, std::move(clock), std::move(publish), finished_games);
}

std::unique_ptr<ledger::OpenLedger> ServedStore::open_cluster(const std::vector<core::Loaded>& machines,
                                                              core::Clock clock, ledger::Publish publish,
                                                              std::uint64_t finished_games) const {
  const std::string url = place_.store;
  ledger::ClusterCore::Parts parts;
  parts.server = server_;
  parts.open_writer = [url, server = server_] {
    return store::open_postgres(url, store::Mode::write, server);
  };
  parts.open_reader = [url] { return store::open_postgres(url, store::Mode::read); };
  parts.open_inbox = [url] { return store::open_inbox(url); };
  parts.open_leases = [url] { return store::open_lease_table(url); };
  parts.keep_lease = [open = parts.open_leases, server = server_](std::int64_t began_ms) {
    return std::make_unique<ledger::LeaseKeeper>(open, server, began_ms);
  };
  parts.machines = machines;
  parts.clock = std::move(clock);
  parts.steady = ledger::steady_ms;
  parts.publish = std::move(publish);
  parts.finished_games = finished_games;
  parts.warnings = warnings_;
  ledger::ClusterLedger::OpenDoorbell open_doorbell;
  if (doorbell_.wanted) open_doorbell = [url] { return store::open_doorbell(url); };
  return std::make_unique<ledger::ClusterLedger>(std::move(parts), std::move(open_doorbell));
}

std::function<std::unique_ptr<store::Store>()> ServedStore::open_reader() const {
  return [place = place_] { return place.open(); };
}

std::optional<std::string> ServedStore::problem() const {
  const auto files = files_->load();
  return files ? files->problem() : std::nullopt;
}

}  // namespace menagerie::app
