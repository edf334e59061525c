// The leases: who may append to which log.
#include "server/store/postgres.hpp"
#include "server/store/postgres_connection.hpp"
#include "server/store/postgres_store.hpp"

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

/// Shorter than the time between two renewals.
constexpr auto kLeasePatience = 4000ms;

/// Of a row of `head`: its lease would last longer than any lease does. It was taken before the database's
/// clock was put back, and would keep every server out for as long as that; so it counts as over, and the
/// fence refuses its holder. (A second more than 15, since the nodes of a distributed database have clocks of
/// their own. Not now(), which is when the statement began: it may have waited for the row while it was
/// renewed.)
const std::string kTooLong = "expires > clock_timestamp() + interval '16 s'";
const std::string kFree = "(expires < now() OR " + kTooLong + ")";

const std::string kTake =
    "UPDATE head SET holder = $1, fence = fence + 1, expires = now() + interval '15 s', wanted = '' "
    "WHERE (holder = $1 OR " +
    kFree + ") AND NOT EXISTS (SELECT FROM head WHERE holder <> $1 AND NOT " + kFree +
    ") RETURNING machine, fence";

const std::string kRows = "SELECT machine, holder, fence, seq, chain, CASE WHEN " + kTooLong +
                          " OR NOT isfinite(expires) THEN -1000000000 ELSE (extract(epoch FROM expires - "
                          "now()) * 1000)::bigint END, wanted, (SELECT max(version) "
                          "FROM schema_version) FROM head ORDER BY machine";

class PostgresLeaseTable : public LeaseTable {
 public:
  explicit PostgresLeaseTable(const std::string& url) : connection_(url, kLeasePatience) {
    connection_.check_when_open(require_schema);
  }

  bool renew(const std::string& holder) override {
    const auto renewed = connection_.run(
        "UPDATE head SET expires = now() + interval '15 s' WHERE holder = $1 RETURNING machine", {holder});
    for (int row = 0; row < renewed.rows(); ++row) {
      if (renewed.number(row, 0) == 0) return true;
    }
    return false;
  }

  void release(const std::string& holder) override {
    connection_.run("UPDATE head SET holder = '', expires = now() WHERE holder = $1", {holder});
  }

  void want(const std::string& holder) override {
    connection_.run("UPDATE head SET wanted = $1 WHERE machine = 0 AND wanted = ''", {holder});
  }

  std::vector<LeaseRow> rows() override {
    const auto result = connection_.run({kRows});
    // A newer program may have upgraded the schema since this one connected.
    if (result.rows() > 0) refuse_other_schema(connection_.name(), static_cast<int>(result.number(0, 7)));
    std::vector<LeaseRow> rows;
    for (int row = 0; row < result.rows(); ++row) {
      rows.push_back({result.number(row, 0), std::string(result.text(row, 1)), result.count(row, 2),
                      result.count(row, 3), result.bytes(row, 4), result.number(row, 5),
                      std::string(result.text(row, 6))});
    }
    return rows;
  }

  std::string chain_at(std::int64_t machine, std::uint64_t seq) override {
    const auto result = connection_.run("SELECT chain FROM log WHERE machine = $1::int AND seq = $2::bigint",
                                        {std::to_string(machine), std::to_string(seq)});
    return result.rows() == 0 ? "" : result.bytes(0, 0);
  }

 private:
  PostgresConnection connection_;
};

}  // namespace

std::unique_ptr<LeaseTable> open_lease_table(const std::string& url) {
  return std::make_unique<PostgresLeaseTable>(url);
}

void PostgresStore::take_lease() {
  const auto taken = ask(kTake, {holder_});
  fences_.clear();
  for (int row = 0; row < taken.rows(); ++row) fences_[taken.number(row, 0)] = taken.count(row, 1);
  // Two servers can find it free in the same moment: one of them gets some rows, or none.
  const auto others = ask("SELECT holder FROM head WHERE holder <> $1 LIMIT 1", {holder_});
  if (fences_.contains(0) && others.rows() == 0) return;
  if (!fences_.empty()) open_lease_table(url_)->release(holder_);
  const std::string holder = others.rows() == 0 ? "another server" : std::string(others.text(0, 0));
  throw Held(connection_.name() + ": the house is held by " + holder, holder);
}

}  // namespace menagerie::store
