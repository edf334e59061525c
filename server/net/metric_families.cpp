#include "server/net/metric_families.hpp"

#include "server/net/connection.hpp"
#include "server/store/store.hpp"

#include <deque>
#include <limits>
#include <string_view>
#include <utility>

namespace menagerie::net {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

constexpr std::array<std::string_view, 4> kConnectionKinds = {"http", "refused", "play", "watch"};
static_assert(static_cast<std::size_t>(Connection::Kind::watch) + 1 == kConnectionKinds.size());
constexpr std::array<std::string_view, 5> kFramesIn = {"begin", "move", "resume", "give_up", "other"};
static_assert(std::variant_size_v<wire::ClientFrame> == kFramesIn.size());
constexpr std::array<std::string_view, museum::kFramesOut> kFramesOut = {"hello", "state", "learned", "dry",
                                                                         "error", "feed",  "house"};
constexpr std::array<std::string_view, 5> kStatusClasses = {"1xx", "2xx", "3xx", "4xx", "5xx"};
constexpr Result kResults[] = {Result::win, Result::draw, Result::loss};

/// One family, filled a series at a time.
class Family {
 public:
  Family(MetricType type, std::string name, std::string help)
      : family_{std::move(name), std::move(help), type, {}} {}

  template <typename Number>
  Family& add(Number value, Labels labels = {}) {
    ClientMetric metric;
    metric.label = std::move(labels);
    (family_.type == MetricType::Counter ? metric.counter.value : metric.gauge.value) =
        static_cast<double>(value);
    family_.metric.push_back(std::move(metric));
    return *this;
  }
  /// One series for each name, told apart by one label.
  template <typename Numbers, typename Names>
  Family& add_each(const Numbers& values, const char* label, const Names& names) {
    for (std::size_t i = 0; i < values.size(); ++i) add(values[i], {{label, std::string(names[i])}});
    return *this;
  }
  template <std::size_t kBounds>
  Family& add_histogram(const museum::Histogram<kBounds>& histogram) {
    ClientMetric metric;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i <= kBounds; ++i) {
      sum += histogram.counts()[i];
      const double bound = i < kBounds ? histogram.bounds()[i] : std::numeric_limits<double>::infinity();
      metric.histogram.bucket.push_back({sum, bound});
    }
    metric.histogram.sample_count = sum;
    metric.histogram.sample_sum = histogram.sum();
    family_.metric.push_back(std::move(metric));
    return *this;
  }
  MetricFamily take() { return std::move(family_); }

 private:
  MetricFamily family_;
};

class Families {
 public:
  Family& counter(const char* name, const char* help) { return begin(MetricType::Counter, name, help); }
  Family& gauge(const char* name, const char* help) { return begin(MetricType::Gauge, name, help); }
  Family& histogram(const char* name, const char* help) { return begin(MetricType::Histogram, name, help); }

  /// All that were begun and have a series, in their order.
  std::vector<MetricFamily> take() {
    std::vector<MetricFamily> families;
    for (Family& it : all_) {
      MetricFamily family = it.take();
      if (!family.metric.empty()) families.push_back(std::move(family));
    }
    return families;
  }

 private:
  Family& begin(MetricType type, const char* name, const char* help) {
    return all_.emplace_back(type, name, help);
  }
  std::deque<Family> all_;  // what was begun stays where it is
};

void add_lines(Families& families, const Figures& figures) {
  families.gauge("menagerie_build_info", "The versions of the program and of SQLite, as labels; always 1.")
      .add(1, {{"version", figures.version}, {"sqlite", std::string(store::sqlite_version())}});
  families.gauge("menagerie_connections", "Connections now.")
      .add_each(figures.connections, "kind", kConnectionKinds);
  const Traffic& traffic = figures.traffic;
  families.counter("menagerie_connections_accepted_total", "Connections that came, refused ones too.")
      .add(traffic.accepted);
  families
      .counter("menagerie_connections_refused_total",
               "Connections refused because the server, or the visitor's address, had all that it may "
               "have.")
      .add(traffic.refused_full, {{"limit", "house"}})
      .add(traffic.refused_address, {{"limit", "address"}});
  families.counter("menagerie_http_answers_total", "HTTP answers by status; 1xx are WebSockets that began.")
      .add_each(traffic.answers, "status", kStatusClasses);
  families.counter("menagerie_handshakes_refused_total", "WebSocket handshakes refused, by reason.")
      .add_each(figures.handshakes_refused, "reason", kHandshakeFaults);
  families
      .counter(
          "menagerie_websockets_cut_total",
          "WebSockets behind a proxy that ended without a close frame: visitors who were lost, or a proxy "
          "that does not wait long enough.")
      .add(figures.sockets_cut);
  families.gauge("menagerie_exports_under_way", "Exports being sent now.").add(traffic.exports_under_way);
  families.counter("menagerie_exports_total", "Exports that ended, sent whole or broken off.")
      .add(traffic.exports_whole, {{"end", "whole"}})
      .add(traffic.exports_broken, {{"end", "broken"}});
}

void add_play(Families& families, const Figures& figures) {
  const museum::Counters& counters = figures.counters;
  families
      .counter("menagerie_frames_received_total",
               "Frames from visitors by type; other: not understood, too many, or from a watcher.")
      .add_each(counters.frames_in, "type", kFramesIn);
  families.counter("menagerie_frames_sent_total", "Frames to visitors and watchers by type.")
      .add_each(counters.frames_out, "type", kFramesOut);
  Family& errors =
      families.counter("menagerie_errors_total", "Error frames to visitors and watchers by code.");
  for (std::size_t i = 0; i < wire::kCodeCount; ++i) {
    errors.add(counters.errors[i], {{"code", std::string(wire::to_text(static_cast<wire::Code>(i)))}});
  }
  families.counter("menagerie_tickets_resumed_total", "Episodes that went on by a ticket.")
      .add(counters.tickets_resumed);
}

/// How this server stands among those that write to the same store.
void add_shared_status(Families& families, const ledger::SharedStatus& status) {
  families
      .gauge("menagerie_rows_behind",
             "Log rows of other servers that this one had not read when it last looked.")
      .add(status.behind);
  families
      .gauge("menagerie_doorbell_seconds",
             "From this server's last ring until it came back through the database; 0: none came yet.")
      .add(status.doorbell_s);
}

void add_learning(Families& families, const Figures& figures) {
  families
      .gauge("menagerie_queue_length",
             "What waits: finished episodes for the learner, sessions with a frame to be served.")
      .add(figures.to_be_learned, {{"queue", "learner"}})
      .add(figures.to_be_served, {{"queue", "served"}});
  families.gauge("menagerie_storing", "1 while what visitors teach is being stored, else 0.")
      .add(figures.storing ? 1 : 0);
  families
      .gauge("menagerie_broken",
             "1 once something that no retry mends has ended the storing: the server is to be started anew.")
      .add(figures.broken ? 1 : 0);
  families.counter("menagerie_store_failures_total", "How often the learner's store failed.")
      .add(figures.store_failures);
  families
      .counter("menagerie_unknown_commits_total",
               "Commits that failed with an unknown outcome: what is on disk was read back.")
      .add(figures.unknown_commits);
  families
      .counter("menagerie_index_failures_total",
               "How often the index beside the log could not be written; look-ups then read the log itself.")
      .add(figures.index_failures);
  families
      .counter("menagerie_views_diverged_total",
               "Log rows that a room's view of its machine could not follow; above 0, start the server anew.")
      .add(figures.counters.views_diverged);
  families.histogram("menagerie_batch_rows", "Log rows that were committed together.")
      .add_histogram(figures.counters.batch_rows);
  families.histogram("menagerie_commit_seconds", "How long a commit took until it was on disk.")
      .add_histogram(figures.counters.commit_s);
}

void add_storage(Families& families, const StorageFigures& storage) {
  const store::DiskUsage& disk = storage.disk;
  families.gauge("menagerie_data_bytes", "Bytes on disk: the database, its write-ahead log, the index.")
      .add(disk.database, {{"file", "database"}})
      .add(disk.log, {{"file", "wal"}})
      .add(disk.index, {{"file", "index"}});
  families.gauge("menagerie_data_free_bytes", "Bytes that are free where the data folder is.").add(disk.free);
  const BackupFigures& backups = storage.backups;
  families
      .gauge("menagerie_backup_interval_seconds", "Seconds between scheduled backups; 0: none are scheduled.")
      .add(backups.every_s);
  families
      .counter("menagerie_backups_total", "Scheduled backups since the server started, verified or failed.")
      .add(backups.made, {{"result", "verified"}})
      .add(backups.failed, {{"result", "failed"}});
  families.gauge("menagerie_backups_kept", "Backups in their folder.").add(backups.kept);
  families
      .gauge("menagerie_backup_newest_timestamp_seconds",
             "When the newest backup was begun, in seconds since 1970, UTC; 0: there is none.")
      .add(static_cast<double>(backups.newest_ms) / 1000);
  families.gauge("menagerie_backup_newest_bytes", "Bytes of the newest backup.").add(backups.newest_bytes);
}

void add_machines(Families& families, const Figures& figures) {
  using Machine = MachineFigures;
  const auto each = [&](Family& family, auto value) {  // one series a machine
    for (const Machine& it : figures.machines) family.add(value(it), {{"machine", it.name}});
  };
  Family& episodes = families.counter("menagerie_episodes_learned_total",
                                      "Episodes learned since the server started, by the machine's result.");
  for (const Machine& it : figures.machines) {
    for (const Result result : kResults) {
      episodes.add(it.lessons.episodes[static_cast<std::size_t>(result)],
                   {{"machine", it.name}, {"outcome", std::string(to_text(result))}});
    }
  }
  each(families.counter("menagerie_episodes_resigned_total",
                        "Of the episodes learned, those the machine resigned."),
       [](const Machine& it) { return it.lessons.resigned; });
  each(families.counter("menagerie_log_rows_total", "Log rows, episodes and acts, since the server started."),
       [](const Machine& it) { return it.lessons.rows; });
  each(families.gauge("menagerie_episodes_in_play", "Visitors with an episode in play."),
       [](const Machine& it) { return it.playing; });
  each(families.gauge("menagerie_watchers", "Watchers of the machine."),
       [](const Machine& it) { return it.watching; });
  each(families.gauge("menagerie_machine_seq", "The newest row of the machine's log."),
       [](const Machine& it) { return it.seq; });
  each(families.gauge("menagerie_machine_era", "The machine's era."),
       [](const Machine& it) { return it.era; });
  each(families.gauge("menagerie_machine_beads", "Beads in its boxes."),
       [](const Machine& it) { return it.beads; });
  each(families.gauge("menagerie_machine_boxes", "Its boxes; of those made when first met, as many as were."),
       [](const Machine& it) { return it.boxes; });
  each(families.gauge("menagerie_machine_dry", "1 while it has no bead to open with, else 0."),
       [](const Machine& it) { return it.dry ? 1 : 0; });
  each(families.gauge("menagerie_machine_frozen", "1 while the curator has it frozen, else 0."),
       [](const Machine& it) { return it.frozen ? 1 : 0; });
}

void add_strength(Families& families, const Figures& figures) {
  Family& strength =
      families.gauge("menagerie_machine_strength_ratio",
                     "Exact probability of the result, by the beads alone, against a random and an "
                     "optimal opponent.");
  Family& at =
      families.gauge("menagerie_machine_strength_seq", "The log row up to which the strength was computed.");
  for (const MachineFigures& machine : figures.machines) {
    if (!machine.strength) continue;
    at.add(machine.strength_seq, {{"machine", machine.name}});
    for (const api::SideStrength& side : machine.strength->sides) {
      const char* seat = side.side == Player::first ? "first" : "second";
      for (const auto& [against, chances] :
           {std::pair{"random", side.against_random}, {"optimal", side.against_optimal}}) {
        for (const auto& [result, chance] :
             {std::pair{"win", chances.win}, {"draw", chances.draw}, {"loss", chances.loss}}) {
          strength.add(chance,
                       {{"machine", machine.name}, {"seat", seat}, {"against", against}, {"result", result}});
        }
      }
    }
  }
}

void add_process(Families& families, const ProcessFigures& process) {
  families.counter("process_cpu_seconds_total", "User and system time spent.").add(process.cpu_s);
  families.gauge("process_resident_memory_bytes", "Resident memory.").add(process.resident_bytes);
  families.gauge("process_virtual_memory_bytes", "Virtual memory.").add(process.virtual_bytes);
  families.gauge("process_threads", "Threads.").add(process.threads);
  families.gauge("process_open_fds", "Open files, connections among them.").add(process.open_files);
  families.gauge("process_max_fds", "How many files may be open.").add(process.open_files_max);
  families.gauge("process_start_time_seconds", "When the server started, in seconds since 1970, UTC.")
      .add(process.started_s);
}

}  // namespace

std::vector<MetricFamily> MetricsCollector::Collect() const {
  Families families;
  add_lines(families, figures_);
  add_play(families, figures_);
  add_learning(families, figures_);
  if (figures_.shared) add_shared_status(families, *figures_.shared);
  add_storage(families, figures_.storage);
  add_machines(families, figures_);
  add_strength(families, figures_);
  add_process(families, figures_.process);
  return families.take();
}

}  // namespace menagerie::net
