/** What the page says of a game: sentences made of the language's messages and of the table's state. */
import { beadOf } from "./bead.js";
import { cellsOfMove, labelMove, sideColour, signOf, taken } from "./notation.js";
import { machineSeat, phase, title } from "./state.js";
import { counted, number, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {import("./protocol.js").Outcome} Outcome */

/** @param {import("./bead.js").Bead} bead */
export const beadName = (bead) => words.beads[bead.name] ?? bead.name;

/** What a piece is called. @param {Layout} layout @param {string} piece */
export function pieceName(layout, piece) {
  const { pieces } = words;
  if (piece === "." || layout.pieces.indexOf(piece) <= 0) return pieces.empty;
  const sign = signOf(layout, piece);
  if (sign) return pieces[sign];
  const white = sideColour(layout, piece) === "white";
  if (layout.kind === "points") return white ? pieces.whiteStone : pieces.blackStone;
  const king = piece === piece.toUpperCase();
  if (layout.kind === "dark_squares")
    return white ? (king ? pieces.whiteKing : pieces.whiteMan) : king ? pieces.blackKing : pieces.blackMan;
  return white ? pieces.whitePawn : pieces.blackPawn;
}

/** A heap's letter as it is written on the board. @param {string} move */
const heapOf = (move) => move[0]?.toUpperCase() ?? "";

/** The machine's move for the ear. @param {string} move */
export function spoken(move) {
  const { moves } = words;
  if (move === "pass") return moves.pass;
  if (taken(move)) return moves.takes(taken(move), heapOf(move));
  const [from = "", ...to] = cellsOfMove(move);
  if (!to.length) return moves.plays(from);
  if (!move.includes("x")) return moves.steps(from, to[0] ?? "");
  return Math.abs(move.charCodeAt(0) - move.charCodeAt(3)) > 1
    ? moves.jumps(from, to)
    : moves.captures(from, to[0] ?? "");
}

/** The visitor's own move. @param {string} move */
export function yours(move) {
  if (move === "pass") return words.moves.youPass;
  return taken(move)
    ? words.moves.youTook(taken(move), heapOf(move))
    : words.moves.youPlayed(move.replaceAll("-", "–").replaceAll("x", "×"));
}

/** A move in a figure's small print. @param {string} move */
export function short(move) {
  if (move === "pass") return words.moves.passes;
  if (taken(move)) return words.moves.takeFrom(taken(move), heapOf(move));
  const parts = move.split("x");
  return parts.join(parts.length > 2 ? "×\u200b" : "×").replaceAll("-", "–\u2060"); // only a long path may be broken
}

/** What the player of that seat plays with, in words, or "". @param {Layout} layout @param {"first"|"second"} seat */
function sideName(layout, seat) {
  if (layout.kind === "piles") return "";
  const piece = layout.movers ? layout.movers[seat === "first" ? 0 : 1] : layout.pieces[seat === "first" ? 1 : 2];
  if (!piece) return "";
  return words.sides[signOf(layout, piece) || sideColour(layout, piece)];
}

/** Who starts, and what the visitor plays with. @param {Table} t */
export function sides(t) {
  if (!t.hello) return "";
  const first = machineSeat(t) === "first";
  const start = first ? words.sides.machineStarts(title(t)) : words.sides.youStart;
  const side = sideName(t.hello.board, first ? "second" : "first");
  if (t.hello.seat === "either") return side && words.sides.plays(side); // who starts can be chosen beside it
  if (!side) return start;
  return first ? words.sides.youAre(start, side) : words.sides.youPlay(start, side);
}

/** @param {Table} t @param {Outcome} outcome */
export function outcomeWords(t, outcome) {
  if (outcome === "win") return words.turn.won(title(t));
  return outcome === "draw" ? words.turn.draw : words.turn.youWon;
}

/** @param {Table} t */
export function headline(t) {
  if (t.dry) return words.turn.dry;
  const now = phase(t);
  if (now === "over" && t.play?.outcome) return outcomeWords(t, t.play.outcome);
  if (now === "your-turn") return words.turn.yours;
  if (now === "machine") return words.turn.of(title(t));
  return t.line === "down" ? words.turn.reconnecting : words.turn.wait;
}

/**
 * A bead of a drawn box, in the colour that it has in the box.
 * @param {Table} t
 * @param {import("./protocol.js").Drawn} drawn
 * @param {number} i
 */
export function drawnBead(t, drawn, i) {
  const layout = t.hello?.board;
  return layout
    ? beadOf(
        layout,
        i,
        labelMove(layout, drawn.orientation, drawn.beads[i]?.moves ?? [])
          || t.boxes.get(drawn.number ?? 0)?.moves[i]?.move
          || "",
      )
    : { name: "silver", letter: "?" };
}

/** "MENACE opened box 12" @param {Table} t @param {number|null} no */
const opened = (t, no) => (no === null ? words.say.made(title(t)) : words.say.opened(title(t), number(no)));

/** Why the game ended, in one sentence; "" while it goes on. @param {Table} t */
export function endWords(t) {
  const { play } = t;
  if (!play?.outcome) return "";
  const side = play.outcome === "loss" ? "you" : play.outcome === "win" ? "machine" : "none";
  const reason = play.end?.reason ?? play.why ?? "board";
  return (words.end[reason] ?? words.end.board)?.(side, title(t), play.end?.points ?? 0) ?? "";
}

/**
 * The machine's last move and the bead that it came from: for the ear with the names of the squares, for the eye in its
 * own words, as the board shows where.
 * @param {Table} t
 * @param {boolean} [seen]
 */
export function drawWords(t, seen = false) {
  const { say } = words;
  const drawn = t.play?.drawn;
  const move = t.play?.played.at(-1)?.move;
  if (!drawn || !t.play) return "";
  if (drawn.bead === null) return seen ? say.emptyHere(boxName(drawn) ?? "") : say.empty(opened(t, drawn.number));
  if (!drawn.move || move !== drawn.move)
    return !move ? "" : seen ? say.noBoxHere(own(move)) : say.noBox(title(t), spoken(move));
  const bead = beadName(drawnBead(t, drawn, drawn.bead));
  const guess =
    t.guess === null
      ? ""
      : t.guess === drawn.bead
        ? ` ${say.guessed}`
        : ` ${say.guessedNot(beadName(drawnBead(t, drawn, t.guess)))}`;
  const tally = guess && t.guessCount > 1 ? ` ${say.tally(number(t.guessHits), number(t.guessCount))}` : "";
  return (
    (seen
      ? say.drewHere(boxName(drawn), bead, own(drawn.move))
      : say.drew(opened(t, drawn.number), bead, spoken(drawn.move)))
    + guess
    + tally
  );
}

/** The machine's number for a box that it had, or null. @param {import("./protocol.js").Drawn} drawn */
const boxName = ({ number: no }) => (no === null ? null : number(no));

/** What the machine says of its move. The board shows where. @param {string} move */
const own = (move) =>
  move === "pass" ? words.say.iPass : taken(move) ? words.say.iTake(taken(move), heapOf(move)) : words.say.here;

/**
 * The one sentence beneath the board, which the machine says. What was drawn is told once it has been seen.
 * @param {Table} t
 */
export function say(t) {
  const { play } = t;
  if (t.dry) return words.say.dry(title(t));
  if (!play) return words.say.fetching(title(t));
  if (phase(t) === "over") return endWords(t);
  if (t.pending) return words.say.pending;
  if (t.drawing && t.hand) return t.hand.words;
  if (t.drawing && play.drawn) return words.say[t.guessing ? "guess" : "shaking"](boxName(play.drawn));
  if (play.drawn && play.played.length) return drawWords(t, true);
  const last = play.played.at(-1)?.move;
  if (last) return words.say.noBoxHere(own(last));
  return t.hello?.board.kind === "piles" ? words.say.heapsYours : words.say.boardYours;
}

/**
 * How many beads went where, in words.
 * @param {[number, number, number][]} changes box, before, after
 * @returns {string}
 */
export function changeWords(changes) {
  if (!changes.length) return words.room.noBead;
  const steps = changes.map(([, before, after]) => after - before);
  const beads = counted(
    "beads",
    steps.reduce((sum, step) => sum + Math.abs(step), 0),
  );
  const boxes = counted("boxes", new Set(changes.map(([box]) => box)).size);
  if (steps.every((step) => step > 0)) return words.lesson.in(beads, boxes);
  return steps.every((step) => step < 0) ? words.lesson.out(beads, boxes) : words.lesson.both(beads, boxes);
}

/** The boxes among these that have no bead left, or "". @param {Table} t @param {[number, number, number][]} changes */
export function emptiedWords(t, changes) {
  const emptied = [
    ...new Set(changes.filter(([box, , after]) => after === 0 && t.boxes.get(box)?.beads === 0).map(([box]) => box)),
  ];
  return emptied.length ? words.lesson.emptied(emptied.map(number).join(", ")) : "";
}
