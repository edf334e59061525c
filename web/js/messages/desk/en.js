/** What the curator's desk says. It is for grown-ups. */

/** @typedef {{before: number, kept: number, removed: number, added: number}} Episodes */
const messages = {
  title: "The curator’s desk", page: "The curator’s desk · Menagerie", skip: "Skip to the machine", desk: "Desk", unlock: "Open the desk", lock: "Lock", token: "The curator’s token",
  lead: "Here new machines are created, and those that are here begin new lives. Nothing is ever thrown away: whatever is done here becomes a row in the machine’s log, and what was before stays readable.",
  tokenWords: "The operator of this museum has the token. This page keeps it until it is closed or reloaded, and nowhere else.",
  machines: "Machines", create: "A new machine", done: "What was done", doneBy: "by curators, and by the museum itself; newest first", earlier: "Earlier", api: "All of this can be done by programs too:", apiLink: "the desk as data (API)", table: "Its table", tableSmall: "its table", log: "its log",
  blank: "A token has no blanks and only plain letters, digits and signs.", silent: "The museum does not answer.", wait: (/** @type {string} */ s) => `Try again in ${s} s.`, refused: "This is not the curator’s token.", closed: "The desk of this museum is closed.", often: "That was tried too often.",
  state: { frozen: "frozen", dry: "dry", finished: "finished", lessons: (/** @type {string} */ games) => `${games} learned` },
  by: { curator: "by a curator", museum: "by the museum", row: (/** @type {string} */ n) => `row ${n}` },
  figures: { episodes: "games learned", wins: "it won", draws: "drawn", losses: "it lost", beads: "beads", boxes: "boxes", era: "life", seq: "log rows" },
  condition: {
    frozen: "Frozen: it plays, and learns nothing, until it is thawed. It can still be copied.", dry: "Dry: it has no bead to open with, and will begin a new life by itself.",
    finished: "Finished: nobody can beat it any more. No new life begins by itself, as the server was started with --finished-games 0.",
    finishedLeft: (/** @type {string} */ games) => `Finished: nobody can beat it any more. It begins a new life by itself after ${games} more (the server’s --finished-games). Until then it can be copied, and its graduate stays playable.`,
  },
  choose: "What shall be done?", look: "See what that does", seats: /** @type {Record<string, string>} */ ({ first: "begins", second: "answers", either: "plays either side" }),
  acts: /** @type {Record<string, {name: string, about?: string, title: string, deed: string}>} */ ({
    unteach: { name: "Unteach a visit", about: "The beads are as if these games had never been played; what others taught stays.", title: "Unteach this visit?", deed: "Unteach" },
    rewind: { name: "Back in time", about: "The beads are as they were after a game of this life. A way back can be gone back too.", title: "Go back in time?", deed: "Go back" },
    reset: { name: "A new life", about: "Every box is filled as new. The life that it had stays readable, and gets a plaque with its figures.", title: "Begin a new life?", deed: "Begin anew" },
    topup: { name: "Top up", about: "Every colour in every box has at least so many beads.", title: "Top up the boxes?", deed: "Top up" },
    freeze: { name: "Freeze", about: "It goes on playing, and learns nothing until it is thawed.", title: "Freeze it?", deed: "Freeze" },
    thaw: { name: "Thaw", about: "It learns again from every game.", title: "Thaw it?", deed: "Thaw" },
    fork: { name: "Copy", about: "A new machine, as this one was after any row of its log. This one stays as it is.", title: "Create this copy?", deed: "Put it up" },
    start: { name: "Created", title: "Create this machine?", deed: "Put it up" },
  }),
  visits: { title: "Who played it last", none: "Nobody has played it lately.", other: "Another visit", id: "Its id", span: (/** @type {string} */ from, /** @type {string} */ to) => (from === to ? from : `${from} to ${to}`), won: (/** @type {string} */ visitor, /** @type {string} */ machine) => `visitor won ${visitor}, machine won ${machine}`, loading: "Looking who it was…" },
  rewind: { row: "To row", slider: "To which game", curve: "Its life: up a win, down a loss. The line is where it goes back to.", takes: (/** @type {string} */ games) => `${games} after that will count no longer.` },
  topup: "Beads", begin: "Beads of each colour, by move", beginAbout: "left empty: as its rule says; more in the first boxes helps a machine that runs dry", fork: { name: "Name in addresses", nameAbout: "small letters, digits and dashes", title: "Title for people", titleHolder: "the same as the name", at: "As it was after row" },
  summary: /** @type {Record<string, (who: string, detail: any) => string>} */ ({
    unteach: (who) => `${who} forgets what this visit taught.`, rewind: (who, { to }) => `${who} goes back to row ${to}.`, reset: (who, { era, start }) => `${who} begins life ${era + 1} with ${start ? `${start.join("/")} beads of each colour, by move` : "every box as new"}.`,
    topup: (who, { to }) => `${who} has at least ${to} beads of each colour in every box.`, freeze: (who) => `${who} is frozen: it plays, and learns nothing, until it is thawed.`, thaw: (who) => `${who} learns again.`,
    start: (who) => `${who} is created.`, fork: (who, { name, seq }) => `${who} is created as a copy of ${name}, as it was after row ${seq}.`,
  }),
  because: /** @type {Record<string, string>} */ ({ dry: "It had no bead left in a box that it must open.", finished: "It had learned everything." }),
  effect: {
    out: (/** @type {string} */ games, /** @type {string} */ all) => `${games} of ${all} count no longer.`, in: (/** @type {string} */ games) => `${games} count again.`, with: (/** @type {string} */ games) => `${games} come with it.`, none: "No bead is moved.",
    made: (/** @type {string} */ beads, /** @type {string} */ boxes) => `It has ${beads} in ${boxes}.`, moved: (/** @type {string} */ before, /** @type {string} */ after, /** @type {string} */ boxes) => `${before} beads become ${after}, in ${boxes}.`,
  },
  ledger: { games: "games that count", beads: "beads", boxes: "boxes", same: (/** @type {string} */ n) => `${n}, as before`, change: (/** @type {string} */ n, /** @type {string} */ all) => `${n} of ${all} change`, stay: "all stay as they are", out: (/** @type {string} */ n) => `${n} out`, in: (/** @type {string} */ n) => `${n} in` },
  plaque: { title: (/** @type {string} */ life, /** @type {string} */ from, /** @type {string} */ to) => `Life ${life} · rows ${from} to ${to}`, games: (/** @type {string} */ games, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `${games}: it won ${w}, drew ${d} and lost ${l}.`, beads: (/** @type {string} */ beads) => `${beads} at its end`, dry: (/** @type {string} */ row) => `; it ran dry at row ${row}` },
  kept: "Every machine is kept for good.", row: (/** @type {string} */ n) => `It will be row ${n} of the log, or the next that is free. All rows before it stay.`, leave: "Leave it",
  wrong: /** @type {Record<string, string>} */ ({
    name: "This is no name for a machine: it has 1 to 40 small letters and digits, with single dashes between.", to: "This must be a whole number, and a row of this life.", at: "This must be the number of a row of its log.", visit: "This is no visit: choose one, or type its id as the lists of games give it.", title: "This title cannot be.", rule: "This rule cannot be.", game: "This game cannot be.", seat: "This seat does not fit the game.", boxes: "These boxes do not fit the game.", story: "The story is too long.",
  }),
  taken: "There is a machine of this name already.", impossible: "That cannot be done as the machine is now.",
  form: {
    lead: "any game, seat, rule and boxes that fit each other", what: "What it is", says: "What its label says", game: "Game", seat: "Seat", boxes: "Boxes", rule: "Rule that it learns by", options: "With other options", look: "See what that makes",
    title: "Title", maker: "Maker", story: "Story", paint: "Paint", titleHolder: "The Cubs", makerHolder: "Class 4b, 2026", nameHolder: "the-cubs",
    gameNames: /** @type {Record<string, string>} */ ({
      "noughts-and-crosses": "Noughts and crosses", hexapawn: "Hexapawn", octapawn: "Octapawn",
      "nim-3x3": "Nim", "nim-3x3-misere": "Nim, misère",
      "mini-checkers": "Mini-checkers", "mini-checkers-russian": "Mini-checkers, Russian", "checkers-5x5": "Checkers on 5 x 5",
      "go-2x2": "Go on 2 x 2 points", "go-3x3": "Go on 3 x 3 points",
    }),
    wide: (/** @type {string} */ columns) => `Extendapawn, ${columns} columns`,
    rules: /** @type {Record<string, string>} */ ({
      "tretyakov-propagating": "Tretyakov’s rule, and blame goes back: at a box with at most one bead of each colour, the bead of the move before loses one, but never the last of its colour.",
      "tretyakov-pruned": "Tretyakov’s rule with blame that goes back; and it draws only colours with two beads or more, where there are any.",
      "top-up": "Three beads after a win, one after a draw, one less after a loss; after each game every colour of every box has at least one bead again.",
      cs441: "32 beads of each colour. Three more for a move that won, one less for one that lost, but never less than one.",
      "mark-two": "If it wins, three beads for each bead drawn. If it loses, one for each bead drawn, once for each of its moves: so it learns to hold out.",
      "self-analysis": "If it wins, no bead moves. If it loses, the solver says which move was the mistake, and that bead is taken out.",
      "nimble-two-beads": "Two beads of each colour. If it wins, one more for each bead drawn; if it loses, the last one is taken out.",
    }),
    conventions: /** @type {Record<string, string>} */ ({
      canonical: "One box for all boards that are the same when they are turned or mirrored.",
      rotations: "One box for all boards that are the same when they are turned. For square boards.",
      mirror: "One box for a board and its mirror image, left and right.",
      raw: "One box for each board as it stands. Not for games whose boxes are made when first met.",
      "gardner-24": "Gardner’s published 24. For hexapawn, second.",
      "tretyakov-24": "Tretyakov’s published 24. For Russian mini-checkers, second.",
    }),
    labels: /** @type {Record<string, string>} */ ({ start: "Beads to start with", win: "After a win", draw: "After a draw", loss: "After a loss", floor: "No count below", upkeep: "Filled up to after each game", empty: "At an empty box", propagate: "Punishes the move before", prune: "Draws from the fuller colours", choose: "Draws by chance, or always what it has most of", delay: "After a loss, for each move that it lasted", analyse: "After a loss, only the mistake" }),
  },
};

export default messages;
