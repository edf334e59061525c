/** What the page of books tells. Claims are in our words; what is printed elsewhere is the figure alone. */

/**
 * @typedef {{number: (n: number) => string, about: (n: number) => string, percent: (n: number) => string,
 *   exactly: (n: number) => string}} Say
 */
/**
 * @typedef {{games: number, won: number, drawn: number, lost: number, dry_after: number|null,
 *   unbeatable_after: number|null, last_defeat: number|null}} End
 */

const opponents = { random: "moves at random", optimal: "never errs", "best-response": "best reply" };
const side = { first: "going first", second: "going second" };
const winner = (/** @type {number} */ value) =>
  value === 1 ? "whoever begins" : value === -1 ? "whoever comes second" : "nobody: a draw";

const messages = {
  skip: "Skip to the books",
  title: "The books, done again",
  titleOfPage: "The books, done again · Menagerie",
  lead: "People have built these machines since 1961 and printed what theirs did. Here each experiment is played again, thousands of times. On the left is what was printed, on the right what comes out here, and with them a life that you can watch.",
  again: "Every figure on this page is played again by one command of the program:",
  command: "node web/books_figures.mjs build/release/menagerie",
  spec: (/** @type {string} */ spec) => `menagerie experiment --spec '${spec}'`,
  theirs: "Printed then",
  ours: "Played here",
  even: "even",
  play: "Play one life",
  how: "How it is counted",
  lab: "Open it in the laboratory",
  pair: "Watch the two machines at one board",
  rows: "Every game of one such life, as lines of JSON",
  failed: "The museum has no time for that now. Try again in a minute.",
  band: (/** @type {string} */ lives) =>
    `Up a win, down a loss. Nine of ten lives stay within the band, of ${lives} that were played.`,
  others: "Thin lines: the middle lives of the other choices.",
  lived: (/** @type {End} */ end, /** @type {Say} */ say) =>
    `This life: ${say.number(end.games)} games, ${say.number(end.won)} won, ${say.number(end.drawn)} drawn, ${say.number(end.lost)} lost.${
      end.dry_after ? ` It ran out of beads after game ${say.number(end.dry_after)}.` : ""
    }${end.unbeatable_after !== null ? ` After game ${say.number(end.unbeatable_after)} nobody could beat it any more.` : ""}`,
  cards: {
    michie: {
      title: "MENACE plays Michie",
      where: "Donald Michie, Edinburgh, 1961",
      claim:
        "Michie played 220 games against his matchboxes in two days. After 17 games they opened in the corner only, after 20 they drew every time. Then he tried odd moves to confuse them, and gave up when they had won eight of the last ten.",
      theirs: { big: "8 of 10", cap: "games that MENACE won at the end" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.percent(t.dry),
        cap: "of the lives end with an empty first box",
        more: `Such a life as Michie's is rare: only the corner is left after 17 games in ${say.percent(t.corner)} of the lives. MENACE has won ${say.about(t.lastTen)} of its last ten games on average, against a player who knows every bead in its boxes.`,
      }),
      mark: [
        { game: 17, words: "17: the corner alone is left" },
        { game: 20, words: "20: from here every game is drawn" },
        { from: 210, game: 220, words: "MENACE wins eight of the last ten" },
      ],
      note: "The marks are all that our sources tell of his 220 games. The points of his printed curve are not in them, so his curve is not drawn.",
      why: "A player who never errs for 20 games, then the best reply to the beads that are there. Michie's own moves are not on record. He kept playing when the first box would have been empty here: Scroggs later gave it more beads for that reason. 1,000 lives; 10,000 for the corner.",
    },
    her: {
      title: "HER plays its first fifty games",
      where: "Martin Gardner, Scientific American, 1962",
      claim:
        "Gardner drew a step down for every game that his 24 matchboxes lost and a step up for every game that they won. One bead less after each defeat, and nothing else.",
      theirs: { big: "36", cap: "games, 11 of them lost. Then it never lost again" },
      choose: "Who plays against it",
      choices: opponents,
      mark: { game: 36, words: "his last defeat" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.about(t.games.mean),
        cap: `games on average until nobody can beat it, ${say.about(t.defeats.mean)} of them lost`,
        more: `Nine of ten lives take ${say.number(t.games.p5)} to ${say.number(t.games.p95)} games. The better the opponent, the sooner: the defeats are much the same.`,
      }),
      why: "His eleven defeats are what happens to most. His 36 games lie between a player who never errs and one who seeks out what it does wrong. 10,000 lives for each opponent, each until it is perfect.",
    },
    systems: {
      title: "Three ways to teach",
      where: "Martin Gardner, 1962",
      claim:
        "Take a bead away after a defeat; add beads after a win; or do both. Gardner thought that both together may be best for a tournament of 25 games.",
      theirs: { big: "both", cap: "may be best for 25 games" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: "both",
        cap: `won ${say.percent(t.bars[0].share)} of 25 games. He was right`,
        more: "Only adding is the slowest way: what is wrong stays in the box.",
      }),
      barsTitle: "Games won of the first 25, against somebody who moves at random",
      bars: {
        "reward-punish": "add and take away",
        punish: "take away (HER's way)",
        reward: "add only (Carnival's way)",
      },
      why: "HER in Gardner's 24 boxes for taking away; the same game in 19 boxes for the other two. 10,000 lives each.",
    },
    himher: {
      title: "HIM against HER",
      where: "Martin Gardner, 1962",
      claim:
        "Build a second machine, Gardner told his readers, and let them play each other, beginning in turn. He did not say how it ends.",
      theirs: { big: "50 games", cap: "is what he proposed. The result is left to the reader" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: `${say.about(t.won.mean)} : ${say.about(t.lost.mean)}`,
        cap: "for HIM, on average",
        more: `In nine of ten tournaments HIM wins ${say.number(t.won.p5)} to ${say.number(t.won.p95)} games. He is rewarded for a win, and she is not.`,
      }),
      why: "Gardner leaves HIM to the reader: that he gets one bead more for each bead of a win is this museum's choice. Both machines have boxes for both sides. 10,000 tournaments.",
    },
    rat: {
      title: "RAT gives up",
      where: "John House, Waterville; Peter Sandiford, Montreal; John Chambers, Toronto; Andrea Weiland, Chicago",
      claim:
        "House built RAT, the Relentless Auto-learning Tyrant, to begin against HER. Whoever begins cannot hold hexapawn. After eighteen games RAT conceded that HER would win all further ones; Sandiford's Mark I came to the same number. His Mark II learned to lose as late as it could. John Chambers called two such machines THEM; Andrea Weiland, seventh grade, let two play until one won every time.",
      theirs: { big: "18", cap: "games, then RAT gave up" },
      choose: "Which machine begins",
      choices: { rat: "RAT, Mark I", them: "THEM", marktwo: "Mark II" },
      mark: { game: 18, words: "RAT gives up" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say, /** @type {string} */ key) =>
        key === "rat"
          ? {
              big: say.about(t.dry.mean),
              cap: "games on average until RAT's first box is empty",
              more: `Nine of ten lives take ${say.number(t.dry.p5)} to ${say.number(t.dry.p95)}. RAT wins ${say.about(t.wins.mean)} games before that, the last of them about game ${say.about(t.lastWin.median)}.`,
            }
          : key === "them"
            ? {
                big: say.about(t.dry.mean),
                cap: "games on average until whoever begins has nothing to begin with",
                more: `Nine of ten lives take ${say.number(t.dry.p5)} to ${say.number(t.dry.p95)}. Both begin in turn. In the end whoever comes second wins every time.`,
              }
            : {
                big: say.about(t.wins.mean),
                cap: "of 60 games won by Mark II",
                more: "It never gives up: it gets beads for every move that it lasted, so it learns to lose slowly.",
              },
      why: "Both machines learn. RAT loses a bead after each defeat, as HER does. What Sandiford gave his Mark II for a long defeat is not printed: one bead for each move that it lasted is our choice. 10,000 lives each.",
    },
    nimble: {
      title: "NIMBLE after thirty games",
      where: "Hight, Bell Telephone Laboratories, Whippany",
      claim:
        "Eighteen boxes play Nim with three piles of three. Rewarded or punished after each game, they played almost perfectly after thirty.",
      theirs: { big: "30", cap: "games, then almost perfect" },
      choose: "Who plays against it",
      choices: opponents,
      mark: { game: 30, words: "thirty games" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.percent(t.won),
        cap: "of the lives win their 31st game",
        more: "Whoever begins can always win. So a lost game has a mistake in it.",
      }),
      why: "NIMBLE begins every game. How many beads Hight gave and took is not printed: three more for a win and one less for a defeat are our choice. 10,000 lives for each opponent.",
    },
    tretyakov: {
      title: "Thirty games of mini-checkers",
      where: "Tretyakov, a summer school in Kiev, 2012",
      claim:
        "Tretyakov taught 24 matchboxes checkers on four by four squares, for a course on machines that learn. After some thirty games the boxes seldom lost. A reader proposed to blame the move before too, and to draw from the fuller colours only. Tretyakov answered with two compartments in a box; and one can always take the colour with the most beads.",
      theirs: { big: "30", cap: "games, then it seldom loses" },
      choose: "Who teaches it",
      choices: opponents,
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.percent(t.after),
        cap: "is then its chance to lose to somebody who never errs",
        more: `Before the first game it is ${say.percent(t.before)}.`,
      }),
      barsTitle: "Chance to lose to somebody who never errs, after 300 games against random moves",
      bars: {
        tretyakov: "his rule",
        "tretyakov-propagating": "the move before is blamed too",
        "tretyakov-pruned": "only from the fuller colours",
        "two-compartment": "two compartments",
        "tretyakov,choose=most": "always the most beads",
        "q-learning": "values, not beads: one draw in ten at random",
      },
      thrownTitle: "Wins thrown away in 100 of those games: moves after which a sure win was gone",
      why: "No rule that readers proposed makes it much stronger, and none repairs what all of them do: a machine that has learned to draw does not find the way to win. 1,000 lives each; 100 for the wins thrown away, the opponent draws the same lots for all six.",
    },
    ellis: {
      title: "Two thousand games with itself",
      where: "Robert Ellis, Ballistics Research Laboratories, Aberdeen",
      claim:
        "Ellis let a program play noughts and crosses against itself for two or three minutes. It began with stupid games, and after two thousand it had an excellent strategy against people.",
      theirs: { big: "excellent", cap: "against people" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.percent(t.first.best),
        cap: "is its chance to lose to the best reply, going first",
        more: `To somebody who never errs it loses ${say.exactly(t.first.optimal)}. It has only met its own moves: who moves oddly beats it in one game of ten.`,
      }),
      after: (/** @type {string} */ games) => `This life: chance to lose after ${games} games`,
      lived: "That was one life. It never meets the best reply, so it never learns to answer it.",
      barsTitle: "Chance to lose after 2,000 games",
      bars: Object.fromEntries(
        /** @type {const} */ (["first", "second"]).flatMap((seat) =>
          [
            [`${seat}-optimal`, "never errs"],
            [`${seat}-random`, "moves at random"],
            [`${seat}-best`, "best reply"],
          ].map(([key, who]) => [key, `${who}, ${side[seat]}`]),
        ),
      ),
      why: "Ellis did not print his rule. This is Tretyakov's, with draws from the fuller colours. 100 lives.",
    },
    cs441: {
      title: "Homework",
      where: "Massey's class CS 441, Portland State University",
      claim:
        "One table of counters for both sides, 32 for each move. The program plays 500 games against itself from a given board: three more for each move that won, one less for each that lost. Does it come to something sensible?",
      theirs: { big: "?", cap: "is the homework" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.percent(t.boards.given[1].top.share),
        cap: `of ${say.number(t.runs)} classes have a winning move on top after 500 games`,
        more: "On the empty board the centre leads more and more often. But no opening wins, so 500 games do not settle it.",
      }),
      rows: (/** @type {any} */ card, /** @type {Say} */ say) =>
        [
          ["empty", "Empty board: the centre is on top"],
          ["given", "Noughts on a3 and b1, crosses on b2 and c3, X to move: a1 is on top"],
          ["givenO", "The same board, O to move: a1 is on top"],
        ].flatMap(([key, asked]) =>
          card.boards[String(key)].map((/** @type {any} */ it) => [
            `${asked} after ${say.number(it.games)} games`,
            `${say.percent((key === "empty" ? it.centre : it.top).share)} (${say.percent(it.top.low)} to ${say.percent(it.top.high)})`,
          ]),
        ),
      why: "4,000 runs; in brackets the 95 % interval. Few runs mislead: of forty classes, the share of the centre comes out 15 points too high or too low by chance alone. A second program, written for the tests only, says the same of these boards. The command is: menagerie learn --runs 4000 --games 500 --to-move O",
    },
    scroggs: {
      title: "The remedy for an empty box",
      where: "Matthew Scroggs, MENACE on the web, 2015",
      claim:
        "MENACE can lose so often at first that its first box is empty. Scroggs starts with more beads in the first boxes, 8, 4, 2, 1. A reader proposed never to take the last bead out.",
      theirs: { big: "8/4/2/1", cap: "beads of each colour to begin with, instead of 4/3/2/1" },
      choose: "Which rule",
      choices: { michie: "Michie's 4/3/2/1", scroggs: "Scroggs's 8/4/2/1", topup: "never without a bead" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.percent(t.dry),
        cap: "of the lives run dry within 220 games",
        more: `${say.percent(t.drawn)} of the lives draw their last game. Against somebody who never errs there is nothing more to be had.`,
      }),
      why: "Against a player who never errs. 1,000 lives for each rule.",
    },
    samuel: {
      title: "The mistake alone",
      where: "Arthur Samuel, Poughkeepsie, 1959, told by Gardner in 1962",
      claim:
        "Samuel's program for checkers looked over its past games and changed its play. HER cannot: its last bead is taken, guilty or not. Here a twin of HER asks somebody who never errs which move was the mistake. Only that bead is taken, and none if all was lost before.",
      theirs: { big: "soon", cap: "it beat Samuel in every game" },
      choose: "Which machine",
      choices: { twin: "the twin: the mistake's bead", her: "HER: the last bead" },
      ours: (/** @type {any} */ t, /** @type {Say} */ say) => ({
        big: say.about(t.defeats.mean),
        cap: "games lost on average until nobody can beat it",
        more:
          t.defeats.p5 === t.defeats.p95
            ? `In nine of ten lives it is just ${say.number(t.defeats.p5)}: no defeat is wasted.`
            : `Nine of ten lives need ${say.number(t.defeats.p5)} to ${say.number(t.defeats.p95)} defeats. Some take a bead that was not to blame.`,
      }),
      why: "Both play somebody who never errs, with Gardner's 24 boxes. The twin's rule is ours. 10,000 lives each, until nobody can beat it.",
    },
    answers: {
      title: "Who can always win?",
      where: "Brown, Mathematics Magazine, 1965; Sites; Eliasberg; Mhalla and Prost, 2013",
      claim:
        "Some questions of the books have an answer that no game changes. The program works it out, position by position.",
      open: "Ask it about any move",
      theirs: {
        big: "1 4 5 7 8",
        cap: "Brown: with so many columns, or numbers that end so, whoever begins wins extendapawn",
      },
      ours: (/** @type {any} */ t) => ({
        big: t.columns
          .filter((/** @type {number[]} */ [, value]) => value === 1)
          .map((/** @type {number[]} */ [columns]) => columns)
          .join(" "),
        cap: "columns of 3 to 8: the same",
      }),
      rows: (/** @type {any} */ { columns, values, lasts, points }) => [
        ...columns.map((/** @type {[number, number]} */ [count, value]) => [
          `Extendapawn with ${count} columns`,
          winner(value),
          `extendapawn-${count}`,
        ]),
        ["Hexapawn (Gardner)", winner(values.hexapawn), "hexapawn"],
        ["Octapawn, opening in the corner (Sites)", winner(values.corner), "octapawn/a1-a2"],
        [
          "Octapawn, opening in the centre, which Sites had not explored",
          `${winner(values.centre)}, in ${lasts} more moves`,
          "octapawn/b1-b2",
        ],
        ["Gardner's mini-checkers", winner(values.checkers), "mini-checkers"],
        ["Go on 3 × 3, from the centre (Eliasberg)", `whoever begins, by ${points} points`, "go-3x3/b2"],
        ["Nim, three piles of three", `${winner(values.nim)}: take a whole pile`, "nim-3x3/a:3"],
        ["Minichess on 5 × 5 (Gardner asked)", winner(0)],
        ["Checkers on 5 × 5 (Caswell)", "whoever begins, in 35 moves"],
      ],
      question: "Do you want to know?",
      why: "The command is menagerie solve, with a game's name. Minichess alone is too large for it: its answer is Mhalla and Prost's.",
    },
  },
};

export default messages;
