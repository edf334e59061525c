/** Who this machine is: its name and story, its figures, how good it is now, and its life. */
import { byId } from "./dom.js";
import { holds, makerOf, storyOf } from "./machine.js";
import { still } from "./motion.js";
import { isTold, phase, title } from "./state.js";
import { write } from "./turn.js";
import { counted, number, percent, rich, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

const BEADS_MS = 1100; // the beads and bars of a lesson come first
const COUNT_MS = 600;

export class Plate {
  /** @param {Table} t */
  constructor(t) {
    this.t = t;
    /** The share that the figure shows, and the one that it goes to. @type {number|null} */
    this.shown = this.share = null;
    this.counting = 0;
  }

  draw() {
    const { t } = this;
    const { machine, feed } = t;
    document.title = words.site.titleOf(title(t));
    write("nav-name", title(t));
    write("title", title(t));
    write("maker", machine ? makerOf(machine.name, machine.maker) : "");
    write("story", machine ? storyOf(machine.name, machine.story) : "");
    write("rule", words.rule[t.hello?.rule ?? ""] ?? words.rule.other ?? "");
    write("life", words.life.title(title(t)));
    this.drawStrength();
    if (!feed) return;
    write("lessons", number(feed.episodes));
    write("wins", number(feed.wins));
    write("draws", number(feed.draws));
    write("losses", number(feed.losses));
    const alone = Math.max(0, feed.episodes - feed.wins - feed.draws - feed.losses);
    write("itself", alone ? words.figures.itself(counted("games", alone)) : "");
    const end = t.curveHeight.at(-1) ?? 0;
    const flat = feed.wins + feed.draws + feed.losses === 0;
    byId("curve").hidden = flat;
    write(
      "life-words",
      flat
        ? alone
          ? words.life.itself(counted("games", alone))
          : words.life.none
        : (end >= 0 ? words.life.above : words.life.below)(number(Math.abs(end))),
    );
  }

  drawStrength() {
    const { t } = this;
    const share = holds(t.strength, t.play?.seat);
    const best = holds(t.strength, t.play?.seat, "best_response");
    for (const id of ["strength", "replies", "explained"]) byId(id).hidden = share === null;
    if (share === null || best === null) return;
    byId("replies").replaceChildren(...rich(words.strength.replies(percent(share), percent(best))));
    const over = phase(t) === "over";
    if (over && !isTold(t, "lesson") && this.shown !== null) return; // the end is told first
    if (this.share === share) return;
    this.share = share;
    clearTimeout(this.counting);
    if (!over || still() || this.shown === null) this.figure(share);
    else this.counting = window.setTimeout(() => this.count(this.shown ?? share, share, performance.now()), BEADS_MS);
  }

  /** The figure goes up or down before one's eyes. @param {number} from @param {number} to @param {number} since */
  count(from, to, since) {
    if (this.share !== to) return;
    const part = Math.min(1, (performance.now() - since) / COUNT_MS);
    this.figure(from + (to - from) * part);
    if (part < 1) requestAnimationFrame(() => this.count(from, to, since));
  }

  /** @param {number} share */
  figure(share) {
    this.shown = share;
    write("strength-figure", percent(share));
    const bar = byId("strength-bar");
    bar.setAttribute("aria-label", words.strength.meter(percent(share)));
    bar.style.setProperty("--share", `${100 * share}%`);
  }
}
