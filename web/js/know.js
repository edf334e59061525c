/**
 * "Do you want to know?": what covers an answer until the visitor wants it, the switch for the whole museum, and the
 * answer at a table.
 */
import { ask, GAMES, isShown, isTold, neverCovered, played, showAll, whenChanged } from "./answers.js";
import { byId, el } from "./dom.js";
import { readOnly } from "./root.js";
import { WINS } from "./solved.js";
import { style } from "./style.js";
import { language, number } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

/** @type {typeof import("./messages/know/en.js").default} */
export const say = (await import(`./messages/know/${language}.js`)).default;
await style("know");

/**
 * A question whose answer is covered.
 * @param {{games: string[], question: string, answer: () => (Node|string)[], asking?: HTMLElement, plays?: boolean}}
 *   what with an element of its own in place of the button that asks, and whether it is played where this stands
 */
export function cover({ games, question, answer, asking, plays = false }) {
  const told = el("div", { class: "answer", role: "status", "data-testid": "answer" });
  const note = el("p", { class: "muted" }, plays ? say.note(number(GAMES)) : "");
  const reveal =
    asking
    ?? el(
      "button",
      { type: "button", class: "btn small", "data-testid": "reveal", click: () => ask(...games) },
      say.want,
    );
  const all = el("button", {
    type: "button",
    class: "btn small quiet",
    "data-testid": "cover-all",
    hidden: neverCovered,
    click: () => showAll(!isShown()),
  });
  const part = el(
    "div",
    { class: "know", "data-testid": "know" },
    el("p", { class: "ask" }, question),
    told,
    el("div", { class: "choose" }, reveal, all),
    note,
  );
  const draw = () => {
    const known = isTold(...games);
    const focused = reveal.contains(document.activeElement);
    if (part.dataset.told !== String(known)) told.replaceChildren(...(known ? answer() : []));
    part.dataset.told = String(known);
    reveal.hidden = known;
    note.hidden = known || !plays;
    all.textContent = isShown() ? say.coverAll : say.showAll;
    if (focused && known) all.focus();
  };
  whenChanged(draw);
  draw();
  return part;
}

/** The answers at a table: of its game, and in the boxes on its wall. */
export class Know {
  /** @param {Table} t @param {() => void} changed */
  constructor(t, changed) {
    this.t = t;
    this.changed = changed;
    this.counted = t.learned || t.spared ? t.play?.episode : ""; // over before this was loaded
    whenChanged(() => {
      this.look();
      changed();
    });
    this.look();
    this.come();
  }

  get game() {
    return this.t.hello?.game ?? "";
  }

  look() {
    this.t.answers = isTold(this.game);
  }

  /** A game may be over. */
  follow() {
    const { t, game } = this;
    if (!t.play?.outcome || !(t.learned || t.spared) || t.play.episode === this.counted) return;
    this.counted = t.play.episode;
    played(game);
  }

  /** Its card beneath all others. */
  async come() {
    const { t, game } = this;
    const who = WINS[game];
    const part =
      game === "checkers-5x5"
        ? (await import("./ending.js")).ending(t.hello?.board)
        : !who
          ? null
          : cover({
              games: [game],
              plays: !readOnly,
              question: t.hello?.boxes ? say.question : say.questionWins,
              answer: () =>
                [say.more[t.name] ?? say.wins[who], t.hello?.boxes ? say.gold : ""]
                  .filter(Boolean)
                  .map((text) => `${text} `),
            });
    part?.classList.add("card");
    if (part) byId("below").append(part);
  }
}
