// The lease that a server of a simulated cluster holds.
#pragma once

#include "cluster_house.hpp"

#include "server/core/lease.hpp"

#include <memory>
#include <string>
#include <utility>

namespace menagerie::sim {

/// The lease that a server's keeper renews, on a thread of its own in a real server: time alone moves it.
class SimLease : public ledger::HeldLease {
 public:
  SimLease(ClusterServer& server, std::unique_ptr<store::LeaseTable> table, core::Clock steady,
           std::int64_t began_ms)
      : server_(server), holder_(server.name), table_(std::move(table)), steady_(std::move(steady)) {
    lease_.renewed(began_ms);
    server_.lease = this;
  }
  ~SimLease() override {
    if (server_.lease == this) server_.lease = nullptr;
  }
  SimLease(const SimLease&) = delete;
  SimLease& operator=(const SimLease&) = delete;

  core::Lease::Phase phase() const override { return lease_.phase(steady_()); }
  void release() override {
    try {
      table_->release(holder_);
    } catch (const store::Error&) {  // its time will be over
    }
  }
  void keep() {
    const std::int64_t began_ms = steady_();
    if (phase() == core::Lease::Phase::lost || lease_.due_ms() > began_ms) return;
    try {
      if (table_->renew(holder_)) {
        lease_.renewed(began_ms);
      } else {
        lease_.lost();
      }
    } catch (const store::Error&) {
      lease_.failed(began_ms);
    }
  }

 private:
  ClusterServer& server_;
  std::string holder_;
  std::unique_ptr<store::LeaseTable> table_;
  core::Clock steady_;
  core::Lease lease_;
};

}  // namespace menagerie::sim
