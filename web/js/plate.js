/** Who this machine is: its name and story, its figures, how good it is now, and its life. */
import { byId } from "./dom.js";
import { holds, makerOf, storyOf } from "./machine.js";
import { title } from "./state.js";
import { write } from "./turn.js";
import { counted, number, percent, rich, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

export class Plate {
  /** @param {Table} t */
  constructor(t) {
    this.t = t;
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
    write("life-words", flat ? (alone ? words.life.itself(counted("games", alone)) : words.life.none) : (end >= 0 ? words.life.above : words.life.below)(number(Math.abs(end))));
  }

  drawStrength() {
    const { t } = this;
    byId("practice-optimal").hidden = t.strength?.evaluated === false;
    const share = holds(t.strength, t.play?.seat);
    const best = holds(t.strength, t.play?.seat, "best_response");
    for (const id of ["strength", "replies", "explained"]) byId(id).hidden = share === null;
    if (share === null || best === null) return;
    byId("replies").replaceChildren(...rich(words.strength.replies(percent(share), percent(best))));
    write("strength-figure", percent(share));
    const bar = byId("strength-bar");
    bar.setAttribute("aria-label", words.strength.meter(percent(share)));
    bar.style.setProperty("--share", `${100 * share}%`);
  }
}
