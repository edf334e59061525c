// Octapawn: hexapawn with one column and one row more.
#include "engine/games/hexapawn.hpp"

namespace menagerie {

const Game& octapawn() {
  static const Pawns game(
      "octapawn", 4, 4,
      {"Octapawn", "",
       "Hexapawn's larger sister, four pawns a side on four by four squares, with thousands of boxes where "
       "HER "
       "has 24. It is here because one move settles it: the first player wins by opening with a corner pawn, "
       "and loses after opening in the centre.",
       "Sites, on octapawn; Gardner 1962, Mathematical Games, Scientific American, March, for the rules."});
  return game;
}

}  // namespace menagerie
