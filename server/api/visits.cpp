// visits/{visit}: what one anonymous stay has taught, and where it counts now: what unteaching it would take.
#include "engine/parse_number.hpp"
#include "server/api/filters.hpp"
#include "server/api/routes.hpp"
#include "server/core/record.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::string_view kVisitParameters[] = {"after", "limit"};
constexpr std::uint64_t kEpisodesOnPage = 100;

/// Behind an episode in the order machine, seq.
using VisitCursor = store::Place;

std::optional<VisitCursor> parse_visit_cursor(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto machine = parse_number<std::int64_t>(text.substr(0, colon));
  const auto seq = parse_number<std::uint64_t>(text.substr(colon + 1));
  if (!machine || *machine < 0 || !seq) return std::nullopt;
  return VisitCursor{.machine = *machine, .seq = *seq};
}

bool is_behind(const store::Place& place, const VisitCursor& cursor) {
  return place.machine > cursor.machine || (place.machine == cursor.machine && place.seq > cursor.seq);
}

/// A machine and the list that its beads follow from.
struct Taught {
  store::MachineRow row;
  core::EffectiveList list;
  std::size_t episodes = 0, counting = 0;

  bool counts(const store::Place& place, const store::Id& visit) const {
    return std::ranges::any_of(list, [&](const core::Span& span) { return span.has(place, visit); });
  }
};

/// Every machine with episodes of the visit, in its log or, as a copy, in its list alone.
std::vector<Taught> taught_by(store::Store& store, const store::Id& visit,
                              const std::vector<store::Place>& places) {
  std::vector<Taught> all;
  for (store::MachineRow& row : store.machines()) {
    const std::uint64_t newest = store.newest(row.machine);
    Taught taught{std::move(row), {}};
    taught.list = core::ListHistory::of(store, taught.row.machine).at(newest);
    for (const store::Place& place : places) {
      taught.episodes += place.machine == taught.row.machine;
      taught.counting += taught.counts(place, visit);
    }
    if (taught.episodes + taught.counting > 0) all.push_back(std::move(taught));
  }
  return all;
}

Json episode_json(store::Store& store, const store::Place& place, const store::Id& visit,
                  const std::vector<Taught>& all) {
  const auto found = std::ranges::find(all, place.machine, [](const Taught& it) { return it.row.machine; });
  if (found == all.end()) throw store::missing(place);
  const store::LogRow row = store.require_row(place);
  Json counts = Json::array();
  for (const Taught& it : all) {
    if (it.counts(place, visit)) counts.push_back(it.row.name);
  }
  Json json;
  json["machine"] = found->row.name;
  json["seq"] = row.seq;
  json["id"] = row.id.text();
  json["era"] = row.era;
  json["time"] = wire::time_text(row.time_ms);
  json["outcome"] = to_text(store::result_of(row));
  json["reason"] = to_text(row.reason);
  json["change_count"] = row.changes.size();
  json["counts_in"] = std::move(counts);
  return json;
}

Response visit_page(store::Store& store, const Request& request, const store::Id& visit,
                    const VisitCursor& after, std::size_t limit) {
  const std::vector<store::Place> places = store.episodes_of_visit(visit);
  if (places.empty())
    return problem(404, "not-found", "No such visit", "no episode of that visit has been learned here");
  const std::vector<Taught> all = taught_by(store, visit, places);
  Json machines = Json::array();
  for (const Taught& it : all) {
    machines.push_back({{"machine", it.row.name},
                        {"title", it.row.title},
                        {"episodes", it.episodes},
                        {"counting", it.counting}});
  }
  Json json;
  json["visit"] = visit.text();
  json["machines"] = std::move(machines);
  json["episodes"] = Json::array();
  json["next"] = nullptr;
  for (const store::Place& place : places) {
    if (!is_behind(place, after)) continue;
    if (json["episodes"].size() == limit) break;
    json["episodes"].push_back(episode_json(store, place, visit, all));
    const bool more = !(place == places.back()) && json["episodes"].size() == limit;
    if (more)
      json["next"] = request.base + "/api/v1/visits/" + visit.text() +
                     "?after=" + std::to_string(place.machine) + ":" + std::to_string(place.seq) +
                     "&limit=" + std::to_string(limit);
  }
  Response response = json_response(json);
  if (json["next"].is_string()) put_next(response, json["next"].get<std::string>());
  return response;
}

}  // namespace

void show_visit(Context& context, Call call) {
  read_names(call, kVisitParameters);
  const std::optional<store::Id> visit = store::Id::parse(call.parts[0]);
  if (!visit)
    throw BadRequest(400, "bad-id", "Bad visit", "a visit is a UUID, as the lists of episodes give it");
  const std::uint64_t limit = number_in_query(call, "limit", 1, kPageMax, kEpisodesOnPage);
  VisitCursor after;
  if (const std::string* text = call.query("after")) {
    const std::optional<VisitCursor> read = parse_visit_cursor(*text);
    if (!read) call.refuse_parameter("after", "a cursor as \"next\" gives it");
    after = *read;
  }
  answer_from_log(context, std::move(call),
                  [visit = *visit, after, limit](store::Store& store, const Request& request) {
                    return visit_page(store, request, visit, after, limit);
                  });
}

}  // namespace menagerie::api
