/**
 * The board that the visitor plays on, drawn from a layout, a position's text and the legal moves.
 * It knows no rules: a move is the cells that its text names, clicked one after another.
 */
import { glass } from "./bead.js";
import { el, svg } from "./dom.js";
import { cellName, cellsOfMove, cellsOfPosition, pieceName, pileSize, taken } from "./notation.js";
import { CELL, ground, pieceShapes, pileHeight } from "./picture.js";

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
    /** @type {BoardView} */
    this.view = { position: layout.start ?? "", ply: 0, phase: "waiting", legal: [], last: null, pending: null, bead: null };
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    this.grid = el("div", { class: `board ${layout.kind} ${layout.pieces.includes("X") && layout.kind === "squares" ? "noughts" : ""}`,
      role: "grid", "aria-label": "The board", "data-testid": "board", keydown: (/** @type {KeyboardEvent} */ e) => this.key(e) });
    this.passButton = el("button", { class: "btn small pass", type: "button", "data-cell": "pass", click: () => this.choose("pass") }, "Pass");
    this.build();
    place.replaceChildren(this.grid, this.passButton);
  }

  build() {
    const { layout, grid } = this;
    const piles = layout.kind === "piles";
    this.columns = piles ? cellsOfPosition(layout, layout.start ?? "").length : layout.columns;
    this.rows = piles ? pileHeight(layout) : layout.rows;
    grid.style.setProperty("--columns", String(this.columns));
    grid.style.setProperty("--rows", String(this.rows));
    if (layout.kind !== "squares" || !grid.classList.contains("noughts")) {
      grid.append(svg("svg", { class: "ground", viewBox: `0 0 ${this.columns * CELL} ${this.rows * CELL}`, "aria-hidden": "true" }, ...ground(layout)));
    }
    for (let y = 0; y < this.rows; y += 1) {
      const row = el("div", { role: "row" });
      for (let x = 0; x < this.columns; x += 1) {
        const i = y * this.columns + x;
        const cell = el("button", { type: "button", role: "gridcell", class: "cell", tabindex: "-1",
          click: () => this.click(i), focus: () => this.focus(i, false) });
        if (piles) cell.addEventListener("pointerenter", () => this.weigh(i));
        this.cells.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
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
    const pieces = cellsOfPosition(layout, view.position);
    const last = view.last && layout.kind !== "piles" ? cellsOfMove(view.last) : [];
    const targets = this.targets();
    this.cells.forEach((cell, i) => {
      const name = this.nameAt(i, pieces);
      const piece = layout.kind === "piles" ? (name ? "o" : ".") : pieces[i] ?? ".";
      const legal = targets.has(name);
      cell.dataset.cell = name || `${String.fromCharCode(97 + (i % (this.columns ?? 1)))}:0`;
      cell.toggleAttribute("data-legal", false);
      if (legal) cell.dataset.legal = "true";
      cell.setAttribute("aria-disabled", String(!legal));
      cell.classList.toggle("last", last.includes(name));
      cell.classList.toggle("chosen", this.chosen.includes(name));
      cell.classList.toggle("pending", view.pending !== null && (cellsOfMove(view.pending).at(-1) === name || view.pending === name));
      cell.setAttribute("aria-label", this.label(name, piece, legal));
      this.paint(cell, piece, last.at(-1) === name ? view.bead : null);
      cell.tabIndex = i === this.focused ? 0 : -1;
    });
    this.passButton.hidden = !view.legal.includes("pass");
  }

  /** @param {HTMLElement} cell @param {string} piece @param {import("./bead.js").Bead|null} bead */
  paint(cell, piece, bead) {
    const key = `${piece}${bead?.name ?? ""}`;
    if (cell.dataset.piece === key) return;
    const arrives = cell.dataset.piece !== undefined && piece !== "." && cell.dataset.piece[0] !== piece;
    cell.dataset.piece = key;
    const shapes = this.layout.kind === "piles"
      ? (piece === "o" ? [svg("circle", { class: "p-counter", cx: 16, cy: 16, r: 13 })] : [])
      : pieceShapes(this.layout, piece);
    cell.replaceChildren();
    if (shapes.length) cell.append(svg("svg", { viewBox: "0 0 32 32", class: arrives ? "arrives" : "", "aria-hidden": "true" }, ...shapes));
    if (bead) cell.append(glass(bead, "mini"));
  }

  /** The name by which a click on that cell goes. @param {number} i @param {string[]} pieces */
  nameAt(i, pieces) {
    if (this.layout.kind !== "piles") return cellName(this.layout, i);
    const columns = this.columns ?? 1;
    const pile = i % columns;
    const size = pileSize(this.layout, pieces[pile] ?? ".");
    const take = Math.floor(i / columns) - ((this.rows ?? 1) - size) + 1;
    return take >= 1 ? `${cellName(this.layout, pile)}:${take}` : "";
  }

  /** The names that lead on from what is chosen so far: starts of moves, next cells, last cells. */
  targets() {
    /** @type {Set<string>} */
    const names = new Set();
    if (this.view.phase !== "your-turn") return names;
    for (const move of this.view.legal) {
      if (taken(move)) names.add(move);
      const cells = cellsOfMove(move);
      if (cells[0] && !taken(move)) names.add(cells[0]);
      if (this.chosen.length && this.chosen.every((name, i) => cells[i] === name)) {
        const next = cells[this.chosen.length];
        const end = cells.at(-1);
        if (next) names.add(next);
        if (end) names.add(end);
      }
    }
    return names;
  }

  /** @param {string} name @param {string} piece @param {boolean} legal */
  label(name, piece, legal) {
    if (this.layout.kind === "piles") return name ? `Take ${taken(name)} from heap ${name[0]?.toUpperCase()}${legal ? "" : ", not now"}` : "empty";
    const chosen = this.chosen.includes(name) ? ", chosen" : "";
    return `${name}, ${pieceName(this.layout, piece)}${chosen}${legal ? ", you may play here" : ""}`;
  }

  /** @param {number} i */
  click(i) {
    this.focus(i, true);
    if (this.view.phase !== "your-turn") return this.onSkip();
    this.choose(this.nameAt(i, cellsOfPosition(this.layout, this.view.position)));
  }

  /** @param {string} name of a cell, a take, or `pass` */
  choose(name) {
    const { legal, phase } = this.view;
    if (phase !== "your-turn") return;
    if (legal.includes(name)) return this.play(name);
    if (this.chosen.at(-1) === name) this.chosen = [];
    else {
      const going = legal.filter((move) => this.chosen.every((cell, k) => cellsOfMove(move)[k] === cell));
      const next = going.filter((move) => cellsOfMove(move)[this.chosen.length] === name);
      const ends = this.chosen.length ? going.filter((move) => cellsOfMove(move).at(-1) === name) : [];
      const [only] = next.length === 1 && cellsOfMove(next[0] ?? "").length === this.chosen.length + 1 ? next : ends.length === 1 ? ends : [];
      if (only) return this.play(only);
      if (next.length) this.chosen = [...this.chosen, name];
      else this.chosen = legal.some((move) => cellsOfMove(move)[0] === name) ? [name] : [];
    }
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
    if (this.layout.kind === "piles") this.weigh(i);
    this.cells.forEach((cell, k) => (cell.tabIndex = k === i ? 0 : -1));
    if (really) this.cells[i]?.focus({ preventScroll: true });
  }

  /** The counters that a click there would take. @param {number} i */
  weigh(i) {
    const columns = this.columns ?? 1;
    this.cells.forEach((cell, k) => cell.classList.toggle("would", k % columns === i % columns && k <= i));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const columns = this.columns ?? 1;
    const [x, y] = [this.focused % columns, Math.floor(this.focused / columns)];
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const [nx, ny] = [x + step[0], y + step[1]];
      if (nx >= 0 && nx < columns && ny >= 0 && ny < (this.rows ?? 1)) this.focus(ny * columns + nx, true);
    } else if (event.key === "Escape" && this.chosen.length) {
      this.chosen = [];
      this.draw(this.view);
    } else return;
    event.preventDefault();
  }
}
