/** The colours and letters of beads. Colour is never the only sign: every bead has its letter. */
import { el, svg } from "./dom.js";
import { cellIndex, cellsOfMove } from "./notation.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {{name: string, letter: string}} Bead name = the class `k-…` that paints it */

/** Michie's own nine, cell by cell, row by row from the top. @type {Bead[]} */
const MICHIE = [
  { name: "white", letter: "W" },
  { name: "lilac", letter: "L" },
  { name: "silver", letter: "S" },
  { name: "black", letter: "K" },
  { name: "gold", letter: "G" },
  { name: "green", letter: "E" },
  { name: "amber", letter: "A" },
  { name: "red", letter: "R" },
  { name: "pink", letter: "P" },
];
/** @type {Bead} */
const BROWN = { name: "brown", letter: "N" };
/** @type {Bead} */
const TURQUOISE = { name: "turquoise", letter: "T" };
/** On a board of stones no bead may look like one. @type {Record<string, Bead>} */
const NO_STONES = { white: BROWN, black: TURQUOISE };
/** @type {Bead} */
const BLUE = { name: "blue", letter: "B" };

/** For games whose moves are no cells: one a bead's place in its box. */
export const BY_INDEX = [
  "red R",
  "green E",
  "blue B",
  "amber A",
  "lilac L",
  "white W",
  "black K",
  "pink P",
  "turquoise T",
  "gold G",
  "silver S",
  "brown N",
].map((pair) => ({ name: pair.split(" ")[0] ?? "", letter: pair.split(" ")[1] ?? "" }));

/**
 * The bead at place `index` of a box, whose name there is `move`.
 * @param {Layout} layout @param {number} index @param {string} move
 * @returns {Bead}
 */
export function beadOf(layout, index, move) {
  if (move === "pass") return BLUE;
  const cells = cellsOfMove(move);
  const cell = cells.length === 1 && !move.includes(":") ? cellIndex(layout, cells[0] ?? "") : -1;
  const michie = cell >= 0 ? MICHIE[cell] : undefined;
  if (michie) return (layout.kind === "points" && NO_STONES[michie.name]) || michie;
  const plain = BY_INDEX[index % BY_INDEX.length] ?? BLUE;
  return index < BY_INDEX.length ? plain : { name: plain.name, letter: String(index + 1) };
}

/** A glass bead. @param {Bead} bead @param {string} [more] classes @param {string} [text] instead of the letter */
export function glass(bead, more = "", text = bead.letter) {
  return el("span", { class: `bead k-${bead.name} ${more}`, "aria-hidden": "true" }, el("b", {}, text));
}

/** A bead in a drawing. @param {Bead} bead @param {number} x @param {number} y @param {number} r */
export function dot(bead, x, y, r) {
  return svg(
    "g",
    { class: `dot k-${bead.name}` },
    svg("circle", { cx: x, cy: y, r }),
    svg("text", { x, y: y + r * 0.38, "font-size": r * 1.12, "text-anchor": "middle" }, bead.letter),
  );
}
