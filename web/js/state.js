/** Everything that the page of one machine knows: one plain object, and the functions that change it. */
import { freshCounts } from "./contents.js";
import { titleOf } from "./machine.js";

/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {import("./protocol.js").Feed} Feed */
/** @typedef {import("./protocol.js").Drawn} Drawn */
/** @import { Hello as PlayHello, WatchHello } from "./protocol.js" */
/**
 * A watcher's has no visit, which a museum that is read only gives to nobody.
 * @typedef {PlayHello | WatchHello & Partial<Record<Exclude<keyof PlayHello, keyof WatchHello>, undefined>>} Hello
 */
/**
 * A row of the log; itself: no visitor won or lost.
 * @typedef {import("./protocol.js").FeedRow & {itself?: boolean}} Row
 */
/** @typedef {Omit<import("./protocol.js").State, "ticket">} Play a game for show has no ticket */
/** @typedef {"piece"|"line"|"stamp"|"lesson"} EndPart the parts in which the end of a game is told */
/** @typedef {{drawn: Drawn, ply: number}} Opened a box opened in the episode in play */

/**
 * @typedef {object} Table
 * @property {string} name
 * @property {number} asOf it is played as it was after this log row; 0: as it is now
 * @property {import("./protocol.js").Machine|null} machine
 * @property {Hello|null} hello
 * @property {import("./connection.js").LineState} line
 * @property {Play|null} play the state on the board
 * @property {boolean} sits this connection has had a game: the server counts it among those who play
 * @property {boolean} drawing the machine's last draw is still being shown; its move is not on the board yet
 * @property {string|null} pending the visitor's move, sent and not answered
 * @property {boolean} guessing the drawn box waits for the visitor's guess
 * @property {{step: "find"|"shake"|"tilt"|"play"|"beads", words: string}|null} hand what the visitor's hands are to do
 *   for the machine, and in words; null: nothing
 * @property {number|null} guess the bead of the drawn box that the visitor guessed
 * @property {number} guessCount how often the visitor has guessed at this sitting
 * @property {number} guessHits and how often that was the bead
 * @property {EndPart} told how much of the end of the game has been shown
 * @property {number} overAt when the result was first shown, in milliseconds; 0 while a game is in play
 * @property {import("./protocol.js").Strength|null} strength the newest that is known
 * @property {{before: {sides: import("./protocol.js").Side[]}, after: import("./protocol.js").Strength}|null} taught
 *   how good it was before the last lesson, and after it
 * @property {import("./protocol.js").Learned|null} learned
 * @property {number} lessonNo which lesson of the machine's it was, counted from 1; 0: not known
 * @property {""|"late"} lessonWaits why the lesson is not there: the server cannot write it down
 * @property {boolean} spared the episode has ended and teaches nothing: the machine is frozen
 * @property {string|null} refused the connection is refused, in the server's words; null: it is not
 * @property {number|null} cutAfter something cuts the connection after so many seconds, again and again; null: nothing
 *   does
 * @property {Opened[]} trace
 * @property {import("./protocol.js").Dry|null} dry
 * @property {{plies: import("./protocol.js").ReplayedPly[], at: number, outcome: string}|null} replay the last game of
 *   a dry machine, and how many of its plies the board shows
 * @property {string} note what went not as planned, in words
 * @property {"you"|"machine"} starts where the seat is "either"
 * @property {Map<number, Box>} boxes
 * @property {Map<number, Map<number, number>>} missing boxes told of and not known, with the counts told meanwhile
 * @property {number} boxesSeq the log row up to which `boxes` is true
 * @property {Map<number, number>} fresh by turn: beads of one kind in a box never changed
 * @property {Set<number>} touched boxes seen changing
 * @property {Set<number>} flash boxes to be lit up in the next drawing
 * @property {Feed|null} feed the latest figures
 * @property {Row[]} rows the latest rows, newest first
 * @property {number[]} curveSeq
 * @property {number[]} curveHeight
 * @property {boolean} answers whether the visitor wants to know what a solver knows: see answers.js
 */

/** @param {string} name @param {number} [asOf] @returns {Table} */
export function createTable(name, asOf = 0) {
  return {
    name,
    asOf,
    machine: null,
    hello: null,
    line: "connecting",
    play: null,
    sits: false,
    drawing: false,
    pending: null,
    guessing: false,
    hand: null,
    guess: null,
    guessCount: 0,
    guessHits: 0,
    told: "lesson",
    overAt: 0,
    strength: null,
    taught: null,
    refused: null,
    cutAfter: null,
    learned: null,
    lessonNo: 0,
    lessonWaits: "",
    spared: false,
    trace: [],
    dry: null,
    replay: null,
    note: "",
    starts: "you",
    boxes: new Map(),
    missing: new Map(),
    boxesSeq: 0,
    fresh: new Map(),
    touched: new Set(),
    flash: new Set(),
    feed: null,
    rows: [],
    curveSeq: [],
    curveHeight: [],
    answers: false,
  };
}

export const ROWS_MAX = 6;
/** @type {EndPart[]} */
export const END_PARTS = ["piece", "line", "stamp", "lesson"];

/** Whether that part of the end has been shown. @param {Table} t @param {EndPart} part */
export const isTold = (t, part) => END_PARTS.indexOf(t.told) >= END_PARTS.indexOf(part);
export const CURVE_POINTS_MAX = 500;

/** @param {Table} t */
export const title = (t) => titleOf(t.name, t.machine?.title ?? t.hello?.title ?? t.name.toUpperCase());

/** @param {Table} t @returns {"waiting"|"your-turn"|"machine"|"over"} */
export function phase(t) {
  if (!t.play) return "waiting";
  if (t.drawing || t.pending) return "machine";
  if (t.play.outcome) return "over";
  return t.line === "open" && !t.dry ? "your-turn" : "waiting";
}

/** Whether the visitor has made a move in a game that goes on. @param {Table} t */
export function isUnderWay(t) {
  return t.play !== null && !t.play.outcome && t.play.ply > (t.play.seat === "first" ? 1 : 0);
}

/** What stands on the board now. @param {Table} t */
export function shownPosition(t) {
  if (t.dry && t.replay) return t.replay.plies[t.replay.at - 1]?.position ?? t.hello?.board.start ?? "";
  if (t.drawing && t.play?.drawn) return t.play.drawn.position;
  return t.play?.position ?? t.hello?.board.start ?? "";
}

/** The numbers of the boxes opened in this episode, as far as the visitor knows. @param {Table} t */
export const openedBoxes = (t) =>
  (t.hand?.step === "find" ? t.trace.slice(0, -1) : t.trace).map(({ drawn }) => drawn.number);

/** Whether it plays and learns nothing. @param {Table} t */
export const isFrozen = (t) => t.feed?.frozen ?? t.hello?.frozen ?? false;

/** Which seat is the machine's in this episode. @param {Table} t @returns {"first"|"second"} */
export function machineSeat(t) {
  if (t.play) return t.play.seat;
  if (t.hello && t.hello.seat !== "either") return t.hello.seat;
  return t.starts === "you" ? "second" : "first";
}

/**
 * Whether the bead changed is the one drawn from that box.
 * @param {Drawn} drawn
 * @param {import("./protocol.js").Change} change
 */
export const isChangeOf = (drawn, change) =>
  change.bead === drawn.bead && (drawn.number === null ? change.box === drawn.box : change.number === drawn.number);

/**
 * Put a state on the board.
 * @param {Table} t
 * @param {import("./protocol.js").State} state
 * @returns {boolean} whether a new draw is to be shown
 */
export function show(t, state) {
  const same = t.play?.episode === state.episode;
  const again = same && t.play?.ply === state.ply;
  if (!same) {
    if (t.trace[0] && t.play) t.trace = [];
    t.learned = null;
    t.lessonNo = 0;
    t.lessonWaits = "";
    t.spared = false;
    t.taught = null;
  }
  t.play = state;
  t.pending = null;
  t.dry = t.replay = null;
  const last = t.trace.at(-1);
  const drew = state.drawn && JSON.stringify(last?.drawn) !== JSON.stringify(state.drawn);
  if (drew && state.drawn) t.trace = [...t.trace, { drawn: state.drawn, ply: state.ply }];
  if (state.drawn) know(t, state.drawn.number);
  if (drew) t.guess = null;
  // hands that are at it go on
  if (!again || !t.hand) t.drawing = Boolean(drew) && !again && state.drawn?.bead !== null;
  return t.drawing;
}

/** @param {Table} t @param {import("./protocol.js").Boxes} boxes */
export function setBoxes(t, boxes) {
  if (boxes.seq < t.boxesSeq) return;
  t.boxesSeq = boxes.seq;
  t.boxes = new Map(boxes.boxes.map((box) => [box.number, box]));
  for (const no of t.missing.keys()) if (t.boxes.has(no)) t.missing.delete(no);
  t.fresh = freshCounts(boxes.boxes);
}

/** Notes a box that was made since the boxes were fetched. @param {Table} t @param {number|null} no */
function know(t, no) {
  if (no !== null && t.boxesSeq > 0 && !t.boxes.has(no) && !t.missing.has(no)) t.missing.set(no, new Map());
}

/** A box that was missing. @param {Table} t @param {import("./protocol.js").Box} box */
export function addBox(t, box) {
  const told = t.missing.get(box.number) ?? [];
  t.missing.delete(box.number);
  t.boxes.set(box.number, box);
  for (const [bead, count] of told) setCount(t, box.number, bead, count);
}

/** @param {Table} t @param {number} box @param {number} bead @param {number} count */
function setCount(t, box, bead, count) {
  const known = t.boxes.get(box);
  const move = known?.moves[bead];
  if (!known || !move) {
    know(t, box);
    t.missing.get(box)?.set(bead, count);
    return;
  }
  if (move.beads === count) return;
  known.beads += count - move.beads;
  move.beads = count;
  known.solved = null; // until the boxes are fetched anew
  t.touched.add(box);
  t.flash.add(box);
}

/**
 * The beads of one's own lesson, which may come before the feed's.
 * @param {Table} t
 * @param {import("./protocol.js").Learned} learned
 */
export function learn(t, learned) {
  t.learned = learned;
  if (t.feed) count(t, t.feed);
  if (learned.seq <= t.boxesSeq) return;
  for (const change of learned.changes) setCount(t, change.number, change.bead, change.after);
}

/**
 * Which lesson of the machine's the visitor's was, where this frame tells of it.
 * @param {Table} t
 * @param {Feed} feed
 */
function count(t, feed) {
  const seq = t.learned?.seq ?? 0;
  if (!seq || feed.from === undefined || feed.to === undefined || seq < feed.from || seq > feed.to) return;
  t.lessonNo = feed.episodes - (feed.outcomes ?? "").slice(seq - feed.from + 1).replaceAll("-", "").length;
}

/**
 * A game as the feed would tell of it.
 * @param {import("./protocol.js").Episode} episode
 * @returns {Row}
 */
export const rowOf = ({ seq, era, outcome, reason, time, opponent, changes }) => ({
  seq,
  kind: "episode",
  era,
  outcome,
  reason,
  time,
  itself: opponent === "itself",
  changes: changes.map(({ number, bead, before, after }) => [number, bead, before, after]),
});

/**
 * Take in a frame of the watch feed.
 * @param {Table} t @param {Feed} feed
 * @returns {{boxes: boolean, curve: boolean}} what has to be fetched anew
 */
export function follow(t, feed) {
  const missing = { boxes: false, curve: false };
  t.feed = feed;
  count(t, feed);
  if (feed.rows?.length)
    t.rows = [...feed.rows]
      .sort((a, b) => b.seq - a.seq)
      .concat(t.rows)
      .filter((row, i, all) => all.findIndex((r) => r.seq === row.seq) === i)
      .slice(0, ROWS_MAX);
  if (feed.from === undefined || feed.to === undefined) return missing;
  if (feed.rows?.some((row) => row.kind !== "episode") || feed.outcomes?.includes("-"))
    missing.boxes = missing.curve = true;
  if (feed.to > t.boxesSeq) {
    if (t.boxesSeq === 0 || feed.from > t.boxesSeq + 1)
      missing.boxes = true; // 0: what is being fetched may be older than this
    else {
      for (const [box, bead, count] of feed.counts ?? []) setCount(t, box, bead, count);
      t.boxesSeq = feed.to;
    }
  }
  if (!climb(t, feed.from, feed.outcomes ?? "")) missing.curve = true;
  return missing;
}

/**
 * Gardner's staircase goes on.
 * @param {Table} t
 * @param {number} from
 * @param {string} outcomes
 * @returns {boolean} whether nothing was missed
 */
function climb(t, from, outcomes) {
  const last = t.curveSeq.at(-1);
  if (last === undefined) return false; // what is being fetched may be older than this
  let height = t.curveHeight.at(-1) ?? 0;
  for (let i = 0; i < outcomes.length; i += 1) {
    const seq = from + i;
    if (seq <= (t.curveSeq.at(-1) ?? 0)) continue;
    height += outcomes[i] === "w" ? 1 : outcomes[i] === "l" ? -1 : 0;
    t.curveSeq.push(seq);
    t.curveHeight.push(height);
  }
  if (t.curveSeq.length > CURVE_POINTS_MAX) {
    const end = t.curveSeq.length - 1;
    const keep = (/** @type {unknown} */ _, /** @type {number} */ i) => i % 2 === 0 || i === end;
    t.curveSeq = t.curveSeq.filter(keep);
    t.curveHeight = t.curveHeight.filter(keep);
  }
  return from <= last + 1;
}

/** @param {Table} t @param {import("./protocol.js").Curve} curve */
export function setCurve(t, curve) {
  t.curveSeq = curve.staircase.map(([seq]) => seq);
  t.curveHeight = curve.staircase.map(([, height]) => height);
}
