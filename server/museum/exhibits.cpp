#include "server/museum/museum.hpp"

#include <utility>

namespace menagerie::museum {
namespace {

const store::MachineRow kExhibits[] = {
    {0, "menace", "MENACE", "Donald Michie, Edinburgh 1961",
     "304 matchboxes that learned noughts and crosses before computers could.", "#b9352b",
     "noughts-and-crosses", "first", "michie-1961", "canonical", 0},
    {0, "menace-two", "MENACE Two", "MENACE's twin, playing second",
     "You start, and 289 boxes answer: the other half of noughts and crosses.", "#3b4a86",
     "noughts-and-crosses", "second", "scroggs-2015", "canonical", 0},
    {0, "her", "HER", "Martin Gardner, 1962",
     "Hexapawn in 24 boxes. Taught one game at a time, she loses nineteen at most, then never again.",
     "#1e5b5a", "hexapawn", "second", "gardner-her", "gardner-24", 0},
    {0, "him", "HIM", "Gardner's challenge to HER",
     "Rewarded as well as punished, and willing to play either side.", "#7a4b1f", "hexapawn", "either",
     "gardner-reward", "canonical", 0},
    {0, "carnival", "Carnival", "Tanner's carnival machine",
     "HER's game, taught by rewards alone: the prizes grow, and nothing is ever taken away.", "#a8481f",
     "hexapawn", "second", "tanner-carnival", "canonical", 0},
    {0, "nimble", "NIMBLE", "Hight, for Nim with three piles of three",
     "18 boxes know all of a game of three piles; you say who starts.", "#4f6b3a", "nim-3x3", "either",
     "nimble", "canonical", 0},
    {0, "minicheckers", "Mini-checkers", "Tretyakov, 2012",
     "Russian draughts on sixteen squares. It is punished alone, and learns in some thirty games.", "#8c2f39",
     "mini-checkers-russian", "second", "tretyakov", "tretyakov-24", 0},
    {0, "minicheckers-gardner", "Gardner's mini-checkers", "Martin Gardner's board, 1962",
     "Boxes of two compartments, a reader's idea on Tretyakov's machine: it draws from A, and from B when A "
     "is empty.",
     "#5d4a7e", "mini-checkers", "first", "two-compartment", "canonical", 0},
    {0, "octapawn", "Octapawn", "Sites, after Gardner",
     "Four pawns a side. You can win, by a corner: it answers with 2,791 boxes.", "#2f5f7a", "octapawn",
     "second", "gardner-her", "canonical", 0},
    {0, "extendapawn", "Extendapawn", "Brown, 1965",
     "Hexapawn on four columns: one more, and the first player wins.", "#7d6a1c", "extendapawn-4", "second",
     "gardner-reward", "canonical", 0},
    {0, "go-2x2", "Go on 2 x 2", "The smallest Go",
     "Four points and the whole rule book. It makes a box whenever it meets a new board.", "#3d3d3a",
     "go-2x2", "second", "michie-1961", "canonical", 0},
    {0, "go-3x3", "Go on 3 x 3", "The second smallest Go",
     "12,675 boards. You win with the centre; let it find out.", "#54524a", "go-3x3", "second", "michie-1961",
     "canonical", 0},
    {0, "caswell", "Caswell's checkers", "Caswell, 5 x 5",
     "Where matchboxes end: 821,577 positions, so its boxes are made when they are first met.", "#6e3b2a",
     "checkers-5x5", "second", "tretyakov", "canonical", 0},
    {0, "ellis", "Ellis", "Robert A. Ellis, Ballistics Research Laboratories",
     "It taught itself in 2,000 games before you came. Even against a perfect player such a machine loses "
     "only "
     "one game in forty. Which rule Ellis used is not known; this one is ours.",
     "#20647c", "noughts-and-crosses", "either", "tretyakov-pruned", "canonical", 0},
};

/// Games that a machine plays against itself before the house opens.
constexpr std::pair<std::string_view, std::size_t> kSelfPlayGames[] = {{"ellis", 2000}};

}  // namespace

std::span<const store::MachineRow> exhibits() { return kExhibits; }

const store::MachineRow* find_exhibit(std::string_view name) {
  for (const store::MachineRow& row : kExhibits) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::size_t games_before_opening(std::string_view name) {
  for (const auto& [machine, games] : kSelfPlayGames) {
    if (machine == name) return games;
  }
  return 0;
}

}  // namespace menagerie::museum
