/**
 * Every bead knows its givers: in an open box, a touch shows the lessons that gave it, newest first. Loaded when a box
 * is looked at.
 */
import { glass } from "./bead.js";
import { boxBead } from "./box.js";
import { el } from "./dom.js";
import { beadName } from "./phrases.js";
import { here } from "./root.js";
import { style } from "./style.js";
import { language, number } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {import("./protocol.js").Givers["lessons"][0]} Gift */

/** @type {typeof import("./messages/givers/en.js").default} */
const say = (await import(`./messages/givers/${language}.js`)).default;
await style("givers");
const SHOWN = 6;
const PAGES_MAX = 5; // that may be empty
/** What was asked last: a box that changes while it is looked at is drawn anew. */
let asked = { number: 0, bead: 0, lessons: SHOWN };

/** @param {string} time */
const day = (time) => new Date(time).toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });

export class Givers {
  /** @param {Table} t @param {Box} box @param {HTMLElement} place */
  constructor(t, box, place) {
    this.t = t;
    this.box = box;
    this.place = place;
    this.bead = -1;
    place.replaceChildren(el("p", { class: "muted" }, say.hint));
    if (asked.number === box.number) this.show(asked.bead, asked.lessons);
    else asked = { number: 0, bead: 0, lessons: SHOWN };
  }

  /** @param {number} bead @param {number} [lessons] so many at least, where there are so many */
  async show(bead, lessons = SHOWN) {
    asked = { number: this.box.number, bead, lessons };
    if (this.bead !== bead) this.tell(bead, el("p", { class: "muted" }, say.waits));
    this.bead = bead;
    try {
      const { gifts, next } = await this.read(bead, lessons);
      if (this.bead !== bead || asked.lessons !== lessons) return; // another touch has come meanwhile
      const more = next
        ? el(
            "button",
            {
              type: "button",
              class: "btn small quiet",
              "data-testid": "older",
              click: () => this.show(bead, lessons + 2 * SHOWN),
            },
            say.more,
          )
        : null;
      this.tell(
        bead,
        ...(gifts.length ? [el("ol", {}, ...gifts.map((gift) => this.row(gift)))] : [el("p", {}, say.none)]),
        more,
      );
    } catch {
      this.tell(bead, el("p", {}, say.failed));
    }
  }

  /** @param {number} bead @param {number} lessons */
  async read(bead, lessons) {
    /** @type {Gift[]} */
    const gifts = [];
    const box = `api/v1/machines/${encodeURIComponent(this.t.name)}/boxes/${this.box.number}`;
    const at = this.t.asOf ? `&at=${this.t.asOf}` : "";
    let next = here(`${box}/beads/${bead}/lessons?limit=${lessons}${at}`);
    for (let pages = 0; next && gifts.length < lessons && pages < PAGES_MAX; pages += 1) {
      const answer = await fetch(next);
      if (!answer.ok) throw new Error(answer.statusText);
      const page = /** @type {import("./protocol.js").Givers} */ (await answer.json());
      gifts.push(...page.lessons);
      next = page.next ?? "";
    }
    return { gifts, next };
  }

  /** @param {Gift} gift */
  row({ lesson, time, before, after, still }) {
    return el(
      "li",
      { class: still ? "" : "gone", "data-testid": "giver", "data-still": still },
      el("a", { href: here(`lesson/${lesson}`) }, say.lesson(lesson)),
      " ",
      el("span", { class: "muted" }, say.day(day(time), number(after - before), number(still))),
    );
  }

  /** @param {number} bead @param {(HTMLElement|null)[]} parts */
  tell(bead, ...parts) {
    const it = boxBead(this.t, this.box, bead);
    const sign = glass(it, "small");
    this.place.replaceChildren(
      el(
        "h3",
        { "data-testid": "givers", "data-bead": bead },
        sign,
        el("span", { class: "hear" }, `${beadName(it)}: `),
        say.title,
      ),
      ...parts.filter((part) => part !== null),
    );
  }
}
