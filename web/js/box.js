/** The open matchbox: its label turned as the visitor's board is, its drawer, its odds. */
import { beadOf, glass } from "./bead.js";
import { counted, el, percent } from "./dom.js";
import { taken } from "./notation.js";
import { picture } from "./picture.js";
import { drawnBead, turnWords } from "./words.js";
import { isChangeOf, title } from "./state.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./picture.js").Mark} Mark */
/** @typedef {import("./protocol.js").Layout} Layout */

const SINGLE_BEADS_MAX = 40; // more than these in a drawer, and a bead has its number on it

/** @param {number|null} no */
export const boxName = (no) => (no === null ? "a new box" : `box ${no}`);

/** @param {number} total */
const beadSize = (total) => (total <= 12 ? "large" : total <= 24 ? "middle" : "fine");

/**
 * All beads in a drawer. `gained` of the drawn kind fall in, or one flies out when negative.
 * @param {Mark[]} marks @param {number} gained
 */
function drawer(marks, gained) {
  const total = marks.reduce((sum, mark) => sum + mark.count, 0);
  const tray = el("div", { class: "drawer", role: "img", "aria-label": `${counted(total, "bead")} in the drawer` });
  if (total > SINGLE_BEADS_MAX) {
    tray.classList.add("large");
    for (const mark of marks) {
      if (mark.count === 0 && !mark.drawn) continue;
      const more = mark.drawn && gained ? el("span", { class: "gain" }, gained > 0 ? `+${gained}` : `−${-gained}`) : null;
      tray.append(el("span", { class: `heap ${mark.drawn ? "drawn" : ""}` }, glass(mark.bead, "numbered", String(mark.count)), el("small", {}, mark.bead.letter), more));
    }
    return tray;
  }
  tray.classList.add(beadSize(total));
  for (const mark of marks) {
    const loose = mark.drawn ? mark.count - Math.max(0, gained) - (gained < 0 ? 0 : 1) : mark.count;
    for (let i = 0; i < loose; i += 1) tray.append(glass(mark.bead));
    if (!mark.drawn) continue;
    if (gained >= 0) tray.append(glass(mark.bead, "drawn"));
    for (let i = 0; i < gained; i += 1) tray.append(glass(mark.bead, "added"));
    for (let i = 0; i > gained; i -= 1) tray.append(glass(mark.bead, "taken"));
  }
  if (total === 0 && gained >= 0) tray.append(el("em", { class: "bare" }, "not one bead"));
  return tray;
}

/**
 * A matchbox pushed open.
 * @param {Layout} layout @param {string} position @param {Mark[]} marks @param {number|null} no @param {string} by @param {number} [gained]
 */
export function matchbox(layout, position, marks, no, by, gained = 0) {
  const label = el("div", { class: "in" }, el("div", { class: "no" }, no === null ? "New" : `No ${no}`),
    picture(layout, position, marks, `The label of ${boxName(no)}: its position, and a bead on every move`), el("div", { class: "by" }, by));
  return el("div", { class: "matchbox" }, el("div", { class: "sleeve" }, label), drawer(marks, gained));
}

/** The chance of every bead, in big figures. @param {Mark[]} marks */
export function odds(marks) {
  const total = marks.reduce((sum, mark) => sum + mark.count, 0);
  return el("ul", { class: "odds" }, ...marks.map((mark) => el("li", { class: `odd ${mark.drawn ? "on" : ""} ${mark.count ? "" : "none"}` },
    glass(mark.bead, "small"),
    el("span", {}, el("strong", {}, percent(mark.count, total)), " ",
      el("span", { class: "muted" }, `${counted(mark.count, mark.bead.name)}: ${mark.moves.map(short).join(", ") || "not here"}`.replace(/s: /, ": "))))));
}

/** @param {string} move */
const short = (move) => (move.includes(":") ? `${taken(move)} from ${move[0]?.toUpperCase()}` : move.replace("-", "–").replaceAll("x", "×\u200b")); // a long path may be broken

/** @param {Table} t @param {import("./protocol.js").Drawn} drawn @param {number} [gained] @returns {Mark[]} */
export function marksOf(t, drawn, gained = 0) {
  return drawn.beads.map((bead, i) => ({
    bead: drawnBead(t, drawn, i), moves: bead.moves, drawn: i === drawn.bead,
    count: bead.count + (i === drawn.bead ? gained : 0),
  }));
}

/** @param {Table} t @param {import("./protocol.js").Box} box @param {number} i */
export const boxBead = (t, box, i) => beadOf(/** @type {Layout} */ (t.hello?.board), i, box.moves[i]?.move ?? "");

/** A box as REST lists it, the right way up. @param {Table} t @param {import("./protocol.js").Box} box @returns {Mark[]} */
export function marksOfBox(t, box) {
  return box.moves.map((move, i) => ({
    bead: boxBead(t, box, i), moves: move.orbit?.length ? move.orbit : [move.move],
    count: move.beads, drawn: false,
  }));
}

/** The card of the open box. */
export class OpenBox {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.card = card;
    this.key = "";
  }

  /** @param {Table} t */
  draw(t) {
    const last = t.trace.at(-1);
    const layout = t.hello?.board;
    if (!layout) return;
    if (!last) return this.closed(t);
    const { drawn } = last;
    const change = t.learned?.changes.find((c) => isChangeOf(drawn, c));
    const no = drawn.number ?? change?.number ?? null;
    const gained = change && !t.drawing ? change.after - change.before : 0;
    const key = `${t.play?.episode} ${last.ply} ${no} ${drawn.bead} ${gained} ${t.machine?.maker ?? ""}`;
    this.card.classList.toggle("shaking", t.drawing);
    this.card.classList.toggle("shown", !t.drawing);
    if (key === this.key) return;
    this.key = key;
    this.card.dataset.number = String(no ?? "new");
    const marks = marksOf(t, drawn, gained);
    const total = marks.reduce((sum, mark) => sum + mark.count, 0);
    const by = `${title(t)} · ${t.machine?.maker.match(/\d{4}/)?.[0] ?? "Menagerie"}`;
    this.card.replaceChildren(
      el("div", { class: "heading" }, el("h2", { id: "box-title" }, no === null ? "A new box is open" : `Box ${no} is open`),
        el("span", { class: "muted" }, `${drawn.number === null ? "Made just now · " : ""}Its ${turnWords(drawn.turn)} · ${counted(total, "bead")} ${gained ? "now" : ""}`)),
      matchbox(layout, drawn.position, marks, no, by, gained), odds(marks),
      drawn.bead === null ? el("p", { class: "muted" }, "The drawer was empty, so the machine resigned.")
        : el("p", { class: "hint muted" }, "The more beads of a colour, the likelier that move."));
  }

  /** @param {Table} t */
  closed(t) {
    const key = `closed ${title(t)} ${t.machine?.maker ?? ""} ${t.dry !== null}`;
    if (key === this.key) return;
    this.key = key;
    this.card.classList.remove("shaking");
    delete this.card.dataset.number;
    const words = t.dry ? "All its opening beads were taken away in games that it lost. An empty box cannot be shaken."
      : `No box is open yet. When it is the machine’s move it looks for the box with your position on its label, shakes it, and plays the bead that falls out.`;
    this.card.replaceChildren(
      el("div", { class: "heading" }, el("h2", { id: "box-title" }, t.dry ? "The first box is empty" : "All boxes are shut")),
      el("div", { class: "matchbox shut" }, el("div", { class: "sleeve" }, el("div", { class: "in cover" },
        el("div", { class: "by" }, t.machine?.maker ?? ""), el("div", { class: "cover-title" }, title(t)),
        el("div", { class: "by" }, t.hello ? (t.hello.boxes ? counted(t.hello.boxes, "matchbox", "matchboxes") : "boxes made when first needed") : "")))),
      el("p", { class: "hint" }, words));
  }
}
