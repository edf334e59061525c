/** The wall: every matchbox of the machine, in rows by its turn, always there. */
import { boxActions, boxBead, fillLook, marksOfBox, matchbox, odds } from "./box.js";
import { condition, dots } from "./contents.js";
import { el } from "./dom.js";
import { play } from "./motion.js";
import { boxInAddress } from "./root.js";
import { isFrozen, openedBoxes, title } from "./state.js";
import { counted, number, words } from "./language.js";

/**
 * Opens what finds a box by its position; its script comes when it is wanted.
 * @param {Table} t
 * @param {(no: number) => void} look
 */
export const openFinder = async (t, look) => (await import("./find.js")).findBox(t, look);

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Box} Box */

const DOTS = 6;
const ROW_MAX = innerWidth < 760 ? 96 : 400; // a longer row shows its first ones, and so many more when asked
const FEW = 60;
const SLICE_MS = 8; // a long wall is built piece by piece, so that a touch in between is answered
const NEAR = "64px 0px"; // so far from the screen its rows begin

const CONDITION_WORDS = /** @type {Record<string, string>} */ ({
  gold: words.wall.solved,
  dust: words.wall.dust,
  empty: words.wall.empty,
});

export class Wall {
  /**
   * @param {HTMLElement} card
   * @param {HTMLDialogElement} dialog
   * @param {Table} t
   * @param {() => void} changed it has come near, or stands
   */
  constructor(card, dialog, t, changed) {
    this.t = t;
    this.changed = changed;
    this.card = card;
    this.dialog = dialog;
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    this.shape = "";
    this.near = false; // whether it is so near to the screen that it is worth building
    /**
     * Boxes that still have to be put up, and where.
     * @type {{row: HTMLElement, box: Box, old: HTMLButtonElement|undefined}[]}
     */
    this.queue = [];
    this.timer = 0;
    /** @type {number|undefined} the box that had the focus before the wall was built anew */
    this.focused = undefined;
    this.beads = 0;
    this.painted = "";
    /** @type {Map<number, Box>|null} */
    this.paintedOf = null;
    /** @type {Map<number, number>} by turn: how many boxes of a long row are shown */
    this.limits = new Map();
    /** @type {Set<number>} boxes opened in the visitor's games: shown in a long row too */
    this.opened = new Set();
    /** @type {number|null} */
    this.looking = null;
    /** A box is sought: it takes the place of looking into one. @type {((no: number) => void)|null} */
    this.pick = null;
    this.count = el("span", { class: "muted" });
    this.heading = el("h2", {});
    this.rows = el("div", { class: "rows", keydown: (/** @type {KeyboardEvent} */ e) => this.key(e) });
    const sign = (/** @type {string} */ state, /** @type {string} */ words) =>
      el("span", {}, el("span", { class: `mb ${state}` }), words);
    this.gold = sign("gold", words.wall.gold);
    this.legend = el(
      "p",
      { class: "legend muted" },
      this.gold,
      sign("dust", words.wall.dust),
      sign("empty", words.wall.empty),
      sign("here", words.wall.here),
      sign("opened", words.wall.opened),
    );
    const find = el(
      "button",
      {
        type: "button",
        class: "btn small quiet",
        "data-testid": "find-box",
        click: () => openFinder(t, (no) => this.look(no)),
      },
      words.wall.find,
    );
    card.replaceChildren(el("div", { class: "heading" }, this.heading, this.count), this.legend, find, this.rows);
    dialog.addEventListener("close", () => {
      this.looking = null;
      history.replaceState(null, "", location.pathname + location.search);
    });
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        this.near = true;
        changed();
      },
      { rootMargin: NEAR },
    );
    watch.observe(this.rows);
  }

  build() {
    const { t } = this;
    this.focused = [...this.buttons].find(([, button]) => button === document.activeElement)?.[0] ?? this.focused;
    const old = this.buttons;
    this.buttons = new Map();
    this.queue = [];
    /** @type {Map<number, Box[]>} */
    const turns = new Map();
    for (const box of t.boxes.values()) {
      const row = turns.get(box.turn);
      if (row) row.push(box);
      else turns.set(box.turn, [box]);
    }
    this.rows.classList.toggle("few", t.boxes.size <= FEW);
    const rows = [...turns]
      .sort(([a], [b]) => a - b)
      .map(([turn, boxes]) => {
        const limit = this.limits.get(turn) ?? ROW_MAX;
        const shown = boxes
          .sort((a, b) => a.number - b.number)
          .filter((box, i) => i < limit || this.opened.has(box.number));
        const more = boxes.length - shown.length;
        const row = el("div", { class: "boxes" });
        for (const box of shown) this.queue.push({ row, box, old: old.get(box.number) });
        return el(
          "section",
          { class: "row" },
          el(
            "h3",
            { class: "muted" },
            el("span", {}, words.wall.row(words.box.turn(turn))),
            el("span", {}, counted("boxes", boxes.length)),
          ),
          row,
          more > 0
            ? el(
                "button",
                { type: "button", class: "btn small quiet more", click: () => this.show(turn, limit + 5 * ROW_MAX) },
                words.wall.more(number(more)),
              )
            : null,
        );
      });
    this.rows.replaceChildren(...rows);
    // until all boxes are up: a row that fills moves those below it
    if (!old.size) this.rows.style.visibility = "hidden";
    this.fill();
  }

  /** Puts up boxes for a moment, and goes on after whatever else there is to do. */
  fill() {
    clearTimeout(this.timer);
    const until = performance.now() + SLICE_MS;
    let next = 0;
    while (next < this.queue.length && (next % 8 !== 0 || performance.now() < until)) {
      const { row, box, old } = /** @type {(typeof this.queue)[0]} */ (this.queue[next]);
      row.append(this.button(box, old));
      this.paintNow(box);
      next += 1;
    }
    this.queue.splice(0, next);
    const first = this.buttons.values().next().value;
    if (first) first.tabIndex = 0;
    if (this.queue.length) {
      this.timer = window.setTimeout(() => this.fill());
      return;
    }
    this.rows.style.visibility = "";
    this.changed();
    if (this.focused !== undefined) {
      this.focus(this.focused);
      this.focused = undefined;
    }
  }

  /** @param {number} turn @param {number} limit */
  show(turn, limit) {
    this.limits.set(turn, limit);
    this.shape = "";
    this.draw();
  }

  /** @param {Box} box @param {HTMLButtonElement} [old] */
  button(box, old) {
    const button =
      old
      ?? el("button", {
        type: "button",
        class: "mb",
        "data-testid": "wall-box",
        "data-number": box.number,
        click: () => this.look(box.number),
        animationend: () => button.classList.remove("lit"),
      });
    button.tabIndex = -1;
    this.buttons.set(box.number, button);
    return button;
  }

  /** What was opened in a long row is shown there from now on. */
  follow() {
    const { t } = this;
    for (const no of [...openedBoxes(t), ...(t.learned?.changes ?? []).map((change) => change.number)]) {
      if (no !== null && this.buttons.size && !this.queue.length && !this.buttons.has(no)) this.opened.add(no);
    }
  }

  draw() {
    const { t } = this;
    const shape = `${t.boxes.size} ${t.hello?.era} ${this.opened.size}`;
    if (shape !== this.shape && t.hello && this.near) {
      this.shape = shape;
      this.build();
    }
    this.paintAll();
    for (const no of this.pick ? [] : t.flash) {
      const button = this.buttons.get(no);
      if (button) play(button, "lit");
      if (no === this.looking) this.look(no);
    }
    this.legend.hidden = t.boxesSeq > 0 && t.boxes.size === 0;
    this.heading.textContent = t.boxes.size ? counted("matchboxes", t.boxes.size) : words.wall.title;
    this.count.textContent = t.boxes.size
      ? words.wall.now(counted("beads", this.beads)) + (isFrozen(t) ? `, ${words.wall.frozen}` : "")
      : t.boxesSeq
        ? words.wall.none
        : words.wall.loading;
  }

  /** What flashed is told. While a box is sought, it waits. */
  flashed() {
    if (!this.pick) this.t.flash.clear();
  }

  /** All of them, where anything can have changed since. */
  paintAll() {
    const { t } = this;
    this.gold.hidden = !t.answers;
    const key = `${t.answers} ${t.boxesSeq} ${t.flash.size} ${openedBoxes(t)}`;
    if (key === this.painted && t.boxes === this.paintedOf && !t.flash.size) return;
    this.painted = key;
    this.paintedOf = t.boxes;
    this.beads = 0;
    for (const box of t.boxes.values()) {
      this.beads += box.beads;
      this.paintNow(box);
    }
  }

  /** @param {Box} box */
  paintNow(box) {
    const button = this.buttons.get(box.number);
    const opened = openedBoxes(this.t);
    if (button) this.paint(button, box, box.number === opened.at(-1), opened.includes(box.number));
  }

  /** @param {Box} box */
  condition(box) {
    return condition(this.t.answers ? box : { ...box, solved: null }, this.t.fresh, this.t.touched.has(box.number));
  }

  /** @param {HTMLButtonElement} button @param {Box} box @param {boolean} open @param {boolean} opened in this game */
  paint(button, box, open, opened) {
    const state = this.condition(box);
    const key = `${box.moves.map((move) => move.beads)} ${state} ${open} ${opened}`;
    if (button.dataset.key === key) return;
    button.dataset.key = key;
    button.dataset.beads = String(box.beads);
    button.className = `mb ${state} ${open ? "here" : opened ? "opened" : ""}`;
    button.setAttribute(
      "aria-label",
      [
        words.wall.box(number(box.number), counted("beads", box.beads)),
        CONDITION_WORDS[state],
        open ? words.wall.here : opened ? words.wall.opened : "",
      ]
        .filter(Boolean)
        .join(", "),
    );
    button.replaceChildren(
      el("small", {}, String(box.number)),
      ...dots(box, DOTS).map((i) => el("i", { class: `k-${boxBead(this.t, box, i).name}` })),
    );
  }

  /** Look into a box. @param {number} no */
  look(no) {
    if (this.pick) return this.pick(no);
    const { t, dialog } = this;
    const box = t.boxes.get(no);
    if (!box || !t.hello) return;
    this.looking = no;
    if (boxInAddress() !== no) history.replaceState(null, "", `#box-${no}`);
    this.focus(no, false);
    const marks = marksOfBox(t, box);
    const state = CONDITION_WORDS[this.condition(box)];
    const given = el("div", { class: "given", role: "status" });
    const givers = t.hello.copy ? null : import("./givers.js").then(({ Givers }) => new Givers(t, box, given));
    fillLook(
      dialog,
      el(
        "div",
        { class: "heading" },
        el("h2", { id: "look-title" }, words.box.name(number(no))),
        el(
          "span",
          { class: "muted" },
          [words.box.turn(box.turn), counted("beads", box.beads), state].filter(Boolean).join(" · "),
        ),
      ),
      matchbox(t.hello.board, box.box, marks, no, title(t)),
      odds(marks, { guess: async (bead) => (await givers)?.show(bead) }),
      given,
      boxActions(
        dialog,
        no,
        (other) => t.boxes.has(other),
        (other) => this.look(other),
      ),
    );
    if (!dialog.open) dialog.showModal();
  }

  /** @param {number} no @param {boolean} [really] */
  focus(no, really = true) {
    for (const [k, button] of this.buttons) button.tabIndex = k === no ? 0 : -1;
    if (really) this.buttons.get(no)?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const numbers = [...this.buttons.keys()];
    const at = numbers.findIndex((no) => this.buttons.get(no) === document.activeElement);
    if (at < 0) return;
    const top = (/** @type {number} */ i) => this.buttons.get(numbers[i] ?? -1)?.offsetTop ?? 0;
    const left = (/** @type {number} */ i) => this.buttons.get(numbers[i] ?? -1)?.offsetLeft ?? 0;
    let to = at;
    if (event.key === "ArrowRight") to = Math.min(numbers.length - 1, at + 1);
    else if (event.key === "ArrowLeft") to = Math.max(0, at - 1);
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = numbers.length - 1;
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const by = event.key === "ArrowDown" ? 1 : -1;
      while (numbers[to] !== undefined && top(to) === top(at)) to += by;
      const line = top(to);
      while (numbers[to + by] !== undefined && top(to + by) === line && (left(to) - left(at)) * by < 0) to += by;
      if (numbers[to] === undefined) to = at;
    } else return;
    event.preventDefault();
    this.focus(numbers[to] ?? numbers[at] ?? 1);
  }
}
