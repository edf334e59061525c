#include "server/net/upgrade.hpp"

#include "server/wire/play_text.hpp"

#include <string>

namespace menagerie::net {
namespace {

constexpr std::string_view kPlay = "/api/v1/play", kWatch = "/api/v1/watch";

bool offers(std::string_view subprotocols, std::string_view wanted) {
  while (!subprotocols.empty()) {
    const std::size_t comma = subprotocols.find(',');
    std::string_view name = subprotocols.substr(0, comma);
    subprotocols = comma == std::string_view::npos ? std::string_view{} : subprotocols.substr(comma + 1);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    if (name == wanted) return true;
  }
  return false;
}

UpgradePlan refuse(unsigned status, std::string_view type, std::string_view title, std::string_view detail) {
  UpgradePlan plan;
  plan.refusal = api::problem(status, type, title, detail);
  return plan;
}

}  // namespace

bool is_websocket_path(std::string_view path) { return path == kPlay || path == kWatch; }

UpgradePlan plan_upgrade(Server& server, const UpgradeRequest& request) {
  if (!request.is_upgrade) {
    UpgradePlan plan =
        refuse(426, "upgrade-required", "Upgrade required", "this address speaks WebSocket only");
    plan.refusal->headers = {{"Upgrade", "websocket"}, {"Connection", "Upgrade, close"}};
    return plan;
  }
  if (request.origin && !origin_allowed(*request.origin, request.host, server.config().origins)) {
    return refuse(403, "foreign-origin", "Foreign origin",
                  "pages of another site may not play here unless the house lists their origin");
  }
  UpgradePlan plan;
  plan.echo_subprotocol = offers(request.subprotocols, wire::kProtocol);
  if (!request.subprotocols.empty() && !plan.echo_subprotocol) {
    return refuse(400, "unknown-subprotocol", "Unknown subprotocol", "the house speaks menagerie.v1");
  }
  plan.kind = request.target.path == kPlay ? Connection::Kind::play : Connection::Kind::watch;
  const auto machine = request.target.query.find("machine");
  if (machine != request.target.query.end()) {
    plan.room = server.lobby().find(machine->second);
    if (!plan.room) {
      return refuse(404, "not-found", "No such machine",
                    "there is no machine of that name here; GET /api/v1/machines lists them");
    }
  } else if (plan.kind == Connection::Kind::play) {
    return refuse(400, "no-machine", "No machine named", "say which machine: /api/v1/play?machine=NAME");
  }
  if (server.is_closing())
    return refuse(503, "closing", "The house is closing", "please come back in a minute");
  return plan;
}

}  // namespace menagerie::net
