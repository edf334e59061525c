/** What the laboratory says. */
const side = (/** @type {string} */ scope) =>
  ({
    each: "for each bead that it drew",
    last: "for the last bead that it drew",
    "last-keep": "for the last bead that it drew, but never the last of its colour",
    all: "",
  })[scope] ?? "";

const messages = {
  title: "The laboratory",
  titleOfPage: "The laboratory · Menagerie",
  skip: "Skip to the bench",
  settings: "Settings",
  ruleTitle: "What it does",
  foot: "The experiments of the books, done again",
  lead: "Change the beads, the rewards or the opponent, and watch a machine live with it. No machine of the museum is touched. The address holds your settings: whoever opens it sees the same games.",
  machine: "The machine",
  start: "Beads of each colour at the start",
  startOf: (/** @type {number} */ turn) => `Beads of each colour in the boxes of move ${turn}`,
  win: "After a win",
  draw: "After a draw",
  loss: "After a loss",
  scope: (/** @type {string} */ when) => `${when}: which beads`,
  each: "for each bead",
  last: "for the last bead",
  lastKeep: "last bead, if not the last of its colour",
  all: "all beads of the last colour",
  empty: "An empty box",
  resign: "gives up",
  topUp: "gets one bead of each colour",
  choose: "It draws",
  chance: "by chance",
  most: "what it has most of",
  analyse: "After a loss it learns from",
  blamed: "the beads named above",
  mistakeOnly: "its mistake alone, which somebody who never errs points out",
  boxes: "Turned and mirrored boards",
  merged: "share one box",
  unmerged: "have a box each",
  against: "It plays against",
  games: "Games in a life",
  seed: "Number of the life",
  opponents: {
    random: "somebody who moves at random",
    optimal: "somebody who never errs",
    "best-response": "the best reply to its beads",
    itself: "itself",
  },
  run: "Run",
  pause: "Pause",
  one: "One game",
  again: "From the start",
  lives: (/** @type {string} */ n) => `${n} lives`,
  keep: "Keep this curve to compare",
  another: "Another life",
  speed: "Speed",
  speeds: { moves: "every move", slow: "slow", quick: "quick", all: "all at once" },
  even: "even",
  ready: "Nothing has been played yet.",
  playing: (/** @type {string} */ n, /** @type {string} */ all) => `Game ${n} of ${all}`,
  working: "Being played…",
  told: (/** @type {any} */ end, /** @type {(n: number) => string} */ f) =>
    `${f(end.games)} games: ${f(end.won)} won, ${f(end.drawn)} drawn, ${f(end.lost)} lost.${end.dry_after ? ` Its first box was empty after game ${f(end.dry_after)}.` : ""}${end.unbeatable_after !== null ? ` After game ${f(end.unbeatable_after)} nobody could beat it.` : ""}`,
  band: (/** @type {any} */ figures, /** @type {(n: number) => string} */ f) =>
    `${f(figures.games.runs)} lives: ${f(figures.won.mean)} games won on average, ${f(figures.lost.mean)} lost. ${
      figures.dry_after.runs
        ? `The first box was empty in ${f(figures.dry_after.runs)} of them.`
        : "The first box was never empty."
    }${figures.unbeatable_after.runs ? ` In ${f(figures.unbeatable_after.runs)} nobody could beat it in the end.` : ""}`,
  failed: "The museum has no time for that now. Try again in a minute.",
  first: "The box that it opens with",
  firstSeveral: "A box that it opens with",
  bead: (/** @type {string} */ move, /** @type {string} */ n) => `${move}: ${n}`,
  copy: "Copy the link",
  copied: "The link is copied",
  rows: "Download its games (JSON lines)",
  print: "Print",
  spec: (/** @type {string} */ spec) => `menagerie experiment --spec '${spec}'`,
  command: "The same on the command line",
  oneMove: "One move",
  wall: "All its boxes",
  wallAbout: "All its boxes with their beads: a bigger dot is more beads",
  wallTold: (/** @type {string} */ boxes, /** @type {string} */ beads, /** @type {string} */ empty) =>
    `${boxes} boxes, ${beads} beads, ${empty} empty`,
  beside: "Put another rule beside it",
  alone: "Take the second bench away",
  which: "Which bench is shown",
  benches: ["First bench", "Second bench"],
  knownRule: "A known rule",
  ownRule: "my own",
  box: (/** @type {string} */ n) => `Box ${n}`,
  begins: (/** @type {string} */ game) => `Game ${game} begins.`,
  opponent: (/** @type {string} */ game, /** @type {string} */ move) => `Game ${game}: the other side plays ${move}.`,
  draws: (
    /** @type {string} */ game,
    /** @type {string} */ box,
    /** @type {string} */ bead,
    /** @type {string} */ move,
  ) => `Game ${game}, box ${box}: it draws a ${bead} bead, ${move}.`,
  after: {
    win: (/** @type {string} */ game, /** @type {string} */ beads) =>
      `Game ${game} is won. Bead counts that change: ${beads}.`,
    draw: (/** @type {string} */ game, /** @type {string} */ beads) =>
      `Game ${game} is drawn. Bead counts that change: ${beads}.`,
    loss: (/** @type {string} */ game, /** @type {string} */ beads) =>
      `Game ${game} is lost. Bead counts that change: ${beads}.`,
    resigned: (/** @type {string} */ game, /** @type {string} */ beads) =>
      `Game ${game}: its box is empty, it gives up. Bead counts that change: ${beads}.`,
  },
  sit: "Sit down at it",
  seatAbout:
    "You sit at a copy of your own: nobody else teaches it. It is in the museum's memory until half an hour after you leave.",
  seatSoon: "Your copy is being made…",
  seatTurn: "Your turn.",
  seatNext: "Next game",
  seatDown: "The line to the museum is gone; it comes back by itself.",
  seatLost: "Your copy is gone: the museum was closed for a moment. Here is a new one, which knows nothing yet.",
  seatFull: "So many visitors sit at copies just now. Try again in a few minutes.",
  seatDry:
    "Its first box is empty: it gives up before the first move. A new life begins in some minutes, or with “From the start”.",
  seatAgain: "That game is gone. Play the next one.",
  table: "The curve as a table",
  columns: { game: "After game", won: "won", drawn: "drawn", lost: "lost" },
  csv: "Its games as a table (CSV)",
  rules: /** @type {Record<string, string>} */ ({
    "michie-1961": "Michie, 1961",
    "scroggs-2015": "Scroggs, 2015",
    "gardner-her": "Gardner: punish only",
    "gardner-reward": "Gardner: reward and punish",
    "tanner-carnival": "Tanner: reward only",
    tretyakov: "Tretyakov",
    "tretyakov-propagating": "Tretyakov: blame goes back",
    "tretyakov-pruned": "Tretyakov: single beads rest",
    "two-compartment": "Two compartments",
    nimble: "Hight: NIMBLE",
    "nimble-two-beads": "NIMBLE with two beads",
    "mark-two": "Sandiford: Mark II",
    "self-analysis": "After Samuel: the mistake alone",
    "top-up": "Never an empty box",
    cs441: "CS 441, homework",
  }),
  lines: {
    start: (/** @type {string} */ start) =>
      start.includes("/")
        ? `Put beads of each colour into the boxes: ${start.split("/").join(", ")} for its first, second, third, fourth move, then 1.`
        : `Put ${start} of each colour into every box.`,
    draw: (/** @type {string} */ choose) =>
      /** @type {string} */ (
        choose === "most"
          ? "Look for its box. Take a bead of the colour that there is most of, and make its move."
          : "Look for its box. Draw a bead without looking, and make its move."
      ),
    empty: (/** @type {string} */ empty) =>
      /** @type {string} */ (
        empty === "top-up"
          ? "If the box is empty, draw as if it had one bead of each colour."
          : "If the box is empty, it gives up the game."
      ),
    after: (/** @type {string} */ when, /** @type {string} */ text) => {
      if (text === "0") return `${when} no bead moves.`;
      const [change, ...scope] = text.split("/");
      if (change === "-all") return `${when} take out all beads of the colour that it drew last.`;
      const n = Math.abs(Number(change));
      return `${when} ${Number(change) > 0 ? `add ${n}` : `take out ${n}`} ${side(scope.join("-") || "each")}.`;
    },
    mistake: (/** @type {string} */ text) => {
      const [change] = text.split("/");
      const n = Math.abs(Number(change));
      return `After a loss ask somebody who never errs which move was the mistake. For its bead alone: ${change === "-all" ? "take out all of its colour" : Number(change) > 0 ? `add ${n}` : `take out ${n}`}. If all was lost before, no bead moves.`;
    },
    win: "After a win",
    tie: "After a draw",
    loss: "After a loss",
    upkeep: (/** @type {string} */ n) => `After each game fill every colour of every box up to ${n}.`,
  },
};

export default messages;
