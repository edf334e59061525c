// Octapawn: hexapawn with one column and one row more.
#include "engine/games/hexapawn.hpp"

namespace menagerie {

const Game& octapawn() {
  static const Pawns game(
      "octapawn", 4, 4,
      {"Octapawn", "",
       "Hexapawn's larger sister, four pawns a side on four by four squares, with thousands of boxes where "
       "HER has 24. It is here because one move settles it: the first player wins by opening with a corner "
       "pawn, and loses after opening in the centre.",
       "Sites, in Gardner 1969, A Matchbox Game-Learning Machine, for the corner opening; that the centre "
       "openings lose is counted out here."});
  return game;
}

}  // namespace menagerie
