/**
 * The board that the visitor plays on, drawn from a layout, a position's text and the legal moves.
 * It knows no rules: a move is the cells that its text names, clicked one after another.
 */
import { glass } from "./bead.js";
import { el, svg } from "./dom.js";
import { cellName, cellsOfMove, cellsOfPosition, isDark, pieceName, pileSize, taken } from "./notation.js";
import { CELL, ground, middle, pieceShapes, pileHeight } from "./picture.js";

/** @typedef {import("./protocol.js").Layout} Layout */
/**
 * @typedef {object} BoardView
 * @property {string} position
 * @property {number} ply
 * @property {"waiting"|"your-turn"|"machine"|"over"} phase
 * @property {string[]} legal
 * @property {string|null} last the move played last
 * @property {string|null} pending the visitor's move, sent and not answered yet
 * @property {import("./bead.js").Bead|null} bead that the last move was drawn with
 */

export class Board {
  /** @param {HTMLElement} place @param {Layout} layout @param {(move: string) => void} onMove @param {() => void} onSkip */
  constructor(place, layout, onMove, onSkip) {
    this.layout = layout;
    this.onMove = onMove;
    this.onSkip = onSkip;
    /** @type {string[]} the cells chosen so far */
    this.chosen = [];
    this.focused = 0;
    this.pieces = cellsOfPosition(layout, layout.start ?? "");
    /** @type {BoardView} */
    this.view = { position: layout.start ?? "", ply: 0, phase: "waiting", legal: [], last: null, pending: null, bead: null };
    this.piles = layout.kind === "piles";
    this.columns = layout.columns;
    this.rows = this.piles ? pileHeight(layout) : layout.rows; // of cells: a heap has one for each counter
    this.way = svg("path", { class: "way" });
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    this.grid = el("div", { class: `board ${layout.kind} ${layout.columns > 5 ? "wide" : ""} ${layout.pieces.includes("X") && layout.kind === "squares" ? "noughts" : ""}`,
      role: "grid", "aria-label": this.piles ? "The heaps" : "The board", "data-testid": "board" });
    this.passButton = el("button", { class: "btn small pass", type: "button", "data-cell": "pass", click: () => this.choose("pass") }, "Pass");
    this.build();
    place.replaceChildren(this.grid, this.passButton);
    place.addEventListener("keydown", (e) => this.key(e));
  }

  build() {
    const { layout, grid, columns, rows } = this;
    grid.style.setProperty("--columns", String(columns));
    grid.style.setProperty("--rows", String(rows));
    grid.append(svg("svg", { class: "ground", viewBox: `0 0 ${columns * CELL} ${rows * CELL}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      ...(grid.classList.contains("noughts") ? [] : ground(layout)), this.way));
    for (let y = 0; y < rows; y += 1) {
      const row = el("div", { role: "row" });
      for (let x = 0; x < columns; x += 1) {
        const i = y * columns + x;
        const cell = el("button", { type: "button", role: "gridcell", class: "cell", tabindex: "-1",
          click: () => this.click(i), focus: () => this.focus(i, false) });
        if (this.piles) cell.addEventListener("pointerenter", () => this.weigh(i));
        if (layout.kind === "dark_squares" && !isDark(layout, i)) cell.disabled = true;
        this.cells.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
    for (let x = 0; this.piles && x < columns; x += 1) grid.append(el("span", { class: "pile-name", "aria-hidden": "true" }, cellName(layout, x)));
  }

  /** @param {BoardView} view */
  draw(view) {
    const fresh = view.position !== this.view.position || view.phase !== this.view.phase;
    if (fresh) this.chosen = [];
    this.view = view;
    const { grid, layout } = this;
    grid.dataset.position = view.position;
    grid.dataset.ply = String(view.ply);
    grid.dataset.phase = view.phase;
    const pieces = this.pieces = cellsOfPosition(layout, view.position);
    const last = view.last && !this.piles ? cellsOfMove(view.last) : [];
    const targets = this.targets();
    this.cells.forEach((cell, i) => {
      if (cell.disabled) return;
      const name = this.nameAt(i);
      const piece = this.piles ? (name ? "o" : ".") : pieces[i] ?? ".";
      const legal = targets.has(name);
      cell.dataset.cell = name;
      cell.toggleAttribute("data-legal", false);
      if (legal) cell.dataset.legal = "true";
      cell.setAttribute("aria-disabled", String(!legal));
      cell.classList.toggle("last", last.includes(name));
      cell.classList.toggle("chosen", this.chosen.includes(name));
      cell.classList.toggle("pending", view.pending !== null && (cellsOfMove(view.pending).at(-1) === name || view.pending === name));
      cell.setAttribute("aria-label", this.label(name, piece, legal));
      this.paint(cell, piece, last.at(-1) === name ? view.bead : null);
    });
    const way = this.chosen.length > 1 ? this.chosen : last.length > 2 && !this.chosen.length ? last : [];
    this.way.setAttribute("d", way.map((name, k) => `${k ? "L" : "M"}${middle(layout, name)}`).join(""));
    if (!this.stands(this.focused)) {
      const held = this.cells[this.focused] === document.activeElement;
      this.focus(Math.max(0, this.cells.findIndex((_, i) => this.stands(i))), held);
    } else if (fresh) this.focus(this.focused, false);
    const pass = targets.has("pass");
    this.passButton.hidden = !pass && layout.kind !== "points";
    this.passButton.disabled = !pass;
  }

  /** @param {HTMLElement} cell @param {string} piece @param {import("./bead.js").Bead|null} bead */
  paint(cell, piece, bead) {
    const key = `${piece}${bead?.name ?? ""}`;
    if (cell.dataset.piece === key) return;
    const arrives = cell.dataset.piece !== undefined && piece !== "." && cell.dataset.piece[0] !== piece;
    cell.dataset.piece = key;
    const shapes = this.piles
      ? (piece === "o" ? [svg("circle", { class: "p-counter", cx: 16, cy: 16, r: 13 }), svg("circle", { class: "p-hole", cx: 16, cy: 16, r: 8.6 })] : [])
      : pieceShapes(this.layout, piece);
    cell.replaceChildren();
    if (shapes.length) cell.append(svg("svg", { viewBox: "0 0 32 32", class: arrives ? "arrives" : "", "aria-hidden": "true" }, ...shapes));
    if (bead) cell.append(glass(bead, "mini"));
  }

  /** The name by which a click on that cell goes. @param {number} i */
  nameAt(i) {
    if (!this.piles) return cellName(this.layout, i);
    const pile = i % this.columns;
    const take = Math.floor(i / this.columns) - (this.rows - pileSize(this.layout, this.pieces[pile] ?? ".")) + 1;
    return take >= 1 ? `${cellName(this.layout, pile)}:${take}` : "";
  }

  /** Whether the keyboard can stand there: not on light squares, nor where a heap has no counter. @param {number} i */
  stands(i) {
    return this.cells[i]?.disabled === false && this.nameAt(i) !== "";
  }

  /** The legal moves that begin as was chosen so far. */
  going() {
    return this.view.legal.filter((move) => this.chosen.every((name, k) => cellsOfMove(move)[k] === name));
  }

  /** The names that lead on from what is chosen so far: starts of moves, next cells, the last cell where just one move ends there. */
  targets() {
    /** @type {Set<string>} */
    const names = new Set();
    if (this.view.phase !== "your-turn") return names;
    for (const move of this.view.legal) names.add(taken(move) || move === "pass" ? move : cellsOfMove(move)[0] ?? "");
    const ends = new Map();
    for (const move of this.chosen.length ? this.going() : []) {
      const cells = cellsOfMove(move);
      names.add(cells[this.chosen.length] ?? cells.at(-1) ?? "");
      ends.set(cells.at(-1), (ends.get(cells.at(-1)) ?? 0) + 1);
    }
    for (const [end, ways] of ends) if (ways === 1) names.add(end);
    return names;
  }

  /** @param {string} name @param {string} piece @param {boolean} legal */
  label(name, piece, legal) {
    if (this.piles) {
      const heap = name[0]?.toUpperCase();
      const size = pileSize(this.layout, this.pieces[name.charCodeAt(0) - 97] ?? ".");
      return name ? `Heap ${heap} of ${size}: take ${taken(name) === size ? "all" : taken(name)}${legal ? "" : ", not now"}` : "empty";
    }
    const chosen = this.chosen.includes(name) ? ", chosen" : "";
    return `${name}, ${pieceName(this.layout, piece)}${chosen}${legal && piece === "." ? ", you may play here" : legal && !chosen ? ", you may move it" : ""}`;
  }

  /** @param {number} i */
  click(i) {
    this.focus(i, true);
    if (this.view.phase !== "your-turn") return this.onSkip();
    this.choose(this.nameAt(i));
  }

  /** @param {string} name of a cell, a take, or `pass` */
  choose(name) {
    const { legal, phase } = this.view;
    if (phase !== "your-turn") return;
    if (legal.includes(name)) return this.play(name);
    const { length } = this.chosen;
    const going = length ? this.going() : [];
    const next = going.filter((move) => cellsOfMove(move)[length] === name);
    const ends = going.filter((move) => cellsOfMove(move).at(-1) === name);
    const whole = going.find((move) => cellsOfMove(move).length === length && cellsOfMove(move).at(-1) === name);
    const plain = next.length === 1 && (cellsOfMove(next[0] ?? "").length === length + 1 || ends.every((move) => move === next[0]));
    const only = plain ? next[0] : !next.length && ends.length === 1 ? ends[0] : whole;
    if (only) return this.play(only);
    if (next.length) this.chosen = [...this.chosen, name];
    else if (this.chosen.at(-1) === name) this.chosen = this.chosen.slice(0, -1);
    else this.chosen = legal.some((move) => cellsOfMove(move)[0] === name) ? [name] : [];
    this.draw(this.view);
  }

  /** @param {string} move */
  play(move) {
    this.chosen = [];
    this.onMove(move);
  }

  /** @param {number} i @param {boolean} really also give it the keyboard */
  focus(i, really) {
    this.focused = i;
    if (this.piles) this.weigh(i);
    this.cells.forEach((cell, k) => (cell.tabIndex = k === i ? 0 : -1));
    if (really) this.cells[i]?.focus({ preventScroll: true });
  }

  /** The counters that a click there would take. @param {number} i */
  weigh(i) {
    const name = this.nameAt(i);
    this.cells.forEach((cell, k) => {
      cell.classList.toggle("would", k % this.columns === i % this.columns && k <= i);
      if (k === i && name) cell.dataset.take = `take ${taken(name)}`;
      else delete cell.dataset.take;
    });
  }

  /** The nearest cell that way where the keyboard can stand. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { columns, rows, focused, piles } = this;
    const [x, y] = [focused % columns, Math.floor(focused / columns)];
    for (let k = 1; k < Math.max(columns, rows); k += 1) {
      const line = this.cells.map((_, i) => i).filter((i) => this.stands(i) && (dx ? i % columns === x + dx * k : Math.floor(i / columns) === y + dy * k));
      const off = (/** @type {number} */ i) => (dx ? Math.floor(i / columns) - y : i % columns - x);
      const aside = (/** @type {number} */ i) => Math.abs(off(i) - (y % 2 === 0 ? 0.1 : -0.1) * Math.abs(dy));
      const near = line.filter((i) => off(i) === 0 || Boolean(dx) === piles).sort((a, b) => aside(a) - aside(b))[0];
      if (near !== undefined) return this.focus(near, true);
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step && event.target !== this.passButton) this.step(...step);
    else if (event.key === "Escape" && this.chosen.length) {
      this.chosen = [];
      this.draw(this.view);
    } else return;
    event.preventDefault();
  }
}
