/** What the page of a life's film says. */
const messages = {
  title: "The film of a life", titleOfPage: "The film of a life · Menagerie", skip: "Skip to the film", table: "To its table", toWall: "To its wall, live", wall: "Its boxes then",
  titleOf: (/** @type {string} */ who) => `The film of ${who} · Menagerie`, filmOf: (/** @type {string} */ who) => `The film of ${who}`,
  lead: (/** @type {string} */ who) => `This is the whole life of ${who}, lesson by lesson. Move the slider, and every box is as it was then. The line rises when it wins and falls when it loses.`,
  slider: "Go to a lesson", go: "The film", play: "Play", pause: "Pause", begin: "To the start", back: "One lesson back", on: "One lesson on", end: "To the newest lesson",
  speed: "Speed", speeds: { slow: "slow", quick: "quick", whole: "a whole life in 30 s" },
  lesson: (/** @type {string} */ n) => `Lesson ${n}`, of: (/** @type {string} */ all) => `of ${all} rows`, row: (/** @type {string} */ n, /** @type {string} */ all) => `row ${n} of ${all}`, life: (/** @type {string} */ n) => `life ${n}`, begins: (/** @type {string} */ n) => `Life ${n} begins`,
  ended: /** @type {Record<string, string>} */ ({ win: "The machine won", draw: "Nobody won", loss: "The machine lost", itself: "It played against itself" }),
  tally: (/** @type {string} */ won, /** @type {string} */ drawn, /** @type {string} */ lost) => `In this life it has won ${won}, drawn ${drawn} and lost ${lost}.`,
  board: "The board at the end of the last game", game: "The last game", boxes: "What this lesson changed",
  wallAbout: "All its boxes with their beads: a bigger dot is more beads", wallTold: (/** @type {string} */ boxes, /** @type {string} */ beads, /** @type {string} */ empty) => `${boxes} boxes, ${beads} beads, ${empty} empty`,
  find: "Look into box", look: "Look", then: (/** @type {string} */ row) => `after row ${row}`, more: (/** @type {string} */ beads) => `${beads} more`, less: (/** @type {string} */ beads) => `${beads} fewer`,
  here: "Play it as it was here", hereWhy: "It plays as it did then. Your game teaches nobody.", good: "How good was it here?",
  change: "What changed most?", remember: "Compare with this moment", changed: (/** @type {string} */ then, /** @type {string} */ now, /** @type {string} */ boxes) => `From row ${then} to row ${now}: ${boxes} changed.`,
  marks: "What else happened", plaque: "From here on nobody could beat it", dry: "The last bead it could open with was taken",
  late: "One moment…", away: "The museum does not answer. Try again in a minute.", noMachine: "There is no machine of that name here.",
};

export default messages;
