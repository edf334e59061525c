#include "server/net/router.hpp"

#include "engine/parse_number.hpp"
#include "server/api/url.hpp"
#include "server/net/metrics.hpp"
#include "server/net/refusal.hpp"
#include "server/net/server.hpp"
#include "server/wire/frames.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace menagerie::net {
namespace {

constexpr std::string_view kMachine = "/machine/";
constexpr std::uint64_t kFilmPieceRows = 4096;  // as web/js/film_source.js cuts a life

/// Whether visitors can be served; otherwise says why not.
bool is_ready(Server& server, std::string& why) {
  if (server.is_closing()) why = "the server is shutting down";
  return !server.is_closing() && (!server.config().ready || server.config().ready(why));
}

/// Whether the process serves, and need not be started anew.
api::Response answer_health(Server& server) {
  std::string why;
  if (server.rooms().ledger().failures().permanent && !is_ready(server, why))
    return refusal(503, "broken", "To be started anew", why);
  api::Response response;
  response.type = "text/plain; charset=utf-8";
  response.headers.emplace_back("Cache-Control", "no-store");
  response.body = std::make_shared<const std::string>("ok\n");
  return response;
}

api::Response answer_readiness(Server& server) {
  std::string why;
  if (!is_ready(server, why)) return refusal(503, "not-ready", "Not ready", why);
  api::Response response;
  response.headers.emplace_back("Cache-Control", "no-store");
  std::string text = R"({"ready":true)";
  if (const auto shared = server.rooms().ledger().shared_status()) {
    text +=
        fmt::format(R"(,"cluster":{{"behind":{},"doorbell_s":{:.4f}}})", shared->behind, shared->doorbell_s);
  }
  const char* before = R"(,"warnings":[)";
  for (const std::string& warning : server.config().warnings)
    text += std::exchange(before, ",") + wire::quoted(warning);
  if (!server.config().warnings.empty()) text += "]";
  response.body = std::make_shared<const std::string>(text + "}");
  return response;
}

/// What the page of a film asks for first (web/js/film_source.js), for a browser to ask for before any script
/// runs. At a kiosk a visitor is waited for.
/// https://html.spec.whatwg.org/multipage/links.html#link-type-preload
void preload_film(Server& server, const api::Request& request, api::Response& response) {
  const auto named = request.query.find("machine"), at = request.query.find("at");
  const bool is_named = named != request.query.end(), has_moment = at != request.query.end();
  const museum::Room* room = server.rooms().find(is_named ? std::string_view(named->second) : "menace");
  if (room == nullptr || request.query.contains("kiosk")) return;
  const std::uint64_t newest = room->state().seq;
  const std::uint64_t asked = has_moment ? parse_number<std::uint64_t>(at->second).value_or(0) : 0;
  const std::uint64_t seq = asked == 0 ? newest : std::min(asked, newest);
  const std::string machine = request.base + "/api/v1/machines/" + room->machine().row.name;
  for (const std::string& path :
       {machine,
        fmt::format("{}/film?from={}&limit={}", machine, (seq - 1) / kFilmPieceRows * kFilmPieceRows + 1,
                    kFilmPieceRows),
        machine + "/boxes", machine + "/log.json?kind=act&limit=2000",
        request.base + "/api/v1/games/" + room->machine().row.game})
    response.headers.emplace_back("Link", "<" + path + ">; rel=preload; as=fetch; crossorigin");
}

api::Response answer_file(Server& server, const api::Request& request) {
  const std::optional<std::string> path = api::percent_decoded(request.path);
  if (!path)
    return refusal(400, "bad-target", "Bad target", "a percent sign is not followed by two hex digits");
  const bool is_machine = path->starts_with(kMachine) && server.rooms().find(path->substr(kMachine.size()));
  api::Response response = server.files().answer(request, *path, is_machine);
  if (path == "/film") preload_film(server, request, response);
  return response;
}

/// What is not under /api.
void answer_page(Server& server, const api::Request& request, api::Respond respond) {
  if (request.path == "*") {  // OPTIONS *: what the server can do at all
    api::Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", "GET, HEAD, POST, OPTIONS");
    return respond(std::move(response));
  }
  if (request.method != "GET" && request.method != "HEAD") {
    api::Response response = refusal(405, "method-not-allowed", "Method not allowed", "possible: GET, HEAD");
    response.headers.emplace_back("Allow", "GET, HEAD");
    return respond(std::move(response));
  }
  if (request.path == "/healthz") return respond(answer_health(server));
  if (request.path == "/readyz") return respond(answer_readiness(server));
  if (request.path == "/metrics" && server.metrics() != nullptr)
    return server.metrics()->answer(request, std::move(respond));
  respond(answer_file(server, request));
}

}  // namespace

void answer_request(Server& server, const api::Request& request, const api::RouteMatch& route,
                    api::Respond respond) {
  if (!request.path.starts_with("/api/")) return answer_page(server, request, std::move(respond));
  // A browser that follows a link gets a page for a 404, with the way back.
  const bool is_browser = prefers_page(request.accept);
  const StaticFiles& files = server.files();
  server.resources().handle(request, route, [&files, &request, is_browser, respond](api::Response response) {
    if (is_browser && response.status == 404) response = files.lost(request);
    respond(std::move(response));
  });
}

}  // namespace menagerie::net
