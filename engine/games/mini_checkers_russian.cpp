// Mini-checkers on 4 x 4 squares, as Tretyakov has it: rules in the Russian manner.
#include "engine/games/checkers.hpp"

namespace menagerie {
namespace {

constexpr GameStory kStory{
    "Mini-checkers, Russian",
    "Each side has two men on the dark squares of its first row; White moves first. A man steps one "
    "square diagonally forward, but captures forward and backward, by a jump over a piece to the free "
    "square behind it. You must capture if you can, and go on jumping while you can; a man that comes to "
    "the far row on the way goes on as a king. A king always goes as far as it can in the direction that "
    "you choose: to the last free square, or over the first enemy piece in its way to the last free "
    "square behind that. When both sides have a king, play is a draw. You lose when you cannot move.",
    "Tretyakov's machine for this game plays Black and has 24 matchboxes, with two beads for each of "
    "their 53 arrows. It is here for its way of learning: after a loss the last move is given up for "
    "good, a draw costs one bead, and by a reader's rule a box that runs low passes the blame on to the "
    "box before it. That these are the rules of Russian draughts is our reading of \"the king must go to the "
    "furthest square\". With best play on both sides the game is a draw.",
    "Tretyakov 2012, Self-Learning Mini-Checkers Machine (fouryears.eu), with its readers' comments; the "
    "board is Gardner's, 1962."};

}  // namespace

const Game& mini_checkers_russian() {
  static const Checkers game({"mini-checkers-russian", kStory, kTretyakovsCheckers, 4, 100});
  return game;
}

}  // namespace menagerie
