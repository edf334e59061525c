/** Machines that have learned everything: their plaques, and the way to play them as they were then. */
import * as api from "./api.js";
import { byId, el } from "./dom.js";
import { isFrozen, title } from "./state.js";
import { style } from "./style.js";
import { counted, language, number, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Graduate} Graduate */

const RELOAD_MS = 2000;

/** @param {Table} t @param {Graduate} graduate @param {boolean} now it is the machine as it stands */
function plaque(t, graduate, now) {
  const { finished } = words;
  const who = title(t);
  const figure = (/** @type {string} */ label, /** @type {number} */ value) =>
    el("div", {}, el("dt", {}, label), el("dd", {}, number(value)));
  const href = `${location.pathname}?as_of=${graduate.seq}`;
  const here = t.asOf === graduate.seq;
  return el(
    "li",
    { class: "plaque", "data-testid": "plaque", "data-seq": graduate.seq, "data-era": graduate.era },
    el("h3", {}, finished.era(number(graduate.era))),
    el(
      "p",
      {},
      el("b", {}, words.strength.unbeatable),
      " ",
      finished.since(new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(graduate.time))),
    ),
    el(
      "dl",
      { class: "figures" },
      figure(finished.games, graduate.episodes),
      figure(words.figures.wins, graduate.wins),
      figure(words.figures.draws, graduate.draws),
      figure(words.figures.losses, graduate.losses),
    ),
    now
      ? el("p", { class: "muted" }, leftWords(t))
      : el("p", { class: "muted" }, finished.ended(counted("games", graduate.episodes_after))),
    here
      ? el("p", { class: "muted" }, finished.here(who))
      : el("a", { class: "btn small", href, "data-testid": "play-graduate" }, finished.play),
  );
}

/** How long the finished machine still plays. @param {Table} t */
export function leftWords(t) {
  const more = t.machine?.finished?.games_left;
  if (isFrozen(t) || more === null || more === undefined) return words.finished.stays;
  return words.finished.left(counted("games", more));
}

export class Plaques {
  /** @param {Table} t @param {() => void} changed */
  constructor(t, changed) {
    this.t = t;
    this.changed = changed;
    /** @type {Graduate[]} */
    this.graduates = [];
    this.key = "";
    this.wanted = false;
    this.last = 0;
    /** @type {Promise<void>|null} */
    this.styled = null;
    this.load();
  }

  /** Something has happened that may have finished the machine, or ended its era. */
  async load() {
    if (this.wanted) return;
    this.wanted = true;
    await new Promise((done) => setTimeout(done, Math.max(0, this.last + RELOAD_MS - Date.now())));
    this.wanted = false;
    this.last = Date.now();
    try {
      const [machine, { graduates }] = await Promise.all([api.machine(this.t.name), api.graduates(this.t.name)]);
      this.t.machine = machine;
      this.graduates = graduates;
      if (graduates.length) await (this.styled ??= style("finished"));
      this.changed();
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error; // the next news brings it
    }
  }

  draw() {
    const { t, graduates } = this;
    const finished = t.machine?.finished ?? null;
    const badge = byId("finished");
    badge.hidden = !finished || t.asOf > 0;
    const lives = graduates.map(({ seq, to_seq }) => `${seq}-${to_seq}`);
    const key = [lives, finished?.seq, finished?.games_left, isFrozen(t), title(t)].join(" ");
    byId("plaques").hidden = graduates.length === 0;
    if (key === this.key) return;
    this.key = key;
    byId("plaque-list").replaceChildren(
      ...graduates.map((graduate) => plaque(t, graduate, graduate.seq === finished?.seq)),
    );
  }
}
