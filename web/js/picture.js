/** A board as a still picture: labels of boxes, other people's tables. 32 units a cell. */
import { dot } from "./bead.js";
import { svg } from "./dom.js";
import { cellIndex, cellsOfMove, cellsOfPosition, isDark, pileSize, sideColour, signOf, taken } from "./notation.js";
import { words } from "./language.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/**
 * @typedef {{bead: import("./bead.js").Bead, moves: string[], count: number, drawn: boolean, odds: number,
 *   compartments?: [number, number]}} Mark a bead and the moves that it stands for
 */

export const CELL = 32;
const PILE = { width: 54, step: 22 }; // a heap with its beads beside it

/** @param {Layout} layout @param {string} piece @returns {SVGElement[]} drawn in a cell of 32 x 32 */
export function pieceShapes(layout, piece) {
  if (piece === "." || layout.kind === "piles") return [];
  const sign = signOf(layout, piece);
  if (sign === "nought") return [svg("circle", { class: "p-nought", cx: 16, cy: 16, r: 8.4 })];
  if (sign === "cross") return [svg("path", { class: "p-cross", d: "M8.5 8.5L23.5 23.5M23.5 8.5L8.5 23.5" })];
  const side = `p-${sideColour(layout, piece)}`;
  if (layout.kind === "points") return [svg("circle", { class: `p-man ${side}`, cx: 16, cy: 16, r: 13 })];
  if (layout.kind === "dark_squares") {
    const disc = (/** @type {number} */ y) => svg("circle", { class: `p-man ${side}`, cx: 16, cy: y, r: 11 });
    if (!/[WB]/.test(piece)) return [disc(16), svg("circle", { class: `p-rim ${side}`, cx: 16, cy: 16, r: 7.4 })];
    return [
      disc(18.5),
      disc(14.5),
      svg("path", { class: "p-crown", d: "M8.8 19.5V9.7l4 3.8L16 6.7l3.2 6.8 4-3.8v9.8z" }),
    ];
  }
  return [
    svg("path", {
      class: `p-man ${side}`,
      d: "M16 4.6a4.7 4.7 0 0 1 2.7 8.5h2.1v2h-2.2c.3 3.6 1.6 5.9 4.1 7.5v1.4h1.3v3H8v-3h1.3v-1.4c2.5-1.6 3.8-3.9 4.1-7.5h-2.2v-2h2.1A4.7 4.7 0 0 1 16 4.6z",
    }),
  ];
}

/** The lines and squares under the pieces. @param {Layout} layout @returns {SVGElement[]} */
export function ground(layout) {
  const { columns, rows, kind } = layout;
  /** @type {SVGElement[]} */
  const shapes = [];
  if (kind === "points") {
    for (let x = 0; x < columns; x += 1)
      shapes.push(svg("path", { class: "g-line", d: `M${x * CELL + 16} 16V${rows * CELL - 16}` }));
    for (let y = 0; y < rows; y += 1)
      shapes.push(svg("path", { class: "g-line", d: `M16 ${y * CELL + 16}H${columns * CELL - 16}` }));
    return shapes;
  }
  if (kind === "piles") return shapes;
  const noughts = layout.pieces.includes("X");
  if (!noughts) {
    for (let y = 0; y < rows; y += 1) {
      for (let x = 0; x < columns; x += 1) {
        if (isDark(layout, y * columns + x))
          shapes.push(svg("rect", { class: "g-dark", x: x * CELL, y: y * CELL, width: CELL, height: CELL }));
      }
    }
    shapes.push(svg("rect", { class: "g-frame", x: 0, y: 0, width: columns * CELL, height: rows * CELL }));
    return shapes;
  }
  for (let x = 1; x < columns; x += 1)
    shapes.push(svg("path", { class: "g-line", d: `M${x * CELL} 3V${rows * CELL - 3}` }));
  for (let y = 1; y < rows; y += 1)
    shapes.push(svg("path", { class: "g-line", d: `M3 ${y * CELL}H${columns * CELL - 3}` }));
  return shapes;
}

/** The middle of a cell. @param {Layout} layout @param {string} name @returns {[number, number]} */
export function middle(layout, name) {
  const i = cellIndex(layout, name);
  return [(i % layout.columns) * CELL + 16, Math.floor(i / layout.columns) * CELL + 16];
}

/** @param {Layout} layout @param {string} move @param {Mark} mark @returns {SVGElement[]} */
function arrow(layout, move, mark) {
  const points = cellsOfMove(move).map((name) => middle(layout, name));
  const [fromX, fromY] = points[points.length - 2] ?? [0, 0];
  const [toX, toY] = points[points.length - 1] ?? [0, 0];
  const length = Math.hypot(toX - fromX, toY - fromY) || 1;
  const [dx, dy] = [(toX - fromX) / length, (toY - fromY) / length];
  /** @type {[number, number]} */
  const tip = [toX - dx * 3, toY - dy * 3];
  /** @type {[number, number]} */
  const neck = [toX - dx * 11.5, toY - dy * 11.5];
  const path = points
    .map(([x, y], i) => {
      if (i === points.length - 1) return `L${neck[0]} ${neck[1]}`;
      if (i > 0) return `L${x} ${y}`;
      const [nextX, nextY] = points[1] ?? [x, y];
      const step = Math.hypot(nextX - x, nextY - y) || 1;
      return `M${x + ((nextX - x) / step) * 4} ${y + ((nextY - y) / step) * 4}`;
    })
    .join("");
  const [left, right] = [5.5, -5.5].map((wide) => `L${neck[0] - dy * wide} ${neck[1] + dx * wide}`);
  const head = `M${tip[0]} ${tip[1]}${left}${right}z`;
  // a jump: the bead goes behind the piece that is jumped over, where no other jump has one
  const far = length > 1.5 * CELL;
  // clear of the bead of a step straight on
  const at = points.length > 2 || far ? length * 0.74 : length > CELL ? length * 0.38 : 11;
  return [
    svg(
      "g",
      { class: `arrow k-${mark.bead.name}` },
      svg("path", { class: "edge", d: path }),
      svg("path", { class: "shaft", d: path }),
      svg("path", { class: "head", d: head }),
    ),
    dot(mark.bead, fromX + dx * at, fromY + dy * at, 5.8),
  ];
}

/** Words of one's own in a drawing. @param {number} x @param {number} y @param {string} text */
const note = (x, y, text) => svg("text", { class: "aside", x, y: y + 3.4, "font-size": 9.5 }, text);

/**
 * The dots and arrows that say which bead stands for which move.
 * @param {Layout} layout
 * @param {string[]} cells
 * @param {Mark[]} marks
 */
function markShapes(layout, cells, marks) {
  /** @type {SVGElement[]} */
  const shapes = [];
  let aside = -5; // jumps on and on are drawn beside each other
  for (const mark of marks) {
    for (const move of mark.moves) {
      const names = cellsOfMove(move);
      let shape;
      if (move === "pass") {
        const [x, y] = [(layout.columns * CELL) / 2, layout.rows * CELL + 11];
        shape = [dot(mark.bead, x - 14, y, 7), note(x - 4, y, words.moves.passes)];
      } else if (layout.kind === "piles") {
        const [x, y] = counterAt(layout, cells, cellIndex(layout, names[0] ?? ""), taken(move));
        shape = [dot(mark.bead, x + 19, y, 7), note(x + 29, y, String(taken(move)))];
      } else if (names.length === 1) {
        const [x, y] = middle(layout, names[0] ?? "");
        shape = [dot(mark.bead, x, y, 7.5)];
      } else shape = arrow(layout, move, mark);
      const place = names.length > 2 ? `translate(0 ${(aside += 3)})` : null;
      const group = svg(
        "g",
        { transform: place, class: `mark ${mark.drawn ? "drawn" : ""} ${mark.count === 0 ? "gone" : ""}` },
        ...shape,
      );
      if (mark.drawn) shapes.push(group);
      else shapes.unshift(group);
    }
  }
  return shapes;
}

/**
 * The n-th counter from the top of a heap.
 * @param {Layout} layout
 * @param {string[]} cells
 * @param {number} pile
 * @param {number} n
 * @returns {[number, number]}
 */
function counterAt(layout, cells, pile, n) {
  const height = pileHeight(layout);
  const size = pileSize(layout, cells[pile] ?? ".");
  return [pile * PILE.width + 11, (height - size + n - 1) * PILE.step + 13];
}

/** @param {Layout} layout */
export const pileHeight = (layout) =>
  Math.max(1, ...cellsOfPosition(layout, layout.start ?? layout.pieces.slice(-1)).map((c) => pileSize(layout, c)));

/**
 * @param {Layout} layout @param {string} position @param {Mark[]} [marks] @param {string} [title] for the ear
 * @returns {SVGSVGElement}
 */
export function picture(layout, position, marks = [], title = "") {
  const cells = cellsOfPosition(layout, position);
  const piles = layout.kind === "piles";
  const width = layout.columns * (piles ? PILE.width : CELL);
  const passes = marks.some((mark) => mark.moves.includes("pass"));
  const height = (piles ? pileHeight(layout) * PILE.step + 6 : layout.rows * CELL) + (passes ? 20 : 0);
  const props = title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" };
  const drawing = svg("svg", {
    class: `picture ${layout.columns > 5 ? "wide" : ""}`,
    viewBox: `-2 -2 ${width + 4} ${height + 4}`,
    ...props,
  });
  drawing.append(...(piles ? [] : ground(layout)));
  cells.forEach((piece, i) => {
    if (piles) {
      for (let n = 1; n <= pileSize(layout, piece); n += 1) {
        const [x, y] = counterAt(layout, cells, i, n);
        drawing.append(
          svg("circle", { class: "p-counter", cx: x, cy: y, r: 10 }),
          svg("circle", { class: "p-hole", cx: x, cy: y, r: 6.6 }),
        );
      }
      return;
    }
    const shapes = pieceShapes(layout, piece);
    const place = `translate(${(i % layout.columns) * CELL} ${Math.floor(i / layout.columns) * CELL})`;
    if (shapes.length) drawing.append(svg("g", { transform: place }, ...shapes));
  });
  drawing.append(...markShapes(layout, cells, marks));
  return drawing;
}
