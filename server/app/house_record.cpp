#include "server/app/house_record.hpp"

#include "server/core/clock.hpp"
#include "server/store/house_disk.hpp"
#include "server/store/postgres.hpp"
#include "server/store/sqlite_version.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <random>
#include <thread>
#include <utility>

namespace menagerie::app {
namespace {

using Phase = core::Lease::Phase;

constexpr std::chrono::milliseconds kAskAgainAfter{500};

void log_upgrade(const store::Upgrade& upgrade) {
  if (upgrade.done) {
    spdlog::info("the schema is upgraded to version {}", upgrade.to);
  } else {
    spdlog::info("the schema is upgraded from version {} to {}; the house as it was is kept as {}",
                 upgrade.from, upgrade.to, upgrade.copy);
  }
}

/// This process's name as a holder: no other one, before or after it, has the same.
std::string holder_name() {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format("{}/{}/{:08x}", host.data(), ::getpid(), std::random_device{}());
}

/// Opens the house once nobody else holds it.
std::pair<std::unique_ptr<store::Store>, std::int64_t> wait_for_lease(const HousePlace& place,
                                                                      const std::string& holder) {
  std::string waiting_for;
  for (;;) {
    const std::int64_t began_ms = core::steady_ms();
    try {
      return {store::open_postgres(place.store, store::Mode::write, holder), began_ms};
    } catch (const store::Held& held) {
      if (held.holder != waiting_for)
        spdlog::warn(
            "{}: this server waits, and opens the house when it is given back or {} does not renew it for {} "
            "s",
            held.what(), held.holder, store::kLeaseSeconds);
      waiting_for = held.holder;
    }
    std::this_thread::sleep_for(kAskAgainAfter);
  }
}

}  // namespace

HouseRecord::HouseRecord(HousePlace place) : place_(std::move(place)) {
  if (place_.read_only) {
    if (store::is_served(place_.data))
      throw store::Error(place_.data +
                         ": another server has this folder open and goes on writing; with --read-only name a "
                         "backup of it");
    return;
  }
  if (!place_.is_postgres()) {
    spdlog::info("SQLite {}", store::sqlite_version());
    writer_ = store::open_sqlite(place_.data, store::Mode::write, log_upgrade);
    files_ = std::make_unique<const store::HouseFiles>(place_.data);
    return;
  }
  spdlog::info("{}, libpq {}", place_.name(), store::postgres_library_version());
  holder_ = holder_name();
  auto [writer, began_ms] = wait_for_lease(place_, holder_);
  writer_ = std::move(writer);
  spdlog::info("this server, {}, holds the house", holder_);
  lease_ = std::make_unique<ledger::LeaseKeeper>(
      [url = place_.store] { return store::open_lease_table(url); }, holder_, began_ms);
}

ledger::Writer::Open HouseRecord::reopen() const {
  if (place_.is_postgres())
    return [url = place_.store, holder = holder_] {
      return store::open_postgres(url, store::Mode::write, holder);
    };
  return [folder = place_.data] { return store::open_sqlite(folder, store::Mode::write); };
}

std::function<std::unique_ptr<store::Store>()> HouseRecord::open_reader() const {
  return [place = place_] { return place.open(); };
}

museum::Secrets HouseRecord::secrets() const {
  if (place_.read_only) return museum::Secrets::from(museum::Secrets::fresh_key());
  if (!place_.is_postgres()) return museum::Secrets::open(place_.data);
  return museum::Secrets::from(store::postgres_key(place_.store, museum::Secrets::fresh_key()));
}

std::optional<std::string> HouseRecord::trouble() const {
  if (files_) return files_->trouble();
  if (!lease_) return std::nullopt;
  switch (lease_->phase()) {
    case Phase::lost:
      return "another server has taken over this house";
    case Phase::doubtful:
      return "the database does not answer: " + lease_->why();
    default:
      return std::nullopt;
  }
}

bool HouseRecord::is_lost() const { return lease_ && lease_->phase() == Phase::lost; }

void HouseRecord::release() {
  if (lease_) lease_->release();
}

}  // namespace menagerie::app
