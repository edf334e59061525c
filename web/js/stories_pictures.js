/** The drawings of the page of stories: flat, in the museum's colours. */
import { svg } from "./dom.js";

const BEADS = ["#b9352b", "#e0a92c", "#2c6b3a", "#3b4a86", "#d79ab0", "#f6ecd9"];

/** @param {string} d @param {string} cls */
const path = (d, cls) => svg("path", { d, class: cls });

/** @param {number} x @param {number} y @param {number} colour @param {number} [r] */
const bead = (x, y, colour, r = 8) => svg("circle", { cx: x, cy: y, r, fill: BEADS[colour % BEADS.length] ?? null, class: "edge" });

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} cls */
const box = (x, y, width, height, cls) => svg("rect", { x, y, width, height, rx: 3, class: cls });

/** Somebody at a table. @param {number} x @param {number} y */
const person = (x, y) => [svg("circle", { cx: x, cy: y, r: 11, class: "skin edge" }), path(`M${x - 17} ${y + 42}q0-30 17-30t17 30z`, "coat edge")];

/** A box that is open: its drawer with the fence, and the apical bead in the corner. */
const fence = () => [box(20, 60, 200, 90, "kraft edge"), box(28, 66, 184, 78, "tray"), path("M50 140L120 74L190 140", "fence"), bead(120, 90, 0, 9), ...[[108, 108], [131, 109], [98, 124], [120, 126], [142, 125]].map(([x, y], i) => bead(x ?? 0, y ?? 0, i + 1)), path("M120 20v34m-7-9l7 9l7-9", "ink")];

/** Three rooms with walls between: a person, the boxes, a person. */
const rooms = () => [box(8, 34, 224, 126, "wall edge"), path("M84 34v126M156 34v126", "ink"), ...person(46, 84), ...person(194, 84), ...[0, 1, 2, 3, 4, 5].map((i) => box(94 + (i % 3) * 18, 84 + Math.floor(i / 3) * 26, 15, 20, "kraft edge")), ...[0, 1, 2].map((i) => bead(102 + i * 18, 148, i, 5)), path("M74 60l20 0m-6-5l6 5l-6 5M166 60l-20 0m6-5l-6 5l6 5", "ink")];

/** A bowl of sweets. */
const bowl = () => [...[[92, 92], [112, 86], [132, 90], [150, 96], [104, 104], [124, 102], [142, 108]].map(([x, y], i) => bead(x ?? 0, y ?? 0, i, 11)), path("M60 104h120q-6 52-60 52t-60-52z", "kraft edge"), bead(178, 62, 0, 11), path("M190 50q14-14 26-8", "ink")];

/** A stall with its awning and prizes. */
const stall = () => [path("M24 62L44 26H196L216 62Z", "wall edge"), ...[0, 1, 2].map((i) => path(`M${44 + i * 60 - (i ? 3 : 0)} 62l${6} -36h26l4 36z`, "awning")), path("M30 62V158M210 62V158", "ink"), box(24, 112, 192, 46, "kraft edge"), ...[0, 1, 2, 3, 4].map((i) => bead(56 + i * 32, 98, i, 6 + i * 2))];

/** Three books on a shelf. */
const shelf = () => [box(48, 50, 34, 96, "awning edge"), box(86, 38, 30, 108, "coat edge"), box(120, 58, 40, 88, "kraft edge"), path("M57 66h16M57 72h16M94 56h14M94 62h14M129 76h22M129 82h22", "pale"), path("M20 146H220", "ink")];

/** Two walls of boxes and a board between them. */
const machines = () => [...[0, 1].flatMap((side) => [...Array(9).keys()].map((i) => box(14 + side * 150 + (i % 3) * 21, 50 + Math.floor(i / 3) * 30, 18, 24, side ? "coat edge" : "awning edge"))), box(90, 64, 60, 60, "tray"), path("M110 64v60M130 64v60M90 84h60M90 104h60", "ink")];

/** A computer that prints. */
const printer = () => [box(36, 40, 168, 76, "wall edge"), ...[0, 1, 2, 3, 4, 5].map((i) => svg("circle", { cx: 60 + i * 24, cy: 62, r: 6, class: i % 2 ? "awning" : "kraft" })), box(76, 100, 88, 62, "pale-fill edge"), path("M88 120h62M88 132h44", "ink")];

const DRAWINGS = /** @type {Record<string, () => Element[]>} */ ({ michie: fence, sandiford: rooms, gomberg: bowl, tanner: stall, shelf, pairs: machines, prophets: printer, samuel: printer });

/** The drawing of a story, or nothing. @param {string} id */
export function drawing(id) {
  const draw = DRAWINGS[id];
  return draw ? svg("svg", { viewBox: "0 0 240 176" }, ...draw()) : null;
}
