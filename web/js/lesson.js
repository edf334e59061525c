/** What was opened in the game in play, and after it what the machine learned: box by box, bead by bead. */
import { beadOf, glass } from "./bead.js";
import { counted, el, number } from "./dom.js";
import { picture } from "./picture.js";
import { marksOf } from "./box.js";
import { isChangeOf, phase, title } from "./state.js";
import { drawnBead } from "./words.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Change} Change */

const FLYING_MAX = 5;

/** Beads on their way into a box, or out of it. @param {import("./bead.js").Bead} bead @param {number} by */
function flying(bead, by) {
  const swarm = el("span", { class: `swarm ${by > 0 ? "in" : "out"}`, "aria-hidden": "true" });
  for (let i = 0; i < Math.min(FLYING_MAX, Math.abs(by)); i += 1) swarm.append(glass(bead, `small fly n${i}`));
  return swarm;
}

/** @param {Table} t @param {import("./state.js").Opened} opened @param {Change|undefined} change */
function chip(t, opened, change) {
  const { drawn } = opened;
  const layout = /** @type {import("./protocol.js").Hello} */ (t.hello).board;
  const bead = drawn.bead === null ? null : drawnBead(t, drawn, drawn.bead);
  const label = el("span", { class: "chip-label" }, picture(layout, drawn.position, marksOf(t, drawn).filter((mark) => mark.drawn)));
  return changeItem(label, drawn.number ?? change?.number ?? null, bead, change);
}

/** @param {Node} label @param {number|null} no @param {import("./bead.js").Bead|null} bead @param {Change|undefined} change */
function changeItem(label, no, bead, change) {
  const by = change ? change.after - change.before : 0;
  const sign = by > 0 ? `+${by}` : by < 0 ? `−${-by}` : "";
  const item = el("li", { class: `chip ${by > 0 ? "up" : by < 0 ? "down" : ""}` }, label,
    el("span", { class: "chip-words" }, el("span", { class: "chip-no" }, no === null ? "New box" : `Box ${no}`),
      el("span", { class: "chip-count" }, sign ? el("strong", {}, sign) : null, bead ? glass(bead, "small") : null, bead && by ? flying(bead, by) : null),
      el("span", { class: "muted" }, change ? `${number(change.before)} → ${number(change.after)}` : bead ? bead.name : "empty")));
  if (change) {
    item.dataset.testid = "change";
    item.dataset.number = String(no);
    item.dataset.before = String(change.before);
    item.dataset.after = String(change.after);
    item.setAttribute("aria-label", `Box ${no}, ${bead?.name ?? ""}: ${change.before} beads before, ${change.after} after`);
  }
  return item;
}

/** @param {Table} t @param {import("./protocol.js").Learned} learned */
function verdict(t, learned) {
  const acts = t.feed ? Math.max(0, t.feed.seq - t.feed.episodes) : 1;
  const lesson = `lesson ${number(Math.max(1, learned.seq - acts))}`;
  if (!learned.changes.length) return [`Written down as ${lesson}. By this machine’s rule no bead moves after such a game.`];
  const total = learned.changes.reduce((sum, c) => sum + c.after - c.before, 0);
  const boxes = new Set(learned.changes.map((c) => c.number)).size;
  return [el("b", {}, `Learned, for good: ${lesson}.`),
    ` ${counted(Math.abs(total), "bead")} ${total >= 0 ? "put into" : "taken out of"} ${counted(boxes, "box", "boxes")}.`];
}

export class Lesson {
  /** @param {HTMLElement} card */
  constructor(card) {
    this.card = card;
    this.key = "";
  }

  /** @param {Table} t */
  draw(t) {
    if (!t.hello) return;
    const learned = t.drawing ? null : t.learned;
    const trace = t.drawing ? t.trace.slice(0, -1) : t.trace;
    const now = phase(t);
    const key = `${t.play?.episode} ${trace.map((o) => `${o.drawn.number}/${o.drawn.bead}`)} ${learned?.seq ?? ""} ${now === "over"}`;
    if (key === this.key) return;
    this.key = key;
    const layout = t.hello.board;
    const rest = [...(learned?.changes ?? [])];
    const items = trace.map((opened) => {
      const k = rest.findIndex((c) => isChangeOf(opened.drawn, c));
      const [change] = k >= 0 ? rest.splice(k, 1) : [];
      return chip(t, opened, change);
    });
    for (const change of rest) {
      const marks = [{ bead: beadOf(layout, change.bead, change.move), moves: [change.move], count: change.after, drawn: true }];
      items.push(changeItem(el("span", { class: "chip-label" }, picture(layout, change.box, marks)), change.number, beadOf(layout, change.bead, change.move), change));
    }
    this.card.classList.toggle("settled", Boolean(learned));
    const words = learned ? verdict(t, learned)
      : now === "over" ? ["The beads are being counted…"]
        : trace.length ? [`If ${title(t)} wins or loses, the beads in ${trace.length === 1 ? "this box" : "these boxes"} will tell it next time.`] : ["The boxes that are opened in this game will stand here."];
    const line = el("p", { class: "verdict" }, ...words);
    if (learned) {
      line.dataset.testid = "learned";
      line.dataset.seq = String(learned.seq);
    }
    this.card.replaceChildren(el("div", { class: "heading" }, el("h2", {}, learned ? `What ${title(t)} learned` : "Opened in this game"),
      el("span", { class: "muted" }, trace.length ? counted(trace.length, "box", "boxes") : "")), line, el("ol", { class: "chips" }, ...items));
  }
}
