// The doorbell on PostgreSQL: NOTIFY outside of all transactions, since inside it takes a lock of the whole
// cluster.
#include "server/store/doorbell.hpp"

#include "server/store/postgres_store.hpp"

namespace menagerie::store {
namespace {

using namespace std::chrono_literals;

constexpr const char* kChannel = "menagerie";

class PostgresDoorbell : public Doorbell {
 public:
  explicit PostgresDoorbell(const std::string& url) : connection_(url, 10s) {
    connection_.run(std::string("LISTEN ") + kChannel);
  }
  std::vector<std::string> wait(int ms) override { return connection_.wait_for_notices(ms); }

 private:
  PostgresConnection connection_;
};

}  // namespace

void PostgresStore::ring(const std::string& text) { ask("SELECT pg_notify($1, $2)", {kChannel, text}); }

std::unique_ptr<Doorbell> open_doorbell(const std::string& url) {
  return std::make_unique<PostgresDoorbell>(url);
}

}  // namespace menagerie::store
