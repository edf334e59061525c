// machines/{machine}/episodes: what was played, newest first, read from the log.
#include "server/api/routes.hpp"

#include "server/api/url.hpp"
#include "server/wire/frames.hpp"

#include <limits>

namespace menagerie::api {
namespace {

constexpr std::uint64_t kPage = 20, kPageMax = 200;

Json changes_json(const BoxSet& boxes, const store::LogRow& row) {
  Json list = Json::array();
  for (const BeadChange& change : row.changes) {
    const Box& box = boxes.boxes()[change.box];
    Json json;
    json["number"] = change.box + 1;
    json["box"] = box.text;
    json["bead"] = change.bead;
    json["move"] = box.beads[change.bead].move;
    json["before"] = change.before;
    json["after"] = change.after;
    list.push_back(std::move(json));
  }
  return list;
}

Json moves_json(std::string_view moves) {
  Json list = Json::array();
  while (!moves.empty()) {
    const std::size_t end = moves.find(' ');
    list.push_back(moves.substr(0, end));
    moves = end == std::string_view::npos ? std::string_view{} : moves.substr(end + 1);
  }
  return list;
}

Json episode_json(const BoxSet& boxes, const store::LogRow& row) {
  Json json;
  json["seq"] = row.seq;
  json["id"] = row.id.text();
  json["era"] = row.era;
  json["time"] = wire::time_text(row.time_ms);
  json["seat"] = row.seat == Player::first ? "first" : "second";
  json["opponent"] = row.opponent;
  json["outcome"] = store::to_text(store::result_of(row));
  json["reason"] = to_text(row.reason);
  json["moves"] = moves_json(row.moves);
  json["changes"] = changes_json(boxes, row);
  return json;
}

Response page_of_episodes(const museum::Machine& machine, const std::vector<store::LogRow>& rows,
                          std::size_t limit) {
  Json list = Json::array();
  for (std::size_t i = 0; i < rows.size() && i < limit; ++i)
    list.push_back(episode_json(machine.boxes, rows[i]));
  std::string next;
  if (rows.size() > limit) {
    next = "/api/v1/machines/" + percent_encoded(machine.row.name) +
           "/episodes?limit=" + std::to_string(limit) + "&before=" + std::to_string(rows[limit - 1].seq);
  }
  Json json;
  json["machine"] = machine.row.name;
  json["episodes"] = std::move(list);
  json["next"] = next.empty() ? Json(nullptr) : Json(next);
  Response response = json_response(json);
  if (!next.empty()) response.headers.emplace_back("Link", "<" + next + ">; rel=\"next\"");
  return response;
}

}  // namespace

void list_episodes(House& house, Call call) {
  constexpr auto kNewest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto limit = number_in_query(call, "limit", 1, kPageMax, kPage);
  if (!limit) return;
  const auto before = number_in_query(call, "before", 1, kNewest, kNewest);
  if (!before) return;
  const museum::Machine& machine = call.room->machine();
  answer_from_log(house, std::move(call), [&machine, limit, before](store::Store& store, const Request&) {
    const auto rows = store.episodes_before(machine.row.machine, *before, *limit + 1);
    return page_of_episodes(machine, rows, *limit);
  });
}

void show_episode(House& house, Call call) {
  const std::optional<store::Id> id = store::Id::parse(call.parts[1]);
  if (!id) {
    return call.refuse(400, "bad-id", "Bad episode id",
                       "an episode's id is a UUID, as the lists of episodes give it");
  }
  const museum::Machine& machine = call.room->machine();
  answer_from_log(house, std::move(call), [&machine, id](store::Store& store, const Request&) {
    const std::optional<store::LogRow> row = store.find_episode(*id);
    if (row && row->machine == machine.row.machine) return json_response(episode_json(machine.boxes, *row));
    return problem(404, "not-found", "No such episode",
                   machine.row.title + " has learned no episode of that id");
  });
}

}  // namespace menagerie::api
