/** What the page says, in words: few, plain and warm; a figure always says what it counts. */
import { beadOf, withArticle } from "./bead.js";
import { counted, el, ordinal } from "./dom.js";
import { labelMove, sideName, spoken, taken } from "./notation.js";
import { machineSeat, phase, title } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Outcome} Outcome */

/** @param {Table} t @param {Outcome} outcome */
export function outcomeWords(t, outcome) {
  if (outcome === "win") return `${title(t)} won`;
  return outcome === "draw" ? "A draw" : "You won";
}

/** @param {Table} t */
export function headline(t) {
  if (t.dry) return "Out of beads";
  const now = phase(t);
  if (now === "over" && t.play?.outcome) return outcomeWords(t, t.play.outcome);
  if (now === "your-turn") return "Your turn";
  if (now === "machine") return `${title(t)}’s turn`;
  return t.line === "down" ? "Reconnecting…" : "One moment…";
}

/** Who starts, and what the visitor plays with. @param {Table} t */
export function sides(t) {
  if (!t.hello) return "";
  const seat = machineSeat(t);
  const starter = seat === "first" ? `${title(t)} starts` : "You start";
  const side = sideName(t.hello.board, seat === "first" ? "second" : "first");
  return side ? `${starter}; you ${seat === "first" ? "are" : "play"} ${side}` : starter;
}

/** A bead of a drawn box, in the colour that it has in the box. @param {Table} t @param {import("./protocol.js").Drawn} drawn @param {number} i */
export function drawnBead(t, drawn, i) {
  const layout = t.hello?.board;
  return layout ? beadOf(layout, i, labelMove(layout, drawn.orientation, drawn.beads[i]?.moves ?? []) || t.boxes.get(drawn.number ?? 0)?.moves[i]?.move || "") : { name: "silver", letter: "?" };
}

/** @param {string} move the visitor's */
const yours = (move) => (move === "pass" ? "You passed" : taken(move) ? `You took ${taken(move)} from heap ${move[0]?.toUpperCase()}` : `You played ${move}`);

/** @param {number|null} no */
const opened = (no) => (no === null ? "had no box for this position, made one" : `opened box ${no}`);

/** The one sentence beneath the board. @param {Table} t @returns {(Node|string)[]} */
export function say(t) {
  const who = title(t);
  const { play } = t;
  if (t.dry) return [t.dry.message || `${who} has no bead left in the box with which it must open.`];
  if (!play) return [`${who} is being fetched from its shelf.`];
  const drawn = play.drawn;
  if (phase(t) === "over") return [overWords(t)];
  if (t.pending) return [`${yours(t.pending)}. ${who} looks for the box with this position on its label.`];
  if (!drawn) {
    if (!play.played.length && t.hello?.board.kind === "piles") return ["The heaps are yours: take a counter, and with it all those above it."];
    return [play.played.length ? `${who} has no box for this: it took one of its moves by chance.` : `The board is yours. After your move ${who} looks for the box with that position on its label.`];
  }
  if (drawn.bead === null) return [`${who} ${opened(drawn.number)}. It was empty.`];
  const bead = drawnBead(t, drawn, drawn.bead);
  const words = [`${who} ${opened(drawn.number)}, shook it, and drew ${withArticle(bead).split(" ")[0]} `, el("b", {}, bead.name), ` bead`];
  if (t.drawing || !drawn.move) return [...words, "."];
  if (play.played.at(-1)?.move !== drawn.move) return [`${who} has no box for this: it took one of its moves by chance.`];
  return [...words, `: ${spoken(drawn.move)}.`];
}

/** @param {Table} t */
function overWords(t) {
  const who = title(t);
  const { play, learned, spared } = t;
  const lesson = spared ? "It is frozen, so its beads stay as they are."
    : !learned ? "The beads are being counted."
    : learned.changes.length ? `It learned: ${changeWords(t, learned.outcome, learned.changes.map((c) => [c.number, c.before, c.after]))}.`
      : "By its rule no bead moves after such a game.";
  if (play?.why === "resign") return `${who} ${opened(play.drawn?.number ?? null)}, found no bead in it, and resigned. ${lesson}`;
  if (play?.why === "length") return `The game went on too long, so it counts as a draw. ${lesson}`;
  if (play?.outcome === "win") return `${who} won this one. ${lesson}`;
  return play?.outcome === "loss" ? `You beat ${who}. ${lesson}` : `Nobody won. ${lesson}`;
}

/** @param {Table} t @param {Outcome} outcome @param {[number, number, number][]} changes box, before, after @returns {string} */
export function changeWords(t, outcome, changes) {
  if (!changes.length) return "no bead moved";
  const boxes = new Set(changes.map(([box]) => box)).size;
  const steps = new Set(changes.map(([, before, after]) => after - before));
  const [step = 0] = steps;
  const sign = step > 0 ? "+" : "−";
  const amount = steps.size === 1 ? `${sign}${counted(Math.abs(step), "bead")}` : "beads moved";
  const emptied = changes.filter(([box, , after]) => after === 0 && t.boxes.get(box)?.beads === 0).map(([box]) => box);
  const end = emptied.length ? `; box ${emptied.join(" and ")} ${emptied.length > 1 ? "are" : "is"} empty now` : "";
  return `${amount} in ${counted(boxes, "box", "boxes")}${end}`;
}

/** @param {number} turn the machine's */
export const turnWords = (turn) => `${ordinal(turn)} move`;
