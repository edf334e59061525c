// games, games/{game}: the games, in words and as boards.
#include "server/api/routes.hpp"

#include "engine/game.hpp"
#include "engine/text.hpp"
#include "server/wire/play_text.hpp"

namespace menagerie::api {
namespace {

/// How many positions the game has, where a machine here plays it over its listed graph; otherwise 0.
std::size_t positions_of(const Context& context, const Game& game) {
  for (const auto& room : context.rooms.all()) {
    const core::Machine& machine = room->machine();
    if (machine.listed() && &machine.graph->game() == &game) return machine.graph->node_count();
  }
  return 0;
}

Json game_json(const Context& context, const Game& game) {
  const GameStory story = game.story();
  Json json;
  json["name"] = game.name();
  json["title"] = story.title;
  json["rules"] = story.rules;
  json["origin"] = story.origin;
  json["sources"] = story.sources;
  json["board"] = Json::parse(wire::board_text(game));
  const std::size_t positions = positions_of(context, game);
  json["positions"] = positions ? Json(positions) : Json(nullptr);
  return json;
}

}  // namespace

void list_games(Context& context, Call call) {
  Json games = Json::array();
  for (const Game* game : all_games()) games.push_back(game_json(context, *game));
  Json json;
  json["games"] = std::move(games);
  call.answer(json);
}

const Game& game_of(const Call& call) {
  if (const Game* game = find_game(call.parts[0])) return *game;
  throw BadRequest(
      404, "not-found", "No such game",
      "there is no game of that name here; there are: " + joined(all_games(), ", ", &Game::name));
}

void show_game(Context& context, Call call) { call.answer(game_json(context, game_of(call))); }

}  // namespace menagerie::api
