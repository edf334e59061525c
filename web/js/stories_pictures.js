/** The drawings of the stories: flat, in the museum's colours. */
import { svg } from "./dom.js";

const BEADS = ["#b9352b", "#e0a92c", "#2c6b3a", "#3b4a86", "#d79ab0", "#f6ecd9"];

/** @param {string} d @param {string} cls */
const path = (d, cls) => svg("path", { d, class: cls });

/** @param {number} x @param {number} y @param {number} colour @param {number} [r] */
const bead = (x, y, colour, r = 8) =>
  svg("circle", { cx: x, cy: y, r, fill: BEADS[colour % BEADS.length] ?? null, class: "edge" });

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} cls */
const box = (x, y, width, height, cls) => svg("rect", { x, y, width, height, rx: 3, class: cls });

/** Somebody at a table. @param {number} x @param {number} y */
const person = (x, y) => [
  svg("circle", { cx: x, cy: y, r: 11, class: "skin edge" }),
  path(`M${x - 17} ${y + 42}q0-30 17-30t17 30z`, "coat edge"),
];

/** A box that is open: its drawer with the fence, and the apical bead in the corner. */
const fence = () => [
  box(20, 60, 200, 90, "kraft edge"),
  box(28, 66, 184, 78, "tray"),
  path("M50 140L120 74L190 140", "fence"),
  bead(120, 90, 0, 9),
  ...[
    [108, 108],
    [131, 109],
    [98, 124],
    [120, 126],
    [142, 125],
  ].map(([x, y], i) => bead(x ?? 0, y ?? 0, i + 1)),
  path("M120 20v34m-7-9l7 9l7-9", "ink"),
];

/** Three rooms with walls between: a person, the boxes, a person. */
const rooms = () => [
  box(8, 34, 224, 126, "wall edge"),
  path("M84 34v126M156 34v126", "ink"),
  ...person(46, 84),
  ...person(194, 84),
  ...[0, 1, 2, 3, 4, 5].map((i) => box(94 + (i % 3) * 18, 84 + Math.floor(i / 3) * 26, 15, 20, "kraft edge")),
  ...[0, 1, 2].map((i) => bead(102 + i * 18, 148, i, 5)),
  path("M74 60l20 0m-6-5l6 5l-6 5M166 60l-20 0m6-5l-6 5l6 5", "ink"),
];

/** A bowl of sweets. */
const bowl = () => [
  ...[
    [92, 92],
    [112, 86],
    [132, 90],
    [150, 96],
    [104, 104],
    [124, 102],
    [142, 108],
  ].map(([x, y], i) => bead(x ?? 0, y ?? 0, i, 11)),
  path("M60 104h120q-6 52-60 52t-60-52z", "kraft edge"),
  bead(178, 62, 0, 11),
  path("M190 50q14-14 26-8", "ink"),
];

/** A stall with its awning and prizes. */
const stall = () => [
  path("M24 62L44 26H196L216 62Z", "wall edge"),
  ...[0, 1, 2].map((i) => path(`M${44 + i * 60 - (i ? 3 : 0)} 62l${6} -36h26l4 36z`, "awning")),
  path("M30 62V158M210 62V158", "ink"),
  box(24, 112, 192, 46, "kraft edge"),
  ...[0, 1, 2, 3, 4].map((i) => bead(56 + i * 32, 98, i, 6 + i * 2)),
];

/** Three books on a shelf. */
const shelf = () => [
  box(48, 50, 34, 96, "awning edge"),
  box(86, 38, 30, 108, "coat edge"),
  box(120, 58, 40, 88, "kraft edge"),
  path("M57 66h16M57 72h16M94 56h14M94 62h14M129 76h22M129 82h22", "pale"),
  path("M20 146H220", "ink"),
];

/** Two walls of boxes and a board between them. */
const machines = () => [
  ...[0, 1].flatMap((side) =>
    [...Array(9).keys()].map((i) =>
      box(14 + side * 150 + (i % 3) * 21, 50 + Math.floor(i / 3) * 30, 18, 24, side ? "coat edge" : "awning edge"),
    ),
  ),
  box(90, 64, 60, 60, "tray"),
  path("M110 64v60M130 64v60M90 84h60M90 104h60", "ink"),
];

/** A computer that prints. */
const printer = () => [
  box(36, 40, 168, 76, "wall edge"),
  ...[0, 1, 2, 3, 4, 5].map((i) => svg("circle", { cx: 60 + i * 24, cy: 62, r: 6, class: i % 2 ? "awning" : "kraft" })),
  box(76, 100, 88, 62, "pale-fill edge"),
  path("M88 120h62M88 132h44", "ink"),
];

/**
 * Squares for a board, the one at the left of the first row dark.
 * @param {number} x
 * @param {number} y
 * @param {number} columns
 * @param {number} rows
 * @param {number} size
 */
const squares = (x, y, columns, rows, size) => [
  box(x, y, columns * size, rows * size, "tray"),
  ...[...Array(columns * rows).keys()]
    .filter((i) => ((i % columns) + rows - 1 - Math.floor(i / columns)) % 2 === 0)
    .map((i) =>
      svg("rect", {
        x: x + (i % columns) * size,
        y: y + Math.floor(i / columns) * size,
        width: size,
        height: size,
        class: "kraft",
      }),
    ),
];

/** A pawn or a man. @param {number} x @param {number} y @param {string} cls */
const pawn = (x, y, cls) => path(`M${x - 8} ${y + 9}q3-5 4-10a5.5 5.5 0 1 1 8 0q1 5 4 10z`, `${cls} edge`);

/** A page of a magazine, with the game on it. */
const magazine = () => [
  box(48, 14, 144, 150, "pale-fill edge"),
  path("M62 30h80M62 40h116", "ink"),
  ...squares(84, 54, 3, 3, 24),
  ...[0, 1, 2].flatMap((i) => [pawn(96 + i * 24, 65, "coat"), pawn(96 + i * 24, 113, "awning")]),
  path("M62 140h116M62 150h92", "ink"),
];

/** Somebody beside a wall of boxes at a fair. */
const again = () => [
  ...[...Array(24).keys()].map((i) => box(20 + (i % 6) * 21, 40 + Math.floor(i / 6) * 26, 18, 22, "kraft edge")),
  ...[0, 7, 14, 16, 23].map((i) => bead(29 + (i % 6) * 21, 51 + Math.floor(i / 6) * 26, i, 5)),
  path("M12 148H228", "ink"),
  ...person(186, 86),
  path("M169 108l-20-14", "ink"),
];

/** Two people at a small board with round men. */
const school = () => [
  ...person(32, 74),
  ...person(208, 74),
  path("M14 132H226", "ink"),
  ...squares(80, 42, 4, 4, 20),
  ...[
    [110, 52],
    [150, 52],
    [90, 112],
    [130, 112],
  ].map(([x, y], i) => svg("circle", { cx: x, cy: y, r: 7, class: `${i < 2 ? "coat" : "pale-fill"} edge` })),
  ...[0, 1, 2, 3, 4].map((i) => box(72 + i * 20, 136, 17, 22, "kraft edge")),
];

/** A box with two halves: beads in one, none in the other. */
const halves = () => [
  box(20, 44, 200, 96, "kraft edge"),
  box(28, 52, 88, 80, "tray"),
  box(124, 52, 88, 80, "tray"),
  ...[
    [50, 76],
    [78, 92],
    [58, 112],
    [96, 112],
  ].map(([x, y], i) => bead(x ?? 0, y ?? 0, i, 10)),
  path("M120 44v96", "ink"),
  path("M168 24v20m-6-8l6 8l6-8", "ink"),
];

/** Three heaps of counters. */
const heaps = () => [
  path("M20 150H220", "ink"),
  ...[0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((n) => svg("ellipse", { cx: 60 + i * 60, cy: 136 - n * 26, rx: 22, ry: 12, class: "awning edge" })),
  ),
  path("M180 52q0-26 30-26m-8-6l8 6l-8 6", "ink"),
];

/** A board that goes on to the side. */
const columns = () => [
  ...squares(24, 52, 6, 3, 26),
  ...[0, 1, 2, 3, 4, 5].flatMap((i) => [pawn(37 + i * 26, 65, "coat"), pawn(37 + i * 26, 117, "awning")]),
  path("M188 91h36m-10-8l10 8l-10 8", "ink"),
];

/** Lines, and a few stones on their crossings. */
const stones = () => [
  box(42, 14, 156, 148, "tray"),
  path("M70 40h100M70 88h100M70 136h100M70 40v96M120 40v96M170 40v96", "ink"),
  ...[
    [120, 88],
    [70, 88],
    [120, 40],
    [170, 136],
  ].map(([x, y], i) => svg("circle", { cx: x, cy: y, r: 19, class: `${i < 2 ? "coat" : "pale-fill"} edge` })),
];

/** A letter that somebody wrote. */
const letter = () => [
  box(40, 40, 160, 104, "pale-fill edge"),
  path("M40 42l80 58l80-58M40 143l60-56M200 143l-60-56", "ink"),
  box(168, 50, 24, 28, "awning edge"),
  bead(180, 64, 1, 6),
];

/** Rook, knight, bishop, queen and king, about the middle of a square. */
const OFFICERS = [
  "h14v-4h-2v-8h3v-7h-4v3h-2v-3h-4v3h-2v-3h-4v7h3v8h-2z",
  "h14q1-14-6-18l-2-2v3q-5 2-7 8l2 3l5-3q-1 5-6 9z",
  "h14v-3h-4q4-6 0-11q-1-3-3-5q-2 2-3 5q-4 5 0 11h-4z",
  "h14l3-15l-5 5l-1-9l-4 8l-4-8l-1 9l-5-5z",
  "h14q3-8 1-11q-3-2-7 1v-4h3v-3h-3v-3h-2v3h-3v3h3v4q-4-3-7-1q-2 3 1 11z",
];

/** Minichess before the first move. */
const chess = () => [
  ...squares(50, 18, 5, 5, 28),
  ...OFFICERS.flatMap((shape, i) => {
    const x = 64 + i * 28;
    return [
      path(`M${x - 7} 41${shape}`, "coat edge"),
      pawn(x, 61, "coat"),
      pawn(x, 117, "pale-fill"),
      path(`M${x - 7} 153${shape}`, "pale-fill edge"),
    ];
  }),
];

/** Boxes as far as one sees. */
const endless = () =>
  [...Array(9).keys()].flatMap((row) =>
    [...Array(15).keys()].map((i) =>
      box(
        4 + i * 16 - (row % 2) * 5,
        14 + row * 17,
        13,
        14,
        (i * 7 + row * 5) % 11 === 0 ? "awning edge" : "kraft edge",
      ),
    ),
  );

const DRAWINGS = /** @type {Record<string, () => Element[]>} */ ({
  again,
  chess,
  columns,
  heaps,
  halves,
  stones,
  gardner: magazine,
  tretyakov: school,
  letters: letter,
  caswell: endless,
  michie: fence,
  sandiford: rooms,
  gomberg: bowl,
  tanner: stall,
  shelf,
  pairs: machines,
  prophets: printer,
  samuel: printer,
});

/** The drawing of a story, or nothing. @param {string} id */
export function drawing(id) {
  const draw = DRAWINGS[id];
  return draw ? svg("svg", { viewBox: "0 0 240 176" }, ...draw()) : null;
}
