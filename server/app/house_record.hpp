// What `menagerie serve` keeps its record in while the house is open: SQLite in a folder that is locked, or a
// PostgreSQL database whose lease it holds.
#pragma once

#include "server/app/house_place.hpp"
#include "server/ledger/lease_keeper.hpp"
#include "server/ledger/writer.hpp"
#include "server/museum/ticket.hpp"
#include "server/store/house_files.hpp"
#include "server/store/store.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace menagerie::app {

class HouseRecord {
 public:
  /// Opens it for writing. On PostgreSQL it waits, and says so in the log, while another server holds the
  /// house. One that is to be looked at alone is not opened; throws where another server writes there.
  explicit HouseRecord(HousePlace place);

  /// The store that writes; null where nothing is written. Once.
  std::unique_ptr<store::Store> take_writer() { return std::move(writer_); }
  /// Opens it again, after a commit of which it is not known whether it is on disk.
  ledger::Writer::Open reopen() const;
  std::function<std::unique_ptr<store::Store>()> open_reader() const;
  museum::Secrets secrets() const;

  /// Describes in one sentence why nothing can be stored now, as far as is known without trying; any thread.
  std::optional<std::string> trouble() const;
  /// Another server has the house: this one must close.
  bool is_lost() const;
  /// The house can be another server's. After the last write.
  void release();

 private:
  HousePlace place_;
  std::string holder_;
  std::unique_ptr<store::Store> writer_;
  std::unique_ptr<const store::HouseFiles> files_;  // on SQLite
  std::unique_ptr<ledger::LeaseKeeper> lease_;      // on PostgreSQL
};

}  // namespace menagerie::app
