/** What the page of two machines says. */
const messages = {
  title: "Two machines at one board",
  titleOfPage: "Two machines at one board · Menagerie",
  skip: "Skip to the machines",
  presets: "Who plays",
  how: "Its link and command",
  foot: "What was printed of such pairs, and what comes out here",
  lead: "Both learn from each game. When a box is empty, its machine gives up. The bell rings when one of them has won for the last time.",
  names: {
    rat: "RAT against HER",
    marktwo: "Mark II against HER",
    them: "THEM, until one wins every time",
    himher: "HIM against HER",
  },
  about: /** @type {Record<string, string>} */ ({
    rat: "John House of Waterville, Ohio, built RAT to begin against HER. After eighteen games RAT gave up: HER would win all the others.",
    marktwo:
      "Peter Sandiford’s Mark II cannot win for long. It is given beads for each move that it lasts, and learns to lose slowly.",
    them: "John Chambers of Toronto called two such machines THEM. Andrea Weiland, seventh grade, Chicago, let two play until one had learned to win every time.",
    himher:
      "Martin Gardner told his readers to build a second machine and let them play, beginning in turn. HIM also gets beads for a win; HER only loses them.",
  }),
  players: /** @type {Record<string, string>} */ ({
    rat: "RAT",
    marktwo: "Mark II",
    them: "THEM, one",
    weiland: "THEM, the other",
  }),
  run: "Go",
  pause: "Pause",
  one: "One game",
  again: "Another life",
  speed: "Speed",
  speeds: { slow: "slow", quick: "quick", all: "all at once" },
  game: (/** @type {string} */ n, /** @type {string} */ of) => `Game ${n} of ${of}`,
  ready: "Ready",
  wins: (/** @type {string} */ n) => `${n} won`,
  working: "One moment…",
  resigns: (/** @type {string} */ who) => `${who}: “I give up.” Its box is empty.`,
  won: (/** @type {string} */ who) => `${who} wins.`,
  drawn: "Nobody wins.",
  bell: (/** @type {string} */ who, /** @type {string} */ game) => `Ding! Game ${game} was the last that ${who} won.`,
  over: (/** @type {string} */ one, /** @type {string} */ won, /** @type {string} */ two, /** @type {string} */ lost) =>
    `${one} won ${won}, ${two} won ${lost}.`,
  spec: (/** @type {string} */ spec) => `menagerie experiment --spec '${spec}'`,
  failed: "The museum has no time for that now. Try again in a minute.",
};

export default messages;
