/** Motion explains, never decorates, and lasts less than a second; none where people asked for none. */

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

export const RATTLE_MS = 850; // the box is shaken, the bead rolls out and is lifted
export const LATE_MS = 3000; // a lesson that is not learned by then waits for something
export const CALM_MS = 1200; // so long after the end of a game a touch on the board does nothing: it was meant for the game

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
