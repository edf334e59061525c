// The games of the house, one row each, in the order in which they are listed. An explicit table:
// static initialisers that register themselves may be dropped from a static library.
#include "engine/games/hexapawn.hpp"
#include "engine/games/noughts_and_crosses.hpp"

namespace menagerie {
namespace {

constexpr GameStory kHexapawn{
    "Hexapawn", "",
    "Martin Gardner made this game for a machine that a reader can build in an evening: HER, the Hexapawn "
    "Educable Robot, needs just 24 matchboxes. With best play on both sides the second player wins.",
    "Gardner 1962, Mathematical Games, Scientific American, March; reprinted as A Matchbox Game-Learning "
    "Machine."};

}  // namespace

std::span<const Game* const> all_games() {
  static const NoughtsAndCrosses noughts_and_crosses;
  static const Pawns hexapawn("hexapawn", 3, 3, kHexapawn);
  static const Game* const table[] = {&noughts_and_crosses, &hexapawn};
  return table;
}

const Game* find_game(std::string_view name) {
  for (const Game* game : all_games()) {
    if (game->name() == name) return game;
  }
  return nullptr;
}

}  // namespace menagerie
