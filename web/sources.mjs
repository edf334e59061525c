// Where the statements that visitors read come from: for each text of the message files that states a fact about the
// world, by its dotted path, the works that it rests on, or how it was counted. `menagerie ...` is a command that
// computes the figure again. No page loads this: it is for who writes texts, and for tests/browser/sources.test.mjs.
// The stories of the machines show their sources: theirs stand in js/story_sources.js.
import { SOURCES } from "./js/story_sources.js";

export const works = {
  michie: "Michie 1961, Trial and Error, Penguin Science Survey 2; Michie 1963, Computer Journal 6:232",
  gardner:
    "Gardner 1962, Mathematical Games, Scientific American, March; reprinted with an addendum in 1969 as A Matchbox Game-Learning Machine",
  scroggs: "Scroggs 2015, on MENACE: his article, and his page with its comments",
  tretyakov: "Tretyakov 2012, Self-Learning Mini-Checkers Machine (fouryears.eu)",
  comments: "a reader's comment on Tretyakov 2012, and Tretyakov's answer to it",
  brown: "Brown 1965, Extendapawn, Mathematics Magazine 38:286",
  tromp: "Tromp and Farneback 2007, Combinatorics of Go, Computers and Games",
  mhalla: "Mhalla and Prost 2013, Gardner's Minichess Variant is solved, arXiv:1307.7118",
  rules: "the rules in engine/, held against the published counts by tests/unit/engine_facts_*.cpp",
  here: "this museum's own choice, and said so",
  letters:
    "readers' letters in Gardner 1969: Sandiford, House, Chambers, Weiland and Wiszowaty, Gomberg, Tanner, Sites, Ellis, Eliasberg, Caswell",
  bierce: "Bierce, Moxon's Master, in Conklin's anthology Thinking Machines, told in Gardner 1962",
  massey: "Massey, Portland State University, CS 441, homework 3",
  schaeffer: "Schaeffer and others 2007, Checkers Is Solved, Science 317:1518",
  chess:
    "Campbell, Hoane and Hsu 2002, Deep Blue, Artificial Intelligence 134:57; the first World Computer Chess Championship, Stockholm 1974",
  jannai:
    "Jannai, Meron, Lenz, Levine and Shoham 2023, Human or Not? A Gamified Approach to the Turing Test, arXiv:2305.20010",
  server: "how this server works: server/README.md",
  counted: "menagerie boxes NAME, and its counts in tests/unit/engine_facts_*.cpp",
  solved: "menagerie solve GAME, held against the published answers by tests/unit/engine_facts_*.cpp",
  lives:
    "web/books_figures.mjs, which plays what the program brings; tests/unit/engine_facts_soft.cpp; menagerie simulate and evaluate",
};

/**
 * Path: what it rests on. A string that is no key of `works` says how the figure was computed.
 * @type {Record<string, string[]>}
 */
export const sources = {
  "makers.menace": ["michie"],
  "makers.menace-two": ["here"],
  "makers.her": ["gardner"],
  "makers.him": ["gardner"],
  "makers.carnival": ["gardner"],
  "makers.nimble": ["gardner"],
  "makers.minicheckers": ["tretyakov"],
  "makers.minicheckers-gardner": ["gardner"],
  "makers.octapawn": ["gardner"],
  "makers.extendapawn": ["brown"],
  "makers.go-2x2": ["here"],
  "makers.go-3x3": ["gardner"],
  "makers.caswell": ["gardner"],
  "makers.ellis": ["gardner"],

  "stories.menace": ["gardner", "scroggs", "menagerie boxes menace: 304"],
  "stories.menace-two": ["menagerie boxes menace-two: 289"],
  "stories.her": [
    "gardner",
    "19 of its 55 arrows lose (gardner-24): tests/unit/engine_facts_her.cpp",
    "menagerie simulate her --against random: about eleven defeats in most lives",
  ],
  "stories.him": ["gardner", "here"],
  "stories.carnival": ["gardner"],
  "stories.nimble": ["gardner", "menagerie boxes nimble: 18"],
  "stories.minicheckers": [
    "tretyakov",
    "here",
    "menagerie simulate minicheckers --against random --games 300 --runs 500: 413 of 500 lives not perfect in the end",
    "tests/unit/engine_facts_soft.cpp: after thirty games it loses a tenth",
  ],
  "stories.minicheckers-gardner": [
    "gardner",
    "comments",
    "tests/unit/engine_rules_compartments.cpp: the two compartments as this rule has them",
  ],
  "stories.octapawn": ["gardner", "menagerie boxes octapawn: 2,791"],
  "stories.extendapawn": ["brown"],
  "stories.go-2x2": ["rules"],
  "stories.go-3x3": ["letters", "tromp"],
  "stories.caswell": ["gardner", "menagerie solve checkers-5x5: 821,577 positions"],
  "stories.ellis": [
    "gardner",
    "here",
    "means of both sides after 2,000 games against itself (.004 and .021, .10 and .06, .68 and .66): tests/unit/engine_facts_soft.cpp",
  ],

  "know.more.octapawn": ["menagerie solve octapawn"],
  "know.more.extendapawn": ["brown", "menagerie solve extendapawn-4: 1"],
  "know.more.go-3x3": ["gardner", "menagerie solve go-3x3: +9 in the centre"],
  "know.wins": ["menagerie solve, game by game: tests/browser/know.test.mjs"],
  "know.caswell": ["gardner", "menagerie solve checkers-5x5, move by move: tests/browser/know.test.mjs"],

  "hall.lead": ["menagerie boxes menace: 304"],
  "hall.key": ["menagerie evaluate --against optimal"],
  "hall.ten": ["menagerie evaluate --against optimal"],
  "hall.story": ["michie", "gardner", "rules"],
  "hall.kept": ["server"],
  "finished.lead": ["server"],
  "practice.lead": ["server"],
  "practice.key": ["rules"],
  "strength.replies": ["menagerie evaluate --against optimal, best-response"],
  "strength.explained": ["server/README.md, evaluate: what `optimal` and `best-response` are"],
  "box.dryWords": ["server"],
  "box.compartments": ["comments"],
  "box.letters": ["tests/tidy/beads.test.mjs: labels and pages have the same letters"],
  "prizes.why": ["gardner"],
  "prizes.names": ["here", "tests/unit/api_prizes.cpp: every one can be won"],

  "rule.michie-1961": ["michie"],
  "rule.scroggs-2015": ["scroggs"],
  "rule.gardner-her": ["gardner"],
  "rule.gardner-reward": ["gardner"],
  "rule.tanner-carnival": ["gardner"],
  "rule.tretyakov": ["tretyakov"],
  "rule.nimble": ["gardner", "here"],
  "rule.two-compartment": ["comments"],
  "rule.other": ["server"],

  "games.noughts-and-crosses": ["michie"],
  "games.hexapawn": ["gardner"],
  "games.nim": ["gardner"],
  "games.misere": ["rules"],
  "games.checkers": ["gardner"],
  "games.russian": ["tretyakov", "here"],
  "games.go": ["gardner", "tromp"],

  "answers.asked.hexapawn": ["gardner"],
  "answers.asked.octapawn": ["letters"],
  "answers.asked.extendapawn": ["brown"],
  "answers.asked.mini-checkers": ["gardner"],
  "answers.asked.go-3x3": ["letters"],
  "answers.asked.nim-3x3": ["gardner", "rules"],
  "answers.minichessTold": ["gardner", "mhalla"],
  "answers.checkersTold": ["letters"],
  "answers.checkersAnswer": ["menagerie solve checkers-5x5: first wins in 35 plies, c5-b4 and c5-d4"],

  "sealed.nine": ["letters"],
  "sealed.published": ["jannai"],
  "sealed.story": ["letters"],
  "sealed.kept": ["server"],

  "chess.one": ["gardner", "mhalla"],
  "chess.two": [
    "mhalla",
    "menagerie boxes menace: 304; menagerie solve checkers-5x5: 821,577",
    "nine million million million seconds are 285 thousand million years",
  ],
  "chess.three": ["rules"],
  "chess.shelf": ["gardner"],
  "chess.answer": ["mhalla"],
  "chess.source": ["gardner", "mhalla"],

  "people.stories.michie": ["michie", "gardner", "scroggs"],
  "people.stories.gardner": ["gardner"],
  "people.stories.sandiford": ["letters"],
  "people.stories.gomberg": ["letters", "rules"],
  "people.stories.pairs": ["letters"],
  "people.stories.tanner": [
    "letters",
    "1,000 lives of 1,000 games against random visitors, medians: menagerie simulate carnival",
  ],
  "people.stories.samuel": ["gardner", "bierce", "web/books_figures.mjs: samuel, the means of defeats: 9 and 10.5"],
  "people.stories.letters": ["gardner", "letters", "brown", "menagerie solve octapawn"],
  "people.stories.caswell": ["letters", "mhalla", "menagerie solve checkers-5x5"],
  "people.stories.tretyakov": ["tretyakov", "comments"],
  "people.stories.again": ["scroggs", "massey"],
  "people.stories.shelf": ["gardner"],
  "people.stories.prophets": ["gardner", "chess", "schaeffer"],
  "people.bets.claims": ["gardner", "chess", "schaeffer"],

  ...Object.fromEntries(
    Object.entries(SOURCES).flatMap(([machine, parts]) =>
      Object.entries(parts).flatMap(([part, all]) =>
        all.map((of, i) => [`story.machines.${machine}.${part}.${i}`, of]),
      ),
    ),
  ),
  ...Object.fromEntries(
    [
      "michie",
      "her",
      "systems",
      "himher",
      "rat",
      "nimble",
      "tretyakov",
      "ellis",
      "cs441",
      "scroggs",
      "samuel",
      "answers",
    ].map((card) => [
      `books.cards.${card}`,
      ["web/books_figures.mjs plays what the program brings; the printed figure is of the source that the card names"],
    ]),
  ),
};
