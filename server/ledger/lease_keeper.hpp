// Keeps the lease of a house: renews it on a thread and a connection of its own, so that neither a long
// commit nor a slow reader makes it late.
#pragma once

#include "server/core/lease.hpp"
#include "server/ledger/held_lease.hpp"
#include "server/store/postgres.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace menagerie::ledger {

class LeaseKeeper : public HeldLease {
 public:
  using Open = std::function<std::unique_ptr<store::LeaseTable>()>;

  /// Precondition: `holder` took the lease by what was begun at `began_ms` (steady_ms).
  LeaseKeeper(Open open, std::string holder, std::int64_t began_ms);
  ~LeaseKeeper() override;
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

  // From any thread:
  core::Lease::Phase phase() const override;
  std::optional<store::Error> fault() const override;
  /// What the last renewal failed at; empty where it went through.
  std::string why() const;
  const std::string& holder() const { return holder_; }

  void release() override;

 private:
  void run();
  void renew();
  void end();

  Open open_;
  std::string holder_;
  std::unique_ptr<store::LeaseTable> table_;  // of the keeper's thread
  mutable std::mutex mutex_;                  // guards what follows
  std::condition_variable ending_came_;
  core::Lease lease_;
  std::string why_;
  std::optional<store::Error> fault_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace menagerie::ledger
