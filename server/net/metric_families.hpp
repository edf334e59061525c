// The server's figures at one moment, and how Prometheus names them. The network thread takes the figures,
// a reader's thread writes them out: see Metrics. Private to net/.
#pragma once

#include "server/api/strength.hpp"
#include "server/ledger/ledger.hpp"
#include "server/museum/counters.hpp"
#include "server/net/process_figures.hpp"
#include "server/net/refused_handshakes.hpp"
#include "server/net/storage_figures.hpp"
#include "server/net/traffic.hpp"

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace menagerie::net {

struct MachineFigures {
  std::string name;
  std::uint64_t seq = 0;
  std::uint32_t era = 1;
  std::int64_t beads = 0;
  std::size_t boxes = 0;
  std::size_t playing = 0, watching = 0;
  bool dry = false;
  bool frozen = false;
  museum::Lessons lessons;
  std::shared_ptr<const api::Strength> strength;  ///< null where there is none
  std::uint64_t strength_seq = 0;
};

struct Figures {
  std::string version;
  std::array<std::size_t, 4> connections{};  ///< by Connection::Kind
  Traffic traffic;
  std::array<std::uint64_t, kHandshakeFaults.size()> handshakes_refused{};  ///< by HandshakeFault
  std::uint64_t sockets_cut = 0;
  museum::Counters counters;
  std::size_t to_be_learned = 0;  ///< episodes that wait for the learner
  std::size_t to_be_served = 0;   ///< sessions with a frame that was read
  std::uint64_t index_failures = 0;
  bool storing = true, broken = false;
  std::uint64_t store_failures = 0;
  std::uint64_t unknown_commits = 0;  ///< of these
  std::optional<ledger::SharedStatus> shared;
  std::vector<MachineFigures> machines;
  StorageFigures storage;
  ProcessFigures process;
};

/// Those figures as families. Must not outlive them.
class MetricsCollector : public prometheus::Collectable {
 public:
  explicit MetricsCollector(const Figures& figures) : figures_(figures) {}
  std::vector<prometheus::MetricFamily> Collect() const override;

 private:
  const Figures& figures_;
};

}  // namespace menagerie::net
