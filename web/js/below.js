/** What a table has beside its stage, and what comes after a game: its scripts come once the board stands. */
import { LifeCurve } from "./curve.js";
import { byId, el } from "./dom.js";
import { Lesson, lessonWords } from "./lesson.js";
import { Room } from "./live.js";
import { here, readOnly } from "./root.js";
import { Plaques } from "./plaque.js";
import { Wall } from "./wall.js";
import { words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

const { Know } = await import("./know.js"); // before the wall is drawn

export class Below {
  /** @param {Table} t @param {() => void} changed @param {import("./operator.js").Hands} hands */
  constructor(t, changed, hands) {
    this.t = t;
    this.changed = changed;
    this.lesson = new Lesson(byId("lesson"));
    this.know = new Know(t, changed);
    this.wall = new Wall(byId("wall"), /** @type {HTMLDialogElement} */ (byId("look")), t, changed);
    this.curve = new LifeCurve(byId("curve"));
    this.room = new Room(byId("room"));
    this.plaques = new Plaques(t, changed);
    const atKiosk = document.documentElement.classList.contains("kiosk");
    byId("people").hidden = !words.stories[t.name] || atKiosk;
    byId("people").setAttribute("href", `${here("story")}?machine=${t.name}`);
    const link = (/** @type {string} */ room, /** @type {string} */ more, /** @type {string} */ said) =>
      el("a", { href: `${here(room)}?machine=${t.name}${more}`, "data-testid": room }, said);
    if (!atKiosk)
      byId("life-words").after(
        el(
          "p",
          { class: "muted" },
          link("film", t.asOf ? `&at=${t.asOf}` : "", words.table.film),
          " · ",
          link("wall", "", words.table.projector),
        ),
      );
    /** @type {import("./operator.js").Operator|null} */
    this.operator = null;
    const operate = el(
      "button",
      {
        type: "button",
        class: "btn small quiet",
        "aria-pressed": "false",
        id: "operate",
        "data-testid": "operate",
        click: () => this.operate(hands),
      },
      words.wall.operate,
    );
    if (atKiosk)
      byId("guess").after(operate); // within reach: the wall stands above, if at all
    else if (!readOnly) this.wall.rows.before(" ", operate);
    /** @type {import("./candy.js").Candy|null} */
    this.candy = null;
    if (t.name === "her" && !t.asOf && !byId("people").hidden)
      byId("people").after(
        " ",
        el(
          "button",
          {
            type: "button",
            class: "btn small quiet",
            "aria-pressed": "false",
            "data-testid": "sweets",
            click: (/** @type {Event} */ { target }) => this.eat(/** @type {HTMLElement} */ (target)),
          },
          words.table.sweets,
        ),
      );
  }

  /** Her beads become sweets, or beads again. @param {HTMLElement} button */
  async eat(button) {
    const on = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(on));
    this.candy?.remove();
    this.candy = null;
    if (on) this.candy = await (await import("./candy.js")).openCandy(this.t);
    this.changed();
  }

  /** The machine's work is the visitor's, or its own again. @param {import("./operator.js").Hands} hands */
  async operate(hands) {
    const button = byId("operate");
    const on = button.getAttribute("aria-pressed") === "false";
    button.setAttribute("aria-pressed", String(on));
    this.operator?.leave();
    this.operator = on ? await (await import("./operator.js")).openOperator(this.t, hands, this.wall) : null;
    hands.changed();
  }

  /** The lesson for the ear. */
  heard = lessonWords;

  /** What scrolls is reached by the keyboard, where nothing in it is. */
  reach() {
    for (const each of document.querySelectorAll(".verdict, .chips, .say, .note, .practice-end")) {
      if (each.scrollHeight > each.clientHeight + 1) each.setAttribute("tabindex", "0");
      else if (each !== document.activeElement) each.removeAttribute("tabindex");
    }
  }

  /** What its parts keep of their own follows the table. */
  follow() {
    this.know.follow();
    this.wall.follow();
    this.operator?.follow();
    this.candy?.follow();
  }

  /** How long ago it was. */
  drawTimes() {
    this.room.drawNews(this.t);
  }

  draw() {
    const { t } = this;
    this.operator?.draw();
    this.lesson.draw(t);
    this.plaques.draw();
    this.wall.draw();
    this.curve.draw(t.curveSeq, t.curveHeight);
    this.room.draw(t);
  }
}
