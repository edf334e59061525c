// What `menagerie serve` keeps its record in while it is open: SQLite in a folder that is locked, or a
// PostgreSQL database that several servers share.
#pragma once

#include "server/app/store_location.hpp"
#include "server/core/machine.hpp"
#include "server/ledger/ledger.hpp"
#include "server/museum/ticket.hpp"
#include "server/store/database_files.hpp"
#include "server/store/store.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::app {

class ServedStore {
 public:
  struct Doorbell {
    bool wanted = true;  ///< on PostgreSQL: servers wake each other; else they look every 250 ms
  };
  /// Opens it for writing. One that is to be looked at alone is not opened; throws where another server
  /// writes there.
  ServedStore(StoreLocation place, Doorbell doorbell);

  museum::Secrets secrets() const;
  /// Creates the exhibits that are missing, and loads every machine.
  std::vector<core::Loaded> open_machines(const core::Clock& clock, const museum::Secrets& secrets);
  /// Begins to write. Once, after open_machines().
  std::unique_ptr<ledger::OpenLedger> open_ledger(const std::vector<core::Loaded>& machines,
                                                  core::Clock clock, ledger::Publish publish,
                                                  std::uint64_t finished_games);
  std::function<std::unique_ptr<store::Store>()> open_reader() const;

  /// What is set so in the database that a power cut can lose what was told as learned.
  const std::vector<std::string>& warnings() const { return warnings_; }
  /// Describes in one sentence why nothing can be stored, as far as is known without trying; any thread.
  std::optional<std::string> problem() const;

 private:
  void learn_left_episodes(const core::Clock& clock);

  StoreLocation place_;
  Doorbell doorbell_;
  std::vector<std::string> warnings_;  // of PostgreSQL's settings
  std::unique_ptr<store::Store> store_;
  /// On SQLite: as they were when the store was opened last, which the ledger's thread may do again.
  using Files = std::atomic<std::shared_ptr<const store::DatabaseFiles>>;
  std::shared_ptr<Files> files_ = std::make_shared<Files>();
};

}  // namespace menagerie::app
