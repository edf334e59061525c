/** What stands around the board: whose turn it is, how it ended, what to do next, and what the line is like. */
import { byId, el } from "./dom.js";
import { headline, say, sides } from "./phrases.js";
import { readOnly } from "./root.js";
import { isFrozen, isTold, isUnderWay, phase, title } from "./state.js";
import { rich, span, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

const SURE_MS = 4000; // the second touch that gives a game up must come within this

/** @param {string} id @param {string} text */
export function write(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

export class Turn {
  /**
   * @param {Table} t
   * @param {import("./session.js").Session} session
   * @param {() => void} changed
   * @param {() => void} toBoard gives the board the keyboard
   */
  constructor(t, session, changed, toBoard) {
    this.t = t;
    this.session = session;
    this.changed = changed;
    this.toBoard = toBoard;
    this.sure = 0;
    this.said = "";
    this.fitted = true; // whether the sentence has been given the room that it needs
    byId("next").addEventListener("click", () => {
      session.next();
      this.leave("next");
    });
    byId("give-up").addEventListener("click", () => this.giveUp());
    byId("seats").addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement)
        session.chooseStarts(event.target.value === "machine" ? "machine" : "you");
    });
    byId("guess").addEventListener("click", () => {
      session.guesses = !session.guesses;
      byId("guess").setAttribute("aria-pressed", String(session.guesses));
    });
    // bold letters come later than the page, and are as wide as they are
    document.fonts.addEventListener("loadingdone", () => {
      this.fitted = false;
      changed();
    });
  }

  /** The first touch asks whether it is meant, the second one does it. */
  giveUp() {
    if (this.sure) {
      this.calm();
      this.session.giveUp();
      this.leave("give-up");
      return;
    }
    this.sure = window.setTimeout(() => this.calm(), SURE_MS);
    write("give-up", words.table.giveUpSure);
  }

  /** A button that will be hidden leaves the keyboard to the board. @param {string} id */
  leave(id) {
    if (byId(id) === document.activeElement) this.toBoard();
  }

  calm() {
    clearTimeout(this.sure);
    this.sure = 0;
    write("give-up", words.table.giveUp);
  }

  /** @param {string} why a touch did nothing */
  tell(why) {
    const note = this.t.dry ? "" : this.t.line === "down" && why ? words.wrong.offline : why;
    if (this.t.note === note) return;
    this.t.note = note;
    this.changed();
  }

  /** A game that is over is not given up. */
  follow() {
    if (this.sure && !isUnderWay(this.t)) this.calm();
  }

  /** @param {"waiting"|"your-turn"|"machine"|"over"} now */
  draw(now) {
    const { t } = this;
    if (now !== "over" || isTold(t, "stamp")) this.drawWords(now);
    const noted = t.note !== "" && now !== "over";
    write("note", t.note);
    byId("note").hidden = !noted;
    byId("say").hidden = noted; // one place for words, so that the board keeps its own
    if (!noted && !this.fitted) this.fit();
    byId("frozen").hidden = !isFrozen(t);
    if (t.asOf) write("frozen", words.finished.past);
    byId("next").hidden = now !== "over" || !isTold(t, "lesson");
    byId("next").toggleAttribute("disabled", !(t.learned || t.spared));
    byId("give-up").hidden = !isUnderWay(t);
    byId("guess").hidden = readOnly || now === "over" || t.dry !== null;
    this.drawSeats();
    this.drawDry();
    this.drawLine();
  }

  /**
   * Whose turn it is, or how the game ended, and the sentence for it.
   * @param {"waiting"|"your-turn"|"machine"|"over"} now
   */
  drawWords(now) {
    const { t } = this;
    const turn = byId("turn");
    const text = readOnly ? words.site.readOnlyTurn : headline(t);
    const outcome = now === "over" ? (t.play?.outcome ?? "") : "";
    if (turn.textContent !== text || turn.dataset.outcome !== outcome) {
      turn.replaceChildren(
        outcome
          ? el("span", { "data-testid": "outcome", "data-outcome": outcome, class: `stamp ${outcome}` }, text)
          : text,
      );
      turn.dataset.outcome = outcome;
      turn.style.setProperty("--letters", String(text.length)); // a long name is written smaller
    }
    write("sides", sides(t));
    const sentence = readOnly ? "" : say(t);
    if (sentence !== this.said) {
      byId("say").replaceChildren(...rich((this.said = sentence)));
      this.fitted = false;
    }
    byId("say").dataset.testid = now === "over" ? "reason" : "say";
  }

  /**
   * A sentence that is too long for its place is written smaller, and where even that is too much the keyboard can
   * scroll it.
   */
  fit() {
    const place = byId("say");
    const isTooLong = () => place.scrollHeight > place.clientHeight;
    place.classList.remove("long");
    place.classList.toggle("long", isTooLong());
    if (isTooLong()) place.setAttribute("tabindex", "0");
    else place.removeAttribute("tabindex");
    this.fitted = true;
  }

  drawSeats() {
    const { t } = this;
    const seats = byId("seats");
    seats.hidden = readOnly || t.hello?.seat !== "either" || t.dry !== null;
    if (seats.hidden) return;
    for (const input of seats.querySelectorAll("input")) {
      input.checked = input.value === t.starts;
      input.disabled = phase(t) === "machine" && input !== document.activeElement; // it would lose the keyboard
    }
  }

  /** When a dry machine's new life begins. */
  drawDry() {
    const { dry } = this.t;
    byId("dry").hidden = !dry;
    if (!dry) return;
    const frozen = dry.new_era_at === null;
    write("dry-lead", frozen ? words.table.dryFrozen(title(this.t)) : words.table.newLife);
    write("dry-count", frozen ? "" : span(Date.parse(dry.new_era_at ?? "") - Date.now()));
    write("dry-rest", frozen ? "" : words.table.newLifeAfter);
  }

  drawLine() {
    const { t } = this;
    const line = byId("line");
    line.dataset.state = t.line;
    line.hidden = t.line !== "down" && t.cutAfter === null;
    const kept = t.play !== null && !t.play.outcome;
    const why =
      t.refused !== null
        ? words.site.refused(t.refused || words.site.refusedUnknown)
        : t.cutAfter !== null
          ? words.site.cut(t.cutAfter)
          : null;
    write("line", why ?? (kept ? words.site.reconnectingKept : words.site.reconnecting));
  }
}
