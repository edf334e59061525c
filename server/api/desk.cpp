// machines/{machine}/reset, rewind, ... and POST machines: what the curator does, and what it would do.
#include "server/api/body.hpp"
#include "server/api/routes.hpp"
#include "server/museum/museum.hpp"
#include "server/store/act_text.hpp"
#include "server/wire/frames.hpp"
#include "server/wire/time_text.hpp"

#include <spdlog/spdlog.h>

#include <utility>

namespace menagerie::api {
namespace {

using store::Kind;

constexpr std::string_view kStart[] = {"name", "title", "maker", "story", "colour",
                                       "game", "seat",  "rule",  "boxes", "preview"};
constexpr std::string_view kFork[] = {"name", "at", "title", "maker", "story", "colour", "preview"};
constexpr std::string_view kReset[] = {"start", "preview"};
constexpr std::string_view kTo[] = {"to", "preview"};
constexpr std::string_view kVisit[] = {"visit", "preview"};
constexpr std::string_view kNothing[] = {"preview"};

std::span<const std::string_view> members_of(Kind kind) {
  switch (kind) {
    case Kind::start:
      return kStart;
    case Kind::fork:
      return kFork;
    case Kind::reset:
      return kReset;
    case Kind::rewind:
    case Kind::topup:
      return kTo;
    case Kind::unteach:
      return kVisit;
    default:
      return kNothing;
  }
}

store::MachineRow read_label(const Body& body) {
  store::MachineRow row;
  row.name = body.text("name");
  row.title = body.text("title", "");
  row.maker = body.text("maker", "");
  row.story = body.text("story", "");
  row.colour = body.text("colour", "");
  return row;
}

core::Order read_order(const Call& call, Kind kind, const Body& body) {
  core::Order order;
  order.kind = kind;
  if (call.view) order.machine = call.machine().row.machine;
  if (kind == Kind::start || kind == Kind::fork) order.row = read_label(body);
  if (kind == Kind::start) {
    order.row.game = body.text("game");
    order.row.seat = body.text("seat");
    order.row.rule = body.text("rule");
    order.row.convention = body.text("boxes", "canonical");
  }
  if (kind == Kind::fork) {  // what is left out of a copy's label is what visitors read of the machine
    const store::MachineRow shown = museum::as_shown(call.machine().row);
    if (order.row.maker.empty()) order.row.maker = shown.maker;
    if (order.row.story.empty()) order.row.story = shown.story;
    order.seq = body.number("at", 1, store::kSeqMax, call.state().seq);
  }
  if (kind == Kind::rewind) order.seq = body.number("to", 1, store::kSeqMax);
  if (kind == Kind::reset) order.start = body.text("start", "");
  if (kind == Kind::topup) order.to = body.number("to", 1, core::kTopUpMax, 1);
  if (kind == Kind::unteach) {
    const std::string text = body.text("visit");
    const std::optional<store::Id> visit = store::Id::parse(text);
    if (!visit) {
      throw BadRequest(422, "bad-field", "A member of the body is not what it must be",
                       "\"visit\" is no UUID, as the lists of episodes give it", "visit");
    }
    order.visit = *visit;
  }
  return order;
}

/// `base`: as Request has it.
Response act_response(const core::Plan& plan, const core::Machine& machine, bool preview,
                      const std::string& base = {}) {
  const core::Effect& effect = plan.effect;
  Json json;
  json["preview"] = preview;
  json["act"] = store::to_text(plan.row.kind);
  json["machine"] = machine.row.name;
  json["seq"] = plan.row.seq;
  json["era"] = plan.row.era;
  json["time"] = wire::time_text(plan.row.time_ms);
  json["summary"] = act_summary(plan.row, machine.row.title);
  json["effect"] = effect_summary(effect);
  json["episodes"] = {{"before", effect.episodes_before},
                      {"kept", effect.episodes_kept},
                      {"removed", effect.episodes_before - effect.episodes_kept},
                      {"added", effect.episodes_after - effect.episodes_kept},
                      {"after", effect.episodes_after}};
  json["beads"] = {{"before", effect.beads_before}, {"after", effect.beads_after}};
  json["boxes"] = plan.state.box_count;
  json["boxes_changed"] = effect.boxes_changed;
  json["change_count"] = effect.bead_changes;
  json["detail"] = Json::parse(store::act_text(*plan.row.act));
  Response response = json_response(json);
  response.headers.emplace_back("Cache-Control", "no-store");
  if (plan.machine == nullptr || preview) return response;
  response.status = 201;
  response.headers.emplace_back("Location", base + "/api/v1/machines/" + machine.row.name);
  return response;
}

/// The machine that an act made, or the one that it was done to.
const core::Machine& shown_machine(const core::Plan& plan,
                                   const std::shared_ptr<const core::Machine>& machine) {
  return plan.machine != nullptr ? *plan.machine : *machine;
}

/// Works it out on a reader's thread; nothing is changed.
void preview(Context& context, const Call& call, core::Order order) {
  std::shared_ptr<const core::Machine> machine = call.view ? call.view->machine : nullptr;
  auto made = std::make_shared<Response>();
  const bool is_long = order.kind == Kind::unteach;  // it may fold a whole era
  Readers::Work work = [made, machine, order = std::move(order),
                        now_ms = context.rooms.now_ms()](store::Store& store) {
    try {
      const core::Plan plan = core::preview(store, machine.get(), order, now_ms);
      *made = act_response(plan, shown_machine(plan, machine), true);
    } catch (const core::Refused& refused) {
      *made = refused_problem(refused);
    }
  };
  Readers::Done done = [made, respond = call.respond](std::exception_ptr thrown) {
    respond(thrown ? problem_of(thrown) : std::move(*made));
  };
  const Lane lane = is_long ? Lane::costly : Lane::brief;
  context.readers.read({.client = call.request.client, .lane = lane}, std::move(work), std::move(done));
}

Response not_ready() {
  return problem_for("5", 503, "not-ready", "Not ready",
                     "the museum is closing, or cannot store anything now; please try again later");
}

/// Why an order was not carried out.
Response order_problem(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const store::Error& error) {
    spdlog::error("api: an order was not carried out: {}", error.what());
    return not_ready();
  } catch (...) {
    return problem_of(thrown);
  }
}

void carry_out(Context& context, const Call& call, core::Order order) {
  if (context.rooms.is_shut() || !context.rooms.ledger().storing()) return call.respond(not_ready());
  std::shared_ptr<const core::Machine> machine = call.view ? call.view->machine : nullptr;
  context.rooms.carry_out(std::move(order), [machine, respond = call.respond, base = call.request.base](
                                                const core::Plan* done, std::exception_ptr thrown) {
    respond(thrown ? order_problem(thrown) : act_response(*done, shown_machine(*done, machine), false, base));
  });
}

/// A long era is folded on a reader's thread first, so that nobody's lesson waits for it.
void carry_out_prepared(Context& context, const Call& call, core::Order order) {
  const auto prepared = std::make_shared<core::Order>(std::move(order));
  Readers::Work work = [prepared, machine = call.view->machine](store::Store& store) {
    prepared->precomputed = core::precompute_unteach(store, *machine, prepared->visit);
  };
  context.readers.read({.client = call.request.client, .lane = Lane::costly}, std::move(work),
                       [&context, call, prepared](std::exception_ptr thrown) {
                         if (thrown) return call.respond(problem_of(thrown));
                         carry_out(context, call, std::move(*prepared));
                       });
}

void act(Context& context, const Call& call, Kind kind) {
  const Body body(call.request, members_of(kind));
  core::Order order = read_order(call, kind, body);
  if (body.flag("preview")) return preview(context, call, std::move(order));
  if (kind == Kind::unteach) return carry_out_prepared(context, call, std::move(order));
  carry_out(context, call, std::move(order));
}

struct Refusal {
  std::string_view code;
  unsigned status;
  std::string_view title;
};
constexpr Refusal kRefusals[] = {
    {"name-taken", 409, "The name is taken"},
    {"house-full", 409, "The museum has all the machines it can have"},
    {"no-such-visit", 409, "Nothing to unteach"},
    {"frozen", 409, "The machine is frozen"},
    {"not-frozen", 409, "The machine is not frozen"},
    {"nothing-to-do", 409, "Nothing to do"},
    {"bad-name", 422, "No name for a machine"},
    {"bad-text", 422, "Not what may stand on a label"},
    {"bad-machine", 422, "No such machine can be built"},
    {"bad-seq", 422, "No such row"},
    {"bad-count", 422, "No such count"},
    {"bad-start", 422, "No such start"},
};

}  // namespace

Response refused_problem(const core::Refused& refused) {
  for (const auto& [code, status, title] : kRefusals) {
    if (refused.code == code) return problem(status, code, title, refused.what(), refused.field);
  }
  return problem(404, "not-found", "No such machine", refused.what());
}

Response pass_problem(const Request& request) {
  if (request.pass == Pass::closed) {
    return problem(403, "desk-closed", "There is no curator's desk here",
                   "the operator enables it with serve --curator-token-file FILE, or with the token in "
                   "MENAGERIE_CURATOR_TOKEN");
  }
  if (request.pass == Pass::foreign) {
    return problem(
        403, "foreign-origin", "Foreign origin",
        "pages of another site may not use the curator's desk unless the server lists their origin");
  }
  if (request.pass == Pass::wait) {
    return problem_for(std::to_string(request.retry_after_s), 429, "too-many-guesses",
                       "Too many wrong tokens", "your address has shown too many wrong tokens; please wait");
  }
  const bool wrong = request.pass == Pass::wrong;
  Response response = wrong ? problem(401, "wrong-token", "Wrong token", "this is not the curator's token")
                            : problem(401, "no-token", "The curator's token is needed",
                                      "show it in the header: Authorization: Bearer TOKEN");
  response.headers.emplace_back("WWW-Authenticate", wrong
                                                        ? R"(Bearer realm="menagerie", error="invalid_token")"
                                                        : R"(Bearer realm="menagerie")");
  return response;
}

void start_machine(Context& context, Call call) { act(context, call, Kind::start); }
void reset_machine(Context& context, Call call) { act(context, call, Kind::reset); }
void rewind_machine(Context& context, Call call) { act(context, call, Kind::rewind); }
void fork_machine(Context& context, Call call) { act(context, call, Kind::fork); }
void freeze_machine(Context& context, Call call) { act(context, call, Kind::freeze); }
void thaw_machine(Context& context, Call call) { act(context, call, Kind::thaw); }
void top_up_machine(Context& context, Call call) { act(context, call, Kind::topup); }
void unteach_machine(Context& context, Call call) { act(context, call, Kind::unteach); }

}  // namespace menagerie::api
