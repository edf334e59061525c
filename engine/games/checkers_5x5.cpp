// Checkers on 5 x 5 squares, Caswell's: where matchboxes end.
#include "engine/games/checkers.hpp"

namespace menagerie {
namespace {

constexpr GameStory kStory{
    "Checkers on 5 x 5",
    "Each side has three men on the dark squares of its first row; Black moves first. A man steps one "
    "square diagonally forward and captures forward, by a jump over a piece to the free square behind it. "
    "You must capture if you can, and go on jumping while you can. A man that comes to the far row is "
    "crowned, which ends the move; a king steps and captures backwards too. You lose when you cannot "
    "move. Play that comes to no end is a draw.",
    "Martin Gardner has this game from Caswell, to whom it had earlier been proposed, and leaves it to the "
    "reader to find out who wins. Counted out here: Black does, in 35 plies, by a move of the middle man. It "
    "is here to show where matchboxes end: play can come to 821,577 positions, and nobody builds a box for "
    "each. A machine for it makes a box when it first needs one.",
    "Gardner 1969, A Matchbox Game-Learning Machine, on Caswell's board; who wins and the counts are this "
    "museum's own."};

}  // namespace

const Game& checkers_5x5() {
  static const Checkers game({"checkers-5x5", kStory, kAmericanCheckers, 5, 300, false});
  return game;
}

}  // namespace menagerie
