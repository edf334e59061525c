/**
 * Whether somebody is still there: after a time without a touch the page asks, counts down, and then takes the visitor
 * for gone.
 */
import { el } from "./dom.js";
import { kiosk } from "./kiosk_words.js";
import { number } from "./language.js";

const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"]; // not pointermove: a mouse at rest may tremble
const TICK_MS = 1000;

export class Presence {
  /** @param {{idle: number, ask: number}} seconds @param {() => void} gone */
  constructor({ idle, ask }, gone) {
    this.idleMs = 1000 * idle;
    this.askMs = 1000 * ask;
    this.gone = gone;
    this.timer = 0;
    this.last = Date.now(); // when the visitor touched something, or was asked
    this.count = el("b", { class: "count", "data-testid": "countdown", "aria-hidden": "true" });
    const stay = el(
      "button",
      { type: "button", class: "btn", "data-testid": "still-here", autofocus: true },
      kiosk.stay,
    );
    this.dialog = el(
      "dialog",
      {
        class: "card still-there",
        id: "still-there",
        "aria-labelledby": "still-title",
        "data-testid": "still-there",
        cancel: (/** @type {Event} */ event) => event.preventDefault(),
        click: () => this.stay(),
        keydown: () => this.stay(),
      },
      el("h2", { id: "still-title" }, kiosk.stillThere),
      this.count,
      el("p", {}, kiosk.otherwise),
      stay,
    );
    for (const sign of SIGNS) addEventListener(sign, () => this.sign(), { capture: true, passive: true });
  }

  /** Begins to wait. */
  start() {
    document.body.append(this.dialog);
    this.sign();
    this.wait(this.idleMs);
  }

  /** The visitor does something. */
  sign() {
    if (!this.dialog.open) this.last = Date.now();
  }

  /** One timer, whatever is waited for. @param {number} milliseconds */
  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.look(), milliseconds);
  }

  look() {
    const passed = Date.now() - this.last;
    if (this.dialog.open) return this.countDown(this.askMs - passed);
    if (passed < this.idleMs) return this.wait(this.idleMs - passed);
    this.last = Date.now();
    this.dialog.showModal();
    return this.countDown(this.askMs);
  }

  /** @param {number} left milliseconds */
  countDown(left) {
    if (left <= 0) {
      this.stop();
      return this.gone();
    }
    this.count.textContent = number(Math.ceil(left / 1000));
    return this.wait(Math.min(TICK_MS, left));
  }

  /** The visitor is still there. */
  stay() {
    this.dialog.close();
    this.sign();
    this.wait(this.idleMs);
  }

  stop() {
    clearTimeout(this.timer);
    this.dialog.close();
  }
}
