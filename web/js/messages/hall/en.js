/** What the hall says. */
const messages = {
  title: "Menagerie: machines that learn, made of matchboxes",
  lead: "304 matchboxes are learning to play. Teach them.",
  key: "Ten beads are ten games against somebody who makes no mistakes. The gold ones it would not lose.",
  skip: "Skip to the machines",
  pause: "Pause",
  goOn: "Go on",
  rooms: /** @type {Record<string, string>} */ ({
    noughts: "Noughts and crosses",
    pawns: "Pawns",
    heaps: "Heaps",
    checkers: "Checkers",
    go: "Go",
    end: "Where matchboxes end",
    more: "More machines",
  }),
  ten: (/** @type {string} */ n) => `Of 10 games against somebody who makes no mistakes it would not lose ${n}.`,
  story:
    "Each of these machines is a wall of matchboxes with coloured beads in them. There is a box for each board on which it has to choose, and a colour for each move. Boards that are the same when they are turned or mirrored share a box, so a colour can stand for up to four moves. Where there is nothing to choose there may be no box. It plays by shaking a box and drawing a bead. When it wins, beads may be added; when it loses, beads may be taken away. Nothing else happens, and yet it learns.",
  kept: "There is one of each machine, for everybody. What you teach it, it will play to the next visitor. When it has learned everything, or has run out of beads, it begins a new life; the record of every life is kept.",
  none: "There is no machine in the museum yet.",
  totals: (/** @type {string} */ machines, /** @type {string} */ boxes, /** @type {string} */ games) =>
    `${machines}, ${boxes}, ${games} learned so far.`,
  play: "Play",
  fresh: "Knows nothing yet",
  makes: "makes its boxes as you play",
  finished: "has learned everything",
  frozen: "frozen: it plays, and learns nothing",
  dry: "resting, out of beads",
  here: (/** @type {string} */ n) => `${n} playing now`,
  lessons: (/** @type {string} */ games) => `${games} learned`,
  people: "The people and their stories",
  books: "The experiments of the books, done again",
  lab: "The laboratory: your own experiment",
  foot: "Menagerie writes down every bead that moves.",
  api: "For programmers: the machines as data",
  whyNoChess: "Why there is no machine for minichess",
  board: "Its board",
};

export default messages;
