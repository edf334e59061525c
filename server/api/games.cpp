// games, games/{game}: the games of the house, in words and as boards.
#include "server/api/routes.hpp"

#include "engine/game.hpp"
#include "server/wire/play_text.hpp"

namespace menagerie::api {
namespace {

/// How many positions the game has; listed once, for games have no end of life.
std::size_t positions_of(House& house, const Game& game) {
  for (const auto& room : house.lobby.rooms()) {
    const GameGraph& graph = *room->machine().graph;
    if (&graph.game() == &game) return graph.node_count();
  }
  static std::unordered_map<const Game*, std::size_t> counted;  // network thread only
  const auto [it, is_new] = counted.try_emplace(&game, 0);
  if (is_new) {
    const auto graph = game.listed() ? GameGraph::compile(game, 100'000) : std::nullopt;
    it->second = graph ? graph->node_count() : 0;
  }
  return it->second;
}

Json game_json(House& house, const Game& game) {
  const GameStory story = game.story();
  Json json;
  json["name"] = game.name();
  json["title"] = story.title;
  json["rules"] = story.rules;
  json["origin"] = story.origin;
  json["sources"] = story.sources;
  json["board"] = Json::parse(wire::board_text(game));
  const std::size_t positions = positions_of(house, game);
  json["positions"] = positions ? Json(positions) : Json(nullptr);
  return json;
}

}  // namespace

void list_games(House& house, Call call) {
  Json games = Json::array();
  for (const Game* game : all_games()) games.push_back(game_json(house, *game));
  Json json;
  json["games"] = std::move(games);
  call.answer(json);
}

void show_game(House& house, Call call) {
  const Game* game = find_game(call.parts[0]);
  if (game) return call.answer(game_json(house, *game));
  std::string names;
  for (const Game* it : all_games()) {
    if (!names.empty()) names += ", ";
    names += it->name();
  }
  call.refuse(404, "not-found", "No such game", "there is no game of that name here; there are: " + names);
}

}  // namespace menagerie::api
