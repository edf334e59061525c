// The lease of a house while a server has it, as its ledger sees it.
#pragma once

#include "server/core/lease.hpp"
#include "server/store/store.hpp"

#include <optional>

namespace menagerie::ledger {

class HeldLease {
 public:
  virtual ~HeldLease() = default;
  virtual core::Lease::Phase phase() const = 0;
  /// What is permanent in the way of renewing it; nothing where it goes on.
  virtual std::optional<store::Error> fault() const { return std::nullopt; }
  /// Stops renewing it, and gives it back where it is still had: another server can take it at once.
  virtual void release() = 0;
};

}  // namespace menagerie::ledger
