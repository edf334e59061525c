/**
 * The candy bowl at HER's table: her beads are sweets, the visitor eats those that she loses, and two curves tell who
 * learns faster. Loaded when it is switched on.
 */
import { beadOf, glass } from "./bead.js";
import { chancesOf, herPerfectAt, STREAK, takenOf, youPerfectAt } from "./candy_value.js";
import { byId, el, svg } from "./dom.js";
import { language, number, percent } from "./language.js";
import { style } from "./style.js";

/** @typedef {import("./state.js").Table} Table */

/** @type {typeof import("./messages/candy/en.js").default} */
const say = (await import(`./messages/candy/${language}.js`)).default;
const WIDTH = 600;
const HEIGHT = 170;
const GAMES_LEAST = 12; // on the chart

export class Candy {
  /** @param {Table} t */
  constructor(t) {
    this.t = t;
    /** @type {import("./candy_value.js").Played[]} */
    this.games = [];
    this.episode = t.learned ? (t.play?.episode ?? "") : ""; // a game that was over before does not count
    this.bowl = el("div", { class: "bowl", "data-testid": "bowl" });
    this.eaten = el("p", { class: "muted", "data-testid": "eaten" }, say.eaten(number(0)));
    this.lines = svg("g", {});
    this.told = el("p", { class: "who", role: "status", "data-testid": "who" }, say.begin);
    this.card = el(
      "section",
      { class: "card candy", id: "candy", "aria-labelledby": "candy-title", "data-testid": "candy" },
      el(
        "div",
        { class: "heading" },
        el("h2", { id: "candy-title", tabindex: "-1" }, say.title),
        el("span", { class: "muted" }, say.about),
      ),
      el(
        "div",
        { class: "candy-parts" },
        el("div", {}, this.bowl, this.eaten),
        el(
          "figure",
          {},
          el(
            "div",
            { class: "shares muted", "aria-hidden": "true" },
            percent(1),
            svg(
              "svg",
              { class: "stairs", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none" },
              svg("path", { class: "zero", d: `M0 ${this.y(1)}H${WIDTH}M0 ${this.y(0)}H${WIDTH}` }),
              this.lines,
            ),
            percent(0),
          ),
          el(
            "figcaption",
            { class: "muted" },
            el("span", { class: "key hers" }, say.hers),
            " ",
            el("span", { class: "key yours" }, say.yours(number(STREAK))),
          ),
        ),
      ),
      this.told,
    );
    byId("below").prepend(this.card);
    document.body.classList.add("sweets");
  }

  remove() {
    this.card.remove();
    document.body.classList.remove("sweets");
  }

  /** @param {number} share */
  y(share) {
    return 8 + (1 - share) * (HEIGHT - 16);
  }

  /** HER's chance to hold against somebody who makes no mistakes, as it is known now. */
  get holds() {
    const sides = this.t.strength?.sides ?? [];
    return sides.length ? Math.min(...sides.map(({ optimal }) => optimal.win + optimal.draw)) : null;
  }

  /** A game may be over, or the machine's strength known. */
  follow() {
    const { t } = this;
    const { play, learned } = t;
    if (play?.outcome && learned && learned.episode === play.episode && play.episode !== this.episode) {
      this.episode = play.episode;
      this.take(play.outcome, learned.changes);
    }
    const last = this.games.at(-1);
    if (!last || last.holds === this.holds || play?.episode !== this.episode) return;
    last.holds = this.holds; // it is worked out after the lesson
    this.tell();
  }

  /**
   * A game is over: the visitor's chances in it, and what there is to eat.
   * @param {"win"|"draw"|"loss"} outcome
   * @param {import("./protocol.js").Change[]} changes
   */
  take(outcome, changes) {
    const { t } = this;
    this.games.push({
      chances: chancesOf(
        t.trace.map(({ drawn: { number, bead }, ply }) => ({ number, bead, ply })),
        (no) => t.boxes.get(no),
        outcome,
      ),
      holds: this.holds,
    });
    const layout = t.hello?.board;
    for (const { bead, move, before, after } of changes) {
      for (let i = after; layout && i < before; i += 1) this.bowl.append(glass(beadOf(layout, bead, move), "small"));
    }
    this.eaten.textContent = say.eaten(number(this.bowl.childElementCount));
    this.tell();
  }

  tell() {
    const { games } = this;
    const wide = Math.max(GAMES_LEAST, games.length);
    const line = (/** @type {(number|null)[]} */ shares) =>
      shares.flatMap((share, i) =>
        share === null ? [] : [`${(((i + 1) / wide) * (WIDTH - 8)).toFixed(1)} ${this.y(share).toFixed(1)}`],
      );
    const draw = (/** @type {string} */ kind, /** @type {string[]} */ points) =>
      points.length ? [svg("path", { class: kind, d: `M${points.join("L")}h.01` })] : [];
    this.lines.replaceChildren(
      ...draw("hers", line(games.map(({ holds }) => holds))),
      ...draw("yours", line(games.map((_, i) => takenOf(games.slice(0, i + 1))))),
    );
    this.told.textContent = this.words();
    const [you, her] = [youPerfectAt(games), herPerfectAt(games)];
    this.told.classList.toggle("card-won", you !== null || her !== null);
  }

  words() {
    const { games } = this;
    const [you, her] = [youPerfectAt(games), herPerfectAt(games)];
    const taken = takenOf(games);
    const now = say.now(
      number(games.length),
      games.at(-1)?.holds === null ? "–" : percent(games.at(-1)?.holds ?? 0),
      taken === null ? "" : percent(taken),
    );
    if (you !== null && her !== null) return say.both(number(you), number(her));
    if (you !== null) return `${say.you(number(you))} ${now}`;
    return her === null ? now : `${say.her(number(her))} ${now}`;
  }
}

/** @param {Table} t */
export async function openCandy(t) {
  await style("candy");
  const candy = new Candy(t);
  byId("candy-title").focus();
  return candy;
}
