// The learning rules of the museum, one row each. Adding a rule = adding a row.
#include "engine/rules.hpp"

namespace menagerie {
namespace {

// Tretyakov's three variants and the two compartments have these in common.
constexpr Reinforcement kTretyakovDraw{-1, Scope::last, true};
constexpr Reinforcement kTretyakovLoss{kAllOfColour, Scope::last};

std::vector<Rule> rules() {
  return {
      {.name = "michie-1961",
       .story = "Four beads of each colour on the first move, then three, two and one; a win adds three for "
                "each bead drawn, a draw one, a loss takes one away (Michie 1961, Trial and Error).",
       .start = {4, 3, 2, 1},
       .win = {3},
       .draw = {1},
       .loss = {-1}},
      {.name = "scroggs-2015",
       .story =
           "Michie's rewards, but eight, four, two and one beads to start with, so that bad luck is less "
           "likely to empty a box (Scroggs 2015, the MENACE web page).",
       .start = {8, 4, 2, 1},
       .win = {3},
       .draw = {1},
       .loss = {-1}},
      {.name = "gardner-her",
       .story =
           "One bead of each colour; a win changes nothing, a loss takes away the last bead drawn, and an "
           "empty box resigns (Gardner 1962, A Matchbox Game-Learning Machine).",
       .start = {1},
       // Resigning at an empty box removes the bead before it: the trace ends there.
       .loss = {-1, Scope::last}},
      {.name = "gardner-reward",
       .story =
           "Gardner's other system: a win adds one for each bead drawn, a loss takes away the last one; it "
           "may be best for a tournament of 25 games (Gardner 1962, A Matchbox Game-Learning Machine).",
       .start = {1},
       .win = {1},
       .loss = {-1, Scope::last}},
      {.name = "tanner-carnival",
       .story =
           "Rewards only: a win adds one for each bead drawn, and nothing is ever taken away; prizes grow "
           "as the machine does (Tanner's carnival machine, in Gardner 1969, A Matchbox Game-Learning "
           "Machine).",
       .start = {1},
       .win = {1}},
      {.name = "tretyakov",
       .story =
           "Two beads of each colour; a loss takes every bead of the last colour drawn out of its box, a "
           "draw takes one, but never the last of its colour (Tretyakov 2012, the mini-checkers machine).",
       .start = {2},
       .draw = kTretyakovDraw,
       .loss = kTretyakovLoss},
      {.name = "tretyakov-propagating",
       .story =
           "Tretyakov's rule, and on reaching a box with at most one bead of every colour the bead of the "
           "move before loses one, unless it is the last of its colour (a reader's comment on Tretyakov "
           "2012, the mini-checkers machine).",
       .start = {2},
       .draw = kTretyakovDraw,
       .loss = kTretyakovLoss,
       .propagates = true},
      {.name = "tretyakov-pruned",
       .story =
           "Tretyakov's propagating rule, and draws are made only among colours with two or more beads, if "
           "there are any (the same reader's comment on Tretyakov 2012, the mini-checkers machine).",
       .start = {2},
       .draw = kTretyakovDraw,
       .loss = kTretyakovLoss,
       .propagates = true,
       .prunes = true},
      // Stored as the sum of A and B (2 = one in each, 1 = one in B), and so the same row: a test holds a
      // model with two real compartments against it.
      {.name = "two-compartment",
       .story =
           "Each colour has a bead in compartment A and one in B; draws are made from A while it has a "
           "bead, a draw empties A of the last move, a loss A and B, and reaching a box with A empty empties "
           "A of the move before (the two compartments are Tretyakov's answer to a reader's comment on his "
           "mini-checkers machine of 2012; read literally they are not equivalent to the reader's "
           "propagation, which this rule adds).",
       .start = {2},
       .draw = kTretyakovDraw,
       .loss = kTretyakovLoss,
       .propagates = true,
       .prunes = true,
       .two_compartments = true},
      {.name = "top-up",
       .story = "Michie's numbers, but after each game every colour of every box is brought back to at least "
                "one bead, so that no box is ever empty (a reader's comment on Scroggs's MENACE page).",
       .start = {4, 3, 2, 1},
       .win = {3},
       .draw = {1},
       .loss = {-1},
       .upkeep = 1},
      {.name = "cs441",
       .story =
           "One table of counters for both sides, 32 for each move; both learn as it plays itself, three "
           "more for a move that won, one less for one that lost, but never below one (Massey, PSU CS 441, "
           "homework 3).",
       .start = {32},
       .win = {3},
       .loss = {-1},
       .floor = 1},
      {.name = "nimble",
       .story =
           "One bead of each colour; a win adds three for each bead drawn, a loss takes away the last one "
           "(these numbers are ours: of NIMBLE only \"rewarded or punished after each game\" and \"played "
           "almost perfectly after thirty games\" are published; with these one that always begins plays its "
           "31st game perfectly in .85 to .91 of its lives, the better its opponent the oftener).",
       .start = {1},
       .win = {3},
       .loss = {-1, Scope::last}},
      {.name = "mark-two",
       .story = "One bead of each colour; a win adds three for each bead drawn, and a loss adds one for each "
                "bead drawn, once for each move that the loser lasted: so it learns to fight the longest "
                "delaying action (Sandiford's Mark II in Gardner 1969, A Matchbox Game-Learning Machine; the "
                "numbers are ours).",
       .start = {1},
       .win = {3},
       .delay = 1},
      {.name = "self-analysis",
       .story = "One bead of each colour; a win changes nothing, and after a loss the solver is asked which "
                "move was the mistake: that bead is taken away, and none where every position was lost "
                "already (after Samuel 1959, whose checkers player looked over its past games, in Gardner "
                "1962, A Matchbox Game-Learning Machine; the rule is ours).",
       .start = {1},
       .loss = {-1, Scope::last},
       .analyses = true},
      {.name = "q-learning",
       .story =
           "What each move is worth, of 10,000, instead of beads: in nine draws of ten the best is drawn, "
           "and after a game every move drawn goes a tenth of the way to the best that came next, the last "
           "one to 10,000 for a win and 5,000 for a draw (Watkins 1989; as the author says of a box of "
           "Tretyakov 2012; the numbers are ours).",
       .start = {5000},
       .win = {10'000},
       .draw = {5000},
       .step = 100,
       .greedy = 900},
      // Machines that were created before the numbers of `nimble` were mended keep theirs: schema 5 gave
      // their rule this name.
      {.name = "nimble-two-beads",
       .story = "Two beads of each colour; a win adds one for each bead drawn, a loss takes away the last "
                "one: NIMBLE's first numbers here, with which it learns more slowly.",
       .start = {2},
       .win = {1},
       .loss = {-1, Scope::last}},
  };
}

}  // namespace

std::span<const Rule> all_rules() {
  static const std::vector<Rule> all = rules();
  return all;
}

const Rule* find_rule(std::string_view name) {
  for (const Rule& rule : all_rules()) {
    if (rule.name == name) return &rule;
  }
  return nullptr;
}

}  // namespace menagerie
