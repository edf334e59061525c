/**
 * Watch it learn: the stage shows a copy of the machine that plays game after game on the server, and is thrown away.
 * The visitor's own game stands as it was behind it.
 */
import * as api from "./api.js";
import { byId, el } from "./dom.js";
import { Practice } from "./practice.js";
import { style } from "./style.js";
import { title } from "./state.js";
import { words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

/** @param {string} label @param {string} id @param {[string, string][]} options value and words */
const choice = (label, id, options) =>
  el(
    "label",
    {},
    el("span", { class: "muted" }, label),
    el("select", { "data-testid": id }, ...options.map(([value, text]) => el("option", { value }, text))),
  );

/** @param {HTMLLabelElement} choice */
const chosen = (choice) => choice.querySelector("select")?.value ?? "";

export class Learn {
  /** @param {Table} t @param {() => void} cheer is called when the copy cannot be beaten any more */
  constructor(t, cheer) {
    this.t = t;
    this.cheer = cheer;
    this.asked = 0;
    this.seen = true; // by the visitor: the other tab is not open
    /** @type {Practice|null} */
    this.run = null;
    const { practice } = words;
    const opponents = /** @type {const} */ (["random", "optimal", "twin"]);
    this.against = choice(
      practice.against,
      "practice-against",
      opponents.map((key) => [key, practice[key]]),
    );
    this.from = choice(practice.from, "practice-from", [
      ["start", practice.start],
      ["now", practice.now],
    ]);
    for (const each of [this.against, this.from]) each.addEventListener("change", () => this.start());
    this.view = el("div", { class: "practice-view", "data-testid": "practice-run" });
    this.note = el("p", { class: "practice-end", role: "status", "data-testid": "practice-spoken" });
    this.controls = el("div", { class: "practice-controls" });
    byId("learn").replaceChildren(
      this.view,
      this.note,
      el(
        "div",
        { class: "practice-row" },
        this.controls,
        el("div", { class: "practice-choices" }, this.against, this.from),
      ),
    );
    this.ready = style("practice");
    this.start();
  }

  /** Has a copy taught, and shows it. */
  async start() {
    const { t } = this;
    const asked = (this.asked += 1);
    this.note.textContent = words.practice.fetching(title(t));
    byId("learn").setAttribute("aria-busy", "true");
    try {
      const told = await api.practice(t.name, {
        against: chosen(this.against),
        from: chosen(this.from),
        seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
      });
      await this.ready;
      if (asked !== this.asked) return;
      // nobody knows who never errs there
      if (!told.evaluated) this.against.querySelector('[value="optimal"]')?.remove();
      this.run?.stop();
      this.run = new Practice(this, told);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      if (asked !== this.asked) return;
      this.note.textContent = error.passing ? words.practice.busy : (words.errors.other ?? "");
      this.controls.replaceChildren(
        el(
          "button",
          { type: "button", class: "btn small", "data-testid": "practice-pause", click: () => this.start() },
          words.practice.again,
        ),
      );
    } finally {
      byId("learn").removeAttribute("aria-busy");
    }
  }

  /** The visitor looks at it, or at the table. @param {boolean} seen */
  show(seen) {
    this.seen = seen;
    this.run?.run();
  }
}
