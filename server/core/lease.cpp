#include "server/core/lease.hpp"

#include <algorithm>

namespace menagerie::core {

void Lease::renewed(std::int64_t began_ms) {
  if (phase_ == Phase::lost) return;
  phase_ = Phase::trusted;
  began_ms_ = std::max(began_ms_, began_ms);
  due_ms_ = began_ms_ + kRenewEveryMs;
}

void Lease::failed(std::int64_t began_ms) { due_ms_ = began_ms + kRetryEveryMs; }

Lease::Phase Lease::phase(std::int64_t now_ms) const {
  if (phase_ != Phase::trusted) return phase_;
  return now_ms < began_ms_ + kTrustMs ? Phase::trusted : Phase::doubtful;
}

}  // namespace menagerie::core
