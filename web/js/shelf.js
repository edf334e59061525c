/**
 * The shelf from which a visitor fetches a box: the labels of all boxes for one turn, in rows. Help is given less and
 * less.
 */
import { el } from "./dom.js";
import { picture } from "./picture.js";
import { positionWords } from "./read_board.js";
import { language, number } from "./language.js";

/** @typedef {import("./protocol.js").Box} Box */
/** @typedef {"box"|"row"|"none"} Help what glows */

/** @type {typeof import("./messages/operator/en.js").default} */
const say = (await import(`./messages/operator/${language}.js`)).default;
const ROW = 6;
const ROWS_MAX = 32; // of a turn with more boxes those around the one that is sought

export class Shelf {
  /**
   * @param {import("./protocol.js").Layout} layout
   * @param {Box[]} boxes of one turn, by their numbers
   * @param {number} wanted
   * @param {(no: number) => void} pick
   */
  constructor(layout, boxes, wanted, pick) {
    const at = boxes.findIndex((box) => box.number === wanted);
    const first = Math.max(0, Math.floor(at / ROW) - ROWS_MAX / 2) * ROW;
    this.boxes = boxes.slice(first, first + ROWS_MAX * ROW);
    this.at = at - first;
    /** @type {Set<number>} */
    this.tried = new Set();
    /** @type {Help} */
    this.help = "none";
    this.buttons = this.boxes.map((box) =>
      el(
        "button",
        {
          type: "button",
          class: "shelved",
          tabindex: -1,
          "data-testid": "shelf-box",
          "data-number": box.number,
          click: () => pick(box.number),
        },
        el("b", {}, number(box.number)),
        picture(layout, box.box),
      ),
    );
    this.named = this.boxes.map((box) => say.box(number(box.number), positionWords(layout, box.box)));
    this.place = el(
      "div",
      {
        class: "shelf",
        role: "group",
        "aria-label": say.shelf,
        "data-testid": "shelf",
        keydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      },
      ...this.buttons,
    );
  }

  /** The boxes that glow. */
  get glowing() {
    const row = Math.floor(this.at / ROW);
    return this.boxes
      .filter((_, i) => (this.help === "box" ? i === this.at : this.help === "row" && Math.floor(i / ROW) === row))
      .map((box) => box.number);
  }

  /** @param {Help} help */
  show(help) {
    this.help = help;
    const { glowing } = this;
    this.buttons.forEach((button, i) => {
      const no = this.boxes[i]?.number ?? 0;
      button.classList.toggle("glows", glowing.includes(no));
      button.classList.toggle("tried", this.tried.has(no));
      button.setAttribute(
        "aria-label",
        [this.named[i], glowing.includes(no) ? say.glows : "", this.tried.has(no) ? say.tried : ""]
          .filter(Boolean)
          .join(", "),
      );
    });
  }

  /** Brings what glows into sight, and the keyboard to it. */
  enter() {
    const first = Math.max(
      0,
      this.boxes.findIndex((box) => this.glowing.includes(box.number)),
    );
    this.focus(first);
    const button = this.buttons[first];
    if (button) this.place.scrollTop = button.offsetTop - (this.place.clientHeight - button.offsetHeight) / 2;
  }

  /** @param {number} i */
  focus(i) {
    this.buttons.forEach((button, k) => (button.tabIndex = k === i ? 0 : -1));
    this.buttons[i]?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = this.buttons.findIndex((button) => button === document.activeElement);
    const last = this.buttons.length - 1;
    const to = /** @type {Record<string, number>} */ ({
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + ROW,
      ArrowUp: at - ROW,
      Home: 0,
      End: last,
    })[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    if (to < 0 || to > last) return;
    this.focus(to);
    this.buttons[to]?.scrollIntoView({ block: "nearest" });
  }
}
