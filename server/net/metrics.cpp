#include "server/net/metrics.hpp"

#include "server/api/content.hpp"
#include "server/net/metric_families.hpp"
#include "server/net/server.hpp"
#include "server/store/index_health.hpp"

#include <prometheus/text_serializer.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>

namespace menagerie::net {
namespace {

constexpr std::string_view kType = "text/plain; version=0.0.4; charset=utf-8";
constexpr int kMetricsGzipLevel = 4;
/// A machine's strength is computed again no sooner than so many times what it took: scrapes cost a hundredth
/// of a core for each machine at most, however many come. An exhibit takes a millisecond.
constexpr double kRestFactor = 100;

}  // namespace

/// One scrape on its way: made on the network thread, worked on by a reader's, and back.
struct Metrics::Scrape {
  /// A machine that has learned since it was evaluated.
  struct Question {
    std::size_t index;  ///< in figures.machines
    std::shared_ptr<const museum::MachineView> view;
    double took_ms = 0;
  };

  Figures figures;
  std::function<StorageFigures()> storage;  ///< may be empty
  std::vector<Question> questions;
  std::vector<Asked> asked;
  std::shared_ptr<const std::string> text, zipped;  ///< `zipped` where somebody takes it

  void evaluate(api::Strengths& strengths) {
    for (Question& it : questions) {
      strengths.marks(it.view->machine);  // what is compiled once is no measure of the next time
      const auto begun = std::chrono::steady_clock::now();
      MachineFigures& machine = figures.machines[it.index];
      std::optional<api::Strength> strength = strengths.of(it.view->machine, it.view->state.beads);
      machine.strength = strength ? std::make_shared<const api::Strength>(*std::move(strength)) : nullptr;
      machine.strength_seq = machine.seq;
      it.took_ms =
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
    }
  }

  void write() {
    figures.process = ProcessFigures::read();
    if (storage) figures.storage = storage();
    text = std::make_shared<const std::string>(
        prometheus::TextSerializer().Serialize(MetricsCollector(figures).Collect()));
    if (std::ranges::any_of(asked, [](const Asked& it) { return it.takes_gzip; }))
      zipped = std::make_shared<const std::string>(api::gzip(*text, kMetricsGzipLevel));
  }
};

void Metrics::answer(const api::Request& request, api::Respond respond) {
  waiting_.push_back({api::accepts_gzip(request.accept_encoding), std::move(respond)});
  if (!under_way_) begin();
}

void Metrics::begin() {
  under_way_ = true;
  auto scrape = std::make_shared<Scrape>();
  scrape->asked = std::exchange(waiting_, {});
  Figures& figures = scrape->figures;
  museum::Rooms& rooms = server_.rooms();
  figures.version = server_.config().version;
  scrape->storage = server_.config().storage;
  for (std::size_t i = 0; i < figures.connections.size(); ++i)
    figures.connections[i] = server_.connections().count(static_cast<Connection::Kind>(i));
  figures.traffic = server_.traffic();
  figures.handshakes_refused = server_.refused_handshakes().counts();
  figures.sockets_cut = server_.cut_sockets().count();
  figures.counters = rooms.counters();
  figures.to_be_learned = rooms.ledger().waiting();
  figures.to_be_served = server_.turns().to_be_served();
  figures.storing = rooms.ledger().storing();
  const ledger::Failures failures = rooms.ledger().failures();
  figures.store_failures = failures.count;
  figures.unknown_commits = failures.unknown_commits;
  figures.broken = failures.permanent;
  figures.shared = rooms.ledger().shared_status();
  figures.index_failures = store::index_failures();
  for (const auto& room : rooms.all()) take_machine(*scrape, *room);
  server_.resources().readers().read(
      {},  // the server's own: one scrape at a time, whoever asks
      [scrape, &strengths = server_.resources().strengths()](store::Store&) {
        scrape->evaluate(strengths);
        scrape->write();
      },
      [this, scrape](std::exception_ptr thrown) {
        if (thrown) {  // the disk fails: the other figures are all the more wanted
          spdlog::warn("net: no reader for /metrics, the strengths are as they were: {}",
                       api::what_of(thrown));
          scrape->questions.clear();
          scrape->write();
        }
        ended(*scrape);
      });
}

void Metrics::take_machine(Scrape& scrape, const museum::Room& room) {
  const std::shared_ptr<const museum::MachineView> view = room.view();
  const core::MachineState& state = view->state;
  MachineFigures machine;
  machine.name = view->machine->row.name;
  machine.seq = state.seq;
  machine.era = state.era;
  machine.beads = state.bead_total;
  machine.boxes = state.box_count;
  machine.playing = room.attendance().episodes;
  machine.watching = room.attendance().watchers;
  machine.dry = state.dry.has_value();
  machine.frozen = state.frozen;
  machine.lessons = room.lessons();
  MachineSample& kept = kept_[view->machine->row.machine];
  kept.never = kept.never || api::Strengths::fault(*view->machine);
  machine.strength = kept.strength;
  machine.strength_seq = kept.seq;
  if (!kept.never && kept.seq != state.seq && monotonic_ms() >= kept.again_at_ms)
    scrape.questions.push_back({scrape.figures.machines.size(), view});
  scrape.figures.machines.push_back(std::move(machine));
}

void Metrics::ended(Scrape& scrape) {
  for (const Scrape::Question& it : scrape.questions) {
    const MachineFigures& machine = scrape.figures.machines[it.index];
    const auto rest_ms = static_cast<std::int64_t>(std::ceil(kRestFactor * it.took_ms));
    kept_[it.view->machine->row.machine] = {machine.strength, machine.seq, monotonic_ms() + rest_ms,
                                            !machine.strength};
  }
  for (const Asked& it : scrape.asked) {
    const bool zip = it.takes_gzip && scrape.zipped;
    api::Response response;
    response.type = kType;
    response.headers = {{"Cache-Control", "no-store"}, {"Vary", "Accept-Encoding"}};
    if (zip) response.headers.emplace_back("Content-Encoding", "gzip");
    response.body = zip ? scrape.zipped : scrape.text;
    it.respond(std::move(response));
  }
  under_way_ = false;
  if (!waiting_.empty()) begin();
}

}  // namespace menagerie::net
