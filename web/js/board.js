/**
 * The board that the visitor plays on, drawn from a layout, a position's text and the legal moves.
 * It knows no rules: a move is the cells that its text names, touched one after another or dragged along.
 */
import { glass } from "./bead.js";
import { el, svg } from "./dom.js";
import { drag } from "./drag.js";
import { cellName, cellsOfMove, cellsOfPosition, isDark, pileSize, sideColour, taken } from "./notation.js";
import { pieceName } from "./phrases.js";
import { play, SLIDE_MS, still } from "./motion.js";
import { CELL, ground, middle, pieceShapes, pileHeight } from "./picture.js";
import { words } from "./language.js";

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
 * @property {import("./protocol.js").End|null} end why the game is over, and the cells that show it
 */
/**
 * @typedef {object} Hands what the board tells its table
 * @property {(move: string, ply: number) => void} move at the ply that was on the board
 * @property {() => void} skip a touch where there is nothing to play
 * @property {(why: string) => void} wrong a touch that does nothing, and kindly why
 * @property {(square: string) => void} point the square under the pointer, or ""
 */
/** @typedef {"from"|"to"|"capture"|"play"} Mark what a cell may be touched for */

const EARLY_MS = 3000; // a touch before the game could be played counts so long
const NOTHING = { position: "", ply: 0, legal: [], last: null, pending: null, bead: null, end: null };

export class Board {
  /** @param {HTMLElement} place @param {Layout} layout @param {Hands} hands */
  constructor(place, layout, hands) {
    this.layout = layout;
    this.hands = hands;
    /** @type {string[]} the cells chosen so far */
    this.chosen = [];
    this.focused = 0;
    this.dragged = false; // the touch that has just ended was a drag
    this.dropped = ""; // the visitor's move that a finger has made: its piece lies there already
    /**
     * @type {{name: string, position: string, at: number}|null} touched before the game could be played: played as soon
     *   as it can
     */
    this.early = null;
    this.pieces = cellsOfPosition(layout, layout.start ?? "");
    /** @type {BoardView} */
    this.view = { ...NOTHING, position: layout.start ?? "", phase: "waiting" };
    this.piles = layout.kind === "piles";
    this.columns = layout.columns;
    this.rows = this.piles ? pileHeight(layout) : layout.rows; // of cells: a heap has one for each counter
    this.way = svg("path", { class: "way" });
    this.endLine = svg("path", { class: "end-line" });
    /** @type {HTMLButtonElement[]} */
    this.cells = [];
    const noughts = layout.pieces.includes("X") && layout.kind === "squares";
    this.grid = el("div", {
      class: `board ${layout.kind} ${layout.columns > 5 ? "wide" : ""} ${noughts ? "noughts" : ""}`,
      role: "grid",
      dir: "ltr",
      "aria-keyshortcuts": "b",
      "aria-label": this.piles ? words.board.heaps : words.board.name,
      "data-testid": "board",
    });
    this.passButton = el(
      "button",
      { class: "btn small pass", type: "button", "data-cell": "pass", click: () => this.choose("pass") },
      words.board.pass,
    );
    this.passButton.hidden = layout.kind !== "points";
    this.build();
    place.replaceChildren(el("div", { class: "fit" }, this.grid), this.passButton);
    place.addEventListener("keydown", (e) => this.key(e));
    drag(this);
  }

  build() {
    const { layout, grid, columns, rows } = this;
    grid.style.setProperty("--columns", String(columns));
    grid.style.setProperty("--rows", String(rows));
    const box = { viewBox: `0 0 ${columns * CELL} ${rows * CELL}`, preserveAspectRatio: "none", "aria-hidden": "true" };
    grid.append(
      svg("svg", { class: "ground", ...box }, ...(grid.classList.contains("noughts") ? [] : ground(layout)), this.way),
      ...this.marks(),
    );
    for (let y = 0; y < rows; y += 1) {
      const row = el("div", { role: "row" });
      for (let x = 0; x < columns; x += 1) {
        const i = y * columns + x;
        const cell = el("button", {
          type: "button",
          role: "gridcell",
          class: "cell",
          tabindex: "-1",
          click: () => this.click(i),
          focus: () => this.focus(i, false),
          pointerenter: () => this.point(i),
          pointerleave: () => this.hands.point(""),
        });
        if (layout.kind === "dark_squares" && !isDark(layout, i)) cell.disabled = true;
        this.cells.push(cell);
        row.append(cell);
      }
      grid.append(row);
    }
    grid.append(svg("svg", { class: "ground above", ...box }, this.endLine));
    for (let x = 0; this.piles && x < columns; x += 1)
      grid.append(el("span", { class: "pile-name", "aria-hidden": "true" }, cellName(layout, x)));
  }

  /**
   * Files and ranks, where moves are named by squares: in the corners, clear of what is around a piece; of points, on
   * their lines.
   */
  marks() {
    if (this.piles) return [];
    const { columns, rows } = this;
    const mark = (
      /** @type {string} */ kind,
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {string} */ text,
    ) => {
      const it = el("span", { class: `g-mark ${kind}`, "aria-hidden": "true" }, text);
      it.style.gridArea = `${y + 1} / ${x + 1} / ${y + 2} / ${x + 2}`;
      return it;
    };
    return [
      ...[...Array(rows).keys()].map((y) => mark("rank", 0, y, String(rows - y))),
      ...[...Array(columns).keys()].map((x) => mark("file", x, rows - 1, String.fromCharCode(97 + x))),
    ];
  }

  /** @param {BoardView} view */
  draw(view) {
    const fresh = view.position !== this.view.position || view.phase !== this.view.phase;
    const moves = view.position !== this.view.position && view.last !== null && view.ply > this.view.ply && !still();
    if (fresh) this.chosen = [];
    this.view = view;
    const { grid, layout } = this;
    grid.dataset.position = view.position;
    grid.dataset.ply = String(view.ply);
    grid.dataset.phase = view.phase;
    const pieces = (this.pieces = cellsOfPosition(layout, view.position));
    const last = view.last && !this.piles ? cellsOfMove(view.last) : [];
    const targets = this.targets();
    const slides = moves && last.length > 1 && view.last !== this.dropped ? last : [];
    this.cells.forEach((cell, i) => {
      if (cell.disabled) return;
      const name = this.nameAt(i);
      const piece = this.piles ? (name ? "o" : ".") : (pieces[i] ?? ".");
      const mark = targets.get(name);
      cell.dataset.cell = name;
      if (mark) cell.dataset.legal = "true";
      else delete cell.dataset.legal;
      if (mark) cell.dataset.mark = mark;
      else delete cell.dataset.mark;
      cell.setAttribute("aria-disabled", String(!mark));
      cell.classList.toggle("last", last.includes(name));
      cell.classList.toggle("chosen", this.chosen.includes(name));
      cell.classList.toggle(
        "pending",
        view.pending !== null && (cellsOfMove(view.pending).at(-1) === name || view.pending === name),
      );
      cell.classList.toggle("end", this.ends(name, i));
      cell.setAttribute("aria-label", this.label(name, piece, mark));
      this.paint(
        cell,
        piece,
        last.at(-1) === name ? view.bead : null,
        slides.at(-1) === name ? "slides" : moves && name !== last[0] ? "leaves" : "",
      );
    });
    if (slides.length) this.slide(slides);
    const way = this.chosen.length > 1 ? this.chosen : last.length > 2 && !this.chosen.length ? last : [];
    this.way.setAttribute("d", way.map((name, k) => `${k ? "L" : "M"}${middle(layout, name)}`).join(""));
    const line = view.end?.reason === "line" ? this.lines(view.end.cells) : "";
    if (line && !this.endLine.getAttribute("d")) play(this.endLine, "comes");
    this.endLine.setAttribute("d", line);
    if (!this.stands(this.focused)) {
      const held = this.cells[this.focused] === document.activeElement;
      this.focus(
        Math.max(
          0,
          this.cells.findIndex((_, i) => this.stands(i)),
        ),
        held,
      );
    } else if (fresh) this.focus(this.focused, false);
    const pass = targets.has("pass");
    this.passButton.disabled = !pass;
    if (view.phase !== "waiting") this.playEarly(targets);
  }

  /**
   * A touch that came before the line was open counts, if the board is still the one that was touched.
   * @param {Map<string, Mark>} targets
   */
  playEarly(targets) {
    const { early, view } = this;
    this.early = null;
    if (
      early
      && Date.now() - early.at < EARLY_MS
      && view.phase === "your-turn"
      && early.position === view.position
      && targets.has(early.name)
    )
      this.choose(early.name);
  }

  /** Whether the cell shows why the game ended. @param {string} name @param {number} i */
  ends(name, i) {
    const cells = this.view.end?.cells ?? [];
    return this.piles
      ? cells.includes(cellName(this.layout, i % this.columns)) && Math.floor(i / this.columns) === this.rows - 1
      : cells.includes(name);
  }

  /** A stroke through each row of cells, from end to end. @param {string[]} cells */
  lines(cells) {
    const points = cells.map((name) => middle(this.layout, name));
    const has = (/** @type {number} */ x, /** @type {number} */ y) => points.some(([px, py]) => px === x && py === y);
    return points
      .flatMap(([x, y], i) =>
        points
          .slice(i + 1)
          .filter(([u, v]) => has((x + u) / 2, (y + v) / 2))
          .map(([u, v]) => {
            const [dx, dy] = [Math.sign(u - x) * 12, Math.sign(v - y) * 12];
            return `M${x - dx} ${y - dy}L${u + dx} ${v + dy}`;
          }),
      )
      .join("");
  }

  /** The piece that moved comes from where it stood, over the squares of its way. @param {string[]} way */
  slide(way) {
    const place = (/** @type {string} */ name) => this.place(name)?.getBoundingClientRect();
    const end = place(way.at(-1) ?? "");
    const piece = this.place(way.at(-1) ?? "")?.querySelector("svg:not(.leaves)");
    if (!end || !piece) return;
    const frames = way.map((name) => {
      const { x, y } = place(name) ?? end;
      return { transform: `translate(${x - end.x}px, ${y - end.y}px)` };
    });
    piece.animate(frames, { duration: SLIDE_MS * (way.length - 1), easing: "ease-in-out" });
  }

  /** Where on the board a move ends, or what it takes. @param {string} move @returns {HTMLElement|null} */
  place(move) {
    if (move === "pass") return this.passButton;
    const name = taken(move) ? move : cellsOfMove(move).at(-1);
    return this.cells.find((_, i) => this.nameAt(i) === name) ?? null;
  }

  /**
   * @param {HTMLElement} cell
   * @param {string} piece
   * @param {import("./bead.js").Bead|null} bead
   * @param {string} motion "slides": the piece comes from another square; "leaves": one that is gone leaves
   */
  paint(cell, piece, bead, motion) {
    const key = `${piece}${bead?.name ?? ""}`;
    if (cell.dataset.piece === key) return;
    const arrives =
      cell.dataset.piece !== undefined && piece !== "." && cell.dataset.piece[0] !== piece && motion !== "slides";
    const gone = motion && piece !== cell.dataset.piece?.[0] ? cell.querySelector("svg:not(.leaves)") : null;
    cell.dataset.piece = key;
    const shapes = this.piles
      ? piece === "o"
        ? [
            svg("circle", { class: "p-counter", cx: 16, cy: 16, r: 13 }),
            svg("circle", { class: "p-hole", cx: 16, cy: 16, r: 8.6 }),
          ]
        : []
      : pieceShapes(this.layout, piece);
    cell.replaceChildren();
    if (gone) {
      gone.setAttribute("class", "leaves");
      gone.addEventListener("animationend", () => gone.remove());
      cell.append(gone);
    }
    if (shapes.length)
      cell.append(
        svg("svg", { viewBox: "0 0 32 32", class: arrives ? "arrives" : "", "aria-hidden": "true" }, ...shapes),
      );
    cell.append(el("i", { class: "spot" }));
    if (bead) cell.append(glass(bead, "mini"));
  }

  /** The name by which a touch on that cell goes. @param {number} i */
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

  /** What can be touched, and for what: starts of moves, next cells, the last cell where just one move ends there. */
  targets() {
    /** @type {Map<string, Mark>} */
    const names = new Map();
    if (this.view.phase !== "your-turn") return names;
    for (const move of this.view.legal) {
      const cells = cellsOfMove(move);
      const single = taken(move) > 0 || cells.length < 2;
      names.set(single ? move : (cells[0] ?? ""), single ? "play" : "from");
    }
    const ends = new Map();
    const to = (/** @type {string} */ name) => names.set(name, this.pieceAt(name) === "." ? "to" : "capture");
    for (const move of this.chosen.length ? this.going() : []) {
      const cells = cellsOfMove(move);
      to(cells[this.chosen.length] ?? cells.at(-1) ?? "");
      ends.set(cells.at(-1), (ends.get(cells.at(-1)) ?? 0) + 1);
    }
    for (const [end, ways] of ends) if (ways === 1) to(end);
    return names;
  }

  /** @param {string} name */
  pieceAt(name) {
    return this.pieces[this.cells.findIndex((_, i) => cellName(this.layout, i) === name)] ?? ".";
  }

  /** @param {string} name @param {string} piece @param {Mark|undefined} mark */
  label(name, piece, mark) {
    const { board } = words;
    if (this.piles) {
      const size = pileSize(this.layout, this.pieces[name.charCodeAt(0) - 97] ?? ".");
      return name
        ? `${board.heap(name[0]?.toUpperCase() ?? "", size, taken(name))}${mark ? "" : `, ${board.notNow}`}`
        : words.pieces.empty;
    }
    const chosen = this.chosen.includes(name);
    const may =
      mark === "play"
        ? board.play
        : mark === "to"
          ? board.to
          : mark === "capture"
            ? board.capture
            : mark === "from" && !chosen
              ? board.move
              : "";
    return [board.cell(name, pieceName(this.layout, piece)), chosen ? board.chosen : "", may]
      .filter(Boolean)
      .join(", ");
  }

  /** @param {number} i */
  click(i) {
    if (this.dragged) return; // the touch was a drag, which has been played already
    this.focus(i, true);
    const { phase } = this.view;
    if (phase === "your-turn") return this.choose(this.nameAt(i));
    if (phase === "waiting") this.early = { name: this.nameAt(i), position: this.view.position, at: Date.now() };
    if (phase === "waiting") this.hands.wrong(words.wrong.soon);
    this.hands.skip();
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
    const plain =
      next.length === 1 && (cellsOfMove(next[0] ?? "").length === length + 1 || ends.every((move) => move === next[0]));
    const only = plain ? next[0] : !next.length && ends.length === 1 ? ends[0] : whole;
    if (only) return this.play(only);
    const starts = legal.some((move) => cellsOfMove(move)[0] === name);
    if (next.length) this.chosen = [...this.chosen, name];
    else if (this.chosen.at(-1) === name) this.chosen = this.chosen.slice(0, -1);
    else {
      this.hands.wrong(starts ? "" : this.why(name));
      this.chosen = starts ? [name] : this.chosen.slice(0, 1);
    }
    this.draw(this.view);
  }

  /** Why a touch there does nothing, kindly. @param {string} name */
  why(name) {
    const { wrong } = words;
    const { legal } = this.view;
    const piece = this.pieceAt(name);
    if (this.piles || !legal.some((move) => cellsOfMove(move).length > 1))
      return piece === "." || this.piles ? wrong.notHere : wrong.occupied;
    if (this.chosen[0]) return wrong.cannotGo(this.chosen[0]);
    if (piece === ".") return wrong.empty;
    const own = legal.map((move) => this.pieceAt(cellsOfMove(move)[0] ?? ""))[0] ?? ".";
    if (sideColour(this.layout, own) !== sideColour(this.layout, piece)) return wrong.notYours;
    return this.layout.kind === "dark_squares" && legal.every((move) => move.includes("x"))
      ? wrong.mustCapture
      : wrong.stuck;
  }

  /** @param {string} move */
  play(move) {
    this.chosen = [];
    this.dropped = this.dragged ? move : "";
    this.hands.wrong("");
    this.hands.move(move, this.view.ply);
  }

  /** Lights up the cells that a bead stands for. @param {string[]} squares */
  glow(squares) {
    for (const cell of this.cells) cell.classList.toggle("glow", squares.includes(cell.dataset.cell ?? "?"));
    this.passButton.classList.toggle("glow", squares.includes("pass"));
  }

  /** @param {number} i */
  point(i) {
    if (this.piles) this.weigh(i);
    this.hands.point(this.nameAt(i));
  }

  /** @param {number} i @param {boolean} really also give it the keyboard */
  focus(i, really) {
    this.focused = i;
    if (this.piles) this.weigh(i);
    this.cells.forEach((cell, k) => (cell.tabIndex = k === i ? 0 : -1));
    if (really) this.cells[i]?.focus({ preventScroll: true });
  }

  /** Gives the board the keyboard. */
  enter() {
    this.focus(this.focused, true);
  }

  /** The counters that a touch there would take. @param {number} i */
  weigh(i) {
    const name = this.nameAt(i);
    this.cells.forEach((cell, k) => {
      cell.classList.toggle("would", k % this.columns === i % this.columns && k <= i);
      if (k === i && name) cell.dataset.take = words.moves.take(taken(name));
      else delete cell.dataset.take;
    });
  }

  /** The nearest cell that way where the keyboard can stand. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { columns, rows, focused, piles } = this;
    const [x, y] = [focused % columns, Math.floor(focused / columns)];
    for (let k = 1; k < Math.max(columns, rows); k += 1) {
      const line = this.cells
        .map((_, i) => i)
        .filter((i) => this.stands(i) && (dx ? i % columns === x + dx * k : Math.floor(i / columns) === y + dy * k));
      const off = (/** @type {number} */ i) => (dx ? Math.floor(i / columns) - y : (i % columns) - x);
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
