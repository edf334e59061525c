// menagerie serve: wires the parts, runs the network thread, and shuts down cleanly.
#include "server/api/resources.hpp"
#include "server/app/backup_schedule.hpp"
#include "server/app/command.hpp"
#include "server/app/curator_token.hpp"
#include "server/app/logging.hpp"
#include "server/app/public_url.hpp"
#include "server/app/sealed_score.hpp"
#include "server/app/served_store.hpp"
#include "server/app/signal_reader.hpp"
#include "server/app/supervisor.hpp"
#include "server/core/clock.hpp"
#include "server/ledger/clocks.hpp"
#include "server/ledger/ledger.hpp"
#include "server/museum/museum.hpp"
#include "server/museum/rooms.hpp"
#include "server/net/access_log.hpp"
#include "server/net/addresses.hpp"
#include "server/net/open_files.hpp"
#include "server/net/readers.hpp"
#include "server/net/run_network.hpp"
#include "server/net/server.hpp"
#include "server/net/static_files.hpp"

#include <spdlog/fmt/ranges.h>
#include <spdlog/spdlog.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <sys/stat.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <system_error>

namespace menagerie::app {
namespace {

namespace asio = boost::asio;

constexpr int kGoodbyeMs = 2000;                     // for sessions to send their close frames
constexpr std::chrono::milliseconds kLearnMs{6000};  // for finished episodes to be stored; 10 s in all

/// Throws std::invalid_argument.
std::vector<net::Cidr> trusted_proxies_of(const ServeOptions& options) {
  std::vector<net::Cidr> proxies;
  // Only a proxy of this machine comes to a unix socket: the visitors are those that it names.
  if (!parse_address(options.listen).path.empty()) proxies.push_back(*net::Cidr::parse("127.0.0.1"));
  for (const std::string& proxy : options.trusted_proxies) {
    const auto cidr = net::Cidr::parse(proxy);
    if (!cidr)
      throw std::invalid_argument("--trusted-proxy: \"" + proxy +
                                  "\" is no address or network such as 10.0.0.0/8");
    proxies.push_back(*cidr);
  }
  return proxies;
}

net::Config config_of(const ServeOptions& options) {
  net::Config config;
  const ListenAddress address = parse_address(options.listen);
  config.address = address.host;
  config.port = address.port;
  config.unix_path = address.path;
  config.trusted_proxies = trusted_proxies_of(options);
  config.limits = options.limits;
  config.origins = options.allowed_origins;
  config.public_url = options.public_url;
  config.base = path_of_url(options.public_url);
  config.version = MENAGERIE_VERSION;
  config.metrics = options.metrics == "on";
  config.read_only = options.read_only;
  return config;
}

/// What does not go together. Throws std::invalid_argument.
void require_fitting(const ServeOptions& options) {
  if (!options.store.empty() && options.backups.every != "off")
    throw std::invalid_argument(
        "--backup-every is for a museum in a folder; a PostgreSQL database is backed up by its own "
        "tools, such as pg_dump");
  if (!options.read_only) return;
  const auto excludes = [](const char* flag, const char* why) {
    return std::invalid_argument(std::string("--read-only and ") + flag + " exclude each other: " + why);
  };
  if (!options.store.empty()) throw excludes("--store", "it shows a folder or a backup's file");
  if (options.backups.every != "off") throw excludes("--backup-every", "what is looked at is a copy already");
  if (!options.curator_token_file.empty() || std::getenv("MENAGERIE_CURATOR_TOKEN") != nullptr)
    throw excludes("a curator's token", "nothing can be changed there");
}

void say_of_clock(const std::vector<core::Loaded>& machines) {
  std::int64_t newest = 0;
  for (const core::Loaded& loaded : machines) newest = std::max(newest, loaded.state.time_ms);
  const std::string told = core::clock_at_start(newest, ledger::wall_ms());
  if (!told.empty()) spdlog::warn("{}", told);
}

/// Everything that runs while the server is up, in the order of dependence: members are destroyed last to
/// first.
class RunningServer {
 public:
  /// `reread` reads flags, environment and config file again; false where that cannot be done.
  RunningServer(const ServeOptions& options, ServedStore& record, std::shared_ptr<const api::Token> curator,
                std::function<bool(ServeOptions&)> reread)
      : options_(options),
        record_(record),
        reread_(std::move(reread)),
        files_(net::StaticFiles::load(web_folder(options.web),
                                      {options.public_url, path_of_url(options.public_url), options.read_only,
                                       options.answers == "shown"})) {
    net::Config config = config_of(options);
    if (!options.access_log.empty()) config.access_log = std::make_shared<net::AccessLog>(options.access_log);
    config.warnings = record_.warnings();
    const museum::Secrets secrets = record_.secrets();
    std::vector<core::Loaded> machines = record_.open_machines(ledger::wall_ms, secrets);
    for (const core::Loaded& loaded : machines) {
      spdlog::info("{}: {}, {}, seq {}, era {}", loaded.machine->row.name,
                   counted(loaded.machine->boxes.boxes().size(), "box", "boxes"),
                   counted(static_cast<std::uint64_t>(loaded.state.bead_total), "bead"), loaded.state.seq,
                   loaded.state.era);
    }
    if (options.read_only) {
      spdlog::info("read only: nobody plays, and nothing is written");
    } else {
      say_of_clock(machines);
    }
    ledger_ = record_.open_ledger(
        machines, ledger::wall_ms,
        [this](std::shared_ptr<const ledger::Published> batch) {
          asio::post(io_, [this, batch] { rooms_->published(*batch); });
        },
        options_.limits.finished_games);
    rooms_ = std::make_unique<museum::Rooms>(
        museum::Rooms::Parts{std::move(machines), ledger_.get(), &options_.limits, secrets, ledger::wall_ms,
                             [this](int ms) { call_feeds_after(ms); },
                             [this](std::function<void()> work) { asio::post(io_, std::move(work)); }});
    if (!options.read_only) keep_sealed_score();
    readers_ = std::make_unique<net::ReaderPool>(io_, net::ReaderPool::Threads{}, options_.limits,
                                                 record_.open_reader());
    resources_ = std::make_unique<api::Resources>(*rooms_, *readers_, options_.limits, options_.public_url,
                                                  options_.data_license);
    config.ready = [this](std::string& why) { return ready(why); };
    config.curator = std::move(curator);
    if (options.store.empty()) {
      backups_ = std::make_unique<BackupSchedule>(options.data, options.backups);
      config.storage = [this] {
        return net::StorageFigures{store::DiskUsage::of(options_.data), backups_->figures()};
      };
    }
    server_ = std::make_unique<net::Server>(io_, std::move(config), *rooms_, *resources_, files_);
  }

  int run() {
    server_->start();
    if (options_.public_url.empty()) {
      spdlog::info("the museum is open at {}", own_place());
    } else {
      spdlog::info("the museum is open at {} and listens at {}", options_.public_url, own_place());
    }
    log_desk();
    clock_watch_.look(ledger::wall_ms(), ledger::steady_ms());  // a clock can be set in the first second too
    tick();
    signals_.listen([this](int signal) { signal == SIGHUP ? reload() : close(signal); });
    supervisor_.ready();
    const bool well = net::run_network(io_);
    readers_->stop();  // while the ledger stores what is left
    const bool stored = ledger_->stop(kLearnMs);
    if (!stored)
      spdlog::error("{} finished episodes could not be stored; their visitors hold tickets for them",
                    ledger_->waiting());
    spdlog::info("the museum is closed");
    return well && stored ? 0 : kFailed;
  }

 private:
  /// The listening address for the log: one to open in a browser, or a note that there are several.
  std::string own_place() const {
    const ListenAddress address = parse_address(options_.listen);
    if (!address.path.empty()) return options_.listen;
    const std::string& host = address.host;
    const std::string port = std::to_string(server_->port());
    if (host == "0.0.0.0") return "port " + port + " of every IPv4 address";
    if (host == "::") return "port " + port + " of every address";
    const bool six = host.find(':') != std::string::npos;
    return "http://" + (host == "127.0.0.1" ? "localhost" : six ? "[" + host + "]" : host) + ":" + port;
  }

  void log_desk() const {
    if (server_->config().curator) {
      spdlog::info("the curator's desk is open at /curator");
    } else {
      spdlog::info("the curator's desk is closed: no token was given");
    }
  }

  /// Reloads the settings that can change at run time: the log level, the curator's token, the trusted
  /// proxies. If they cannot be read, all stay as they are. Opens the access log anew.
  void reload() {
    ServeOptions fresh;
    try {
      reopen_access_log();
      if (!reread_(fresh)) throw std::invalid_argument("the settings cannot be read");
      std::vector<net::Cidr> proxies = trusted_proxies_of(fresh);
      const bool in_file = !fresh.curator_token_file.empty() || !options_.curator_token_file.empty();
      if (in_file) server_->set_curator(take_curator_token(fresh));
      server_->set_trusted_proxies(std::move(proxies));
    } catch (const std::invalid_argument& error) {
      return spdlog::error("signal {}: nothing is changed: {}", SIGHUP, error.what());
    }
    options_.curator_token_file = fresh.curator_token_file;
    spdlog::info(
        "signal {}: the log level is {} now, and the trusted proxies are {}; other settings but the "
        "curator's token take a restart",
        SIGHUP, fresh.log_level,
        fresh.trusted_proxies.empty() ? "none" : fmt::format("{}", fmt::join(fresh.trusted_proxies, ", ")));
    spdlog::set_level(spdlog::level::from_str(fresh.log_level));
    log_desk();
  }

  /// After logrotate has renamed it.
  void reopen_access_log() const {
    net::AccessLog* log = server_->access_log();
    if (log == nullptr) return;
    try {
      log->reopen();
    } catch (const std::runtime_error& error) {
      spdlog::error("signal {}: {}; the old file is written on", SIGHUP, error.what());
    }
  }

  bool ready(std::string& why) const {
    if (rooms_->is_shut()) {
      why = "closing";
    } else if (ledger_->failures().permanent) {
      why = "nothing is stored any more, and the server's log says what to do: " + ledger_->why();
    } else if (!ledger_->storing()) {
      why = "what visitors teach cannot be stored now: " + ledger_->why();
    } else if (const auto problem = record_.problem()) {
      why = *problem;
    } else {
      return true;
    }
    return false;
  }

  void tick() {
    tick_.expires_after(std::chrono::seconds{1});
    tick_.async_wait([this](const boost::system::error_code& code) {
      if (code) return;
      rooms_->tick();
      if (writer_is_well()) supervisor_.alive();
      look_at_record();
      if (const std::string step = clock_watch_.look(ledger::wall_ms(), ledger::steady_ms()); !step.empty())
        spdlog::warn("{}", step);
      tick();
    });
  }

  /// Whether what visitors teach is being written, or would be tried again: the watchdog's time is long
  /// enough for every turn.
  bool writer_is_well() const {
    const std::int64_t busy_since_ms = ledger_->busy_since_ms();
    const std::chrono::milliseconds busy{busy_since_ms == 0 ? 0 : ledger::steady_ms() - busy_since_ms};
    return !ledger_->failures().permanent && busy <= supervisor_.watchdog();
  }

  /// Logs once when the database files disappear or come back, even if nobody plays.
  void look_at_record() {
    // While the ledger opens its store again they may be missing for a moment.
    const std::optional<std::string> problem = ledger_->storing() ? record_.problem() : record_problem_;
    if (problem == record_problem_) return;
    record_problem_ = problem;
    if (problem) {
      spdlog::error("{}", *problem);
    } else {
      spdlog::info("the database is in its place again");
    }
  }

  void call_feeds_after(int ms) {
    feeds_.expires_after(std::chrono::milliseconds{ms});
    feeds_.async_wait([this](const boost::system::error_code& code) {
      if (!code) rooms_->flush_feeds();
    });
  }

  void keep_sealed_score() {
    sealed_score_.emplace(
        options_.store.empty() ? score_in_file(options_.data) : score_in_database(options_.store),
        [this](const wire::SealedScore& kept) {
          asio::post(io_, [this, kept] { rooms_->sealed().take_score(kept); });
        });
    rooms_->sealed().keep_guesses([this](const wire::SealedScore& more) { sealed_score_->add(more); });
  }

  /// Refuses new connections and episodes, closes the open ones, then stops the network thread.
  void close(int signal) {
    spdlog::info("signal {}: closing", signal);
    supervisor_.stopping();
    signals_.release();  // a second signal ends the process at once: the log is crash-safe
    rooms_->shut();
    tick_.cancel();
    server_->stop_accepting();
    server_->close_all(1001, "the server is closing", kGoodbyeMs, [this] { io_.stop(); });
  }

  ServeOptions options_;
  ServedStore& record_;
  std::function<bool(ServeOptions&)> reread_;
  asio::io_context io_{1};
  SignalReader signals_{io_};  // before what starts a thread
  asio::steady_timer tick_{io_}, feeds_{io_};
  net::StaticFiles files_;
  core::ClockWatch clock_watch_;
  const Supervisor supervisor_;
  std::unique_ptr<const BackupSchedule> backups_;
  std::optional<std::string> record_problem_;  // as it was logged last
  std::unique_ptr<ledger::OpenLedger> ledger_;
  std::unique_ptr<museum::Rooms> rooms_;
  std::optional<ScoreKeeper> sealed_score_;
  std::unique_ptr<api::Resources> resources_;
  std::unique_ptr<net::ReaderPool> readers_;  // its threads read the machines of the rooms
  std::unique_ptr<net::Server> server_;
};

}  // namespace

int serve(int argc, const char* const* argv) {
  ServeOptions options;
  if (const int status = parse_serve(argc, argv, options); status >= 0) return status;
  set_up_logging(options.log_format, options.log_level);
  std::shared_ptr<const api::Token> curator;
  try {
    parse_address(options.listen);
    config_of(options);
    require_fitting(options);
    curator = take_curator_token(options);
  } catch (const std::invalid_argument& error) {
    std::cerr << "menagerie serve: " << error.what() << '\n';
    return kBadUsage;
  }
  const std::size_t possible = net::connections_possible(net::raise_file_limit());
  if (options.limits.connections_max > possible) {
    spdlog::warn(
        "connections-max is {}, but the limit of open files leaves room for {}: using {}; raise the "
        "limit (ulimit -n, or LimitNOFILE of the service) for more",
        options.limits.connections_max, possible, possible);
    options.limits.connections_max = possible;
  }
  ::umask(0077);  // the key and the log are readable by this user only
  const auto reread = [=](ServeOptions& fresh) { return parse_serve(argc, argv, fresh) < 0; };
  try {
    ServedStore record({options.data, options.store, options.read_only}, {options.doorbell == "on"});
    return RunningServer(options, record, std::move(curator), reread).run();
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again) throw;
    throw std::runtime_error(
        "the system refuses a thread (" + error.code().message() +
        "): a server needs ten, and a process for each backup; allow more with ulimit -u, TasksMax= of the "
        "service or --pids-limit of the container");
  }
}

}  // namespace menagerie::app
