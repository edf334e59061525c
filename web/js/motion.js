/** Motion explains, never decorates, and lasts less than a second; none where people asked for none. */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export const SHAKE_MS = 650; // the box is shaken, and the bead rolls out
export const FLIGHT_MS = 420; // the bead travels to its square
export const SLIDE_MS = 200; // a piece goes from square to square
export const LATE_MS = 3000; // a lesson that is not learned by then waits for something
// so long after the end of a game a touch on the board does nothing: it was meant for the game
export const CALM_MS = 1200;
/** When each part of the end is told, after the one before it. @type {Record<string, number>} */
export const TELL_MS = { line: 400, stamp: 400, lesson: 550 };

/** @returns {boolean} */
export const still = () => reduced.matches;

/** Restart the element's animation of that class. @param {Element} element @param {string} name */
export function play(element, name) {
  if (still()) return;
  element.classList.remove(name);
  void element.getBoundingClientRect();
  element.classList.add(name);
}

/** A timer that can be hurried: `hurry` runs it now, `stop` never. */
export class Wait {
  constructor() {
    this.timer = 0;
    /** @type {(() => void)|null} */
    this.then = null;
  }

  /** @param {number} milliseconds @param {() => void} then replaces what was waited for before */
  start(milliseconds, then) {
    this.stop();
    this.then = then;
    this.timer = window.setTimeout(() => this.hurry(), milliseconds);
  }

  /** @returns {boolean} whether something was waiting */
  hurry() {
    const then = this.then;
    this.stop();
    then?.();
    return then !== null;
  }

  stop() {
    clearTimeout(this.timer);
    this.then = null;
  }
}
