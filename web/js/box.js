/** The open matchbox: its label turned as the visitor's board is, its drawer, its odds. */
import { beadOf, glass } from "./bead.js";
import { el } from "./dom.js";
import { makerOf } from "./machine.js";
import { cellsOfMove, taken } from "./notation.js";
import { beadName, drawnBead, short } from "./phrases.js";
import { picture } from "./picture.js";
import { isChangeOf, title } from "./state.js";
import { counted, number, percent, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./picture.js").Mark} Mark */
/** @typedef {import("./protocol.js").Layout} Layout */

const SINGLE_BEADS_MAX = 40; // more than these in a drawer, and the beads lie in heaps

/** @param {number} total */
const beadSize = (total) => (total <= 12 ? "large" : total <= 24 ? "middle" : "fine");

/** @type {typeof import("./heaps.js").Heaps|undefined} */
let Heaps;

/** Beads by the hundred. @param {HTMLElement} tray @param {Mark[]} marks */
async function heap(tray, marks) {
  if (!Heaps) ({ Heaps } = await import("./heaps.js"));
  const counts = marks.map((mark) => mark.count);
  new Heaps(tray, marks, counts).draw(counts);
}

/**
 * @param {Mark[]} marks
 * @param {(mark: Mark) => number} count
 * @param {boolean} lifted whether the drawn bead lies here
 */
function loose(marks, count, lifted) {
  return marks.flatMap((mark) => {
    const beads = [...Array(count(mark)).keys()].map((i) =>
      glass(mark.bead, lifted && mark.drawn && i === count(mark) - 1 ? "drawn" : ""),
    );
    return beads;
  });
}

/** All beads in a drawer; with two compartments, each in its own. @param {Mark[]} marks */
export function drawer(marks) {
  const total = marks.reduce((sum, mark) => sum + mark.count, 0);
  const tray = el("div", { class: "drawer", role: "img", "aria-label": words.box.drawer(counted("beads", total)) });
  if (total === 0) tray.append(el("em", { class: "bare" }, words.box.bare));
  else if (marks.some((mark) => mark.compartments)) {
    tray.classList.add("parted", beadSize(total));
    const inFirst = marks.some((mark) => mark.compartments?.[0]);
    for (const side of /** @type {const} */ ([0, 1])) {
      tray.append(
        el(
          "span",
          { class: "compartment" },
          el("small", {}, side === 0 ? words.box.left : words.box.right),
          ...loose(marks, (mark) => mark.compartments?.[side] ?? 0, (side === 0) === inFirst),
        ),
      );
    }
  } else if (total > SINGLE_BEADS_MAX) {
    heap(
      tray,
      marks.filter((mark) => mark.count > 0),
    );
  } else {
    tray.classList.add(beadSize(total));
    tray.append(...loose(marks, (mark) => mark.count, true));
  }
  return tray;
}

/**
 * A matchbox pushed open.
 * @param {Layout} layout @param {string} position @param {Mark[]} marks @param {number|null} no @param {string} by
 * @param {HTMLElement} [tray] its drawer
 */
export function matchbox(layout, position, marks, no, by, tray = drawer(marks)) {
  const name = no === null ? words.box.newName : words.box.name(number(no));
  const label = el(
    "div",
    { class: "in" },
    el("div", { class: "no" }, no === null ? words.box.newNo : words.box.no(number(no))),
    picture(layout, position, marks, words.box.label(name)),
    el("div", { class: "by" }, by),
  );
  return el("div", { class: "matchbox" }, el("div", { class: "sleeve" }, label), tray);
}

/** The squares that a move leads to, as the board lights them up. @param {string[]} moves */
const squaresOf = (moves) =>
  moves.flatMap((move) => (taken(move) || move === "pass" ? [move] : cellsOfMove(move).slice(-1)));

/**
 * Fills the dialog of an open box anew. The keyboard stays where it was, or goes to what shuts the dialog. The buttons
 * are counted from the end: how many come before differs from box to box.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement[]} parts
 */
export function fillLook(dialog, ...parts) {
  /** @returns {HTMLButtonElement[]} those that are there whenever it is drawn */
  const buttons = () => [...dialog.querySelectorAll(/** @type {"button"} */ (":is(.odds, .actions) button"))].reverse();
  const held = dialog.contains(document.activeElement);
  const at = buttons().findIndex((button) => button === document.activeElement);
  dialog.replaceChildren(...parts);
  if (!held) return;
  const [shut] = buttons();
  const same = buttons()[at];
  (same?.disabled === false ? same : shut)?.focus();
}

/**
 * What can be done in the dialog of an open box: the one before, the one behind, close.
 * @param {HTMLDialogElement} dialog
 * @param {number} no of the box
 * @param {(no: number) => boolean} isThere
 * @param {(no: number) => void} look opens another one
 */
export function boxActions(dialog, no, isThere, look) {
  const step = (/** @type {number} */ by) =>
    el(
      "button",
      {
        type: "button",
        class: "btn small quiet",
        disabled: !isThere(no + by),
        "aria-label": words.box.name(number(no + by)),
        click: () => look(no + by),
      },
      by < 0 ? "←" : "→",
    );
  return el(
    "div",
    { class: "actions" },
    step(-1),
    step(1),
    el(
      "button",
      { type: "button", class: "btn small", autofocus: true, click: () => dialog.close() },
      words.wall.close,
    ),
  );
}

/**
 * The chance of every bead, in big figures.
 * @param {Mark[]} marks
 * @param {{glow?: (squares: string[]) => void, guess?: (bead: number) => void}} [hands] what a touch does
 */
export function odds(marks, { glow = () => {}, guess = () => {} } = {}) {
  return el(
    "ul",
    { class: "odds", "aria-label": words.box.odds },
    ...marks.map((mark, i) => {
      const moves = mark.moves.map(short).join(", ") || words.box.never;
      const squares = squaresOf(mark.moves);
      const bead = glass(mark.bead, "small");
      bead.removeAttribute("aria-hidden"); // its letter is part of what the button is called
      const inner = [
        bead,
        " ",
        el(
          "span",
          {},
          el("strong", {}, percent(mark.odds)),
          " ",
          el("span", { class: "muted" }, `${number(mark.count)} ${beadName(mark.bead)}: ${moves}`),
        ),
      ];
      const button = el(
        "button",
        {
          type: "button",
          class: `odd ${mark.drawn ? "on" : ""} ${mark.odds > 0 ? "" : "none"}`,
          "data-squares": squares.join(" "),
          pointerenter: () => glow(squares),
          pointerleave: () => glow([]),
          focus: () => glow(squares),
          blur: () => glow([]),
          click: () => guess(i),
        },
        ...inner,
      );
      return el("li", {}, button);
    }),
  );
}

/**
 * @param {Table} t
 * @param {import("./protocol.js").Drawn} drawn
 * @param {boolean} [seen] whether the drawn bead has been seen
 * @returns {Mark[]}
 */
export function marksOf(t, drawn, seen = true) {
  const total = drawn.beads.reduce((sum, bead) => sum + bead.count, 0);
  return drawn.beads.map((bead, i) => ({
    bead: drawnBead(t, drawn, i),
    moves: bead.moves,
    drawn: seen && i === drawn.bead,
    count: bead.count,
    odds: bead.odds ?? (total ? bead.count / total : 0),
    compartments: bead.compartments,
  }));
}

/** @param {Table} t @param {import("./protocol.js").Box} box @param {number} i */
export const boxBead = (t, box, i) => beadOf(/** @type {Layout} */ (t.hello?.board), i, box.moves[i]?.move ?? "");

/**
 * How the machine draws from counts, where the server says so.
 * @param {Table} t
 * @returns {import("./protocol.js").DrawRule|null}
 */
export const drawRule = (t) => t.hello?.drawing ?? null;

/**
 * How the beads of a box would be drawn.
 * @param {import("./protocol.js").DrawRule|null} draws
 * @param {number[]} counts
 * @returns {number[]}
 */
export function chances(draws, counts) {
  const most = Math.max(...counts);
  const weights = counts.map((count) =>
    draws?.choose === "most" ? Number(count === most && most > 0) : draws?.prune && most >= 2 && count < 2 ? 0 : count,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > 0) return weights.map((weight) => weight / total);
  return counts.map(() => (draws?.empty === "top-up" ? 1 / counts.length : 0));
}

/**
 * A box as REST lists it, the right way up.
 * @param {Table} t
 * @param {import("./protocol.js").Box} box
 * @returns {Mark[]}
 */
export function marksOfBox(t, box) {
  const odds = chances(
    drawRule(t),
    box.moves.map((move) => move.beads),
  );
  return box.moves.map((move, i) => ({
    bead: boxBead(t, box, i),
    moves: move.orbit?.length ? move.orbit : [move.move],
    count: move.beads,
    drawn: false,
    odds: odds[i] ?? 0,
    compartments: drawRule(t)?.compartments
      ? [move.beads - Math.min(move.beads, 1), Math.min(move.beads, 1)]
      : undefined,
  }));
}

/** The card of the open box. */
export class OpenBox {
  /** @param {HTMLElement} card @param {{glow: (squares: string[]) => void, guess: (bead: number) => void}} hands */
  constructor(card, hands) {
    this.card = card;
    this.hands = hands;
    this.key = "";
  }

  /** @param {Table} t */
  draw(t) {
    const last = t.trace.at(-1);
    const layout = t.hello?.board;
    if (!layout) return;
    if (!last || t.dry) return this.closed(t);
    const { drawn } = last;
    const no = drawn.number ?? t.learned?.changes.find((c) => isChangeOf(drawn, c))?.number ?? null;
    const isOpen =
      (t.play?.drawn !== undefined && t.play.played.at(-1)?.move === drawn.move) || t.drawing || drawn.bead === null;
    const maker = t.machine?.maker ?? "";
    const key = [t.play?.episode, last.ply, no, drawn.bead, t.drawing, t.guessing, isOpen, maker].join(" ");
    if (key === this.key) return this.bet(t);
    this.key = key;
    this.card.classList.toggle("shaking", t.drawing && !t.guessing);
    this.card.dataset.number = String(no ?? "new");
    const marks = marksOf(t, drawn, !t.drawing || !t.guessing);
    const total = marks.reduce((sum, mark) => sum + mark.count, 0);
    const { box } = words;
    const heading = no === null ? (isOpen ? box.newOpen : box.newLast) : (isOpen ? box.open : box.last)(number(no));
    this.card.replaceChildren(
      el(
        "div",
        { class: "heading" },
        el("h2", { id: "box-title" }, heading),
        el("span", { class: "muted" }, `${box.turn(drawn.turn)} · ${counted("beads", total)}`),
      ),
      matchbox(
        layout,
        drawn.position,
        marks,
        no,
        `${title(t)} · ${t.machine?.maker.match(/\d{4}/)?.[0] ?? words.site.name}`,
      ),
      odds(marks, this.hands),
    );
    this.bet(t);
  }

  /** Marks the bead that the visitor guessed. @param {Table} t */
  bet(t) {
    this.card.querySelectorAll(".odd").forEach((odd, i) => odd.classList.toggle("bet", i === t.guess));
  }

  /** @param {Table} t */
  closed(t) {
    const key = `closed ${title(t)} ${t.machine?.maker ?? ""} ${t.dry !== null}`;
    if (key === this.key) return;
    this.key = key;
    this.card.classList.remove("shaking");
    delete this.card.dataset.number;
    const { box } = words;
    this.card.replaceChildren(
      el("div", { class: "heading" }, el("h2", { id: "box-title" }, t.dry ? box.first : box.shut)),
      el(
        "div",
        { class: "matchbox shut" },
        el(
          "div",
          { class: "sleeve" },
          el(
            "div",
            { class: "in cover" },
            el("div", { class: "by" }, t.machine ? makerOf(t.name, t.machine.maker) : ""),
            el("div", { class: "cover-title" }, title(t)),
            el(
              "div",
              { class: "by" },
              t.hello && t.hello.boxes !== null
                ? t.hello.boxes
                  ? counted("matchboxes", t.hello.boxes)
                  : box.cover
                : "",
            ),
          ),
        ),
      ),
      el("p", { class: "hint" }, t.dry ? box.dryWords : box.shutWords),
    );
  }
}
