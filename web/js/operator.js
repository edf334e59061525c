/**
 * Be the operator: what the machine has drawn is done by the visitor's hands, as Michie's were. Find the box, shake it,
 * tilt it, read the bead in the corner, make the move; after the game put in and take out the beads. The server has
 * drawn already: this holds back what its frame told until the hands have come to it. Loaded when it is switched on.
 */
import { glass } from "./bead.js";
import { chances, drawRule, marksOf, marksOfBox, matchbox, odds } from "./box.js";
import { byId, el } from "./dom.js";
import { Fence } from "./fence.js";
import { play } from "./motion.js";
import { cellsOfPosition, images } from "./notation.js";
import { beadName, drawnBead, short } from "./phrases.js";
import { picture } from "./picture.js";
import { Shaker } from "./shaker.js";
import { Shelf } from "./shelf.js";
import { isChangeOf, isTold, phase, title } from "./state.js";
import { style } from "./style.js";
import { counted, language, number, rich, words } from "./language.js";

/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./protocol.js").Drawn} Drawn */
/** @typedef {import("./protocol.js").Change} Change */
/** @typedef {import("./protocol.js").Layout} Layout */
/** @typedef {import("./picture.js").Mark} Mark */
/**
 * @typedef {object} Hands what the table lets an operator do
 * @property {import("./session.js").Session} session
 * @property {() => void} changed draws the table
 * @property {(why: string) => void} tell a note beside the board, "": none
 * @property {(text: string) => void} speak for the ear
 * @property {() => void} toBoard gives the board the keyboard
 * @property {(what: "rattle"|"bead") => void} sound
 */

/** @type {typeof import("./messages/operator/en.js").default} */
const say = (await import(`./messages/operator/${language}.js`)).default;
const EASY = 3; // so many boxes glow, then so many rows
const WRONG_MAX = 3; // so many wrong boxes, and more glows
const HANDFULS = 5; // of many beads several go at once: so many touches are enough
/** @type {import("./shelf.js").Help[]} */
const HELP = ["box", "row", "none"];

export class Operator {
  /** @param {Table} t @param {Hands} hands @param {import("./wall.js").Wall} wall */
  constructor(t, hands, wall) {
    this.t = t;
    this.hands = hands;
    this.wall = wall;
    this.found = this.wrong = 0;
    /** For the ear, once what has happened is told. @type {string[]} */
    this.unsaid = [];
    /** @type {Shelf|null} */
    this.shelf = null;
    /** @type {Fence|null} */
    this.fence = null;
    this.worked = phase(t) === "over" ? (t.play?.episode ?? "") : ""; // the game whose beads are done
    /** Beads to be moved, one after another. @type {Change[]} */
    this.work = [];
    this.at = this.moved = 0;
    /** By box: its beads as the hands have left them. @type {Map<number, number[]>} */
    this.counts = new Map();
    this.shaker = new Shaker(() => this.shake());
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ click, more = "") =>
      el("button", { type: "button", class: `btn small ${more}`, "data-testid": id, click }, text);
    this.buttons = {
      showMe: button("show-me", say.showMe, () => this.showMe(), "quiet"),
      shake: button("shake", say.shakeIt, () => this.shake()),
      phone: button("shake-phone", say.shakePhone, () => this.shaker.ask().then(() => this.draw()), "quiet"),
      tilt: button("tilt", say.tiltIt, () => this.tilt()),
      rest: button("rest", say.restForMe, () => this.rest(), "quiet"),
    };
    this.row = el("div", { class: "hands" }, ...Object.values(this.buttons));
    this.line = el("p", { class: "verdict", "data-testid": "bead-work" });
    this.title = el("h2", {});
    this.about = el("span", { class: "muted" });
    this.body = el("div", { class: "handwork" });
    this.panel = el(
      "div",
      { class: "open operator", "data-testid": "operator" },
      el(
        "div",
        { class: "heading" },
        this.title,
        this.about,
        el(
          "button",
          {
            type: "button",
            class: "leave",
            "data-testid": "operate-off",
            "aria-label": say.off,
            click: () => byId("operate").click(),
          },
          "✕",
        ),
      ),
      this.line,
      this.body,
    );
    byId("lesson").after(this.panel);
    byId("give-up").before(this.row);
    byId("stage").classList.add("operated");
    hands.session.operator = this;
  }

  /** The machine works by itself again; what is under way is done at once. */
  leave() {
    const { t, hands } = this;
    hands.session.operator = null;
    this.panel.remove();
    this.row.remove();
    byId("stage").classList.remove("operated");
    this.found = 0;
    if (t.hand) this.done();
  }

  /** The draw that is in the visitor's hands. @returns {Drawn} */
  get drawn() {
    return /** @type {import("./state.js").Opened} */ (this.t.trace.at(-1)).drawn;
  }

  get layout() {
    return /** @type {import("./protocol.js").Hello} */ (this.t.hello).board;
  }

  /** The name of a bead of the drawn box. @param {number|null} i */
  name(i) {
    return beadName(drawnBead(this.t, this.drawn, i ?? 0));
  }

  /**
   * What the hands are to do now.
   * @param {"find"|"shake"|"tilt"|"play"|"beads"} step
   * @param {string} text
   * @param {string} [heard] where the ear needs more
   */
  ask(step, text, heard = text) {
    this.t.hand = { step, words: text };
    this.unsaid.push(heard);
    this.draw(); // at once, so that it can have the keyboard
    this.hands.changed();
  }

  /** The machine has drawn: a session calls this in place of showing it. */
  take() {
    const { t, drawn } = this;
    const box = drawn.number === null ? undefined : t.boxes.get(drawn.number);
    this.wrong = 0;
    if (!box) return this.open();
    const boxes = [...t.boxes.values()].filter(({ turn }) => turn === box.turn).sort((a, b) => a.number - b.number);
    this.shelf = new Shelf(this.layout, boxes, box.number, (no) => this.pick(no));
    this.wall.pick = (no) => this.pick(no);
    this.title.textContent = say.findTitle;
    this.about.textContent = `${words.box.turn(box.turn)} · ${counted("boxes", boxes.length)}`;
    this.body.replaceChildren(this.shelf.place);
    this.help(HELP[Math.min(2, Math.floor(this.found / EASY))] ?? "none");
    this.shelf.enter();
  }

  /** @param {import("./shelf.js").Help} help */
  help(help) {
    this.shelf?.show(help);
    for (const [no, button] of this.wall.buttons)
      button.toggleAttribute("data-glows", this.shelf?.glowing.includes(no) ?? false);
    this.ask("find", say.find[help] ?? "");
  }

  showMe() {
    this.hands.tell("");
    this.help("box");
    this.shelf?.enter();
  }

  /** A box was fetched. @param {number} no */
  pick(no) {
    const { t, drawn, shelf, layout } = this;
    if (t.hand?.step !== "find" || !shelf) return;
    if (no === drawn.number) {
      this.found += 1;
      return this.open();
    }
    shelf.tried.add(no);
    shelf.show(shelf.help);
    this.wrong += 1;
    const key = (/** @type {string[]} */ cells) => cells.join("");
    const mirrors = images(layout, cellsOfPosition(layout, drawn.position)).some(
      (image) => key(image) === key(cellsOfPosition(layout, t.boxes.get(no)?.box ?? "")),
    );
    this.hands.tell((mirrors ? say.mirror : say.wrongBox)(number(no)));
    if (this.wrong % WRONG_MAX === 0 && shelf.help !== "box") this.help(HELP[HELP.indexOf(shelf.help) - 1] ?? "box");
  }

  /** The box is in the hand, its drawer open. */
  open() {
    const { t, drawn, layout } = this;
    const marks = marksOf(t, drawn, false);
    const beads = counted(
      "beads",
      marks.reduce((sum, mark) => sum + mark.count, 0),
    );
    this.putBack();
    this.hands.tell("");
    this.fence = new Fence(marks, drawn.bead, words.box.drawer(beads));
    this.title.textContent = drawn.number === null ? say.newTitle : say.title(number(drawn.number));
    this.about.textContent = `${words.box.turn(drawn.turn)} · ${beads}`;
    this.body.replaceChildren(
      matchbox(layout, drawn.position, marks, drawn.number, title(t), this.fence.tray),
      odds(marks),
    );
    this.ask("shake", drawn.number === null ? say.shakeNew : say.shake(number(drawn.number)));
    this.buttons.shake.focus({ preventScroll: true });
    this.shaker.start();
  }

  /** The box is not sought any more. */
  putBack() {
    this.shelf = null;
    this.wall.pick = null;
    for (const button of this.wall.buttons.values()) button.removeAttribute("data-glows");
  }

  shake() {
    const { t, fence } = this;
    if (!fence || (t.hand?.step !== "shake" && t.hand?.step !== "tilt")) return;
    fence.scatter();
    const box = this.body.querySelector(".matchbox");
    if (box) play(box, "rattles");
    this.hands.sound("rattle");
    if (t.hand.step === "tilt") return;
    this.ask("tilt", say.tilt);
    this.buttons.tilt.focus({ preventScroll: true });
  }

  /** The beads roll, and the one in the corner can be read. */
  tilt() {
    const { t, fence, drawn } = this;
    if (!fence || t.hand?.step !== "tilt" || drawn.bead === null) return;
    this.shaker.stop();
    fence.roll(say.fence(this.name(drawn.bead)));
    this.hands.sound("bead");
    const easy = this.found <= EASY;
    if (easy) this.point();
    const several = (drawn.beads[drawn.bead]?.moves.length ?? 1) > 1;
    const told = [this.name(drawn.bead), drawnBead(t, drawn, drawn.bead).letter, short(drawn.move ?? "")];
    // the label is for the eye
    const heard = (several ? say.several : say.means)(.../** @type {[string, string, string]} */ (told));
    this.ask("play", !easy ? say.readAlone : several ? heard : say.read(told[0] ?? "", told[1] ?? ""), heard);
    this.hands.toBoard();
  }

  /** The label shows what the bead in the corner stands for, while the work is new. */
  point() {
    const { t, drawn } = this;
    const marks = marksOf(t, drawn);
    const name = drawn.number === null ? words.box.newName : words.box.name(number(drawn.number));
    this.body
      .querySelector(".picture")
      ?.replaceWith(picture(this.layout, drawn.position, marks, words.box.label(name)));
    this.body.querySelector(".odds")?.replaceWith(odds(marks));
    this.body.querySelector(".odd.on")?.scrollIntoView({ block: "nearest", inline: "nearest" }); // of many, on a phone
  }

  /** The visitor moves for the machine. @param {string} move */
  move(move) {
    const { drawn, hands } = this;
    if (move === drawn.move) return this.done();
    const i = drawn.beads.findIndex(({ moves }) => moves.includes(move));
    hands.tell(
      i === drawn.bead ? say.luck(short(drawn.move ?? "")) : say.wrongMove(this.name(i), this.name(drawn.bead)),
    );
    hands.changed();
  }

  /** The machine's move stands, or its beads lie where they belong. */
  done() {
    const { t, hands } = this;
    const draws = t.drawing;
    t.hand = null;
    t.guessing = false;
    this.fence = null;
    this.unsaid = []; // what was to be done is done
    this.shaker.stop();
    this.putBack();
    hands.tell("");
    if (draws) hands.session.arrived();
    else hands.changed();
  }

  /** After a game its beads are for the hands to move. */
  follow() {
    const { t } = this;
    if (!t.hand) {
      if (this.wall.pick) this.putBack(); // the game was given up
      this.shaker.stop();
    }
    if (
      !t.hand
      && t.learned
      && !t.spared
      && phase(t) === "over"
      && isTold(t, "stamp")
      && this.worked !== t.play?.episode
    )
      this.beginBeads();
  }

  /** For the ear, behind what the table tells. */
  speak() {
    for (const text of this.unsaid.splice(0)) this.hands.speak(text);
  }

  /** What belongs to the step. */
  draw() {
    const { t, buttons, panel } = this;
    const step = t.hand?.step;
    panel.hidden = this.row.hidden = !step;
    buttons.showMe.hidden = step !== "find";
    buttons.shake.hidden = step !== "shake" && step !== "tilt";
    buttons.phone.hidden = buttons.shake.hidden || !this.shaker.asks;
    buttons.shake.classList.toggle("quiet", step === "tilt");
    buttons.tilt.hidden = step !== "tilt";
    buttons.rest.hidden = step !== "beads";
    this.line.hidden = step !== "beads";
    panel.dataset.step = step ?? "";
    if (step) byId("box").hidden = byId("lesson").hidden = true;
  }

  /** What the game taught is put in and taken out by hand. */
  beginBeads() {
    const { t } = this;
    this.worked = t.play?.episode ?? "";
    this.counts = new Map();
    this.at = this.moved = 0;
    this.work = (t.learned?.changes ?? []).filter((change) => this.countsOf(change) !== null);
    if (!this.work.length) return;
    this.drawBeads();
    if (byId("board").contains(document.activeElement))
      this.body.querySelector("button")?.focus({ preventScroll: true });
  }

  /** The box of a change as it was opened, if it is known. @param {Change} change */
  openedBy(change) {
    return this.t.trace.find(
      ({ drawn }) => isChangeOf(drawn, change) || (drawn.number !== null && drawn.number === change.number),
    )?.drawn;
  }

  /**
   * The beads of its box before the change, or as the hands have left them.
   * @param {Change} change
   * @returns {number[]|null}
   */
  countsOf(change) {
    const known =
      this.counts.get(change.number)
      ?? this.openedBy(change)?.beads.map(({ count }) => count)
      ?? this.t.boxes.get(change.number)?.moves.map(({ beads }) => beads);
    if (!known || known[change.bead] === undefined) return null;
    if (this.counts.get(change.number) !== known) this.counts.set(change.number, known);
    return known;
  }

  /** The box whose beads are moved, its colours to be touched. */
  drawBeads() {
    const { t, layout } = this;
    const change = /** @type {Change} */ (this.work[this.at]);
    const counts = /** @type {number[]} */ (this.countsOf(change));
    if (!this.moved) counts[change.bead] = change.before;
    const drawn = this.openedBy(change);
    const box = t.boxes.get(change.number);
    const shares = chances(drawRule(t), counts);
    const known = drawn ? marksOf(t, drawn, false) : box ? marksOfBox(t, box) : [];
    const marks = known.map((mark, i) => ({
      ...mark,
      count: counts[i] ?? 0,
      odds: shares[i] ?? 0,
      drawn: i === change.bead && this.found <= EASY,
      compartments: undefined,
    }));
    const fence = new Fence(
      marks,
      null,
      words.box.drawer(
        counted(
          "beads",
          counts.reduce((sum, count) => sum + count, 0),
        ),
      ),
    );
    const left = change.after - change.before - this.moved;
    this.title.textContent = say.title(number(change.number));
    this.about.textContent = say.beads(number(this.at + 1), number(this.work.length));
    this.body.replaceChildren(
      matchbox(layout, drawn?.position ?? change.box, marks, change.number, title(t), fence.tray),
      odds(marks, { guess: (bead) => this.touch(bead) }),
    );
    const bead = /** @type {Mark} */ (marks[change.bead]).bead;
    this.tellBeads((left > 0 ? say.put : say.take)(number(Math.abs(left)), beadName(bead)), bead);
    this.body.querySelectorAll("button")[change.bead]?.toggleAttribute("data-wanted", this.found <= EASY);
  }

  /** @param {string} text @param {import("./bead.js").Bead} [bead] */
  tellBeads(text, bead) {
    const { at, work } = this;
    this.line.replaceChildren(...(bead ? [glass(bead, "small"), " "] : []), ...rich(text));
    this.ask(
      "beads",
      text,
      this.moved || !bead
        ? text
        : `${this.title.textContent}, ${say.beads(number(at + 1), number(work.length))}: ${text}`,
    );
  }

  /** A bead was touched, to be put in or taken out. @param {number} i */
  touch(i) {
    const change = this.work[this.at];
    if (this.t.hand?.step !== "beads" || !change) return;
    const marks = this.openedBy(change);
    const name = (/** @type {number} */ bead) => (marks ? beadName(drawnBead(this.t, marks, bead)) : number(bead + 1));
    if (i !== change.bead) return this.tellBeads(say.wrongBead(name(i), name(change.bead)));
    const all = change.after - change.before;
    const by = Math.sign(all) * Math.min(Math.abs(all - this.moved), Math.ceil(Math.abs(all) / HANDFULS));
    this.moved += by;
    const counts = this.countsOf(change);
    if (counts) counts[i] = change.before + this.moved;
    this.hands.sound("bead");
    if (this.moved === all) {
      this.at += 1;
      this.moved = 0;
    }
    if (this.at === this.work.length) return this.rest();
    this.drawBeads();
    const next = this.moved ? i : 0;
    /** @type {HTMLElement|undefined} */ (this.body.querySelectorAll("button")[next])?.focus({ preventScroll: true });
  }

  /** The rest of the beads go by themselves: the lesson can be read. */
  rest() {
    const held = this.panel.contains(document.activeElement) || this.row.contains(document.activeElement);
    this.done();
    this.draw();
    if (held) byId("next").focus({ preventScroll: true });
  }
}

/** @param {Table} t @param {Hands} hands @param {import("./wall.js").Wall} wall */
export async function openOperator(t, hands, wall) {
  await style("operator");
  const operator = new Operator(t, hands, wall);
  operator.draw();
  scrollTo({ top: 0 }); // the switch may stand far below the board
  const told = phase(t) === "over" ? say.over : say.on;
  hands.tell(told);
  hands.speak(told);
  hands.toBoard();
  return operator;
}
