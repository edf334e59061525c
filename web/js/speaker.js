/**
 * What a visitor hears: every move of both sides once, whose turn it is, how it ended and why, and when a new game
 * begins.
 */
import { el } from "./dom.js";
import { drawWords, endWords, headline, sides, spoken, yours } from "./phrases.js";
import { isTold, phase, title } from "./state.js";
import { words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */

const KEPT = 12;

export class Speaker {
  /** @param {HTMLElement} log a live region */
  constructor(log) {
    this.log = log;
    /** @type {Set<string>} what was said in this game */
    this.said = new Set();
    this.episode = "";
    this.hasWelcomed = false;
    this.reads = 0;
  }

  /** What the visitor asks to hear. @param {string} text */
  read(text) {
    this.say(`read ${(this.reads += 1)}`, text);
  }

  /** @param {string} key @param {string} text */
  say(key, text) {
    if (!text || this.said.has(key)) return;
    this.said.add(key);
    this.log.append(el("p", {}, text.replaceAll("*", "")));
    while (this.log.childElementCount > KEPT) this.log.firstElementChild?.remove();
  }

  /**
   * @param {Table} t
   * @param {((t: Table) => string)|undefined} lessonWords there once its script is
   * @param {boolean} isNew the visitor has not been at such a game
   */
  draw(t, lessonWords, isNew) {
    const { play } = t;
    if (!play || t.pending) return;
    if (play.episode !== this.episode) {
      this.episode = play.episode;
      this.said.clear();
      this.say("new", words.table.newGame);
      if (isNew && !this.hasWelcomed)
        this.say(
          "welcome",
          words.board.welcome(
            title(t),
            sides(t).replace(words.sides.nought, words.pieces.noughts).replace(words.sides.cross, words.pieces.crosses),
          ),
        );
      this.hasWelcomed = true;
    }
    const machines =
      play.played.length > 0 && (play.legal.length > 0 || play.drawn?.bead === null || play.outcome !== undefined);
    const own =
      play.played.length > 1
      || (play.outcome
        && (play.outcome === "loss" || play.drawn?.bead === null || play.drawn?.move !== play.played.at(-1)?.move));
    const last = play.played.at(-1)?.move ?? "";
    if (own) this.say(`you ${play.ply - (play.played.length > 1 ? 1 : 0)}`, `${yours(play.played[0]?.move ?? "")}.`);
    if (t.drawing) return;
    const alone = play.played.length === 1 && own; // the visitor's move ended it
    if (machines && !alone)
      this.say(`it ${play.ply}`, play.drawn ? drawWords(t) : words.say.noBox(title(t), spoken(last)));
    else if (play.drawn?.bead === null) this.say(`it ${play.ply}`, drawWords(t));
    const now = phase(t);
    if (now === "your-turn") this.say(`turn ${play.ply}`, `${headline(t)}.`);
    if (now === "over" && !isTold(t, "stamp")) return;
    if (now === "over") this.say("end", `${headline(t)}. ${endWords(t)}`);
    if (t.hand) return; // its beads are still being moved
    if (t.learned) this.say("lesson", lessonWords?.(t) ?? "");
    else if (t.spared) this.say("lesson", t.asOf ? words.finished.nothing : words.lesson.frozen);
  }
}
