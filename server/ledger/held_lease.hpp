// The lease of a house while a server has it, as its ledger sees it.
#pragma once

#include "server/core/lease.hpp"

namespace menagerie::ledger {

class HeldLease {
 public:
  virtual ~HeldLease() = default;
  virtual core::Lease::Phase phase() const = 0;
  /// Stops renewing it, and gives it back where it is still had: another server can take it at once.
  virtual void release() = 0;
};

}  // namespace menagerie::ledger
