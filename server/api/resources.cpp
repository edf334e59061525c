#include "server/api/resources.hpp"

#include "engine/parse_number.hpp"
#include "engine/text.hpp"
#include "server/api/body.hpp"
#include "server/api/content.hpp"
#include "server/api/listing.hpp"
#include "server/api/routes.hpp"
#include "server/api/url.hpp"
#include "server/wire/excerpt.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>

namespace menagerie::api {

struct Route {
  std::string_view method;   ///< GET answers HEAD too
  std::string_view pattern;  ///< {machine} must exist; other {names} take any one part
  void (*function)(Context&, Call);
  bool chooses_form = false;  ///< answers other types than JSON, and looks at Accept itself
  bool is_desk = false;       ///< the curator's: needs the token
};

namespace {

constexpr Route kRoutes[] = {
    {"GET", "/api/v1", list_routes},
    {"GET", "/api/v1/openapi.yaml", show_openapi, true},
    {"GET", "/api/v1/openapi.json", show_openapi_json},
    {"GET", "/api/v1/asyncapi.yaml", show_asyncapi, true},
    {"GET", "/api/v1/asyncapi.json", show_asyncapi_json},
    {"GET", "/api/v1/messages.schema.json", show_messages, true},
    {"GET", "/api/v1/experiments", run_experiment, true},
    {"POST", "/api/v1/experiments", run_experiment, true},
    {"GET", "/api/v1/games", list_games},
    {"GET", "/api/v1/games/{game}", show_game},
    {"GET", "/api/v1/games/{game}/analysis", show_analysis},
    {"GET", "/api/v1/lessons/{code}", show_lesson},
    {"GET", "/api/v1/lessons/{code}/card.png", show_lesson_picture, true},
    {"GET", "/api/v1/lessons/{code}/card.pdf", show_lesson_postcard, true},
    {"GET", "/api/v1/lessons/{code}/receipt.png", show_lesson_receipt, true},
    {"GET", "/api/v1/lessons/{code}/receipt.txt", show_lesson_receipt_text, true},
    {"GET", "/api/v1/machines", list_machines},
    {"POST", "/api/v1/machines", start_machine, false, true},
    {"GET", "/api/v1/machines/{machine}", show_machine},
    {"GET", "/api/v1/machines/{machine}/card.png", show_machine_picture, true},
    {"GET", "/api/v1/machines/{machine}/boxes", list_boxes},
    {"GET", "/api/v1/machines/{machine}/boxes/{box}", show_box},
    {"GET", "/api/v1/machines/{machine}/boxes/{box}/history", show_box_history, true},
    {"GET", "/api/v1/machines/{machine}/boxes/{box}/beads/{bead}/lessons", list_givers},
    {"GET", "/api/v1/machines/{machine}/episodes", show_list<episodes_listing>, true},
    {"GET", "/api/v1/machines/{machine}/episodes.csv", show_list_as<episodes_listing, Form::csv>, true},
    {"GET", "/api/v1/machines/{machine}/episodes.ndjson", show_list_as<episodes_listing, Form::ndjson>, true},
    {"GET", "/api/v1/machines/{machine}/episodes.json", show_list_as<episodes_listing, Form::json>, true},
    {"GET", "/api/v1/machines/{machine}/episodes/{id}", show_episode},
    {"GET", "/api/v1/machines/{machine}/curve", show_curve},
    {"GET", "/api/v1/machines/{machine}/show-game", play_show_game},
    {"GET", "/api/v1/machines/{machine}/strength", show_strength},
    {"GET", "/api/v1/machines/{machine}/strength/curve", show_strength_curve},
    {"GET", "/api/v1/machines/{machine}/graduates", list_graduates},
    {"GET", "/api/v1/machines/{machine}/practice", show_practice},
    {"GET", "/api/v1/machines/{machine}/draws", show_list<draws_listing>, true},
    {"GET", "/api/v1/machines/{machine}/draws.csv", show_list_as<draws_listing, Form::csv>, true},
    {"GET", "/api/v1/machines/{machine}/draws.ndjson", show_list_as<draws_listing, Form::ndjson>, true},
    {"GET", "/api/v1/machines/{machine}/draws.json", show_list_as<draws_listing, Form::json>, true},
    {"GET", "/api/v1/machines/{machine}/unlikely", show_unlikely},
    {"GET", "/api/v1/machines/{machine}/history", show_list<history_listing>, true},
    {"GET", "/api/v1/machines/{machine}/history.csv", show_list_as<history_listing, Form::csv>, true},
    {"GET", "/api/v1/machines/{machine}/history.ndjson", show_list_as<history_listing, Form::ndjson>, true},
    {"GET", "/api/v1/machines/{machine}/history.json", show_list_as<history_listing, Form::json>, true},
    {"GET", "/api/v1/machines/{machine}/history.sha256", show_history_hash, true},
    {"GET", "/api/v1/machines/{machine}/film", show_film, true},
    {"GET", "/api/v1/machines/{machine}/export.sqlite", export_sqlite, true},
    {"GET", "/api/v1/machines/{machine}/datapackage.json", show_data_package},
    {"GET", "/api/v1/machines/{machine}/labels.pdf", print_labels_pdf, true},
    {"GET", "/api/v1/machines/{machine}/labels.svg", print_labels_svg, true},
    {"GET", "/api/v1/machines/{machine}/log", show_list<log_listing>, true},
    {"GET", "/api/v1/machines/{machine}/log.csv", show_list_as<log_listing, Form::csv>, true},
    {"GET", "/api/v1/machines/{machine}/log.ndjson", show_list_as<log_listing, Form::ndjson>, true},
    {"GET", "/api/v1/machines/{machine}/log.json", show_list_as<log_listing, Form::json>, true},
    {"GET", "/api/v1/rules", list_rules},
    {"GET", "/api/v1/visits/{visit}", show_visit},
    {"GET", "/api/v1/audit", show_audit, false, true},
    {"POST", "/api/v1/machines/{machine}/reset", reset_machine, false, true},
    {"POST", "/api/v1/machines/{machine}/rewind", rewind_machine, false, true},
    {"POST", "/api/v1/machines/{machine}/fork", fork_machine, false, true},
    {"POST", "/api/v1/machines/{machine}/freeze", freeze_machine, false, true},
    {"POST", "/api/v1/machines/{machine}/thaw", thaw_machine, false, true},
    {"POST", "/api/v1/machines/{machine}/topup", top_up_machine, false, true},
    {"POST", "/api/v1/machines/{machine}/unteach", unteach_machine, false, true},
};

bool is_name(std::string_view part) { return part.starts_with('{'); }

/// Whether the path fits the pattern; `parts` takes what the names stand for.
bool fits(std::string_view pattern, const std::vector<std::string_view>& path,
          std::vector<std::string>& parts) {
  const std::vector<std::string_view> wanted = path_parts(pattern);
  if (wanted.size() != path.size()) return false;
  parts.clear();
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!is_name(wanted[i])) {
      if (wanted[i] != path[i]) return false;
      continue;
    }
    std::optional<std::string> part = percent_decoded(path[i]);
    if (!part || part->empty()) return false;
    parts.push_back(std::move(*part));
  }
  return true;
}

/// GET answers HEAD too.
std::string_view method_of(const Request& request) {
  return request.method == "HEAD" ? std::string_view("GET") : std::string_view(request.method);
}

/// The answer to a request for the curator's desk that is not the curator's.
std::optional<Response> refuse_pass(const RouteMatch& match, const Request& request) {
  if (!match.needs_curator() || request.pass == Pass::curator) return std::nullopt;
  return pass_problem(request);
}

/// Everything that leaves by `respond` may be read by any page: there is nothing here to protect from one.
Respond allow_any_origin(Respond respond) {
  return [respond = std::move(respond)](Response response) {
    response.headers.emplace_back("Access-Control-Allow-Origin", "*");
    response.headers.emplace_back(
        "Access-Control-Expose-Headers",
        "Accept-Ranges, Content-Disposition, Content-Range, ETag, Link, Retry-After");
    const auto says = [](const auto& header) { return header.first == "Cache-Control"; };
    if (std::ranges::none_of(response.headers, says))
      response.headers.emplace_back("Cache-Control", "no-cache");
    respond(std::move(response));
  };
}

void answer_options(const Respond& respond, const std::string& allowed) {
  Response response;
  response.status = 204;
  response.headers = {
      {"Allow", allowed},
      {"Access-Control-Allow-Methods", allowed},
      {"Access-Control-Allow-Headers", "Accept, Authorization, Content-Type, If-None-Match, If-Range, Range"},
      {"Access-Control-Max-Age", "86400"}};
  respond(std::move(response));
}

void answer_wrong_method(const Respond& respond, const Request& request, const std::string& allowed) {
  Response response = problem(405, "method-not-allowed", "Method not allowed",
                              wire::excerpt(request.method) + " is not possible here; possible: " + allowed);
  response.headers.emplace_back("Allow", allowed);
  respond(std::move(response));
}

/// Finds the machine that the path names; answers 404 where there is none.
void find_room(Context& context, const Route& route, Call& call) {
  if (route.pattern.find("{machine}") == std::string_view::npos) return;
  const museum::Room* room = context.rooms.find(call.parts.front());
  if (room == nullptr)
    throw BadRequest(404, "not-found", "No such machine",
                     "there is no machine of that name here; there are: " +
                         joined(context.rooms.all(), ", ",
                                [](const auto& it) -> const std::string& { return it->machine().row.name; }));
  call.view = room->view();
  call.attendance = room->attendance();
}

void answer_unmatched(const Request& request, const RouteMatch& match, const Respond& respond) {
  if (match.allowed.empty())
    return respond(
        problem(404, "not-found", "No such resource", "there is nothing at " + wire::excerpt(request.path)));
  if (request.method == "OPTIONS") return answer_options(respond, match.allowed);
  answer_wrong_method(respond, request, match.allowed);
}

void answer_route(Context& context, const Request& request, const RouteMatch& match, Respond respond) {
  if (match.route == nullptr) return answer_unmatched(request, match, respond);
  if (auto refused = refuse_pass(match, request)) return respond(*std::move(refused));
  Call call{request, match.parts, std::move(respond)};
  if (!match.route->chooses_form)
    call.require_taken("application/json", "this resource is application/json only");
  find_room(context, *match.route, call);
  match.route->function(context, std::move(call));
}

}  // namespace

Response problem_for(std::string_view seconds, unsigned status, std::string_view type, std::string_view title,
                     std::string_view detail) {
  Response response = problem(status, type, title, detail);
  response.headers.emplace_back("Retry-After", seconds);
  return response;
}

Response problem_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const core::Refused& refused) {
    return refused_problem(refused);
  } catch (const BadRequest& bad) {
    return problem(bad.status, bad.type, bad.title, bad.what(), bad.field);
  } catch (const TooManyCopies&) {
    return problem_for(
        "60", 503, "no-room", "No room now",
        "as many exports are in use as may be, for your address or for all; history.ndjson needs no room");
  } catch (const store::NoRoom&) {
    return problem_for("60", 503, "no-room", "No room now",
                       "the server's disk is too full to make this file; history.ndjson needs no room");
  } catch (const TooManyDocuments&) {
    return problem_for("10", 429, "too-many-exports", "Too many exports at once",
                       "as many labels are being drawn as may be, for your address or for all");
  } catch (const TooManyReads&) {
    return problem_for(
        "5", 503, "too-many-reads", "Too many requests at once",
        "your address has more requests waiting than are kept, or all addresses together have; "
        "please try again later");
  } catch (const store::Error& error) {
    spdlog::error("api: the log could not be read: {}", error.what());
    if (error.kind == store::ErrorKind::permanent)
      return problem(
          503, "log-not-readable", "The log cannot be read now",
          "what is stored cannot be read, and to try again does not help: the server's log says what "
          "to do");
    return problem_for("5", 503, "log-not-readable", "The log cannot be read now",
                       "the log cannot be read at this moment; please try again later");
  } catch (const std::exception& error) {
    spdlog::error("api: a resource failed: {}", error.what());
  }
  return problem(500, "internal", "Something went wrong here", "an internal error; it has been logged");
}

Resources::Resources(museum::Rooms& rooms, Readers& readers, const wire::Limits& limits,
                     std::string public_url, std::string data_license)
    : context_(new Context{rooms, readers, limits, {}}) {
  while (public_url.ends_with('/')) public_url.pop_back();
  context_->public_url = std::move(public_url);
  if (!data_license.empty()) context_->data_license = std::move(data_license);
}
Resources::~Resources() = default;

Readers& Resources::readers() { return context_->readers; }
Strengths& Resources::strengths() { return context_->strengths; }
void Resources::tick(std::int64_t now_ms) {
  context_->copies.tick(now_ms);
  sum_up_lessons(*context_);
}

bool RouteMatch::needs_curator() const { return route != nullptr && route->is_desk; }

bool RouteMatch::is_practice(const Request& request) const {
  if (route == nullptr) return false;
  // A game's start is worked out once: an answer that a page begins with is never refused.
  if (route->function == show_analysis) {
    const auto moves = request.query.find("moves");
    return moves != request.query.end() && !moves->second.empty();
  }
  return route->function == show_practice || route->function == run_experiment;
}

RouteMatch Resources::match(const Request& request) {
  const std::vector<std::string_view> path = path_parts(request.path);
  const std::string_view method = method_of(request);
  RouteMatch match;
  for (const Route& it : kRoutes) {
    if (!fits(it.pattern, path, match.parts)) continue;
    if (it.method == method) {
      match.route = &it;
      return match;
    }
    match.allowed += std::string(it.method) + (it.method == "GET" ? ", HEAD, " : ", ");
  }
  if (!match.allowed.empty()) match.allowed += "OPTIONS";
  return match;
}

std::optional<Response> Resources::refusal_before_body(const Request& request, const RouteMatch& match) {
  std::optional<Response> answer = refuse_pass(match, request);
  if (answer) allow_any_origin([&](Response made) { answer = std::move(made); })(*std::exchange(answer, {}));
  return answer;
}

void Resources::handle(const Request& request, const RouteMatch& match, Respond respond) {
  respond = allow_any_origin(std::move(respond));
  try {
    answer_route(*context_, request, match, respond);
  } catch (const std::exception&) {
    respond(problem_of(std::current_exception()));
  }
}

/// The table above, for clients that look for a way in.
void list_routes(Context&, Call call) {
  Json resources = Json::array();
  for (const Route& route : kRoutes) {
    if (resources.empty() || resources.back()["path"] != route.pattern)
      resources.push_back({{"path", route.pattern}, {"methods", Json::array()}});
    resources.back()["methods"].push_back(route.method);
  }
  Json json;
  const std::string& base = call.request.base;
  json["page"] = base + "/api";
  json["openapi"] = base + "/api/v1/openapi.yaml";
  json["openapi_json"] = base + "/api/v1/openapi.json";
  json["asyncapi"] = base + "/api/v1/asyncapi.yaml";
  json["asyncapi_json"] = base + "/api/v1/asyncapi.json";
  json["resources"] = std::move(resources);
  call.answer(json);
}

Response problem(unsigned status, std::string_view type, std::string_view title, std::string_view detail,
                 std::string_view field) {
  Json json;
  json["type"] = "urn:menagerie:problem:" + std::string(type);
  json["title"] = title;
  json["status"] = status;
  json["detail"] = detail;
  if (!field.empty()) json["field"] = field;
  Response response = json_response(json);
  response.status = status;
  response.type = "application/problem+json";
  return response;
}

const std::string* Call::query(const std::string& name) const {
  const auto found = request.query.find(name);
  return found == request.query.end() ? nullptr : &found->second;
}

Response text_response(std::shared_ptr<const std::string> text) {
  Response response;
  response.body = std::move(text);
  return response;
}

Response text_response(std::string text) {
  return text_response(std::make_shared<const std::string>(std::move(text)));
}

Response json_response(const Json& json) {
  return text_response(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void put_next(Response& response, const std::string& link) {
  if (!link.empty()) response.headers.emplace_back("Link", "<" + link + ">; rel=\"next\"");
}

void Call::answer(const Json& json) const { respond(finished(request, json_response(json))); }

void Call::refuse_parameter(const std::string& name, std::string_view right) const {
  const std::string* text = query(name);
  throw BadRequest(
      400, "bad-" + name, "Bad " + name,
      "\"" + name + "\" is \"" + (text ? wire::excerpt(*text) : "") + "\"; it must be " + std::string(right));
}

void Call::require_taken(std::string_view type, std::string_view detail) const {
  const std::string_view plain = type.substr(0, type.find(';'));  // without its charset
  if (preferred_type(request.accept, std::span(&plain, 1)) < 0)
    throw BadRequest(406, "not-acceptable", "Not acceptable", detail);
}

void answer_from_log(Context& context, Call&& call,
                     std::function<Response(store::Store&, const Request&)> make, Lane lane) {
  struct Work {
    Call call;
    std::function<Response(store::Store&, const Request&)> make;
    Response response;
  };
  auto work = std::make_shared<Work>(Work{std::move(call), std::move(make), {}});
  context.readers.read(
      {.client = work->call.request.client, .lane = lane},
      [work](store::Store& store) {
        work->response = finished(work->call.request, work->make(store, work->call.request));
      },
      [work](std::exception_ptr thrown) {
        work->call.respond(thrown ? problem_of(thrown) : std::move(work->response));
      });
}

std::uint64_t number_in_query(const Call& call, const std::string& name, std::uint64_t low,
                              std::uint64_t high, std::uint64_t fallback) {
  const std::string* text = call.query(name);
  if (!text) return fallback;
  const auto number = parse_number<std::uint64_t>(*text);
  if (number && *number >= low && *number <= high) return *number;
  call.refuse_parameter(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace menagerie::api
