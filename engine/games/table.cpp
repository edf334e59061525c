// The games of the museum, one line each, in the order in which they are listed. Each line names a function
// `const Game& NAME()` that the game's own file defines. An explicit table: static initialisers that
// register themselves may be dropped from a static library.
#include "engine/game.hpp"

#define MENAGERIE_GAMES(GAME) \
  GAME(noughts_and_crosses) \
  GAME(hexapawn) \
  GAME(octapawn) \
  GAME(extendapawn_3) \
  GAME(extendapawn_4) \
  GAME(extendapawn_5) \
  GAME(extendapawn_6) \
  GAME(extendapawn_7) \
  GAME(extendapawn_8) \
  GAME(nim_3x3) \
  GAME(nim_3x3_misere) \
  GAME(mini_checkers) \
  GAME(mini_checkers_russian) \
  GAME(checkers_5x5) \
  GAME(go_2x2) \
  GAME(go_3x3) \
  // the end: each line before goes on

namespace menagerie {

#define MENAGERIE_DECLARE(name) const Game& name();
MENAGERIE_GAMES(MENAGERIE_DECLARE)
#undef MENAGERIE_DECLARE

std::span<const Game* const> all_games() {
#define MENAGERIE_LIST(name) &name(),
  static const Game* const table[] = {MENAGERIE_GAMES(MENAGERIE_LIST)};
#undef MENAGERIE_LIST
  return table;
}

const Game* find_game(std::string_view name) {
  for (const Game* game : all_games()) {
    if (game->name() == name) return game;
  }
  return nullptr;
}

}  // namespace menagerie
