#include "server/app/served_store.hpp"

#include "server/app/command.hpp"
#include "server/core/episode.hpp"
#include "server/ledger/read_only_ledger.hpp"
#include "server/ledger/threaded_ledger.hpp"
#include "server/museum/museum.hpp"
#include "server/store/disk_usage.hpp"
#include "server/store/doorbell.hpp"
#include "server/store/postgres.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace menagerie::app {
namespace {

void log_upgrade(const store::Upgrade& upgrade) {
  if (upgrade.done) {
    spdlog::info("the schema is upgraded to version {}", upgrade.to);
  } else {
    spdlog::info("the schema is upgraded from version {} to {}; the museum as it was is kept as {}",
                 upgrade.from, upgrade.to, upgrade.copy);
  }
}

/// As an inbox of schema 3 has it.
core::Finished finished_of(const store::LogRow& row) {
  core::Finished episode;
  episode.machine = row.machine;
  episode.last_seq = row.seq;
  episode.era = row.era;
  episode.id = row.id;
  episode.visit = row.visit;
  episode.started_ms = row.started_ms;
  episode.seat = row.seat;
  episode.opponent = row.self_play() ? store::kItself : store::kVisitor;
  episode.moves = row.moves;
  episode.trace = row.trace;
  episode.outcome = row.outcome;
  episode.resigned = row.reason == Reason::resign;
  return episode;
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
  spdlog::info("{}, libpq {}", place_.name(), store::postgres_library_version());
  warnings_ = store::postgres_warnings(place_.store);
  for (const std::string& warning : warnings_) spdlog::error("{}", warning);
  store_ = store::open_postgres(place_.store, store::Mode::write);
}

museum::Secrets ServedStore::secrets() const {
  if (place_.read_only) return museum::Secrets::from(museum::Secrets::fresh_key());
  if (!place_.is_postgres()) return museum::Secrets::open(place_.data);
  return museum::Secrets::from(store::postgres_key(place_.store, museum::Secrets::fresh_key()));
}

std::vector<core::Loaded> ServedStore::open_machines(const core::Clock& clock,
                                                     const museum::Secrets& secrets) {
  if (place_.read_only) return museum::load_museum(*place_.open());
  if (place_.is_postgres()) learn_left_episodes(clock);
  return museum::open_museum(*store_, clock, museum::self_play_seed(secrets));
}

/// Learns what waited for the one server that wrote the logs, before the schema was upgraded. Other servers
/// may do the same at once: each episode is learned once. One that does not replay is not learned.
void ServedStore::learn_left_episodes(const core::Clock& clock) {
  const std::vector<store::LogRow> left = store::postgres_left_episodes(place_.store);
  if (left.empty()) return;
  const std::vector<core::Loaded> machines = museum::load_museum(*store_);
  ledger::Work work;
  std::vector<store::Id> learned;
  core::Episode replayed;
  for (const store::LogRow& row : left) {
    const auto of = std::ranges::find(machines, row.machine,
                                      [](const core::Loaded& it) { return it.machine->row.machine; });
    if (of == machines.end()) {
      spdlog::error("episode {} is not learned, as there is no machine of the number {}", row.id.text(),
                    row.machine);
    } else if (const auto fault = core::episode_fault(*of->machine, row, replayed)) {
      spdlog::error("episode {} of {} is not learned, as it does not replay: {}", row.id.text(),
                    of->machine->row.name, *fault);
    } else {
      work.inbox.episodes.push_back(finished_of(row));
      learned.push_back(row.id);
    }
  }
  ledger::Writer writer(store::open_postgres(place_.store, store::Mode::write), nullptr, machines, clock,
                        [](const std::shared_ptr<const ledger::Published>&) {});
  writer.take(std::move(work));
  if (!writer.proceed()) throw store::Error(writer.why(), writer.kind());
  store::drop_postgres_left_episodes(place_.store, learned);
  spdlog::info("{} learned that waited when the schema was upgraded", counted(learned.size(), "episode"));
  if (learned.size() < left.size()) spdlog::error("what is not learned is kept in the table inbox_left");
}

std::unique_ptr<ledger::OpenLedger> ServedStore::open_ledger(const std::vector<core::Loaded>& machines,
                                                             core::Clock clock, ledger::Publish publish,
                                                             std::uint64_t finished_games) {
  if (place_.read_only) return std::make_unique<ledger::ReadOnlyLedger>();
  ledger::Writer::Open open;  // on PostgreSQL it connects again by itself
  ledger::ThreadedLedger::OpenDoorbell open_doorbell;
  if (!place_.is_postgres()) {
    open = [folder = place_.data, files = files_] {
      files->store(nullptr);
      auto store = store::open_sqlite(folder, store::Mode::write);
      files->store(std::make_shared<const store::DatabaseFiles>(folder));
      return store;
    };
  } else if (doorbell_.wanted) {
    open_doorbell = [url = place_.store] { return store::open_doorbell(url); };
  }
  return std::make_unique<ledger::ThreadedLedger>(std::move(store_), std::move(open), machines,
                                                  std::move(clock), std::move(publish), finished_games,
                                                  std::move(open_doorbell));
}

std::function<std::unique_ptr<store::Store>()> ServedStore::open_reader() const {
  return [place = place_] { return place.open(); };
}

std::optional<std::string> ServedStore::problem() const {
  const auto files = files_->load();
  return files ? files->problem() : std::nullopt;
}

}  // namespace menagerie::app
