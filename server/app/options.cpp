#include "server/app/options.hpp"

#include "engine/parse_number.hpp"
#include "server/api/data_package.hpp"
#include "server/app/backup_schedule.hpp"
#include "server/app/command.hpp"
#include "server/app/public_url.hpp"
#include "server/app/store_location.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace menagerie::app {
namespace {

template <typename Number>
void add_limit(CLI::App& command, const char* name, Number& value, const char* what, double least,
               double most) {
  in_range(command.add_option(name, value, what), static_cast<Number>(least), static_cast<Number>(most))
      ->group("Limits")
      ->capture_default_str();
}

void add_rooms_limits(CLI::App& command, wire::Limits& limits) {
  constexpr double kMany = 1e9;
  add_limit(command, "--sealed-seats-max", limits.sealed_seats_max,
            "visitors in the sealed room, or waiting for it", 0, kMany);
  add_limit(command, "--sealed-seats-per-address-max", limits.sealed_seats_per_address_max,
            "of these from one address", 1, kMany);
  add_limit(command, "--sealed-machines-percent", limits.sealed_machines_percent,
            "of pairs who could meet in the sealed room: each of the two gets a machine", 0, 100);
  add_limit(command, "--sealed-round-s", limits.sealed_round_s,
            "seconds between two rounds in which who waits there is seated", 1, 600);
  add_limit(command, "--sealed-pause-s", limits.sealed_pause_s,
            "seconds that a move there takes at least, times 0.5 to 2.5 by lot (0: none)", 0, 60);
  add_limit(command, "--sealed-idle-s", limits.sealed_idle_s,
            "seconds without a move before a visitor is sent away there", 1, kMany);
  add_limit(command, "--copies-max", limits.copies_max, "copies in memory that visitors teach alone", 0,
            kMany);
  add_limit(command, "--copies-per-address-max", limits.copies_per_address_max, "of these for one address", 0,
            kMany);
  add_limit(command, "--past-rooms-max", limits.past_rooms_max,
            "machines as they were at some moment, with which somebody plays", 0, kMany);
  add_limit(command, "--past-rooms-per-address-max", limits.past_rooms_per_address_max,
            "of these that one address has opened", 0, kMany);
}

void add_limits(CLI::App& command, wire::Limits& limits) {
  constexpr double kMany = 1e9, kVast = 1e15;
  const auto add = [&](const char* name, auto& value, const char* what, double least, double most) {
    add_limit(command, name, value, what, least, most);
  };
  add("--frame-bytes-max", limits.frame_bytes_max, "bytes in a visitor's frame", 128, 65536);
  add("--resume-bytes-max", limits.resume_bytes_max, "bytes in a resume frame", 1024, 65536);
  add("--header-bytes-max", limits.header_bytes_max, "bytes in an HTTP request's header", 1024, 1048576);
  add("--body-bytes-max", limits.body_bytes_max, "bytes in an HTTP request's body", 0, kMany);
  add("--connections-max", limits.connections_max, "connections in all", 1, kMany);
  add("--connections-per-address-max", limits.connections_per_address_max,
      "connections from one address (0: no limit)", 0, kMany);
  add("--frames-per-second-max", limits.frames_per_second_max,
      "frames a second from one connection (0: no limit)", 0, kMany);
  add("--frames-burst-max", limits.frames_burst_max, "frames that a connection may send at once", 1, kMany);
  add("--episodes-per-minute-max", limits.episodes_per_minute_max,
      "episodes begun a minute from one address (0: no limit)", 0, kMany);
  add("--idle-socket-s", limits.idle_socket_s,
      "seconds of silence, two unanswered pings among them, before a socket is closed", 1, kMany);
  add("--idle-episode-s", limits.idle_episode_s, "seconds before an abandoned table is put away", 1, kMany);
  add("--handshake-s", limits.handshake_s, "seconds to send a whole HTTP request", 1, 3600);
  add("--write-s", limits.write_s, "seconds to take what was sent", 1, 3600);
  add("--outbox-frames-max", limits.outbox_frames_max,
      "frames waiting for one connection before it is closed", 4, 65536);
  add("--learner-episodes-max", limits.learner_episodes_max, "finished episodes waiting to be learned", 1,
      kMany);
  add("--exports-per-client-max", limits.exports_per_client_max, "history exports at once from one address",
      1, 1000);
  add("--reads-per-address-max", limits.reads_per_address_max,
      "reads of the log under way at once for one address", 1, 64);
  add("--practice-games-max", limits.practice_games_max,
      "games that a throw-away copy of a machine plays for one answer", 1, 10000);
  add("--practices-per-minute-max", limits.practices_per_minute_max,
      "such answers, experiments and analyses, a minute for one address (0: no limit)", 0, kMany);
  add("--experiment-games-max", limits.experiment_games_max, "an experiment's games times lives", 1, kMany);
  add("--reads-waiting-per-address-max", limits.reads_waiting_per_address_max,
      "reads that may wait for one address; beyond: 503", 1, kMany);
  add("--reads-waiting-max", limits.reads_waiting_max, "reads that may wait in all; beyond: 503", 1, kMany);
  add("--buffered-bytes-per-address-max", limits.buffered_bytes_per_address_max,
      "bytes in answers that one address has not read yet; beyond: 503", 65536, kMany);
  add("--buffered-bytes-max", limits.buffered_bytes_max,
      "bytes in answers that all addresses have not read yet; beyond: 503", 65536, kVast);
  add("--read-bytes-per-second-min", limits.read_bytes_per_second_min,
      "bytes a second that a client must take, over --write-s (0: any)", 0, kMany);
  add("--document-cache-bytes-max", limits.document_cache_bytes_max, "bytes of labels that are kept", 0,
      kVast);
  add("--export-copies-max", limits.export_copies_max, "files behind export.sqlite at once; beyond: 503", 1,
      1000);
  add("--export-bytes-max", limits.export_bytes_max,
      "bytes in such files; beyond, no other one is begun: 503", 1, kVast);
  add("--export-kept-s", limits.export_kept_s,
      "seconds that such a file is kept for who comes back for the rest of it", 1, 3600);
  add("--curator-guesses-per-minute-max", limits.curator_guesses_per_minute_max,
      "wrong curator's tokens a minute from one address (0: no limit)", 0, kMany);
  add("--ticket-s", limits.ticket_s, "seconds that a ticket is good for", 1, kMany);
  add("--finished-games", limits.finished_games,
      "games that a machine which cannot be beaten still plays before a new era (0: no new era by itself)", 0,
      kMany);
  add("--dry-era-after-s", limits.dry_era_after_s, "seconds before a dry machine begins a new era", 0, kMany);
}

}  // namespace

void add_data_license(CLI::App& command, std::string& license) {
  license = api::kDataLicense;
  command
      .add_option("--data-license", license,
                  "licence of the data, as an SPDX identifier such as CC-BY-4.0; data packages name it")
      ->check([](const std::string& text) { return api::data_license_fault(text); })
      ->type_name("ID")
      ->capture_default_str();
}

ListenAddress parse_address(std::string_view text) {
  constexpr std::string_view kUnix = "unix:";
  if (text.starts_with(kUnix) && text.size() > kUnix.size())
    return {.host = {}, .port = 0, .path = std::string(text.substr(kUnix.size()))};
  const std::size_t colon = text.rfind(':');
  const auto bad = [&] {
    return std::invalid_argument(
        "\"" + std::string(text) +
        "\" is no address; it looks like 127.0.0.1:8080, [::1]:8080, :8080 or unix:/path");
  };
  if (colon == std::string_view::npos) throw bad();
  ListenAddress address;
  const std::string_view port = text.substr(colon + 1);
  const auto number = parse_number<decltype(address.port)>(port);
  if (!number) throw bad();
  address.port = *number;
  std::string_view host = text.substr(0, colon);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  address.host = host.empty() ? "0.0.0.0" : std::string(host);
  return address;
}

namespace {

void add_logs(CLI::App& command, ServeOptions& options) {
  command.add_option("--metrics", options.metrics, "GET /metrics, for Prometheus: on or off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command.add_option("--log-format", options.log_format, "text or json (one object a line)")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.add_option("--log-level", options.log_level, "debug, info, warn or error")
      ->check(CLI::IsMember({"debug", "info", "warn", "error"}))
      ->capture_default_str();
}

void add_serve_options(CLI::App& command, ServeOptions& options) {
  command
      .add_option(
          "--listen", options.listen,
          "address and port to listen on (:8080 is every IPv4 address), or unix:/path for a unix socket")
      ->capture_default_str();
  command.add_option("--data", options.data, "folder of the museum: database and key")->capture_default_str();
  add_store_option(command, options.store);
  command
      .add_option("--doorbell", options.doorbell,
                  "whether servers on one PostgreSQL database wake each other by NOTIFY, on or off (behind a "
                  "pooler of transactions); off, they look every 250 ms")
      ->type_name("SWITCH")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  command.add_option("--web", options.web, "folder of the pages (default: beside the program)");
  command
      .add_option("--public-url", options.public_url,
                  "address that visitors use, such as https://menagerie.example; for links and the codes on "
                  "labels, and so that a page by another name gets no WebSocket")
      ->check([](const std::string& text) { return public_url_fault(text); });
  add_data_license(command, options.data_license);
  command
      .add_option("--allow-origin", options.allowed_origins,
                  "another Origin whose pages may play, such as https://school.example")
      ->delimiter(',');
  command
      .add_option("--trusted-proxy", options.trusted_proxies,
                  "address or network whose X-Forwarded-For is believed, such as 10.0.0.0/8")
      ->delimiter(',');
  command.add_option("--curator-token-file", options.curator_token_file,
                     "file with the curator's token, which opens /curator; or the token itself in "
                     "MENAGERIE_CURATOR_TOKEN");
  command
      .add_option(
          "--answers", options.answers,
          "covered or shown: whether pages cover who wins without mistakes, and which boxes hold none, "
          "until a visitor asks or has played three games; REST tells it always")
      ->check(CLI::IsMember({"covered", "shown"}))
      ->capture_default_str();
  add_logs(command, options);
  command.add_flag(
      "--read-only", options.read_only,
      "show what is there and write nothing: nobody plays or teaches; --data may be a backup's file");
  command.add_option("--access-log", options.access_log,
                     "file to append a line to for each answer, without the visitor's address; or - for "
                     "standard output (default: none)");
  add_backup_options(command, options.backups);
  add_limits(command, options.limits);
  add_rooms_limits(command, options.limits);
  command.set_config("--config", "",
                     "file of settings: one `name = value` a line, names as above without the dashes");
  command.allow_config_extras(CLI::config_extras_mode::error);
  command.footer(
      "Each flag can also stand in the environment: --public-url as MENAGERIE_PUBLIC_URL.\n"
      "Flags go before the environment, that before the config file.");
  take_last(command);
}

/// CLI11's message about a setting, without the part about the file.
std::string fault_of_setting(const CLI::App& command, const CLI::ParseError& error, const std::string& line) {
  if (dynamic_cast<const CLI::ConfigError*>(&error) != nullptr)
    return "there is no such setting: " + line + setting_hint(command, line);
  return error.what();
}

/// The first invalid line of a config file, as `FILE:LINE: why`; empty if all are valid or the file cannot be
/// read.
std::string fault_in_config(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    ServeOptions unused;
    CLI::App command;
    add_serve_options(command, unused);
    std::istringstream text(line + "\n");
    try {
      command.parse_from_stream(text);
    } catch (const CLI::ParseError& error) {
      return path + ":" + std::to_string(number) + ": " + fault_of_setting(command, error, line);
    }
  }
  return {};
}

}  // namespace

int parse_serve(int argc, const char* const* argv, ServeOptions& options) {
  CLI::App command{"Serves the museum: pages, play, watch feeds and the REST interface.", "menagerie serve"};
  add_serve_options(command, options);
  std::vector<std::string> arguments = with_environment(command, arguments_of(argc, argv));
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 takes them
  try {
    command.parse(std::move(arguments));
    return -1;
  } catch (const CLI::Success& success) {  // --help
    return command.exit(success);
  } catch (const CLI::ParseError& error) {
    const CLI::Option* config = command.get_config_ptr();
    const std::string fault = config->count() == 0 ? "" : fault_in_config(config->as<std::string>());
    return print_bad_usage(command, fault.empty() ? what_is_wrong(command, error) : fault);
  }
}

std::string web_folder(const std::string& given) {
  if (!given.empty()) return given;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const auto& folder : {program / "web", program.parent_path() / "share/menagerie/web"}) {
    if (std::filesystem::exists(folder / "index.html")) return folder.string();
  }
  throw std::runtime_error("the pages are neither in " + (program / "web").string() + " nor in " +
                           (program.parent_path() / "share/menagerie/web").string() +
                           "; give --web their folder");
}

}  // namespace menagerie::app
