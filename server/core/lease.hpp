// The lease of a house as its holder sees it: when to renew it, and until when to trust it. A pure state
// machine on a steady clock: it never asks what time it is, so that a clock that is put forward or back
// changes nothing. The database's clock alone decides when another server may take the lease.
#pragma once

#include "engine/check.hpp"

#include <cstdint>

namespace menagerie::core {

class Lease {
 public:
  static constexpr std::int64_t kRenewEveryMs = 5000;
  static constexpr std::int64_t kRetryEveryMs = 1000;  ///< after a renewal that failed
  /// Less than the database's 15 s: counted from the start of the renewal that went through, which is before
  /// the moment from which the database counts.
  static constexpr std::int64_t kTrustMs = 14'000;

  enum class Phase : std::uint8_t {
    none,      ///< never had
    trusted,   ///< nobody else can have it
    doubtful,  ///< not renewed in time: somebody else may have it
    lost       ///< somebody else has it
  };

  /// It was taken, or renewed, by what was begun at `began_ms`.
  void renewed(std::int64_t began_ms);
  /// A renewal that was begun then had no answer, or an error.
  void failed(std::int64_t began_ms);
  /// The database says that it is another server's.
  void lost() { phase_ = Phase::lost; }

  Phase phase(std::int64_t now_ms) const;
  /// When it is to be renewed; precondition: it is not lost.
  std::int64_t due_ms() const {
    MENAGERIE_CHECK(phase_ != Phase::lost);
    return due_ms_;
  }

 private:
  Phase phase_ = Phase::none;  // trusted stands for doubtful too
  std::int64_t began_ms_ = 0, due_ms_ = 0;
};

}  // namespace menagerie::core
