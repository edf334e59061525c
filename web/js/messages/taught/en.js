/** The page of one lesson. A message with values in it is a function of them. */

const some = (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
  `${f} ${bead} ${n === 1 ? "bead" : "beads"}`;

const messages = {
  skip: "Skip to the lesson",
  title: "A lesson",
  titleOf: (/** @type {string} */ no, /** @type {string} */ who) => `Lesson ${no} of ${who}`,
  titleOfPage: (/** @type {string} */ title) => `${title} · Menagerie`,
  waits: "One moment, I am looking for it.",
  lead: (/** @type {string} */ day, /** @type {string} */ who, /** @type {string} */ no, /** @type {string} */ all) =>
    `On ${day} somebody played this game, and ${who} learned from it. It was game ${no} of ${all} so far.`,
  ownLead: (
    /** @type {string} */ day,
    /** @type {string} */ who,
    /** @type {string} */ no,
    /** @type {string} */ all,
  ) => `On ${day} ${who} played this game against itself and learned from it. It was game ${no} of ${all} so far.`,
  code: "The code of this lesson",
  codeHow: "Whoever has this code finds the lesson again.",
  prints: { picture: "A picture of it", postcard: "A postcard", receipt: "A receipt" },
  type: "The code of a lesson",
  find: "Find it",
  ask: "Each lesson has a code. You see it after a game.",
  slip: (/** @type {string} */ code) =>
    `“${code}” is no code: a letter or a figure is wrong. Read it once more, letter by letter.`,
  none: (/** @type {string} */ code) => `There is no lesson with the code “${code}” yet.`,
  failed: "The museum does not answer just now. Try again in a minute.",
  unteach: (/** @type {string} */ day) => `On ${day} the museum took this lesson back. It counts no more.`,
  rewind: (/** @type {string} */ day, /** @type {string} */ who) =>
    `On ${day} the museum put ${who} back to how it was before this game. The lesson counts no more.`,
  dry: (/** @type {string} */ day, /** @type {string} */ who) =>
    `On ${day} ${who} had no beads left to begin with. It started a new life. This lesson belongs to an old one.`,
  finished: (/** @type {string} */ day, /** @type {string} */ who) =>
    `${who} learned so well that nobody could beat it. On ${day} it started a new life. This lesson belongs to an old one.`,
  curator: (/** @type {string} */ day, /** @type {string} */ who) =>
    `On ${day} the museum let ${who} start a new life. This lesson belongs to an old one.`,
  game: "The game",
  step: { back: "Back", play: "Show it", pause: "Stop", next: "Next" },
  start: "The game begins.",
  ply: (/** @type {string} */ n, /** @type {string} */ of) => `Move ${n} of ${of}.`,
  visitor: (/** @type {string} */ move) => `The visitor: ${move}.`,
  machine: (/** @type {string} */ who, /** @type {string} */ move) => `${who}: ${move}.`,
  drew: (/** @type {string} */ no, /** @type {string} */ bead) => `The bead out of box ${no} was ${bead}.`,
  ends: {
    win: (/** @type {string} */ who) => `${who} wins.`,
    draw: () => "Nobody wins.",
    loss: () => "The visitor wins.",
  },
  gaveUp: (/** @type {string} */ who) => `${who} gave up: its box was empty.`,
  ownEnds: { win: "Whoever began wins.", draw: "Nobody wins.", loss: "Whoever came second wins." },
  boxes: "What it changed",
  nothing: "After this game no bead moved.",
  box: (/** @type {string} */ no) => `Box ${no}`,
  before: "Before",
  after: "After",
  gave: (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
    `${some(n, f, bead)} went in.`,
  took: (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
    `${some(n, f, bead)} came out.`,
  still: (/** @type {number} */ n, /** @type {string} */ f, /** @type {boolean} */ all) =>
    n === 0
      ? "None is still here."
      : all
        ? n === 1
          ? "It is still here."
          : "All are still here."
        : `${f} of them ${n === 1 ? "is" : "are"} still here.`,
  drawn: (/** @type {number} */ n, /** @type {string} */ f, /** @type {string} */ bead) =>
    n === 0
      ? `Since then ${bead} was never drawn here.`
      : `Since then ${bead} was drawn here ${n === 1 ? "once" : `${f} times`}.`,
  around: "Other lessons",
  previous: "The lesson before",
  next: "The lesson after",
  newest: "This is the newest lesson.",
  play: (/** @type {string} */ who) => `Play ${who}`,
  hall: "To all machines",
};

export default messages;
