// GET /metrics: the server's figures in Prometheus's text format. Network thread, but for what a scrape has
// made on a reader's thread. Private to net/; no Beast.
//
// No Prometheus registry is kept: a scrape copies the program's own counters, a few kilobytes, and a reader's
// thread computes and writes the text. At most one scrape is made at a time; requests that come meanwhile
// share the next one.
#pragma once

#include "server/api/http.hpp"
#include "server/api/strength.hpp"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace menagerie::museum {
class Room;
}

namespace menagerie::net {

class Server;

class Metrics {
 public:
  explicit Metrics(Server& server) : server_(server) {}

  /// Answers GET and HEAD. `respond` is called once, later.
  void answer(const api::Request& request, api::Respond respond);

 private:
  struct Asked {
    bool takes_gzip = false;
    api::Respond respond;
  };
  struct Scrape;

  /// A machine's strength, kept while its seq stands.
  struct MachineSample {
    std::shared_ptr<const api::Strength> strength;
    std::uint64_t seq = 0;
    std::int64_t again_at_ms = 0;  ///< not computed again before
    bool never = false;            ///< it cannot be evaluated
  };

  void begin();
  void ended(Scrape& scrape);
  void take_machine(Scrape& scrape, const museum::Room& room);

  Server& server_;
  std::unordered_map<std::int64_t, MachineSample> kept_;  ///< by machine
  std::vector<Asked> waiting_;
  bool under_way_ = false;
};

}  // namespace menagerie::net
