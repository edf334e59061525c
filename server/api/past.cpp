// strength, strength/curve, and what other resources show of an earlier seq.
#include "server/api/past.hpp"

#include "engine/players.hpp"

#include "server/api/filters.hpp"
#include "server/api/prizes.hpp"
#include "server/api/routes.hpp"
#include "server/core/episode.hpp"
#include "server/core/record.hpp"
#include "server/wire/append.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/play_text.hpp"

#include <algorithm>

namespace menagerie::api {
namespace {

constexpr std::uint64_t kRowsMax = 2000;    // so many are read one by one
constexpr std::size_t kStrengthsMax = 100;  // in a curve

Json chances_json(const Chances& chances) {
  return {{"win", chances.win}, {"draw", chances.draw}, {"loss", chances.loss}};
}

Json sides_json(const Strength& strength) {
  Json sides = Json::array();
  for (const SideStrength& side : strength.sides) {
    sides.push_back({{"side", side.side == Player::first ? "first" : "second"},
                     {"random", chances_json(side.against_random)},
                     {"optimal", chances_json(side.against_optimal)},
                     {"best_response", chances_json(side.against_best_response)},
                     {"unbeatable", side.guarantees.unbeatable},
                     {"plays_perfectly", side.guarantees.optimal}});
  }
  return sides;
}

Json beads_json(const MarkedBeads& beads) {
  return {{"winning", beads.winning}, {"drawing", beads.drawing}, {"losing", beads.losing}};
}

/// What is told of a machine that cannot be evaluated too.
Json head_json(const core::Machine& machine, std::uint64_t seq, const std::optional<std::string>& why) {
  Json json;
  json["machine"] = machine.row.name;
  json["seq"] = seq;
  json["evaluated"] = !why.has_value();
  json["why"] = why ? Json(*why) : Json(nullptr);
  return json;
}

/// What a machine pays that pays prizes; null for the others.
Json prizes_json(const core::Machine& machine, const std::optional<Strength>& strength) {
  if (!strength || !pays_prizes(machine.rule)) return nullptr;
  const PrizeOffer offer = offer_for(*strength);
  Json table = Json::array();
  for (const Prize& prize : prizes())
    table.push_back({{"name", prize.name}, {"from_one_in", prize.from_one_in}});
  return {{"now", offer.prize},
          {"one_in", offer.chance > 0 ? Json(1 / offer.chance) : Json(nullptr)},
          {"table", std::move(table)}};
}

Response strength_response(Strengths& strengths, const std::shared_ptr<const core::Machine>& machine,
                           std::uint64_t seq, std::span<const std::int64_t> beads) {
  std::string why;
  const std::optional<Strength> strength = strengths.of(machine, beads, &why);
  Json json = head_json(*machine, seq, strength ? std::nullopt : std::optional(why));
  put_strength(json, strength);
  json["prizes"] = prizes_json(*machine, strength);
  return json_response(json);
}

/// The same, and its strength before that row of the log: what the row has changed.
Response strengths_around(store::Store& store, Strengths& strengths,
                          const std::shared_ptr<const core::Machine>& machine, std::uint64_t seq) {
  std::optional<Strength> before, after;
  std::optional<std::string> why = Strengths::fault(*machine);
  if (!why) {
    core::MachineState state = seq > 1 ? core::state_at(store, *machine, seq - 1) : core::MachineState();
    if (seq > 1) before = strengths.of(machine, state.beads);
    core::each_row(store, machine->row.machine, seq - 1, seq, [&](const store::LogRow& row) {
      state.apply(*machine, row);
      return true;
    });
    std::string reason;
    after = strengths.of(machine, state.beads, &reason);
    if (!after) why = std::move(reason);
  }
  Json json = head_json(*machine, seq, why);
  put_strength(json, after);
  json["prizes"] = prizes_json(*machine, after);
  json["before"] = nullptr;
  if (before) {
    json["before"] = {{"seq", seq - 1}};
    put_strength(json["before"], before);
  }
  return json_response(json);
}

Response strength_curve(store::Store& store, Strengths& strengths,
                        const std::shared_ptr<const core::Machine>& machine, std::uint64_t at) {
  Json points = Json::array();
  std::optional<std::string> fault = Strengths::fault(*machine);
  if (!fault) {
    walk_era(store, *machine, at, kStrengthsMax, [&](const core::MachineState& state) {
      const std::uint64_t rows = at - state.era_seq;
      const std::uint64_t stride = rows > kRowsMax ? 1 : rows / kStrengthsMax + 1;
      const bool wanted = (state.seq - state.era_seq) % stride == 0 || state.seq == at;
      if (!wanted || fault) return;
      std::string why;
      const auto strength = strengths.of(machine, state.beads, &why);
      if (!strength) {
        fault = why;
        return;
      }
      points.push_back(
          {{"seq", state.seq}, {"sides", sides_json(*strength)}, {"beads", beads_json(strength->beads)}});
    });
  }
  Json json = head_json(*machine, at, fault);
  json["points"] = std::move(points);
  return json_response(json);
}

/// A draw with its box as it was then, and its odds. The playthrough stands where the bead was drawn.
void append_draw(std::string& out, const core::Machine& machine, const core::MachineState& before,
                 const core::Playthrough& playthrough, const Draw& draw) {
  DrawnFrom from;
  weigh_recorded_draw(machine, before, playthrough, draw, from);
  wire::append_all(out, R"({"number":)", draw.box + 1, R"(,"box":)",
                   wire::quoted(machine.boxes.boxes()[draw.box].text), R"(,"bead":)", draw.bead,
                   R"(,"counts":)", Json(from.counts).dump(), R"(,"odds":)",
                   Json(odds_of(from.weights)).dump(), "}");
}

/// At most `most` of them, evenly, the last one among them.
std::vector<std::uint64_t> thinned(std::vector<std::uint64_t> seqs, std::size_t most) {
  if (seqs.size() <= most) return seqs;
  std::vector<std::uint64_t> some;
  for (std::size_t i = 1; i <= most; ++i) some.push_back(seqs[i * seqs.size() / most - 1]);
  return some;
}

}  // namespace

void weigh_recorded_draw(const core::Machine& machine, const core::MachineState& before,
                         const core::Playthrough& playthrough, const Draw& draw, DrawnFrom& from) {
  const Box& box = machine.boxes.boxes()[draw.box];
  from.counts.assign(box.beads.size(), machine.rule.start_at(box.turn));
  if (before.has(draw.box)) std::ranges::copy(before.beads_in(box), from.counts.begin());
  weigh_draw(machine.rule, playthrough.boxes(), from.counts, playthrough.node(), playthrough.orientation(),
             playthrough.moves(), from.weights);
}

void put_strength(Json& json, const std::optional<Strength>& strength) {
  json["sides"] = strength ? sides_json(*strength) : Json::array();
  json["beads"] = strength ? beads_json(strength->beads) : Json(nullptr);
}

void walk_era(store::Store& store, const core::Machine& machine, std::uint64_t last, std::size_t states_max,
              const std::function<void(const core::MachineState&)>& visit) {
  const core::MachineState end = core::state_at(store, machine, last);
  core::MachineState state = core::state_at(store, machine, end.era_seq);
  visit(state);
  if (last - end.era_seq <= kRowsMax) {
    core::each_row(store, machine.row.machine, state.seq, last, [&](const store::LogRow& row) {
      state.apply(machine, row);
      visit(state);
      return true;
    });
    return;
  }
  std::vector<std::uint64_t> seqs = store.snapshot_seqs(machine.row.machine);
  std::erase_if(seqs, [&](std::uint64_t seq) { return seq <= end.era_seq || seq >= last; });
  for (const std::uint64_t seq : thinned(std::move(seqs), states_max)) {
    store.look_at_stop();
    visit(core::MachineState::from(machine, *store.snapshot_at(machine.row.machine, seq)));
  }
  visit(end);
}

/// machines/{machine}/strength[?at=][&before=1]
void show_strength(Context& context, Call call) {
  const core::MachineState& state = call.state();
  const std::uint64_t at = seq_in_query(call, "at", state.seq);
  if (number_in_query(call, "before", 0, 1, 0) == 1) {
    return answer_from_log(
        context, std::move(call),
        [&strengths = context.strengths, machine = call.view->machine, at](
            store::Store& store, const Request&) { return strengths_around(store, strengths, machine, at); },
        Lane::costly);
  }
  const bool now = at == state.seq;
  answer_from_log(
      context, std::move(call),
      [&context, machine = call.view->machine, at, beads = now ? state.beads : std::vector<std::int64_t>(),
       now](store::Store& store, const Request&) {
        if (now || Strengths::fault(*machine))
          return strength_response(context.strengths, machine, at, beads);
        return strength_response(context.strengths, machine, at, core::state_at(store, *machine, at).beads);
      },
      Lane::costly);
}

/// machines/{machine}/strength/curve[?at=]: along the era, sampled.
void show_strength_curve(Context& context, Call call) {
  const std::uint64_t at = seq_in_query(call, "at", call.state().seq);
  answer_from_log(
      context, std::move(call),
      [&strengths = context.strengths, machine = call.view->machine, at](
          store::Store& store, const Request&) { return strength_curve(store, strengths, machine, at); },
      Lane::costly);
}

/// machines/{machine}/boxes?at=
void list_boxes_at(Context& context, Call call, std::uint64_t at) {
  answer_from_log(
      context, std::move(call),
      [&context, machine = call.view->machine, at](store::Store& store, const Request&) {
        const core::MachineState state = core::state_at(store, *machine, at);
        return text_response(boxes_text(*machine, state, context.strengths.marks(machine)));
      },
      Lane::costly);
}

/// machines/{machine}/boxes/{box}?at=
void show_box_at(Context& context, Call call, std::uint32_t box, std::uint64_t at) {
  answer_from_log(
      context, std::move(call),
      [&context, machine = call.view->machine, box, at](store::Store& store, const Request&) {
        const core::MachineState state = core::state_at(store, *machine, at);
        if (state.has(box))
          return json_response(box_json(*machine, box, state.beads, context.strengths.marks(machine)));
        return problem(404, "not-found", "No such box then",
                       machine->row.title + " had not made this box yet at seq " + std::to_string(at));
      },
      Lane::costly);
}

std::string end_text(const core::Machine& machine, const store::LogRow& row) {
  core::Episode episode;
  core::replay(machine, row, episode);
  const core::Playthrough& at = episode.playthrough();
  const bool resigned = row.reason == Reason::resign || !at.ended();  // verify tells of other rows
  return wire::end_text(at.graph().game(), at.graph().position(at.node()), at.end(resigned));
}

std::string replay_text(const core::Machine& machine, const core::MachineState& state,
                        const store::LogRow& row) {
  core::Episode episode;
  const core::Playthrough& at = episode.playthrough();
  std::size_t drawn = 0;
  std::string out = "[", draw;
  const auto before = [&](Edge edge) {
    wire::append_comma(out);
    wire::append_all(out, R"({"ply":)", at.ply(), R"(,"by":")",
                     episode.machine_to_move() ? "machine" : "visitor", R"(","move":)",
                     wire::quoted(at.graph().move_text(edge)), R"(,"position":)");
    draw = "null";
    if (drawn == row.trace.size() || row.trace[drawn].ply != at.ply()) return;
    draw.clear();
    append_draw(draw, machine, state, at, row.trace[drawn++]);
  };
  const auto after = [&] {
    wire::append_all(out, wire::quoted(at.graph().game().text(at.graph().position(at.node()))),
                     R"(,"drawn":)", draw, "}");
  };
  core::replay(machine, row, episode, before, after);  // verify tells of moves that cannot be played
  return out += ']';
}

}  // namespace menagerie::api
