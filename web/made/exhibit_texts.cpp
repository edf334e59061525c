// Made from web/js/messages by tests/prepare.mjs.
#include "server/museum/exhibit_texts.hpp"

namespace menagerie::museum {
namespace {
constexpr ExhibitTexts kTexts[] = {
    {"menace", "Donald Michie, Edinburgh 1961", "304 matchboxes that learned noughts and crosses: Donald Michie had no computer at hand."},
    {"menace-two", "MENACE’s twin, playing second", "You start, and 289 boxes answer: the other half of noughts and crosses."},
    {"her", "Martin Gardner, 1962", "Hexapawn in 24 boxes. Taught one game after another, it loses nineteen at most, as a rule about eleven, and then none ever again."},
    {"him", "HER’s opponent, left to the reader", "Gardner left HIM to his readers. That it is rewarded as well as punished, and plays either side, is this museum’s choice."},
    {"carnival", "Tanner’s carnival machine", "HER’s game, taught by rewards alone: nothing is ever taken away, and the prizes grow as it gets better."},
    {"nimble", "Hight, for Nim with three piles of three", "18 boxes are enough for Nim with three piles of three. It plays either side: you say who starts."},
    {"minicheckers", "Tretyakov, 2012", "Russian rules, as we read “the king must go to the furthest square”. It is never rewarded. After some thirty games it seldom loses; of 500 lives 413 could still be beaten after 300."},
    {"minicheckers-gardner", "Martin Gardner’s board, 1962", "Two compartments a box were Tretyakov’s answer to a reader: it draws from A, or from B if A is empty. Read literally they are not the reader’s propagation; this machine does both."},
    {"octapawn", "Sites, after Gardner", "Four pawns a side, and 2,791 boxes to answer with. Whoever begins can win by opening with a corner pawn, and you begin."},
    {"extendapawn", "Brown, 1965", "Hexapawn with a fourth column. Whoever begins can win, and you begin."},
    {"go-2x2", "The museum’s own", "Go on four points, with all its rules. It makes a box when it first meets a board."},
    {"go-3x3", "After Jay Eliasberg", "Go with 12,675 boards. It makes a box when it first meets a board. You win if you begin in the centre and make no mistake."},
    {"caswell", "Caswell, to whom it had been proposed", "Where matchboxes end: checkers on 5 x 5 squares has 821,577 boards, so it makes a box only when it first meets one."},
    {"ellis", "Robert A. Ellis, Ballistics Research Laboratories", "It taught itself in 2,000 games. Such a machine loses 1 game in 80 to somebody who never errs, 1 in 12 to random moves, 2 in 3 to the best reply. Ellis’s own rule is not known."},
};
}  // namespace
std::span<const ExhibitTexts> exhibit_texts() { return kTexts; }
}  // namespace menagerie::museum
