// machines/{machine}/graduates: the eras of a machine that ended unbeatable; and rooms in the past, in which
// they still play.
#include "server/api/filters.hpp"
#include "server/api/resources.hpp"
#include "server/api/routes.hpp"
#include "server/core/record.hpp"
#include "server/wire/time_text.hpp"

#include <utility>

namespace menagerie::api {
namespace {

constexpr std::uint64_t kGraduatesOnPage = 20;

std::string time_of(store::Store& store, std::int64_t machine, std::uint64_t seq) {
  const auto row = store.row_at(machine, seq);
  if (!row) throw store::damaged("row " + std::to_string(seq) + " is missing");
  return wire::time_text(row->time_ms);
}

Json graduate_json(store::Store& store, std::int64_t machine, const store::Plaque& plaque) {
  const store::Tally& until = plaque.finished->tally;
  return {{"seq", plaque.finished->seq}, {"time", time_of(store, machine, plaque.finished->seq)},
          {"era", plaque.era},           {"from_seq", plaque.from_seq},
          {"to_seq", plaque.to_seq},     {"episodes", until.episodes},
          {"wins", until.wins},          {"draws", until.draws},
          {"losses", until.losses},      {"episodes_after", plaque.tally.episodes - until.episodes}};
}

/// The machine as it is now, where it is finished.
std::optional<store::Plaque> plaque_now(const museum::MachineView& view) {
  if (!view.graduation) return std::nullopt;
  const core::MachineState& state = view.state;
  store::Plaque plaque;
  plaque.era = state.era;
  plaque.from_seq = state.era_seq;
  plaque.to_seq = state.seq;
  plaque.tally = state.era_tally;
  plaque.finished = store::Finish{view.graduation->seq, view.graduation->tally};
  return plaque;
}

}  // namespace

/// machines/{machine}/graduates[?limit=]: newest first.
void list_graduates(Context& context, Call call) {
  const std::uint64_t limit = number_in_query(call, "limit", 1, kPageMax, kGraduatesOnPage);
  const auto now = plaque_now(*call.view);
  const std::uint64_t finished_games = context.limits.finished_games;
  const store::MachineRow& row = call.machine().row;
  answer_from_log(context, std::move(call), [=](store::Store& store, const Request&) {
    std::vector<store::LogRow> acts = store.acts(row.machine);
    Json graduates = Json::array();
    if (now) graduates.push_back(graduate_json(store, row.machine, *now));
    for (auto act = acts.rbegin(); act != acts.rend() && graduates.size() < limit; ++act) {
      if (act->kind != store::Kind::reset) continue;
      const store::Plaque& plaque = store::act_as<store::EraReset>(*act).plaque;
      if (plaque.finished) graduates.push_back(graduate_json(store, row.machine, plaque));
    }
    return json_response(
        {{"machine", row.name}, {"finished_games", finished_games}, {"graduates", std::move(graduates)}});
  });
}

void Resources::open_past(const ClientKey& client, const museum::Room& room, std::uint64_t seq,
                          RoomAnswer answer) {
  const std::shared_ptr<const core::Machine> machine = room.view()->machine;
  if (auto past = context_->rooms.past().find(machine->row.machine, seq)) return answer(std::move(past), {});
  auto state = std::make_shared<core::MachineState>();
  context_->readers.read(
      {.client = client, .lane = Lane::costly},
      [state, machine, seq](store::Store& store) { *state = core::state_at(store, *machine, seq); },
      [this, client, state, machine, answer = std::move(answer)](std::exception_ptr thrown) {
        if (thrown) return answer(nullptr, problem_of(thrown));
        if (auto past = context_->rooms.past().open(client, machine, *state))
          return answer(std::move(past), {});
        answer(nullptr,
               problem_for("300", 503, "too-many-moments", "Too many moments",
                           "machines are played as they were at too many moments just now; try again later"));
      });
}

}  // namespace menagerie::api
