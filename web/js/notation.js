/** Reads the text of positions and moves. Knows how they are written, and no game's rules. */

/** @typedef {import("./protocol.js").Layout} Layout */

/**
 * What stands on each cell, row by row from the top; for piles the letter is a figure.
 * @param {Layout} layout @param {string} text
 * @returns {string[]}
 */
export function cellsOfPosition(layout, text) {
  const board = text.split(" ")[0] ?? "";
  const cells = [...board.replaceAll("/", "")];
  const size = layout.columns * layout.rows;
  while (cells.length < size) cells.push(".");
  return cells.slice(0, size);
}

/** How many counters a pile's letter says. @param {Layout} layout @param {string} piece */
export function pileSize(layout, piece) {
  if (/\d/.test(piece)) return Number(piece);
  return Math.max(0, layout.pieces.indexOf(piece));
}

/** The name of the i-th cell, row by row from the top. @param {Layout} layout @param {number} i */
export function cellName(layout, i) {
  const file = String.fromCharCode(97 + (i % layout.columns));
  if (layout.kind === "piles") return String.fromCharCode(97 + i);
  return `${file}${layout.rows - Math.floor(i / layout.columns)}`;
}

/** The inverse of cellName: -1 for what is no cell here. @param {Layout} layout @param {string} name */
export function cellIndex(layout, name) {
  const file = name.charCodeAt(0) - 97;
  if (layout.kind === "piles") return file;
  const rank = Number(name.slice(1));
  if (!(file >= 0 && file < layout.columns && rank >= 1 && rank <= layout.rows)) return -1;
  return (layout.rows - rank) * layout.columns + file;
}

/** Whether the i-th cell is one that pieces can stand on: a1 is dark. @param {Layout} layout @param {number} i */
export function isDark(layout, i) {
  return ((i % layout.columns) + layout.rows - 1 - Math.floor(i / layout.columns)) % 2 === 0;
}

/**
 * Where the i-th cell goes when the board is turned: `identity`, `rotate-90` (clockwise), `mirror` (left and right),
 * `mirror-90` (mirrored, then turned); for piles the letters to which a, b, c, ... go: `to-cab` is a to c, b to a, c to
 * b.
 * @param {Layout} layout @param {string} turn @param {number} i
 */
export function turned(layout, turn, i) {
  if (layout.kind === "piles") return turn === "identity" ? i : turn.charCodeAt(i + 3) - 97;
  let [width, height] = [layout.columns, layout.rows];
  let [x, y] = [i % width, Math.floor(i / width)];
  if (turn.startsWith("mirror")) x = width - 1 - x;
  for (let angle = Number(turn.split("-")[1] ?? 0); angle > 0; angle -= 90) {
    [x, y] = [height - 1 - y, x];
    [width, height] = [height, width];
  }
  return y * width + x;
}

/**
 * The ways in which a label may have a position: stones and marks can be turned every way, and men that go up the board
 * are only mirrored, if dark squares stay dark.
 * @param {Layout} layout @returns {string[]}
 */
function turnsOf(layout) {
  if (layout.kind === "points" || layout.pieces.includes("X"))
    return ["identity", "rotate-90", "rotate-180", "rotate-270", "mirror", "mirror-90", "mirror-180", "mirror-270"];
  return layout.kind === "dark_squares" && layout.columns % 2 === 0 ? ["identity"] : ["identity", "mirror"];
}

/** @param {Layout} layout @param {string[]} cells @param {string} turn */
function image(layout, cells, turn) {
  const image = [...cells];
  cells.forEach((cell, i) => (image[turned(layout, turn, i)] = cell));
  return image;
}

/**
 * The position with its images, where a label may have it turned or mirrored; heaps may change places.
 * @param {Layout} layout
 * @param {string[]} cells
 * @returns {string[][]}
 */
export function images(layout, cells) {
  if (layout.kind !== "piles") return turnsOf(layout).map((turn) => image(layout, cells, turn));
  if (cells.length < 2) return [cells];
  return cells.flatMap((cell, i) =>
    images(
      { ...layout, columns: cells.length - 1 },
      cells.filter((_, k) => k !== i),
    ).map((rest) => [cell, ...rest]),
  );
}

/**
 * How the board is to be turned so that it stands as on that label; undefined: no way.
 * @param {Layout} layout
 * @param {string[]} cells
 * @param {string[]} label
 */
export const turnTo = (layout, cells, label) =>
  turnsOf(layout).find((turn) => image(layout, cells, turn).join("") === label.join(""));

/**
 * What a bead that stands for these moves on the turned board is called on the label.
 * @param {Layout} layout
 * @param {string} turn
 * @param {string[]} moves
 */
export function labelMove(layout, turn, moves) {
  const rank = (/** @type {string} */ move) =>
    cellsOfMove(move)
      .map((name) => (name[1] ?? "") + name[0])
      .join();
  const names = moves.map((move) =>
    move === "pass"
      ? move
      : move.replace(/[a-z]\d|[a-z](?=:)/g, (name) => cellName(layout, turned(layout, turn, cellIndex(layout, name)))),
  );
  return names.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] ?? "";
}

/** The cells that a move names: `a1xc3xe5` -> a1 c3 e5; none for `pass`. @param {string} move */
export function cellsOfMove(move) {
  if (move === "pass") return [];
  return move.split(":")[0]?.split(/[-x]/) ?? [];
}

/** How many a move takes from its pile; 0 where it takes none. @param {string} move */
export const taken = (move) => Number(move.split(":")[1] ?? 0);

/**
 * What a piece of noughts and crosses is drawn as, "" for any other. Who begins is written X, and is drawn as a nought:
 * MENACE, which always began, played them.
 * @param {Layout} layout
 * @param {string} piece
 * @returns {"nought"|"cross"|""}
 */
export function signOf(layout, piece) {
  if (layout.kind !== "squares" || !layout.pieces.includes("X")) return "";
  return piece === "X" ? "nought" : piece === "O" ? "cross" : "";
}

/** The colour a piece is painted in. @param {Layout} layout @param {string} piece @returns {"white"|"black"} */
export function sideColour(layout, piece) {
  const letter = piece.toLowerCase();
  if (letter === "w") return "white";
  if (letter === "b") return "black";
  const first = layout.pieces.indexOf(piece) % 2 === 1;
  return first === (layout.kind === "points") ? "black" : "white";
}
