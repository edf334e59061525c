// What the page of an exported film asks for besides its pieces.
#include "server/api/curve.hpp"
#include "server/api/film.hpp"
#include "server/api/listing.hpp"
#include "server/api/past.hpp"
#include "server/wire/play_text.hpp"

namespace menagerie::api {
namespace {

constexpr std::size_t kErasMax = 12;  // whose staircases are drawn, the newest

/// Wins less losses along the era that ends with row `last`, as the curve has it.
Json staircase_json(store::Store& store, const core::Machine& machine, std::uint64_t last) {
  Samples staircase;
  std::uint64_t begun = 0;
  walk_era(store, machine, last, Samples::kPointsMax, [&](const core::MachineState& state) {
    if (begun == 0) begun = state.era_seq;
    const store::Tally& tally = state.era_tally;
    staircase.add(
        {state.seq, static_cast<std::int64_t>(tally.wins) - static_cast<std::int64_t>(tally.losses)});
  });
  Json points = Json::array();
  for (const auto& [seq, value] : staircase.points()) points.push_back(Json::array({seq, value}));
  return {{"from", begun + 1}, {"to", last}, {"staircase", std::move(points)}};
}

Json acts_json(store::Store& store, const std::shared_ptr<const museum::MachineView>& view) {
  Call call;
  call.view = view;
  call.request.query = {{"kind", "act"}, {"limit", std::to_string(kPageMax)}};
  const Response response = listing_now(store, call, log_listing(), Form::json);
  std::string text = response.body ? *response.body : "";
  if (response.source) each_piece(*response.source, store, [&](std::string_view piece) { text += piece; });
  return Json::parse(text).at("rows");
}

}  // namespace

std::string film_life(store::Store& store, const core::Loaded& loaded) {
  const core::Machine& machine = *loaded.machine;
  const auto view = std::make_shared<const museum::MachineView>(
      museum::MachineView{loaded.machine, loaded.state, loaded.graduation});
  Json json;
  json["rows"] = kFilmPieceRows;
  json["machine"] = machine_json(*view, {}, {});
  json["board"] = Json::parse(wire::board_text(*find_game(machine.row.game)));
  json["boxes"] = Json::parse(*boxes_text(machine, loaded.state, nullptr)).at("boxes");
  json["acts"] = acts_json(store, view);
  std::vector<std::uint64_t> ends;
  for (const Json& act : json["acts"]) {
    const std::uint64_t seq = act.at("seq");
    if (act.at("kind") == "reset") ends.push_back(seq - 1);
  }
  ends.push_back(loaded.state.seq);
  if (ends.size() > kErasMax) ends.erase(ends.begin(), ends.end() - kErasMax);
  json["curves"] = Json::array();
  for (const std::uint64_t end : ends) json["curves"].push_back(staircase_json(store, machine, end));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace menagerie::api
