/**
 * All words that a visitor reads or hears, in English. A language is one such file: the same keys, with the same
 * parameters. *Stars* make a word bold. Figures come written already, in the language's own way.
 */

/** @param {number} n @param {string} figure @param {string} one @param {string} many */
const some = (n, figure, one, many) => `${figure} ${n === 1 ? one : many}`;
const ORDINALS = ["", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
/** @param {string} word */
const a = (word) => (/^[aeiou]/.test(word) ? "an" : "a");
/** @param {string[]} all */
const list = (all) => (all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`);

const messages = {
  site: {
    name: "Menagerie", tagline: "Machines that learn, made of matchboxes", nav: "The museum", hall: "Hall", rules: "Rules", language: "Language", minichess: "Minichess",
    titleOf: (/** @type {string} */ page) => `${page} · Menagerie`,
    reconnecting: "Reconnecting…", reconnectingKept: "Reconnecting… Your game is kept.",
    refused: (/** @type {string} */ why) => `The connection for playing is refused. For the operator of this museum: ${why}`,
    refusedUnknown: "something between this page and the server does not let WebSocket connections through. A proxy must pass on the headers Upgrade, Connection and Host.",
  },
  count: {
    beads: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "bead", "beads"),
    boxes: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "box", "boxes"),
    matchboxes: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "matchbox", "matchboxes"),
    games: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "game", "games"),
    machines: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "machine", "machines"),
    moves: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "move", "moves"),
    days: (/** @type {number} */ n, /** @type {string} */ f) => some(n, f, "day", "days"),
    seconds: (/** @type {string} */ f) => `${f} s`, minutes: (/** @type {string} */ f) => `${f} min`, hours: (/** @type {string} */ f) => `${f} h`,
    ago: (/** @type {string} */ span) => `${span} ago`,
  },
  beads: /** @type {Record<string, string>} */ ({
    white: "white", lilac: "lilac", silver: "silver", black: "black", gold: "gold", green: "green", amber: "amber", red: "red", pink: "pink", blue: "blue", turquoise: "turquoise", brown: "brown",
  }),
  pieces: { empty: "empty", cross: "cross", nought: "nought", whitePawn: "white pawn", blackPawn: "black pawn", whiteMan: "white man", blackMan: "black man", whiteKing: "white king", blackKing: "black king", whiteStone: "white stone", blackStone: "black stone" },
  sides: { white: "white", black: "black", crosses: "×", noughts: "○",
    machineStarts: (/** @type {string} */ who) => `${who} starts`, youStart: "You start", plays: (/** @type {string} */ side) => `You play ${side}`,
    youAre: (/** @type {string} */ start, /** @type {string} */ side) => `${start}; you are ${side}`,
    youPlay: (/** @type {string} */ start, /** @type {string} */ side) => `${start}; you play ${side}` },
  moves: {
    pass: "it passes", takes: (/** @type {number} */ n, /** @type {string} */ heap) => `it takes ${n} from heap ${heap}`, plays: (/** @type {string} */ at) => `it plays ${at}`,
    steps: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}`, jumps: (/** @type {string} */ from, /** @type {string[]} */ to) => `${from} jumps to ${to.join(", then to ")}`,
    captures: (/** @type {string} */ from, /** @type {string} */ to) => `${from} takes ${to}`,
    youPass: "You passed", youTook: (/** @type {number} */ n, /** @type {string} */ heap) => `You took ${n} from heap ${heap}`, youPlayed: (/** @type {string} */ move) => `You played ${move}`,
    takeFrom: (/** @type {number} */ n, /** @type {string} */ heap) => `${n} from ${heap}`, passes: "pass", take: (/** @type {number} */ n) => `take ${n}`,
  },
  board: {
    name: "The board", heaps: "The heaps", pass: "Pass",
    cell: (/** @type {string} */ at, /** @type {string} */ piece) => `${at}, ${piece}`, chosen: "chosen", play: "you may play here", move: "you may move it", to: "you may move there", capture: "you may capture it",
    heap: (/** @type {string} */ heap, /** @type {number} */ size, /** @type {number} */ take) => `Heap ${heap} of ${size}: take ${take === size ? "all" : take}`, notNow: "not now",
    skip: "Skip to the board",
  },
  wrong: {
    occupied: "That place is taken. Choose an empty one.", cannotGo: (/** @type {string} */ from) => `The piece on ${from} cannot go there. The dots show where it can.`,
    notYours: "That piece is not yours.", stuck: "That piece cannot move now. The ones that can have a bright rim.", empty: "Choose one of your pieces first: those that can move have a bright rim.",
    notHere: "You may not play there now: the dots show where you can.", soon: "One moment: the game is being set up.", notYourTurn: "One moment: it is the machine’s move.", offline: "The line is down. Your game is kept.", mustCapture: "You must capture here: the pieces that can have a bright rim.",
  },
  turn: {
    wait: "One moment…", yours: "Your turn", of: (/** @type {string} */ who) => `${who}’s turn`, dry: "Out of beads", won: (/** @type {string} */ who) => `${who} won`, draw: "A draw", youWon: "You won", reconnecting: "Reconnecting…",
  },
  say: {
    fetching: (/** @type {string} */ who) => `${who} is being fetched from its shelf.`,
    pending: (/** @type {string} */ move, /** @type {string} */ who) => `${move}. ${who} looks for the box with this position on its label.`,
    heapsYours: "The heaps are yours: take a counter, and with it all those above it.",
    boardYours: (/** @type {string} */ who) => `The board is yours. After your move ${who} looks for the box with that position on its label.`,
    noBox: (/** @type {string} */ who, /** @type {string} */ move) => `${who} has no box for that position and drew no bead: ${move}.`,
    opened: (/** @type {string} */ who, /** @type {string} */ no) => `${who} opened box ${no}`, made: (/** @type {string} */ who) => `${who} had no box for this position, and made one`,
    shaking: (/** @type {string} */ opened) => `${opened} and shakes it…`, guess: (/** @type {string} */ opened) => `${opened}. Which bead will come? Touch its odds.`,
    drew: (/** @type {string} */ opened, /** @type {string} */ bead, /** @type {string} */ move) => `${opened}, and drew ${a(bead)} *${bead}* bead: ${move}.`,
    empty: (/** @type {string} */ opened) => `${opened}. There is no bead in it.`,
    guessed: "You guessed it!", guessedNot: (/** @type {string} */ bead) => `You had guessed ${bead}.`, dry: (/** @type {string} */ who) => `${who} has no bead left in the box with which it must open.`,
  },
  end: /** @type {Record<string, (side: "you"|"machine"|"none", who: string, points: number) => string>} */ ({
    line: (side, who) => (side === "you" ? "You have three in a row." : `${who} has three in a row.`),
    "board-full": () => "The board is full, and nobody has three in a row.",
    "far-row": (side, who) => (side === "you" ? "Your pawn reached the far row." : `A pawn of ${who} reached the far row.`),
    "all-captured": (side, who) => (side === "you" ? `You captured every piece of ${who}.` : `${who} captured every piece of yours.`),
    blocked: (side, who) => (side === "you" ? `${who} cannot move.` : "You cannot move."),
    "two-kings": () => "Both sides have a king: by the rules that is a draw.",
    "last-counter": (side, who) => (side === "you" ? "You took the last counter." : `${who} took the last counter.`),
    score: (side, who, points) => (side === "none" ? "Both sides hold as many points." : `Counted out: ${side === "you" ? "you hold" : `${who} holds`} ${Math.abs(points)} more.`),
    length: () => "The game went on too long, so it counts as a draw.",
    resign: (_, who) => `${who} opened a box and found no bead in it, so it resigned.`,
    board: (side, who) => (side === "you" ? `You beat ${who}.` : side === "machine" ? `${who} won this one.` : "Nobody won."),
  }),
  lesson: {
    title: "What you taught it", counting: "The beads are being counted…", nothing: "No bead moved", openedTitle: "Opened in this game",
    frozen: "The curator has frozen this machine: it plays, and its beads stay as they are.", nothingMoved: "By this machine’s rule no bead moves after such a game.",
    in: (/** @type {string} */ beads, /** @type {string} */ boxes) => `${beads} put into ${boxes}`, out: (/** @type {string} */ beads, /** @type {string} */ boxes) => `${beads} taken out of ${boxes}`, both: (/** @type {string} */ beads, /** @type {string} */ boxes) => `${beads} moved in ${boxes}`,
    more: "It will play these moves more.", less: "It will play these moves less.", moreOne: "It will play this move more.", lessOne: "It will play this move less.",
    chipMore: "plays it more", chipLess: "plays it less", chipSame: "as likely as before", chipEmpty: "the box is empty now",
    chip: (/** @type {string} */ box, /** @type {string} */ bead, /** @type {string} */ before, /** @type {string} */ after, /** @type {string} */ effect) => `${box}, ${bead}: ${before} → ${after}: ${effect}`,
    perfectRise: (/** @type {string} */ now, /** @type {string} */ before) => `Against a perfect player it now holds *${now}* of its games; before this one it was *${before}*.`,
    perfectSame: (/** @type {string} */ now) => `Against a perfect player it holds *${now}* of its games, as before.`,
    randomRise: (/** @type {string} */ now, /** @type {string} */ before) => `Against somebody who moves at random it wins *${now}*; before it was *${before}*.`,
    randomSame: (/** @type {string} */ now) => `Against somebody who moves at random it wins *${now}*, as before.`,
    emptied: (/** @type {string} */ boxes) => `Empty now: ${boxes}.`, written: (/** @type {string} */ number) => `Written down for good as row ${number} of its log.`,
    next: "Next game", guess: "Guess the bead", guessOn: "You guess the bead before each draw", label: "The open box and the lesson", remaining: (/** @type {number} */ n) => `and ${n} more`,
  },
  strength: {
    label: "against a perfect player it holds", short: "holds against perfect play", meter: (/** @type {string} */ percent) => `Against a perfect player it holds ${percent} of its games`, unbeatable: "cannot be beaten", none: "too large to reckon exactly",
  },
  rule: /** @type {Record<string, string>} */ ({
    "michie-1961": "If it wins, three beads go into each of these boxes; after a draw, one; if it loses, the beads it drew are taken out.",
    "scroggs-2015": "If it wins, three beads go into each of these boxes; after a draw, one; if it loses, the beads it drew are taken out.",
    "gardner-her": "If it loses, the last bead it drew is taken out. If it wins, no bead moves.",
    "gardner-reward": "If it wins, a bead goes into each of these boxes. If it loses, the last bead it drew is taken out.",
    "tanner-carnival": "If it wins, a bead goes into each of these boxes. Nothing is ever taken out.",
    tretyakov: "If it loses, all beads of the last colour it drew are taken out of the last box. If it wins, no bead moves.",
    nimble: "If it wins, beads go into these boxes. If it loses, the last bead it drew is taken out.",
    "two-compartment": "If it loses, both compartments of the last bead’s colour are emptied. If it wins, no bead moves.",
    other: "When the game is over, its rule says whether beads move in these boxes.",
  }),
  box: {
    shut: "All boxes are shut", open: (/** @type {string} */ no) => `Box ${no} is open`, newOpen: "A new box is open", last: (/** @type {string} */ no) => `Box ${no} was opened last`, newLast: "A new box was made last", name: (/** @type {string} */ no) => `Box ${no}`, newName: "New box", no: (/** @type {string} */ no) => `No ${no}`, newNo: "New",
    turn: (/** @type {number} */ n) => `its ${ORDINALS[n] ?? `${n}th`} move`, label: (/** @type {string} */ name) => `The label of ${name}: its position, and a bead on every move`, drawer: (/** @type {string} */ beads) => `${beads} in the drawer`,
    bare: "not one bead", resigned: "The drawer was empty, so the machine resigned.", shutWords: "When it is the machine’s move it looks for the box with your position on its label, shakes it, and plays the bead that falls out.",
    first: "The first box is empty", dryWords: "All its opening beads were taken away in games that it lost. An empty box cannot be shaken.", cover: "boxes made when first needed", compartments: "It draws from the left compartment as long as there is a bead in it.", left: "A", right: "B",
    never: "not in this draw", solved: "solved: no bead in it is a mistake", lost: "lost whatever it draws", odds: "The odds of each bead",
  },
  find: {
    button: "Find my box", title: "Find my box", board: "The position that you set up", how: "For a wall of real matchboxes: touch the squares until the board is as yours. Each touch puts the next piece there.",
    howHeaps: "For a wall of real matchboxes: touch a heap until it is as yours. Each touch takes a counter away.", start: "Start position", clear: "Clear the board", close: "Close", heap: (/** @type {string} */ heap, /** @type {number} */ size) => `Heap ${heap} of ${size}`,
    box: (/** @type {string} */ no, /** @type {string} */ turn, /** @type {string} */ beads) => `Box ${no}: ${turn}, ${beads}.`, open: (/** @type {string} */ no) => `Open box ${no}`, turned: "The label shows the same position, turned or mirrored: turn your board to match it.",
    none: (/** @type {string} */ who) => `No box has this position on its label: either it is not ${who}’s move, or there is nothing to choose, or no game of ${who} comes here.`,
    noneYet: (/** @type {string} */ who) => `No box has this position yet. ${who} makes its boxes when it first meets a position.`,
  },
  dry: {
    title: (/** @type {string} */ no) => `Box ${no} is empty`, why: "It must open this box next, and the last bead in it was taken away after the game on the board.",
    first: "To the start of its last game", back: "One move back", on: "One move on", last: "Its last game", end: "To the end of its last game", visitor: "The visitor", begin: "the game begins",
    step: (/** @type {string} */ at, /** @type {string} */ all) => `${at} of ${all}`, move: (/** @type {string} */ who, /** @type {string} */ move) => `${who} ${move}.`, over: (/** @type {string} */ words) => `${words}.`, twin: (/** @type {string} */ who) => `Meanwhile play ${who}`,
  },
  prizes: {
    title: "Prizes", why: "they grow as it gets better", now: (/** @type {string} */ prize) => `Beat it now, and you win *${prize}*.`, oneIn: (/** @type {string} */ n) => `Of ${n} who play at random, one beats it.`, nobody: "Nobody who plays at random beats it.",
    begin: "to begin with", from: (/** @type {string} */ n) => `when 1 in ${n} beats it`, ticket: "Print a ticket (PDF)", won: (/** @type {string} */ prize) => `Your prize: *${prize}*.`,
    names: /** @type {Record<string, string>} */ ({ "a paper flower": "a paper flower", "a whistle": "a whistle", "a balloon": "a balloon", "a spinning top": "a spinning top", "a kite": "a kite", "a toy steamboat": "a toy steamboat", "a big bear": "a big bear", "the golden matchbox": "the golden matchbox" }),
  },
  wall: {
    title: "The wall", label: "The wall of matchboxes", now: (/** @type {string} */ beads) => `${beads} now`, frozen: "frozen", none: "none yet: a box is made whenever a position is met first", loading: "being dusted…",
    solved: "solved: every bead left keeps the game’s value", dust: "never changed", empty: "empty", here: "open now", opened: "opened in this game", gold: "solved", row: (/** @type {string} */ turn) => `Its ${turn.replace(/^its /, "")}`,
    more: (/** @type {string} */ n) => `and ${n} more`, close: "Shut the box", before: "Box", missing: (/** @type {string} */ no) => `There is no box ${no} on this wall.`,
    box: (/** @type {string} */ no, /** @type {string} */ beads) => `Box ${no}, ${beads}`,
  },
  room: {
    title: "In the room now", label: "In the room now", looking: "Looking who is here…", alone: "You are the only one here.", others: (/** @type {number} */ playing, /** @type {number} */ watching) => `${list([playing ? `${playing} ${playing === 1 ? "other visitor plays" : "other visitors play"}` : "", watching ? `${watching} ${watching === 1 ? "looks on" : "look on"}` : ""].filter(Boolean))}.`,
    board: (/** @type {string} */ moves) => `A board in play, after ${moves}`, visitorWon: "A visitor won", itself: "It played itself", noBead: "no bead moved", empty: (/** @type {string} */ boxes) => `empty now: ${boxes}`,
    acts: /** @type {Record<string, string>} */ ({ start: "The machine was set up", reset: "A new life began: all boxes filled afresh", rewind: "The curator turned back time", unteach: "A visit’s lessons were taken back", freeze: "The boxes were closed to learning", thaw: "The boxes may learn again", topup: "Beads were topped up", fork: "The machine was copied from another" }),
  },
  life: {
    title: (/** @type {string} */ who) => `The life of ${who}`, key: "up a win, level a draw, down a loss", last: "Your game is the last step.", none: "Its first visitor makes the first step.", itself: (/** @type {string} */ games) => `It taught itself in ${games}, with no visitor to win or lose against. The first visitor’s game makes the first step.`,
    above: (/** @type {string} */ n, /** @type {string} */ seq) => `After log row ${seq} it stands ${n} above where it began.`, below: (/** @type {string} */ n, /** @type {string} */ seq) => `After log row ${seq} it stands ${n} below where it began.`,
  },
  figures: { games: "games learned", wins: "it won", draws: "drawn", losses: "it lost", itself: (/** @type {string} */ games) => `${games} against itself` },
  table: {
    missing: "There is no machine of that name in the museum.", back: "Back to the hall", giveUp: "Give up", giveUpSure: "Give up: sure?", gaveUp: (/** @type {string} */ who) => `You gave that game up, so ${who} learned nothing from it.`,
    whoStarts: "Who starts", youStart: "You start", itStarts: "It starts", newGame: "New game", csv: "Every bead that ever moved here, as a table (CSV)", labels: "Print its labels, and build it from matchboxes (PDF)", data: "For programmers: its data",
    newLife: "A new life begins in", newLifeAfter: "with every box filled afresh. The old life stays readable in its log.", dryFrozen: (/** @type {string} */ who) => `The curator has frozen ${who} as it lies here. A new life begins only once it is thawed.`,
    kept: "Your game is kept.", tooOld: "That game could not go on: it was too old, or the machine began a new life. Here is a new one.", cannotGoOn: "That game could not go on. Here is a new one.", again: (/** @type {string} */ why, /** @type {string} */ seconds) => `${why} Trying again in ${seconds}.`, restarting: "The museum is being restarted. Your game is kept.",
    foot: "Every bead that ever moved here is kept.", story: "Its story", restful: "It rests, but its lessons do not fade.",
  },
  errors: /** @type {Record<string, string>} */ ({
    busy: "It cannot write lessons down just now.", "too-fast": "That was quicker than the museum can follow.", "too-many-episodes": "Very many games have been begun from here.", "illegal-move": "That move is not possible here.", other: "That did not work.",
  }),
  rules: {
    title: (/** @type {string} */ game) => `How to play ${game}`, close: "Let me play", open: "Rules", win: "How to win", step: (/** @type {number} */ n) => `Step ${n}`,
    learn: "It plays by drawing beads, and learns when the game is over.",
  },
  games: /** @type {Record<string, {name: string, line: string, win: string, steps: [string, string, string]}>} */ ({
    "noughts-and-crosses": { name: "noughts and crosses", line: "Take turns to mark an empty square.", win: "Three of your marks in a row win, across, down or slanting.", steps: ["An empty board.", "Mark any empty square.", "Three in a row: won."] },
    hexapawn: { name: "hexapawn", line: "Move a pawn straight ahead, or capture slantwise ahead.", win: "Reach the far row, capture every pawn, or leave the other side no move.", steps: ["Ahead to an empty square.", "Capture slantwise.", "On the far row: won."] },
    nim: { name: "nim", line: "Take as many counters as you like from one heap.", win: "Whoever takes the last counter wins.", steps: ["Three heaps of three.", "Take some of one heap.", "The last counter: won."] },
    misere: { name: "misère nim", line: "Take as many counters as you like from one heap.", win: "Whoever must take the last counter loses.", steps: ["Three heaps of three.", "Take some of one heap.", "One left: who takes it loses."] },
    checkers: { name: "mini-checkers", line: "Men step slantwise ahead and jump over an enemy to capture it; you must capture if you can.", win: "Leave the other side no piece or no move. A man on the far row becomes a king, and kings go back as well.", steps: ["Step slantwise ahead.", "Jump over an enemy: it is taken.", "No piece left: won."] },
    russian: { name: "Russian mini-checkers", line: "Men step slantwise ahead and capture both ways; you must capture if you can. A king flies as far as it can.", win: "Leave the other side no move. Once both sides have a king, it is a draw.", steps: ["Step slantwise ahead.", "Jump over an enemy: it is taken.", "No piece left: won."] },
    go: { name: "Go", line: "Place a stone on a free point, or pass. Stones without a free point beside them are captured.", win: "After two passes, whoever holds more points wins. No board may come twice.", steps: ["An empty board.", "White has one free point left…", "…black takes it: captured."] },
  }),
  finished: {
    badge: "it has learned everything", title: "It had learned everything", lead: "From some game on, no line of play by anybody could beat it. Such a life is kept on a plaque; the graduate can still be played, and then a new life begins from the first bead.",
    era: (/** @type {string} */ n) => `Life ${n}`, since: (/** @type {string} */ date) => `since ${date}`, games: "games until then", left: (/** @type {string} */ games) => `After ${games} more a new life begins.`, stays: "It stays as it is.",
    ended: (/** @type {string} */ games) => `It went on for ${games}, then a new life began.`, play: "Play it as it was then", here: (/** @type {string} */ who) => `This is the ${who} that you are playing.`,
    past: "as it was then: it plays, and learns nothing", nothing: "It plays as it was then, and no bead moves.",
  },
  practice: {
    title: "Watch it learn", lead: "A copy of this machine plays 200 games before your eyes, in about ten seconds. The copy is yours and is thrown away: the machine itself learns nothing from it.",
    against: "It plays against", random: "somebody who moves at random", optimal: "a perfect player", twin: "its untaught twin", from: "It begins", now: "as it is now", start: "knowing nothing", go: "Watch it learn",
    fetching: (/** @type {string} */ who) => `A copy of ${who} is being taught…`, busy: "The museum has no time for that just now. Please try again in a moment.",
    pause: "Pause", goOn: "Go on", again: "Once more", slower: "Slower", faster: "Faster", slider: "Games played",
    key: "The line goes *up a win, down a loss*. The green field is how many games the copy would hold *against a perfect player*, reckoned exactly from its beads.", keyPlain: "The line goes *up a win, down a loss*.",
    count: (/** @type {string} */ n, /** @type {string} */ of, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `Game *${n}* of ${of}: it won *${w}*, drew *${d}*, lost *${l}*.`,
    recent: (/** @type {string} */ games, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `The last ${games}: won ${w}, drew ${d}, lost ${l}`,
    holds: (/** @type {string} */ percent) => `Against a perfect player it holds *${percent}*`, made: (/** @type {string} */ boxes, /** @type {string} */ beads) => `It has *${boxes}* with *${beads}*`,
    firstBox: "The box it opens first", won: "won", drew: "drew", lost: "lost", game: (/** @type {string} */ n) => `Game ${n}: the copy`, gameAfter: (/** @type {string} */ n, /** @type {string} */ moves) => `Game ${n}, after ${moves}`, replay: "Replay",
    sum: (/** @type {string} */ games, /** @type {string} */ w, /** @type {string} */ d, /** @type {string} */ l) => `${games}: the copy won *${w}*, drew *${d}*, lost *${l}*.`,
    unbeatable: (/** @type {string} */ n) => `After game *${n}* it *cannot be beaten* any more, by anybody.`, notYet: "It can still be beaten.", dry: (/** @type {string} */ who, /** @type {string} */ games) => `After *${games}* the copy had no bead left to open with: so even ${who} could run dry.`,
    thrownAway: (/** @type {string} */ who) => `The copy is thrown away now; ${who} is as it was.`, figures: "The same in figures",
    table: { games: "games", won: "won", drew: "drawn", lost: "lost", holds: "holds against perfect play", boxes: "boxes", beads: "beads in the first box" },
  },
  hall: {
    title: "Menagerie: machines that learn, made of matchboxes", lead: "Sit down and teach one", skip: "Skip to the machines",
    story: "Each of these machines is a wall of matchboxes with coloured beads in them: a box for every position it can meet, a colour for every move it can make. It plays by shaking a box and drawing a bead. When it wins, beads may be added; when it loses, beads may be taken away. Nothing else happens, and yet it learns.",
    kept: "Every machine here is one, and kept for good. Whatever you teach it, it will play to the next visitor.",
    none: "There is no machine in the museum yet.", totals: (/** @type {string} */ machines, /** @type {string} */ boxes, /** @type {string} */ games) => `${machines}, ${boxes}, ${games} learned so far.`, playing: (/** @type {number} */ n) => `${n} ${n === 1 ? "visitor is" : "visitors are"} playing now.`, nobody: "Nobody is playing just now.",
    play: "Play", startHere: "Start here", fresh: "Knows nothing yet: be its first teacher", record: (/** @type {string} */ wins, /** @type {string} */ draws, /** @type {string} */ losses) => `it won ${wins}, drew ${draws}, lost ${losses}`, itself: (/** @type {string} */ games) => `taught itself in ${games}`,
    finished: "has learned everything", frozen: "frozen: it plays, and learns nothing", dry: "resting, out of beads", here: (/** @type {number} */ n) => `${n} playing now`, free: "free: sit down", holds: (/** @type {string} */ percent) => `holds ${percent} against a perfect player`, lessons: (/** @type {string} */ games) => `${games} learned`,
    foot: "Menagerie keeps every bead that ever moved.", api: "For programmers: the machines as data", whyNoChess: "Why there is no machine for minichess", board: "Its board",
  },
  kiosk: {
    play: "Touch to play", playHall: "Touch to choose a machine", pause: "Pause", goOn: "Go on", label: "The machine plays for show",
    lead: "Matchboxes that learn", forShow: "It plays for show: nobody is taught, and no bead moves.",
    start: (/** @type {string} */ who, /** @type {string} */ twin) => `${who} plays its twin ${twin}.`, startItself: (/** @type {string} */ who) => `${who} plays both sides.`, startAlone: (/** @type {string} */ who) => `${who} plays somebody who moves at random.`,
    twin: (/** @type {string} */ twin, /** @type {string} */ move) => `Its twin *${twin}*: ${move}.`, itself: (/** @type {string} */ move) => `Its other side: ${move}.`, random: (/** @type {string} */ move) => `The other side, at random: ${move}.`,
    other: "The other side", away: "The museum’s server cannot be reached just now. Everything goes on by itself as soon as it answers.", waiting: "One moment…",
    stillThere: "Are you still there?", stay: "I am still here", otherwise: "Touch anywhere to go on. Otherwise the next visitor’s turn begins.",
    fault: (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ low, /** @type {string} */ high) => `For the operator of this kiosk: in its address ${name} is “${value}”; it must be a number from ${low} to ${high}.`,
  },
  lost: { title: "There is nothing here", words: "The address leads to no page of this museum. The machines are all in the hall.", back: "To the hall" },
  offline: { title: "The museum cannot be reached", words: "This page comes back by itself as soon as the museum answers.", kept: "Your game is kept.", retry: "Try now" },
  chess: {
    title: "The machine that is not here", skip: "Skip to the text", back: "Back to the machines that are here",
    one: "Minichess is chess on five by five squares: king, queen, bishop, knight, rook, and a row of pawns before them. Martin Gardner put it to his readers in 1969. It looks like a game for matchboxes, and none can be built.",
    two: "MENACE needs 304 boxes, because noughts and crosses has no more positions in which it must choose. Checkers on the same five by five squares has 821,577 positions, and here its boxes are made only when a visitor first leads there. Minichess has about nine million million million legal positions. At one matchbox a second the wall would take some 285 thousand million years to fill, twenty times as long as there have been stars to see it by.",
    three: "And hardly any box would be opened twice. A machine of this kind learns a position by meeting it again; it knows nothing of a position that is only like another one. Where positions do not come back, beads teach nothing.",
    source: "Mhalla and Prost 2013, Gardner's Minichess Variant is solved, arXiv:1307.7118.",
  },
  stories: /** @type {Record<string, string>} */ ({}),
};

export default messages;
