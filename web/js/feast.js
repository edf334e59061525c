/**
 * A machine that nobody can beat any more is a feast: the stage is of gold, and before a game its life is told in ten
 * seconds.
 */
import { stairs } from "./curve.js";
import { el, svg } from "./dom.js";
import { still } from "./motion.js";
import { leftWords } from "./plaque.js";
import { isUnderWay, title } from "./state.js";
import { style } from "./style.js";
import { counted, number, rich, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

const LIFE_MS = 10_000;
const WIDTH = 600;
const HEIGHT = 160;

export class Feast {
  /** @param {HTMLElement} place @param {Table} t @param {() => void} changed */
  constructor(place, t, changed) {
    this.place = place;
    this.t = t;
    this.changed = changed;
    this.key = "";
    this.closed = 0; // the log row since which it is finished, where the visitor has seen that
    this.isOpen = false; // it has the place of the open box
    this.clip = svg("rect", { width: 0, height: HEIGHT });
    this.count = el("p", { class: "muted", "data-testid": "feast-count" });
    this.stamp = el(
      "p",
      { class: "stamp flag", hidden: true, "data-testid": "feast-stamp" },
      words.strength.unbeatable,
    );
    this.begun = 0;
    style("finished");
  }

  /** @param {"waiting"|"your-turn"|"machine"|"over"} now */
  follow(now) {
    const { t } = this;
    const finished = t.asOf || t.dry ? null : t.machine?.finished;
    const isOpen =
      Boolean(finished) && finished?.seq !== this.closed && now !== "over" && !isUnderWay(t) && t.pending === null;
    if (finished && this.isOpen && !isOpen) this.closed = finished.seq;
    this.isOpen = isOpen;
  }

  draw() {
    this.place.hidden = !this.isOpen;
    const finished = this.t.machine?.finished;
    if (this.isOpen && finished) this.build(finished);
  }

  /** @param {NonNullable<import("./protocol.js").Machine["finished"]>} finished */
  build(finished) {
    const { t } = this;
    const life = t.curveSeq.flatMap((seq, i) =>
      seq <= finished.seq ? [/** @type {[number, number]} */ ([seq, t.curveHeight[i] ?? 0])] : [],
    );
    const key = `${finished.seq} ${finished.games_left} ${life.length > 1} ${title(t)}`;
    if (key === this.key) return;
    this.key = key;
    const { feast } = words;
    this.place.replaceChildren(
      el("div", { class: "heading" }, el("h2", {}, feast.title(title(t)))),
      el(
        "p",
        {},
        ...rich(feast.games(counted("games", finished.episodes))),
        " ",
        el("b", { "data-testid": "feast-warning" }, feast.warning),
      ),
      el(
        "div",
        { class: "feast-life", "data-testid": "feast-life" },
        svg(
          "svg",
          { class: "stairs", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
          svg("clipPath", { id: "feast-clip" }, this.clip),
          svg("g", { "clip-path": "url(#feast-clip)" }, ...stairs(life, WIDTH, HEIGHT)),
        ),
        this.stamp,
      ),
      el(
        "p",
        { class: "feast-foot" },
        this.count,
        el("span", { class: "muted", "data-testid": "feast-next" }, leftWords(t)),
      ),
      el(
        "div",
        { class: "actions" },
        el(
          "button",
          { type: "button", class: "btn small", "data-testid": "feast-close", click: () => this.close(finished.seq) },
          feast.close,
        ),
        el(
          "button",
          { type: "button", class: "btn small quiet", click: () => this.replay(finished.episodes) },
          feast.again,
        ),
      ),
    );
    if (life.length > 1 && !this.begun) this.replay(finished.episodes);
  }

  /** Its life once more. @param {number} games */
  replay(games) {
    const begun = (this.begun = performance.now());
    const step = () => {
      if (this.begun !== begun) return;
      const part = still() ? 1 : Math.min(1, (performance.now() - begun) / LIFE_MS);
      this.clip.setAttribute("width", String(part * WIDTH + 3));
      const text = words.feast.count(number(Math.round(part * games)), number(games));
      if (this.count.textContent !== text) this.count.textContent = text;
      this.stamp.hidden = part < 1;
      if (part < 1 && this.place.isConnected) requestAnimationFrame(step);
    };
    step();
  }

  /** @param {number} seq */
  close(seq) {
    this.closed = seq;
    this.changed();
  }
}
