/**
 * Find my box, for walls built of real matchboxes: a position is set up by touching its cells, and the boxes that have
 * it on their label are shown, also where the label has it turned or mirrored. Loaded when it is asked for.
 */
import { marksOfBox, matchbox } from "./box.js";
import { el, svg } from "./dom.js";
import { cellName, cellsOfPosition, images, isDark, pileSize } from "./notation.js";
import { pieceName } from "./phrases.js";
import { CELL, ground, pieceShapes, pileHeight } from "./picture.js";
import { title } from "./state.js";
import { counted, language, number, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {import("./protocol.js").Box} Box */

/** @type {typeof import("./messages/find/en.js").default} */
const find = (await import(`./messages/find/${language}.js`)).default;
const SHOWN_MAX = 4;
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

class Finder {
  /** @param {Table} t @param {(no: number) => void} look opens a box */
  constructor(t, look) {
    this.t = t;
    this.look = look;
    this.layout = /** @type {Layout} */ (t.hello?.board);
    this.piles = this.layout.kind === "piles";
    this.cells = cellsOfPosition(this.layout, this.layout.start ?? "");
    this.found = el("div", { class: "found" });
    this.status = el("p", { class: "verdict", role: "status", "data-testid": "find-status" });
    /** @type {HTMLButtonElement[]} */
    this.buttons = this.cells.map((_, i) =>
      el("button", {
        type: "button",
        class: "cell",
        "data-cell": cellName(this.layout, i),
        disabled: this.layout.kind === "dark_squares" && !isDark(this.layout, i),
        click: () => this.turn(i),
      }),
    );
    this.dialog = this.build();
    this.draw();
  }

  build() {
    const { layout, piles, buttons } = this;
    const { columns } = layout;
    const rows = piles ? 1 : layout.rows;
    const noughts = layout.pieces.includes("X");
    const grid = el(
      "div",
      {
        class: `board ${layout.kind} ${noughts ? "noughts" : ""}`,
        role: "group",
        dir: "ltr",
        "aria-label": find.board,
        "data-testid": "find-board",
        keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      piles
        ? null
        : svg(
            "svg",
            {
              class: "ground",
              viewBox: `0 0 ${columns * CELL} ${rows * CELL}`,
              preserveAspectRatio: "none",
              "aria-hidden": "true",
            },
            ...(noughts ? [] : ground(layout)),
          ),
      ...buttons,
    );
    grid.style.setProperty("--columns", String(columns));
    grid.style.setProperty("--rows", String(rows));
    const dialog = el(
      "dialog",
      { class: "card look find", "aria-labelledby": "find-title", "data-testid": "find" },
      el("div", { class: "heading" }, el("h2", { id: "find-title" }, find.title)),
      el("p", {}, piles ? find.howHeaps : find.how),
      el("div", { class: "find-body" }, grid, el("div", { class: "find-result" }, this.status, this.found)),
      el(
        "div",
        { class: "actions" },
        el(
          "button",
          { type: "button", class: "btn small quiet", click: () => this.set(layout.start ?? "") },
          find.start,
        ),
        el("button", { type: "button", class: "btn small quiet", click: () => this.set("") }, find.clear),
        el("button", { type: "button", class: "btn small", click: () => dialog.close() }, find.close),
      ),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    return dialog;
  }

  /** @param {string} position */
  set(position) {
    this.cells = cellsOfPosition(this.layout, position);
    if (this.piles && !position) this.cells = this.cells.map(() => "0");
    this.draw();
  }

  /** The next piece on that cell, or one counter fewer. @param {number} i */
  turn(i) {
    const { layout, cells } = this;
    if (this.piles) {
      const size = pileSize(layout, cells[i] ?? "0");
      cells[i] = String(size === 0 ? pileHeight(layout) : size - 1);
    } else {
      const pieces = layout.pieces.startsWith(".") ? layout.pieces : `.${layout.pieces}`;
      cells[i] = pieces[(pieces.indexOf(cells[i] ?? ".") + 1) % pieces.length] ?? ".";
    }
    this.draw();
  }

  /** The boxes with this position on their label, turned as it may be. @returns {Box[]} */
  boxes() {
    const { t, layout } = this;
    const key = (/** @type {string[]} */ cells) =>
      (this.piles ? cells.map((cell) => pileSize(layout, cell)) : cells).join("");
    const wanted = new Set((t.hello?.convention === "raw" ? [this.cells] : images(layout, this.cells)).map(key));
    return [...t.boxes.values()].filter((box) => wanted.has(key(cellsOfPosition(layout, box.box))));
  }

  draw() {
    const { t, layout, cells } = this;
    this.buttons.forEach((button, i) => {
      const piece = cells[i] ?? ".";
      const name = cellName(layout, i);
      if (button.disabled) return;
      button.dataset.piece = piece;
      button.setAttribute(
        "aria-label",
        this.piles
          ? find.heap(name.toUpperCase(), pileSize(layout, piece))
          : words.board.cell(name, pieceName(layout, piece)),
      );
      const shapes = this.piles
        ? this.counters(pileSize(layout, piece))
        : [svg("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, ...pieceShapes(layout, piece))];
      button.replaceChildren(...shapes);
    });
    const all = this.boxes();
    const who = title(t);
    const names = all.map((box) => find.box(number(box.number), words.box.turn(box.turn), counted("beads", box.beads)));
    this.status.textContent = all.length
      ? names.slice(0, SHOWN_MAX).join(" ")
      : t.hello?.boxes
        ? find.none(who)
        : find.noneYet(who);
    this.found.replaceChildren(
      ...all.slice(0, SHOWN_MAX).map((box) =>
        el(
          "div",
          { class: "found-box", "data-testid": "found-box", "data-number": box.number },
          matchbox(layout, box.box, marksOfBox(t, box), box.number, who),
          el(
            "button",
            {
              type: "button",
              class: "btn small quiet",
              click: () => {
                this.dialog.close();
                this.look(box.number);
              },
            },
            find.open(number(box.number)),
          ),
        ),
      ),
    );
    if (all.some((box) => cellsOfPosition(layout, box.box).join("") !== cells.join("")))
      this.found.append(el("p", { class: "muted" }, find.turned));
  }

  /** A heap as it stands. @param {number} size */
  counters(size) {
    const height = pileHeight(this.layout);
    const drawing = svg("svg", { viewBox: `0 0 32 ${height * 26}`, "aria-hidden": "true" });
    for (let n = height - size; n < height; n += 1)
      drawing.append(
        svg("circle", { class: "p-counter", cx: 16, cy: n * 26 + 13, r: 11 }),
        svg("circle", { class: "p-hole", cx: 16, cy: n * 26 + 13, r: 7.4 }),
      );
    return [drawing];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    const at = this.buttons.findIndex((button) => button === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const { columns } = this.layout;
    for (
      let [x, y] = [(at % columns) + step[0], Math.floor(at / columns) + step[1]];
      x >= 0 && x < columns && this.buttons[y * columns + x];
      x += step[0], y += step[1]
    ) {
      const next = this.buttons[y * columns + x];
      if (!next || next.disabled) continue;
      next.focus();
      return;
    }
  }
}

/** Opens it, with the opening position set up. @param {Table} t @param {(no: number) => void} look */
export function findBox(t, look) {
  const { dialog } = new Finder(t, look);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
