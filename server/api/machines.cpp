// machines, machines/{machine}, its boxes: the live figures, from the rooms.
#include "engine/parse_number.hpp"
#include "server/api/filters.hpp"
#include "server/api/routes.hpp"
#include "server/museum/museum.hpp"

#include "server/wire/play_text.hpp"
#include "server/wire/time_text.hpp"

#include <numeric>

namespace menagerie::api {
namespace {

Json dry_json(const museum::MachineView& view, std::optional<std::int64_t> new_era_ms) {
  const core::Dry& dry = *view.state.dry;
  Json json;
  json["seq"] = dry.seq;
  json["box"] = view.machine->boxes.boxes()[dry.box].text;
  json["since"] = wire::time_text(dry.since_ms);
  json["new_era_at"] = new_era_ms ? Json(wire::time_text(*new_era_ms)) : Json(nullptr);
  return json;
}

Json finished_json(const museum::MachineView& view, const wire::Limits& limits) {
  if (!view.graduation) return nullptr;
  const core::Graduation& it = *view.graduation;
  const auto left = core::games_left(view.state, it, limits.finished_games);
  return {{"seq", it.seq},
          {"since", wire::time_text(it.time_ms)},
          {"episodes", it.tally.episodes},
          {"games_left", left ? Json(*left) : Json(nullptr)}};
}

std::string_view value_text(BeadMark value) {
  return value == BeadMark::winning ? "win" : value == BeadMark::drawing ? "draw" : "loss";
}

}  // namespace

Json machine_json(const museum::MachineView& view, const museum::Attendance& attendance,
                  const wire::Limits& limits) {
  const core::Machine& machine = *view.machine;
  const store::MachineRow row = museum::as_shown(machine.row);
  const core::MachineState& state = view.state;
  Json json;
  json["name"] = row.name;
  json["title"] = row.title;
  json["maker"] = row.maker;
  json["story"] = row.story;
  json["colour"] = row.colour;
  json["game"] = row.game;
  json["seat"] = row.seat;
  json["rule"] = row.rule;
  json["convention"] = row.convention;
  json["drawing"] = Json::parse(wire::drawing_text(machine.rule));
  json["seq"] = state.seq;
  json["era"] = state.era;
  json["episodes"] = state.tally.episodes;
  json["wins"] = state.tally.wins;
  json["draws"] = state.tally.draws;
  json["losses"] = state.tally.losses;
  json["beads"] = state.bead_total;
  json["boxes"] = state.box_count;
  json["playing"] = attendance.playing;
  json["watching"] = attendance.watching;
  json["dry"] = state.dry ? dry_json(view, attendance.new_era_ms) : Json(nullptr);
  json["finished"] = finished_json(view, limits);
  json["frozen"] = state.frozen;
  json["created"] = wire::time_text(row.created_ms);
  return json;
}

Json box_json(const core::Machine& machine, std::size_t index, const std::vector<std::int64_t>& beads,
              const Marks* marks) {
  const Box& box = machine.boxes.boxes()[index];
  const auto counts = std::span(beads).subspan(box.first_bead, box.beads.size());
  const std::vector<double> odds = draw_odds(machine.rule, counts);
  std::span<const BeadMark> of_box;
  std::optional<BoxEvaluation> evaluation;
  if (marks != nullptr) {
    of_box = std::span(*marks).subspan(box.first_bead, counts.size());
    evaluation = evaluate_box(of_box, counts);
  }
  Json moves = Json::array();
  for (std::size_t i = 0; i < box.beads.size(); ++i) {
    Json move;
    move["move"] = box.beads[i].move;
    move["orbit"] = box.beads[i].orbit;
    move["beads"] = counts[i];
    move["odds"] = odds[i];
    if (const auto compartments = compartments_of(machine.rule, counts[i]))
      move["compartments"] = {compartments->a, compartments->b};
    move["keeps"] = evaluation ? Json(of_box[i] == evaluation->value) : Json(nullptr);
    moves.push_back(std::move(move));
  }
  Json json;
  json["number"] = index + 1;
  json["box"] = box.text;
  json["turn"] = box.turn;
  json["beads"] = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  json["value"] = evaluation ? Json(value_text(evaluation->value)) : Json(nullptr);
  json["solved"] = evaluation ? Json(evaluation->solved) : Json(nullptr);
  json["moves"] = std::move(moves);
  return json;
}

std::shared_ptr<const std::string> boxes_text(const core::Machine& machine, const core::MachineState& state,
                                              const Marks* marks) {
  Json boxes = Json::array();
  for (std::size_t i = 0; i < state.box_count; ++i) boxes.push_back(box_json(machine, i, state.beads, marks));
  Json json;
  json["machine"] = machine.row.name;
  json["seq"] = state.seq;
  json["era"] = state.era;
  json["boxes"] = std::move(boxes);
  return json_response(json).body;
}

void list_machines(Context& context, Call call) {
  Json machines = Json::array();
  for (const auto& room : context.rooms.all())
    machines.push_back(machine_json(*room->view(), room->attendance(), context.limits));
  Json json;
  json["machines"] = std::move(machines);
  call.answer(json);
}

void show_machine(Context& context, Call call) {
  call.answer(machine_json(*call.view, call.attendance, context.limits));
}

/// Some tens of KiB: made, hashed and compressed on a reader's thread, and kept while the seq stands.
void list_boxes(Context& context, Call call) {
  const std::shared_ptr<const museum::MachineView> view = call.view;
  const core::MachineState& state = view->state;
  const std::uint64_t at = seq_in_query(call, "at", state.seq);
  if (at != state.seq) return list_boxes_at(context, std::move(call), at);
  MachineCache& kept = context.caches[view->machine->row.machine];
  if (kept.boxes_seq == state.seq && kept.boxes) {
    return answer_from_log(context, std::move(call), [text = kept.boxes](store::Store&, const Request&) {
      return text_response(text);
    });
  }
  Respond respond = std::move(call.respond);
  auto made = std::make_shared<std::shared_ptr<const std::string>>();
  call.respond = [&kept, seq = state.seq, made, respond = std::move(respond)](Response response) {
    if (*made && kept.boxes_seq < seq) {
      kept.boxes_seq = seq;
      kept.boxes = *made;
    }
    respond(std::move(response));
  };
  answer_from_log(context, std::move(call), [&context, view, made](store::Store&, const Request&) {
    *made = boxes_text(*view->machine, view->state, context.strengths.marks(view->machine));
    return text_response(*made);
  });
}

std::uint32_t find_box(const Call& call, std::string_view name) {
  std::size_t index = call.machine().boxes.find(name);
  if (index == kNone) {
    const auto number = parse_number<std::size_t>(name);
    if (number && *number >= 1) index = *number - 1;
  }
  const std::size_t count = call.state().box_count;
  if (index < count) return static_cast<std::uint32_t>(index);
  throw BadRequest(404, "not-found", "No such box",
                   call.machine().row.title +
                       (count == 0 ? " has made no box yet" : " has boxes 1 to " + std::to_string(count)) +
                       "; a box can also be named by its position's text, percent-encoded");
}

/// By number, or by the text of its position.
void show_box(Context& context, Call call) {
  const std::uint32_t index = find_box(call, call.parts[1]);
  const std::uint64_t at = seq_in_query(call, "at", call.state().seq);
  if (at != call.state().seq) return show_box_at(context, std::move(call), index, at);
  answer_from_log(
      context, std::move(call), [&context, index, view = call.view](store::Store&, const Request&) {
        return json_response(
            box_json(*view->machine, index, view->state.beads, context.strengths.marks(view->machine)));
      });
}

}  // namespace menagerie::api
