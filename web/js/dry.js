/**
 * The page of a machine that has run dry: the box that it died of, its last game move by move, and who can be played
 * meanwhile.
 */
import * as api from "./api.js";
import { glass } from "./bead.js";
import { boxBead, marksOfBox, matchbox } from "./box.js";
import { stairs } from "./curve.js";
import { el, svg } from "./dom.js";
import { beadName, short } from "./phrases.js";
import { title } from "./state.js";
import { style } from "./style.js";
import { lead, twinOf } from "./twin.js";
import { counted, number, rich, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

export class DryPage {
  /** @param {HTMLElement} place @param {Table} t @param {() => void} changed */
  constructor(place, t, changed) {
    style("dry");
    this.place = place;
    this.t = t;
    this.changed = changed;
    this.key = "";
    this.points = ""; // how far the curve that is drawn goes
    this.loaded = 0; // the log row at which it ran dry, of which all was fetched
    /** @type {import("./state.js").Table["replay"]} */
    this.replay = null;
    /** @type {import("./protocol.js").Machine|null} */
    this.twin = null;
    this.lastBead = -1; // its place in the box
    this.life = svg("svg", {
      class: "stairs",
      viewBox: "0 0 600 160",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    this.step = el("p", { class: "say-step", role: "status", "data-testid": "replay-step" });
    const move = (
      /** @type {string} */ sign,
      /** @type {string} */ label,
      /** @type {string} */ id,
      /** @type {(at: number, end: number) => number} */ to,
    ) =>
      el(
        "button",
        { type: "button", class: "btn small quiet", "aria-label": label, "data-testid": id, click: () => this.go(to) },
        sign,
      );
    this.controls = el(
      "div",
      { class: "replay", role: "group", "aria-label": words.dry.last, "data-testid": "replay" },
      move("«", words.dry.first, "replay-first", () => 0),
      move("‹", words.dry.back, "replay-back", (at) => at - 1),
      this.step,
      move("›", words.dry.on, "replay-on", (at) => at + 1),
      move("»", words.dry.end, "replay-last", (_, end) => end),
    );
  }

  /** @param {(at: number, end: number) => number} to */
  go(to) {
    const { replay } = this.t;
    if (!replay) return;
    replay.at = Math.max(0, Math.min(replay.plies.length, to(replay.at, replay.plies.length)));
    this.changed();
  }

  /** Its last game and its twin, once for each time that it runs dry. */
  async load() {
    const { t } = this;
    if (!t.dry) return;
    if (this.loaded === t.dry.seq) {
      if (t.replay === this.replay) return;
      t.replay = this.replay; // a new line has put it away
      return this.changed();
    }
    const { seq } = t.dry;
    this.loaded = seq;
    this.replay = null;
    const [last, twin] = await Promise.all([api.lastEpisode(t.name).catch(() => null), twinOf(t)]);
    if (this.loaded !== seq) return;
    if (last?.replay?.length) this.replay = { plies: last.replay, at: last.replay.length, outcome: last.outcome };
    if (t.dry) t.replay = this.replay;
    this.twin = twin;
    this.lastBead = last?.changes.find((change) => change.box === t.dry?.box && change.after === 0)?.bead ?? -1;
    this.changed();
  }

  draw() {
    const { t } = this;
    if (!t.dry) return;
    const box = [...t.boxes.values()].find((each) => each.box === t.dry?.box);
    const { replay, feed } = t;
    const key = [t.dry.seq, box?.number, box?.beads, this.twin?.name, replay?.plies.length, feed?.episodes].join(" ");
    if (key !== this.key) this.build(box);
    this.key = key;
    const points = `${t.curveSeq.length} ${t.curveSeq.at(-1)}`;
    if (points !== this.points)
      this.life.replaceChildren(
        ...stairs(
          t.curveSeq.map((seq, i) => [seq, t.curveHeight[i] ?? 0]),
          600,
          160,
        ),
      );
    this.points = points;
    this.tell();
  }

  /** @param {import("./protocol.js").Box|undefined} box */
  build(box) {
    const { t } = this;
    const layout = /** @type {import("./protocol.js").Layout} */ (t.hello?.board);
    const marks = box ? marksOfBox(t, box) : [];
    const link = el("a", { class: "btn small", "data-testid": "twin" });
    if (this.twin) lead(link, this.twin);
    this.place.replaceChildren(
      el(
        "div",
        { class: "heading" },
        el("h2", {}, box ? words.dry.title(number(box.number)) : words.box.first),
        ...this.last(box),
      ),
      el(
        "div",
        { class: "dry-life" },
        box ? matchbox(layout, box.box, marks, box.number, title(t)) : "",
        el(
          "figure",
          { "data-testid": "dry-life" },
          this.life,
          el("figcaption", { class: "muted" }, t.feed ? words.dry.lived(counted("games", t.feed.episodes)) : ""),
        ),
      ),
      el("p", { class: "verdict" }, words.dry.why),
      t.replay ? this.controls : "",
      this.twin ? el("p", { class: "meanwhile" }, link) : "",
    );
  }

  /** The bead that was taken last. @param {import("./protocol.js").Box|undefined} box */
  last(box) {
    if (!box || this.lastBead < 0) return [];
    const bead = boxBead(this.t, box, this.lastBead);
    return [
      el(
        "span",
        { class: "muted last-bead", "data-testid": "last-bead" },
        glass(bead, "small"),
        " ",
        ...rich(words.dry.lastBead(beadName(bead))),
      ),
    ];
  }

  /** The words of the ply that the board shows. */
  tell() {
    const { replay } = this.t;
    if (!replay) return;
    const { plies, at } = replay;
    const ply = plies[at - 1];
    const who = ply?.by === "machine" ? title(this.t) : words.dry.visitor;
    const move = ply ? words.dry.move(who, short(ply.move)) : words.dry.begin;
    const { outcome } = replay;
    const over =
      outcome === "win" ? words.turn.won(title(this.t)) : outcome === "draw" ? words.turn.draw : words.room.visitorWon;
    const end = at === plies.length ? ` ${words.dry.over(over)}` : "";
    const text = `${words.dry.step(number(at), number(plies.length))} ${move}${end}`;
    if (this.step.textContent !== text) this.step.textContent = text;
    for (const button of this.controls.querySelectorAll("button")) {
      const isBack = button.nextElementSibling === this.step || button === this.controls.firstElementChild;
      // who steps by the keyboard stays on it
      button.setAttribute("aria-disabled", String(isBack ? at === 0 : at === plies.length));
    }
  }
}
