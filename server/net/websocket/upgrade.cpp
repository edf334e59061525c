#include "server/net/websocket/upgrade.hpp"

#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/net/documentation.hpp"
#include "server/wire/play_text.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <string>
#include <utility>

namespace menagerie::net {
namespace {

constexpr std::string_view kPlay = "/api/v1/play", kWatch = "/api/v1/watch", kSealed = "/api/v1/sealed";
constexpr std::string_view kVersion = "13";
constexpr std::size_t kCopyNameMin = 16, kCopyNameMax = 64;  // long enough that nobody guesses another's
constexpr std::string_view kBareProxy =
    "a proxy before the server drops the Upgrade header and puts its own Host in place of the visitor's";
/// Ends a problem's detail; the log names the file itself, which is nobody else's business.
constexpr std::string_view kRecipes =
    "; the section \"Behind a proxy\" of docker/README.md says how to pass on what is lost";

/// Ends a remedy in the log.
std::string see_recipes() { return "; see \"Behind a proxy\" in " + documentation("docker/README.md"); }

/// Whether a list has that element; upper and lower case are the same where `any_case`.
bool lists(std::string_view list, std::string_view wanted, bool any_case) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    const std::string_view name = trimmed(list.substr(0, comma));
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
    if (any_case ? same_letters(name, wanted) : name == wanted) return true;
  }
  return false;
}

/// Whether it is the base64 of 16 bytes.
bool is_key(std::string_view key) {
  constexpr std::size_t kLetters = 22;
  constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  return key.size() == kLetters + 2 && key.ends_with("==") && key.find_first_not_of(kBase64) == kLetters;
}

/// Whether a page of that origin is neither ours nor listed. Where visitors come by --public-url the server
/// knows its own name, and no other one makes a page ours.
bool is_foreign(const Server& server, std::string_view origin, const UpgradeRequest& request) {
  const Config& config = server.config();
  return !origin_allowed(origin, request.host.value, config.origins, config.public_url.empty());
}

/// A refusal, counted and logged.
UpgradePlan refuse(Server& server, const UpgradeRequest& request, HandshakeFault fault,
                   api::Response response, std::string_view remedy) {
  const auto line = server.refused_handshakes().add(fault, remedy, request.origin.value, request.host.value,
                                                    monotonic_ms());
  if (line) spdlog::warn("{}", *line);
  UpgradePlan plan;
  plan.refusal = std::move(response);
  return plan;
}

api::Response upgrade_required(std::string_view detail) {
  api::Response response = api::problem(426, "upgrade-required", "Upgrade required", detail);
  response.headers = {{"Upgrade", "websocket"},
                      {"Connection", "Upgrade, close"},
                      {"Sec-WebSocket-Version", std::string(kVersion)}};
  return response;
}

/// The answer to a page of another origin; our own page may show its detail to the operator.
api::Response foreign_origin(std::string_view origin, std::string_view host) {
  const std::string from = printable(origin);
  return api::problem(403, "foreign-origin", "Foreign origin",
                      "the page is from " + from + ", and this server was asked as " + printable(host) +
                          ": if visitors have the museum there, the operator starts it with --public-url " +
                          from + "; if another site's pages may play here, with --allow-origin " + from);
}

/// A request that does not ask for an upgrade. Our page sends one, with its origin in the query, to learn why
/// its WebSocket failed. A handshake from which a proxy dropped what asks still has the others, Origin among
/// them.
UpgradePlan refuse_plain(Server& server, const UpgradeRequest& request) {
  const auto asked = request.target.query.find("origin");
  const std::string_view origin = request.origin.lines != 0             ? request.origin.value
                                  : asked != request.target.query.end() ? std::string_view(asked->second)
                                                                        : std::string_view();
  const bool foreign = !origin.empty() && is_foreign(server, origin, request);
  const bool is_handshake = request.key.lines != 0 || request.version.lines != 0;
  if (is_handshake && foreign)
    return refuse(server, request, HandshakeFault::bare_proxy,
                  upgrade_required(std::string(kBareProxy) + std::string(kRecipes)),
                  std::string(kBareProxy) + see_recipes());
  UpgradePlan plan;
  if (foreign) {
    plan.refusal = foreign_origin(origin, request.host.value);
    return plan;
  }
  const std::string lacks = !lists(request.upgrade.value, "websocket", true)    ? "the Upgrade header"
                            : !lists(request.connection.value, "upgrade", true) ? "Connection: Upgrade"
                                                                                : "GET in HTTP/1.1";
  plan.refusal = upgrade_required(
      "this address speaks WebSocket only, and the request lacks " + lacks +
      ": where a page's WebSocket ends up so, a proxy before the server drops it" + std::string(kRecipes));
  if (!is_handshake) return plan;
  return refuse(server, request, HandshakeFault::no_upgrade, std::move(*plan.refusal),
                "a proxy drops " + lacks + see_recipes());
}

/// Whether there is no `as_of`, or one of a row that can be played.
bool read_as_of(const UpgradeRequest& request, UpgradePlan& plan) {
  const auto as_of = request.target.query.find("as_of");
  if (as_of == request.target.query.end()) return true;
  plan.as_of = parse_number<std::uint64_t>(as_of->second).value_or(0);
  const std::uint64_t newest = plan.room != nullptr ? plan.room->state().seq : 0;
  return plan.as_of >= 1 && plan.as_of <= newest && plan.kind == Connection::Kind::play;
}

/// Whether there is no `copy`, or the name of one that a visitor may play.
bool read_copy(const UpgradeRequest& request, UpgradePlan& plan) {
  const auto copy = request.target.query.find("copy");
  if (copy == request.target.query.end()) return true;
  plan.copy = copy->second;
  const auto fits = [](char it) {
    return (it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z') || (it >= '0' && it <= '9') || it == '-';
  };
  return plan.copy.size() >= kCopyNameMin && plan.copy.size() <= kCopyNameMax &&
         std::ranges::all_of(plan.copy, fits) && plan.kind == Connection::Kind::play && !plan.sealed &&
         !request.target.query.contains("as_of");
}

/// Reads into `plan` whom the visitor plays or watches; the refusal where the query does not tell.
std::optional<UpgradePlan> read_query(Server& server, const UpgradeRequest& request, UpgradePlan& plan) {
  const auto problem = [&](unsigned status, std::string_view type, std::string_view title,
                           std::string_view detail) {
    return refuse(server, request, HandshakeFault::no_machine, api::problem(status, type, title, detail),
                  detail);
  };
  plan.kind = request.target.path == kWatch ? Connection::Kind::watch : Connection::Kind::play;
  plan.sealed = request.target.path == kSealed;
  const auto machine = request.target.query.find("machine");
  if (!read_copy(request, plan))
    return problem(
        400, "bad-copy", "Bad copy",
        "\"copy\" is for playing a copy of your own: 16 to 64 letters, digits and hyphens that you "
        "have drawn by lot, without \"as_of\"");
  if (plan.sealed || !plan.copy.empty()) {
    // a sealed visitor does not choose whom he plays; a copy is described by the whole query
  } else if (machine != request.target.query.end()) {
    plan.room = server.rooms().find(machine->second);
    if (!plan.room)
      return problem(404, "not-found", "No such machine",
                     "there is no machine of that name here; GET /api/v1/machines lists them");
  } else if (plan.kind == Connection::Kind::play) {
    return problem(400, "no-machine", "No machine named", "say which machine: /api/v1/play?machine=NAME");
  }
  const auto counted = request.target.query.find("counted");
  plan.counted = counted == request.target.query.end() || counted->second != "false";
  if (!read_as_of(request, plan))
    return problem(400, "bad-as_of", "Bad as_of",
                   "\"as_of\" is for playing a machine as it was after a row of its log: a whole number "
                   "from 1 to the newest row's");
  return std::nullopt;
}

}  // namespace

bool is_websocket_path(std::string_view path) { return path == kPlay || path == kWatch || path == kSealed; }

std::string_view handshake_fault(const UpgradeRequest& request) {
  if (request.key.lines > 1 || request.version.lines > 1 || request.origin.lines > 1)
    return "a handshake has one Sec-WebSocket-Key, one Sec-WebSocket-Version and at most one Origin";
  if (!is_key(request.key.value)) return "Sec-WebSocket-Key is the base64 of 16 bytes";
  if (request.version.lines == 0) return "a handshake has a Sec-WebSocket-Version";
  return {};
}

UpgradePlan plan_upgrade(Server& server, const UpgradeRequest& request) {
  using Fault = HandshakeFault;
  if (server.config().read_only && request.target.path != kWatch) {
    UpgradePlan plan;
    plan.refusal =
        api::problem(403, "read-only", "This museum is read-only",
                     "it is a copy, served with --read-only: nobody plays here, and nothing is taught");
    return plan;
  }
  const auto problem = [&](Fault fault, unsigned status, std::string_view type, std::string_view title,
                           std::string_view detail) {
    return refuse(server, request, fault, api::problem(status, type, title, detail), detail);
  };
  const bool asks = request.is_get_11 && lists(request.connection.value, "upgrade", true) &&
                    lists(request.upgrade.value, "websocket", true);
  if (!asks) return refuse_plain(server, request);
  if (const std::string_view fault = handshake_fault(request); !fault.empty())
    return problem(Fault::malformed, 400, "bad-handshake", "Bad handshake", fault);
  if (request.version.value != kVersion) {
    constexpr std::string_view kDetail = "the server speaks version 13 of the WebSocket protocol";
    return refuse(server, request, Fault::malformed, upgrade_required(kDetail), kDetail);
  }
  if (request.origin.lines != 0 && is_foreign(server, request.origin.value, request)) {
    const std::string from = printable(request.origin.value);
    return refuse(server, request, Fault::foreign_origin,
                  foreign_origin(request.origin.value, request.host.value),
                  "start the server with --public-url " + from +
                      ", or, if another site's pages may play here, with --allow-origin " + from);
  }
  const bool speaks_ours = lists(request.subprotocols.value, wire::kProtocol, false);
  if (!trimmed(request.subprotocols.value).empty() && !speaks_ours)
    return problem(Fault::subprotocol, 400, "unknown-subprotocol", "Unknown subprotocol",
                   "the server speaks menagerie.v1");
  UpgradePlan plan;
  if (auto refusal = read_query(server, request, plan)) return *std::move(refusal);
  if (server.is_closing())
    return problem(Fault::closing, 503, "closing", "The museum is closing", "please come back in a minute");
  plan.key = request.key.value;
  plan.subprotocol = speaks_ours;
  return plan;
}

}  // namespace menagerie::net
