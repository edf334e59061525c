// The lease under a clock of the test's own.
#include "server/core/lease.hpp"

#include "tests/unit/catch.hpp"

using menagerie::core::Lease;
using Phase = Lease::Phase;

TEST_CASE("lease: it is trusted for 14 s from the start of the renewal that went through") {
  Lease lease;
  CHECK(lease.phase(0) == Phase::none);
  lease.renewed(1000);
  CHECK(lease.phase(1000) == Phase::trusted);
  CHECK(lease.phase(14'999) == Phase::trusted);
  CHECK(lease.phase(15'000) == Phase::doubtful);
  CHECK(lease.due_ms() == 6000);
  lease.renewed(6000);  // whose answer may have come seconds later: its start counts
  CHECK(lease.phase(19'999) == Phase::trusted);
  CHECK(lease.phase(20'000) == Phase::doubtful);
}

TEST_CASE("lease: a renewal that fails is tried again each second and prolongs nothing") {
  Lease lease;
  lease.renewed(0);
  for (std::int64_t now = 5000; now < 14'000; now += 1000) {
    lease.failed(now);
    CHECK(lease.due_ms() == now + 1000);
    CHECK(lease.phase(now) == Phase::trusted);
  }
  CHECK(lease.phase(14'000) == Phase::doubtful);
  lease.renewed(20'000);  // nobody took it meanwhile
  CHECK(lease.phase(20'000) == Phase::trusted);
}

TEST_CASE("lease: an answer that comes late takes nothing back") {
  Lease lease;
  lease.renewed(10'000);
  lease.renewed(5000);
  CHECK(lease.phase(23'999) == Phase::trusted);
  CHECK(lease.due_ms() == 15'000);
}

TEST_CASE("lease: what is lost stays lost") {
  Lease lease;
  lease.renewed(0);
  lease.lost();
  CHECK(lease.phase(1) == Phase::lost);
  lease.renewed(2);
  CHECK(lease.phase(3) == Phase::lost);
}
